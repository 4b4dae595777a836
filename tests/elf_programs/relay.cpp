// SPDX-License-Identifier: Apache-2.0
// B and NC: B lets NC go at the address that the hardware has for it, asks it by words of L1 for squares out of a table that fills
// most of NC's data RAM, and then starts it again, at an address that NC has named.
#include <cstdint>

struct box {
  volatile uint32_t asked, answered, square, second_start, second_pc, sum;
};
static box& words() { return *reinterpret_cast<box*>(0xB000); }
static void fence() { asm volatile("fence" ::: "memory"); }
static volatile uint32_t& at(uint32_t address) { return *reinterpret_cast<volatile uint32_t*>(address); }

static constexpr uint32_t soft_reset = 0xFFB121B0, nc_reset_pc = 0xFFB12238, nc_reset_pc_override = 0xFFB1223C;
static constexpr uint32_t only_b = 0x47000, b_and_nc = 0x7000, questions = 20;

static uint32_t squares[1800];  // 7,200 of 8,192 bytes
static uint32_t n = 3;          // a variable with a value

extern "C" void second_start();
asm(".text\n"
    ".type second_start, @function\n"
    "second_start:\n"
    "  auipc a0, 0\n"
    "  lui   a1, 0xB\n"
    "  sw    a0, 16(a1)\n"
    "  j     .\n"
    ".size second_start, . - second_start\n");

extern "C" void relay_nc() {
  for (uint32_t i = 0; i < 1800; ++i) squares[i] = i * i;
  words().second_start = reinterpret_cast<uint32_t>(&second_start);
  for (uint32_t done = 0; done < questions; ++done) {
    while (words().asked == done) fence();
    words().square = squares[n * done * 31 % 1800];
    words().answered = done + 1;
  }
}

extern "C" void relay_b() {
  at(nc_reset_pc_override) = 0;
  at(soft_reset) = b_and_nc;
  uint32_t sum = 0;
  for (uint32_t i = 1; i <= questions; ++i) {
    words().asked = i;
    while (words().answered != i) fence();
    sum += words().square;
  }
  words().sum = sum;
  at(nc_reset_pc) = words().second_start;
  at(nc_reset_pc_override) = 1;
  at(soft_reset) = only_b;
  at(soft_reset) = b_and_nc;
  while (words().second_pc == 0) fence();
}
