// SPDX-License-Identifier: Apache-2.0
// Sets of GPRs that an instruction reads or writes. Layer 1. The scalar unit's: scalar_unit_table_function.h.
#pragma once
#include <array>
#include <cstdint>

#include "models/isa/isa.h"

namespace tensix {

struct gpr_range {  // of the issuing thread
  uint8_t first = 0, count = 0;
  constexpr bool has(unsigned gpr) const { return gpr >= first && gpr < first + count; }
};
using gpr_ranges = std::array<gpr_range, 3>;

// A read or write of GPRs by an instruction, for observers.
struct gpr_use {
  uint32_t word;
  unsigned thread;
  gpr_ranges gprs;
  bool write;
  uint64_t cycle;
};

constexpr gpr_range one_gpr(uint32_t index) { return {static_cast<uint8_t>(index), 1}; }
constexpr gpr_range gpr_group(uint32_t index) { return {static_cast<uint8_t>(index & 0x3c), 4}; }

// WRCFG, of the configuration unit.
constexpr gpr_ranges gprs_read_by_wrcfg(uint32_t word) {
  using namespace insn::WRCFG;
  return {wr128b(word) ? gpr_group(gpr_address(word)) : one_gpr(gpr_address(word))};
}

}  // namespace tensix
