// SPDX-License-Identifier: Apache-2.0
#include "models/scalar_unit/scalar_unit_table_function.h"

namespace tensix {
namespace {

constexpr unsigned rows_of(opcode op) {
  unsigned rows = 0;
#define SCALAR_UNIT(name, ...) rows += op == opcode::name;
#include "models/scalar_unit/scalar_unit_instructions.def"
#undef SCALAR_UNIT
  return rows;
}
#define TENSIX_TABLE_UNIT scalar_unit
#include "models/isa/one_row_each.inc"

// Sets that the table has names for.
constexpr gpr_range no_gpr{};
constexpr gpr_ranges gprs(gpr_range a = {}, gpr_range b = {}, gpr_range c = {}) { return {a, b, c}; }
constexpr gpr_range right_operand(uint32_t word) {
  using namespace insn::ADDDMAREG;
  return op_b_is_const(word) ? no_gpr : one_gpr(op_b_reg_index(word));
}
constexpr gpr_range set_gprs(uint32_t word) {
  using namespace insn::SETDMAREG;
  const uint32_t gpr = reg_index_16b(word) >> 1;
  return set_signals_mode(word) && payload_sig_sel_size(word) >= 2 ? gpr_group(gpr) : one_gpr(gpr);
}
constexpr gpr_range flop_gprs(uint32_t word) {
  using namespace insn::REG2FLOP;
  const bool group = !(target_sel(word) & 2) && size_sel(word) == 0;
  return group ? gpr_group(reg_index(word)) : one_gpr(reg_index(word));
}
constexpr gpr_range loaded_gprs(uint32_t word) {
  using namespace insn::LOADIND;
  return size_sel(word) ? one_gpr(data_reg_index(word)) : gpr_group(data_reg_index(word));
}
constexpr gpr_range stored_gprs(uint32_t word) {
  using namespace insn::STOREIND;
  const bool to_l1 = mem_hier_sel(word), to_mmio = !to_l1 && size_sel(word);
  const uint32_t data = data_reg_index(word);
  if (to_mmio || (to_l1 && storeind_size(word))) return one_gpr(data);
  return to_l1 ? gpr_group(data) : gpr_range{gpr_group(data).first, 2};
}
constexpr gpr_range swapped_gprs(uint32_t word) {
  const uint32_t data = insn::ATSWAP::data_reg_index(word);
  return atswap_single_data_reg(word) ? one_gpr(data) : gpr_group(data);
}

}  // namespace

gpr_ranges gprs_read(uint32_t word) {
  const auto one = [word](instruction_field f) { return one_gpr(f(word)); };
  const auto half = [word](instruction_field f) { return one_gpr(f(word) >> 1); };
  switch (word >> 24) {
#define SCALAR_UNIT(name, timing, gprs_read, gpr_written, executes) \
  case static_cast<uint8_t>(opcode::name): {                        \
    using namespace insn::name;                                     \
    return gprs_read;                                               \
  }
#include "models/scalar_unit/scalar_unit_instructions.def"
#undef SCALAR_UNIT
  }
  return {};
}

gpr_range gpr_written(uint32_t word) {
  const auto one = [word](instruction_field f) { return one_gpr(f(word)); };
  switch (word >> 24) {
#define SCALAR_UNIT(name, timing, gprs_read, gpr_written, executes) \
  case static_cast<uint8_t>(opcode::name): {                        \
    using namespace insn::name;                                     \
    return gpr_written;                                             \
  }
#include "models/scalar_unit/scalar_unit_instructions.def"
#undef SCALAR_UNIT
  }
  return {};
}

gpr_range gpr_stepped(uint32_t word) {
  using namespace insn::LOADIND;
  const opcode op = opcode_of(word);
  const bool steps = (op == opcode::LOADIND || op == opcode::STOREIND) && auto_inc_spec(word);
  return steps ? one_gpr(offset_index(word) >> 1) : gpr_range{};
}

}  // namespace tensix
