// SPDX-License-Identifier: Apache-2.0
// Products of tiles: in1's in SrcA, in0's in SrcB, whole. A block is rt x ct tiles of Dst; for each tile of the operand that is
// held (in0's if ct >= rt, else in1's) a row, or column, of tiles of the other one passes.
#pragma once
#include "tensix/start.h"

namespace tensix::device {

struct matmul_shape {
  uint32_t ct = 1, rt = 1, kt = 1;
  bool transpose = false;  // the tiles of in1
  constexpr bool holds_in0() const { return ct >= rt; }
  constexpr uint32_t held() const { return holds_in0() ? rt : ct; }
  constexpr uint32_t passing() const { return holds_in0() ? ct : rt; }
  constexpr uint32_t math_mode() const { return (holds_in0() ? clear_a : clear_b) | uint32_t{transpose} << 2; }
};
namespace gpr {
inline constexpr uint32_t unpack_address = 4, unpack_stride = 5;  // of the operand that passes, in 16 bytes
}

// T0. MOP template 0: so many times REPLAY { UNPACR; base address += stride }; bit 0 of the mask chooses the context's copy.
template <uint32_t unit, uint32_t addr_mode = 0, bool dvalid = true>
ALWI void set_unpack_advancing() {
  constexpr uint32_t base = unit ? cfg::THCON_SEC1_REG3_Base_address.word : cfg::THCON_SEC0_REG3_Base_address.word;
  constexpr uint32_t length = 6;
  using namespace insn::ADDDMAREG;
  constexpr uint32_t advance = word_of(opcode::ADDDMAREG) | op_a_reg_index.place(gpr::unpack_address) |
                               op_b_reg_index.place(gpr::unpack_stride) | result_reg_index.place(gpr::unpack_address);
  mop_sync();
  ttinsns<word::replay(0, 2 * length, true), unpacr(unit, addr_mode, dvalid), advance,
          word::stallwait(block::config, until::scalar_done), word::wrcfg(gpr::unpack_address, base), word::nop,
          word::nop,  // WRCFG takes two cycles
          unpacr(unit, addr_mode, dvalid), advance, word::stallwait(block::config, until::scalar_done),
          word::wrcfg(gpr::unpack_address, base + 1), word::nop, word::nop>();
  constexpr uint32_t words[8] = {0,         word::nop, word::replay(0, length, false),      word::nop,
                                 word::nop, word::nop, word::replay(length, length, false), word::nop};
  for (uint32_t i = 0; i < 8; ++i) at(riscv_address::mop_config + 4 * (i + 1)) = words[i];
}
// For each passing tile.
template <uint32_t passing_unpacker>
inline __attribute__((noinline)) void set_unpack_matmul() {
  ttinsns<word::set_adc_x(both_unpackers, tile_datums), word::clear_adc_zw(both_unpackers)>();
  set_unpack_advancing<passing_unpacker>();
  unpacker.op = unpacking::matmul;
  unpacker.op_mode = passing_unpacker;
}
ALWI void init_unpack_matmul(uint32_t in0, uint32_t in1, matmul_shape s) {
  const uint32_t passing = s.holds_in0() ? 0 : 1;
  if (unpacker.op != unpacking::matmul || unpacker.op_mode != passing) {
    if (passing) set_unpack_matmul<1>();
    else set_unpack_matmul<0>();
  }
  set_gpr(gpr::unpack_stride, passing ? s.kt * tile_units(in0) : tile_units(in1));
}
ALWI void unpack_matmul_tile(uint32_t tile0, uint32_t tile1) {
  begin_unpack(tile1, tile0);
  ttinsns<unpacr(1, 0), unpacr(0, 0)>();
  end_unpack();
}
ALWI void unpack_matmul_block(uint32_t tile0, uint32_t units0, uint32_t tile1, uint32_t units1, matmul_shape s) {
  using namespace insn::MOP;
  const uint32_t passing = word_of(opcode::MOP) | loop_count.place(s.passing() - 1);
  for (uint32_t held = 0; held < s.held(); ++held) {
    begin_unpack(tile1, tile0);
    set_gpr(gpr::unpack_address, (s.holds_in0() ? tile1 : tile0) - 1);
    if (s.holds_in0()) ttinsn<unpacr(1, 0)>();
    else ttinsn<unpacr(0, 0)>();
    push(passing | zmask_lo16_or_loop_count.place(context() ? 0xffff : 0));
    end_unpack();
    if (s.holds_in0()) tile0 += s.kt * units0;
    else tile1 += units1;
  }
}

// T1. A product of tiles is 16 MVMUL of 8x16 by 16x16: SrcB's faces 0 and 2 with SrcA's 0 and 1 fill the tile of Dst once,
// 1 and 3 with 2 and 3 the second time. Transposed, SrcA's faces 1 and 2 have changed places. Replay slots 16 to 31.
template <uint32_t modifier, uint32_t clear = 0>
constexpr uint32_t mvmul() {
  using namespace insn::MVMUL;
  return word_of(opcode::MVMUL) | addr_mode.place(modifier) | clear_dvalid.place(clear);
}
template <uint32_t passing>  // clear_a or clear_b: the bank that each product gives back
inline __attribute__((noinline)) void set_math_matmul(bool transpose) {
  constexpr bool phases = fidelity_phases > 1;
  address_modifier rows8, next_column, next_row, second_half, again;
  rows8.b = rows8.dst = 8;
  next_column.a = transpose ? 32 : 16, next_column.b_cr = true, next_column.dst = 8;
  next_row.a_cr = true, next_row.b = 32, next_row.b_cr = true, next_row.dst = 8;
  second_half.a = transpose ? 16 : 32, second_half.a_cr = true, second_half.b = 48, second_half.b_cr = true,
  second_half.dst_cr = true;
  again.a_clear = again.b_clear = again.dst_clear = again.a_cr = again.b_cr = again.dst_cr = true;
  again.fidelity = phases;
  mop_sync();
  rows8.set(0);
  next_column.set(1);
  next_row.set(2);
  second_half.set(4);
  again.set(5);
  ttinsns<word::replay(16, 16, true), mvmul<0>(), mvmul<1>(), mvmul<0>(), mvmul<2>(), mvmul<0>(), mvmul<1>(), mvmul<0>(),
          mvmul<4>(), mvmul<0>(), mvmul<1>(), mvmul<0>(), mvmul<2>(), mvmul<0>(), mvmul<1>(), mvmul<0>(),
          mvmul<5, phases ? 0 : passing>()>();
  mop m;
  m.inner = fidelity_phases;
  m.op = word::replay(16, 16, false);
  if (phases) m.end0 = setrwc(passing, rwc_all);
  m.set();
  matrix.op = operation::matmul;
  matrix.op_mode = passing | uint32_t{transpose} << 2;
}
ALWI void init_math_matmul(matmul_shape s) {
  if (matrix.op == operation::matmul && matrix.op_mode == s.math_mode()) return;
  if (s.holds_in0()) set_math_matmul<clear_a>(s.transpose);
  else set_math_matmul<clear_b>(s.transpose);
}
ALWI void math_matmul_block(uint32_t dst_tile, matmul_shape s) {
  for (uint32_t held = 0; held < s.held(); ++held) {
    for (uint32_t i = 0; i < s.passing(); ++i) {
      select_dst_tile(dst_tile + (s.holds_in0() ? held * s.ct + i : i * s.ct + held));
      ttinsn<word::mop>();
    }
    if (s.holds_in0()) ttinsn<setrwc(clear_b, rwc_all)>();
    else ttinsn<setrwc(clear_a, rwc_all)>();
  }
}

}  // namespace tensix::device
