// SPDX-License-Identifier: Apache-2.0
#include "workload/kernels/pack_mops_function.h"

namespace tensix {

uint32_t pacr(uint32_t mask, uint32_t modifier, bool close) {
  using namespace insn::PACR;
  return word_of(opcode::PACR) | read_intf_sel.place(mask) | addr_mode.place(modifier) | last.place(close);
}

uint32_t packed_row_units(const kernel& k) {
  const circular_buffer_plan& out = k.output();
  return out.row_tiles * out.tile_bytes / tile_dim / 16;
}

// Dst has the left and right halves of the tile's rows in turn: two of the four read interfaces take every other row, eight times
// the left ones and eight times the right ones of the upper half, and the same of the lower half.
mop_program tilize_mop(step_builder& b) {
  using namespace tcfg;
  const uint32_t modifier = ADDR_MOD_PACK_SEC0_YsrcIncr.reg;
  const uint32_t y_clear = ADDR_MOD_PACK_SEC0_YsrcClear.place(1) | ADDR_MOD_PACK_SEC0_YdstClear.place(1);
  b.push(word::setc16(modifier, ADDR_MOD_PACK_SEC0_YsrcIncr.place(4)));
  b.push(word::setc16(modifier + 1, y_clear));
  b.push(word::setc16(modifier + 2, y_clear | ADDR_MOD_PACK_SEC0_ZsrcIncr.place(1)));
  b.push(word::setc16(modifier + 3, y_clear | ADDR_MOD_PACK_SEC0_ZsrcClear.place(1)));
  constexpr uint32_t left = 5, right = 10;
  const auto rows = [](uint32_t interfaces, uint32_t move, bool more, bool close) {
    return pacr(interfaces, move, close) | insn::PACR::concat.place(more);
  };
  b.push(word::replay(0, 15, true));
  for (unsigned i = 0; i < 7; ++i) b.push(rows(left, 0, true, false));
  b.push(rows(left, 1, true, false));
  for (unsigned i = 0; i < 7; ++i) b.push(rows(right, 0, true, false));
  mop_program m;
  m.outer = 2;
  m.op = word::replay(0, 15, false);
  m.op1 = rows(right, 2, false, false);
  m.last_outer = rows(right, 3, false, true);
  return m;
}

// Rows of all tiles of a block: of each tile a row of two faces, which two read interfaces take, or a PACR each. Then the packer goes
// on to where the next row lies in L1.
mop_program untilize_mop(step_builder& b, const kernel& k) {
  using namespace insn::ADDDMAREG;
  using namespace tcfg;
  const kernel_plan& p = k.plan();
  const bool independent = k.options().topology == packer_topology::independent;
  const uint32_t modifier = ADDR_MOD_PACK_SEC0_YsrcIncr.reg, interfaces = k.options().read_interfaces;
  b.gpr(pack_row_gpr, packed_row_units(k));
  b.push(word::setc16(modifier, p.whole_rows ? 0 : ADDR_MOD_PACK_SEC0_YsrcIncr.place(1)));  // from left to right
  if (!p.whole_rows) {
    b.push(word::setc16(modifier + 1, ADDR_MOD_PACK_SEC0_YsrcClear.place(1) | ADDR_MOD_PACK_SEC0_ZsrcIncr.place(1)));
    b.push(word::setc16(modifier + 2, ADDR_MOD_PACK_SEC0_YsrcIncr.place(3)));  // to the next tile
  }
  b.push(word::replay(0, 4, true));
  b.push(word_of(opcode::ADDDMAREG) | op_a_reg_index.place(pack_address_gpr) | op_b_reg_index.place(pack_row_gpr) |
         result_reg_index.place(pack_address_gpr));
  b.push(word::stallwait(block::config, until::scalar_done));
  b.push(word::wrcfg(pack_address_gpr, cfg::THCON_SEC0_REG1_L1_Dest_addr.word));
  b.push(word_of(opcode::DMANOP));
  mop_program m;
  m.outer = independent ? untilized_rows : face_dim;
  m.inner = p.block_tiles;
  constexpr uint32_t next_row = word::replay(0, 4, false);
  if (!p.whole_rows) {
    const uint32_t who = independent ? 0xf : 1;
    m.op = pacr(who, 0, false);
    m.op1 = pacr(who, 2, false);
    m.last = m.last_outer = pacr(who, 1, true);
    m.end0 = next_row;
    return m;
  }
  // With eight interfaces each bit of the mask is a pair of them.
  const auto row = [&](bool close) { return pacr(interfaces == 8 ? 1 : 3, 0, close) | insn::PACR::dst_access_mode.place(1); };
  m.start =
      word_of(opcode::ADDRCRZW) | insn::ADDRCRZW::cnt_set_mask.place(adc_of_packers) | insn::ADDRCRZW::bit_mask.place(2);  // W
  m.op = word_of(opcode::INCADCZW) | insn::INCADCZW::cnt_set_mask.place(adc_of_packers) | insn::INCADCZW::ch0_y.place(1);  // W
  m.op1 = row(false);
  m.last = m.last_outer = row(true);
  m.end0 = word_of(opcode::INCADCXY) | insn::INCADCXY::cnt_set_mask.place(adc_of_packers) | insn::INCADCXY::ch0_y.place(1);
  m.end1 = next_row;
  return m;
}

}  // namespace tensix
