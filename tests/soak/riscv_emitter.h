// SPDX-License-Identifier: Apache-2.0
// Machine code under construction: words, and branches whose target is known later.
#pragma once
#include <cstdint>
#include <vector>

#include "tests/riscv_core/riscv_assembler.h"

namespace tensix::soak {

// What each register is for.
namespace role {
inline constexpr unsigned zero = 0, ra = 1, sp = 2, area = 3, ram = 4;  // area and ram: the middle of what is played with
inline constexpr unsigned scratch = 5, scratch2 = 6, scratch3 = 7;      // values nobody looks at
inline constexpr unsigned outer = 8, inner = 9;                         // counters of loops
inline constexpr unsigned first_free = 10, free_count = 22;             // x10..x31: computing
}  // namespace role

class emitter {
 public:
  explicit emitter(uint32_t base) : base_(base) {}
  uint32_t here() const { return base_ + 4 * static_cast<uint32_t>(words.size()); }
  void put(uint32_t word) { words.push_back(word); }
  void r(const char* name, unsigned rd, unsigned rs1, unsigned rs2 = 0) { put(riscv_test::asm_r(name, rd, rs1, rs2)); }
  void i(const char* name, unsigned rd, unsigned rs1, int32_t immediate) {
    put(riscv_test::asm_i(name, rd, rs1, static_cast<int32_t>(static_cast<uint32_t>(immediate) & 0xfff)));
  }
  void store(const char* name, unsigned value, unsigned base, int32_t offset) {
    put(riscv_test::asm_store(name, value, base, offset));
  }
  void csr(const char* name, unsigned rd, uint32_t number, unsigned operand) {
    put(riscv_test::asm_csr(name, rd, number, operand));
  }
  void li(unsigned rd, uint32_t value) {
    const int32_t low = static_cast<int32_t>(value << 20) >> 20;
    if (static_cast<uint32_t>(low) == value) return i("addi", rd, 0, low);
    put(riscv_test::word_u(0x37, rd, value - static_cast<uint32_t>(low)));
    if (low) i("addi", rd, rd, low);
  }
  void fence() { put(riscv_test::asm_fence); }
  // The value of `reg` is there before anything behind this.
  void use(unsigned reg) { i("addi", 0, reg, 0); }

  // To an address that is known.
  void branch_to(const char* name, unsigned rs1, unsigned rs2, uint32_t target) {
    put(riscv_test::asm_branch(name, rs1, rs2, static_cast<int32_t>(target - here())));
  }
  void jump_to(unsigned rd, uint32_t target) { put(riscv_test::word_j(rd, static_cast<int32_t>(target - here()))); }
  // To one that is not: land() fills it in.
  struct hole {
    size_t index;
    const char* name;  // of a branch; nullptr: jal
    unsigned a, b;
  };
  hole branch(const char* name, unsigned rs1, unsigned rs2) {
    put(0);
    return {words.size() - 1, name, rs1, rs2};
  }
  hole jump(unsigned rd = 0) {
    put(0);
    return {words.size() - 1, nullptr, rd, 0};
  }
  void land(const hole& h) {
    const auto distance = static_cast<int32_t>(4 * (words.size() - h.index));
    words[h.index] = h.name ? riscv_test::asm_branch(h.name, h.a, h.b, distance) : riscv_test::word_j(h.a, distance);
  }

  std::vector<uint32_t> words;

 private:
  uint32_t base_;
};

}  // namespace tensix::soak
