// SPDX-License-Identifier: Apache-2.0
// Programs for browser_test.sh: T0 works with functions that are called and inlined, T1 (OTHER) waits for it.
using u32 = unsigned;
static inline volatile u32& word(u32 address) { return *reinterpret_cast<volatile u32*>(address); }
static inline __attribute__((always_inline)) void fill(u32 address, u32 n) {
  for (u32 i = 0; i < n; ++i) word(address + 4 * i) = i;
}
extern "C" {
#ifdef OTHER
__attribute__((noinline)) void run() {
  while (word(0x20000) != 1) {
  }
}
#else
__attribute__((noinline)) u32 divide(u32 a, u32 b) { return a / b; }
__attribute__((noinline)) void run() {
  u32 sum = 0;
  for (u32 i = 0; i < 100; ++i) {
    fill(0x21000, 20);
    sum += divide(1000000 + word(0x21000), i + 3);
  }
  word(0x20004) = sum;
  word(0x20000) = 1;
}
#endif
__attribute__((naked)) void _start() { asm volatile("lui sp, 0xffb01\n call run\n ebreak"); }
}
