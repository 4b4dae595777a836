// SPDX-License-Identifier: Apache-2.0
// A vector unit of its own, without time, and the words its tests execute.
#pragma once
#include <random>

#include "catch.h"
#include "models/isa/isa.h"
#include "models/vector_unit/vector_unit_function.h"
#include "tests/seed.h"

namespace tensix {

struct unit_fixture {
  tensix_state s{4096};
  vector_unit_function unit{s};
  std::mt19937 random{seeded(11)};
  uint32_t any() { return static_cast<uint32_t>(random()); }
  void fill() {
    for (auto& row : s.dst.bits)
      for (auto& x : row) x = static_cast<uint16_t>(any());
    for (auto& v : s.dst.row_valid) v = any() % 8 != 0;
    for (unsigned r = 0; r < 8; ++r)
      for (auto& x : unit.lreg[r]) x = any();
  }
  void run(uint32_t word, unsigned thread = 0) { unit.execute(word, thread); }
  static uint32_t load(unsigned lreg, unsigned mode, unsigned address, unsigned addr_mode = 0) {
    return encode(opcode::SFPLOAD,
                  {{"lreg_ind", lreg}, {"instr_mod0", mode}, {"dest_reg_addr", address}, {"sfpu_addr_mode", addr_mode}});
  }
  static uint32_t store(unsigned lreg, unsigned mode, unsigned address, unsigned addr_mode = 0) {
    return encode(opcode::SFPSTORE,
                  {{"lreg_ind", lreg}, {"instr_mod0", mode}, {"dest_reg_addr", address}, {"sfpu_addr_mode", addr_mode}});
  }
  static uint32_t op(opcode o, unsigned d, unsigned c, unsigned b, unsigned a, unsigned mode) {
    return word_of(o) | mode | d << 4 | c << 8 | b << 12 | a << 16;
  }
  static uint32_t encc(unsigned mode, unsigned imm) { return word_of(opcode::SFPENCC) | mode | imm << 12; }
  static uint32_t config(unsigned target, unsigned mode, unsigned imm) {
    return word_of(opcode::SFPCONFIG) | mode | target << 4 | imm << 8;
  }
};

}  // namespace tensix
