// SPDX-License-Identifier: Apache-2.0
// How long each instruction of the scalar unit takes, and which GPRs it reads and writes: columns of
// scalar_unit_instructions.def. Layer 1.
#pragma once
#include <array>
#include <cstdint>

#include "models/isa/gpr_operands.h"

namespace tensix {

enum class scalar_timing : uint8_t {
  none,           // of another unit
  simple,         // simple_cycles
  flop,           // flop_cycles at least: REG2FLOP waits for the port of the THCON words, FLUSHDMA for other units
  arithmetic,     // arithmetic_cycles, or arithmetic_split_cycles; the right operand may be read behind the left one
  memory,         // memory_cycles; the access goes on behind them
  atomic,         // likewise, but one at a time on its way: atomic_cycles
  compare_atomic  // compare_atomic_cycles for each attempt
};
constexpr std::array<scalar_timing, 256> make_scalar_timings() {
  std::array<scalar_timing, 256> all{};
#define SCALAR_UNIT(name, timing, gprs_read, gpr_written, executes) \
  all[static_cast<uint8_t>(opcode::name)] = scalar_timing::timing;
#include "models/scalar_unit/scalar_unit_instructions.def"
#undef SCALAR_UNIT
  return all;
}
inline constexpr std::array<scalar_timing, 256> all_scalar_timings = make_scalar_timings();
constexpr scalar_timing scalar_timing_of(uint32_t word) { return all_scalar_timings[word >> 24]; }

// Do the two operands of GPR arithmetic lie in different aligned groups of four, so that B's group is read after A's?
constexpr bool reads_two_groups(uint32_t word) {
  using namespace insn::ADDDMAREG;
  return !op_b_is_const(word) && (op_a_reg_index(word) >> 2) != (op_b_reg_index(word) >> 2);
}

inline constexpr instruction_field storeind_size{21, 2}, atswap_single_data_reg{22, 1};  // not in the instruction table

gpr_ranges gprs_read(uint32_t word);
// The result; of a load what it brings later.
gpr_range gpr_written(uint32_t word);
// The GPR whose half LOADIND and STOREIND advance.
gpr_range gpr_stepped(uint32_t word);

}  // namespace tensix
