// Which GPRs an instruction reads and writes. Layer 1. Source: ISA documentation, the page of each instruction.
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

// A read or write of GPRs by an instruction, told to whoever looks for hazards.
struct gpr_use {
  uint32_t word;
  unsigned thread;
  gpr_ranges gprs;
  bool write;
  uint64_t cycle;
};

constexpr gpr_range one_gpr(uint32_t index) { return {static_cast<uint8_t>(index), 1}; }
constexpr gpr_range gpr_group(uint32_t index) { return {static_cast<uint8_t>(index & 0x3c), 4}; }

constexpr bool is_gpr_arithmetic(opcode op) {
  switch (op) {
    case opcode::ADDDMAREG:
    case opcode::SUBDMAREG:
    case opcode::MULDMAREG:
    case opcode::BITWOPDMAREG:
    case opcode::SHIFTDMAREG:
    case opcode::CMPDMAREG: return true;
    default: return false;
  }
}
// Do the two operands of GPR arithmetic lie in different aligned groups of four, so that B's group is read after A's?
constexpr bool reads_two_groups(uint32_t word) {
  using namespace insn::ADDDMAREG;
  return !op_b_is_const(word) && (op_a_reg_index(word) >> 2) != (op_b_reg_index(word) >> 2);
}

inline constexpr instruction_field storeind_size{21, 2}, atswap_single_data_reg{22, 1};  // not in the instruction table

constexpr gpr_ranges gprs_read(uint32_t word) {
  using namespace insn;
  switch (opcode_of(word)) {
    case opcode::WRCFG: return {WRCFG::wr128b(word) ? gpr_group(WRCFG::gpr_address(word)) : one_gpr(WRCFG::gpr_address(word))};
    case opcode::REG2FLOP: {
      const bool group = !(REG2FLOP::target_sel(word) & 2) && REG2FLOP::size_sel(word) == 0;
      return {group ? gpr_group(REG2FLOP::reg_index(word)) : one_gpr(REG2FLOP::reg_index(word))};
    }
    case opcode::LOADIND: return {one_gpr(LOADIND::addr_reg_index(word)), one_gpr(LOADIND::offset_index(word) >> 1)};
    case opcode::STOREIND: {
      const bool to_l1 = STOREIND::mem_hier_sel(word), to_mmio = !to_l1 && STOREIND::size_sel(word);
      const uint32_t data = STOREIND::data_reg_index(word);
      return {one_gpr(STOREIND::addr_reg_index(word)), one_gpr(STOREIND::offset_index(word) >> 1),
              to_mmio || (to_l1 && storeind_size(word)) ? one_gpr(data)
              : to_l1                                   ? gpr_group(data)
                                                        : gpr_range{static_cast<uint8_t>(data & 0x3c), 2}};
    }
    case opcode::STOREREG: return {one_gpr(STOREREG::tdma_data_reg_index(word))};
    case opcode::ATINCGET: return {one_gpr(ATINCGET::addr_reg_index(word)), one_gpr(ATINCGET::data_reg_index(word))};
    case opcode::ATSWAP: {
      const uint32_t data = ATSWAP::data_reg_index(word);
      return {one_gpr(ATSWAP::addr_reg_index(word)), atswap_single_data_reg(word) ? one_gpr(data) : gpr_group(data)};
    }
    case opcode::ATINCGETPTR:
    case opcode::ATCAS: return {one_gpr(ATSWAP::addr_reg_index(word))};
    default: break;
  }
  if (!is_gpr_arithmetic(opcode_of(word))) return {};
  return {one_gpr(ADDDMAREG::op_a_reg_index(word)),
          ADDDMAREG::op_b_is_const(word) ? gpr_range{} : one_gpr(ADDDMAREG::op_b_reg_index(word))};
}

// The result of a scalar instruction; of a load what it brings later.
constexpr gpr_range gpr_written(uint32_t word) {
  using namespace insn;
  switch (opcode_of(word)) {
    case opcode::SETDMAREG: {
      const uint32_t gpr = SETDMAREG::reg_index_16b(word) >> 1;
      return SETDMAREG::set_signals_mode(word) && SETDMAREG::payload_sig_sel_size(word) >= 2 ? gpr_group(gpr) : one_gpr(gpr);
    }
    case opcode::LOADIND: {
      const uint32_t gpr = LOADIND::data_reg_index(word);
      return LOADIND::size_sel(word) ? one_gpr(gpr) : gpr_group(gpr);
    }
    case opcode::LOADREG: return one_gpr(LOADREG::tdma_data_reg_index(word));
    case opcode::ATINCGET:
    case opcode::ATINCGETPTR: return one_gpr(ATINCGET::data_reg_index(word));
    case opcode::RDCFG: return one_gpr(RDCFG::gpr_address(word));
    default: return is_gpr_arithmetic(opcode_of(word)) ? one_gpr(ADDDMAREG::result_reg_index(word)) : gpr_range{};
  }
}
// The GPR whose half LOADIND and STOREIND advance.
constexpr gpr_range gpr_stepped(uint32_t word) {
  using namespace insn::LOADIND;
  const opcode op = opcode_of(word);
  const bool steps = (op == opcode::LOADIND || op == opcode::STOREIND) && auto_inc_spec(word);
  return steps ? one_gpr(offset_index(word) >> 1) : gpr_range{};
}

}  // namespace tensix
