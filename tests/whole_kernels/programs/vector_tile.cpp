// SPDX-License-Identifier: Apache-2.0
// A tile from SrcA to Dst, then an operation of the vector unit on its 32 rows of 32 datums, again and again: what the kernel
// library's performance test of unary operations does when it isolates the matrix unit's thread. For configuration `blackhole`.
//
//   OPERATION   identity, lut, lut32, absolute, absolute_int, invert, fill, fill_hoisted, subtract
//   WIDE_DST    1: Dst has 32 bits a datum, and is taken to hold the tile already
#include "examples/elf/math_blocks.h"
#include "run.h"

#ifndef OPERATION
#define OPERATION identity
#endif
#ifndef WIDE_DST
#define WIDE_DST 0
#endif

namespace {

enum class operation { identity, lut, lut32, absolute, absolute_int, invert, fill, fill_hoisted, subtract };
constexpr uint32_t rows = 32, srca_free = 1 << 5;
constexpr uint32_t whatever_dst_has = 0, int32 = 4, keeps_dst = 7;  // formats of SFPLOAD and SFPSTORE; an address modifier

constexpr uint32_t load(uint32_t lreg, uint32_t format, uint32_t row = 0) {
  using namespace insn::SFPLOAD;
  return word_of(opcode::SFPLOAD) | lreg_ind.place(lreg) | instr_mod0.place(format) | sfpu_addr_mode.place(keeps_dst) |
         dest_reg_addr.place(row);
}
constexpr uint32_t store(uint32_t lreg, uint32_t format, uint32_t row = 0) {
  using namespace insn::SFPSTORE;
  return word_of(opcode::SFPSTORE) | lreg_ind.place(lreg) | instr_mod0.place(format) | sfpu_addr_mode.place(keeps_dst) |
         dest_reg_addr.place(row);
}
constexpr uint32_t load_immediate(uint32_t lreg, uint32_t half, uint32_t value) {
  using namespace insn::SFPLOADI;
  return word_of(opcode::SFPLOADI) | lreg_ind.place(lreg) | instr_mod0.place(half) | imm16.place(value);
}
constexpr uint32_t next_row = word_of(opcode::INCRWC) | insn::INCRWC::rwc_d.place(2);
constexpr uint32_t abs_word(uint32_t mode) {
  return word_of(opcode::SFPABS) | insn::SFPABS::lreg_c.place(0) | insn::SFPABS::lreg_dest.place(0) |
         insn::SFPABS::instr_mod1.place(mode);
}

template <operation op, uint32_t row = 0>
inline __attribute__((always_inline)) void one_row() {
  if constexpr (op == operation::identity) {
    ttinsn<load(0, whatever_dst_has)>();
    ttinsn<store(0, whatever_dst_has)>();
    ttinsn<next_row>();
  } else if constexpr (op == operation::lut) {
    ttinsn<load(3, whatever_dst_has)>();
    ttinsn<word_of(opcode::SFPLUT) | insn::SFPLUT::lreg_ind.place(3) | insn::SFPLUT::instr_mod0.place(4)>();
    ttinsn<store(3, whatever_dst_has)>();
    ttinsn<next_row>();
  } else if constexpr (op == operation::lut32) {
    ttinsn<load(3, whatever_dst_has, 2 * row)>();
    ttinsn<word_of(opcode::SFPLUTFP32) | insn::SFPLUTFP32::lreg_dest.place(3) | insn::SFPLUTFP32::instr_mod1.place(2)>();
    ttinsn<store(3, whatever_dst_has, 2 * row)>();
  } else if constexpr (op == operation::absolute) {
    ttinsn<load(0, whatever_dst_has)>();
    ttinsn<abs_word(1)>();
    ttinsn<store(0, whatever_dst_has)>();
    ttinsn<next_row>();
  } else if constexpr (op == operation::absolute_int) {
    ttinsn<load(0, int32)>();
    ttinsn<abs_word(0)>();
    ttinsn<store(0, int32)>();
    ttinsn<next_row>();
  } else if constexpr (op == operation::invert) {
    ttinsn<load(0, int32)>();
    ttinsn<word_of(opcode::SFPNOT) | insn::SFPNOT::lreg_c.place(0) | insn::SFPNOT::lreg_dest.place(0)>();
    ttinsn<store(0, int32)>();
    ttinsn<next_row>();
  } else if constexpr (op == operation::fill || op == operation::fill_hoisted) {
    ttinsn<store(1, int32)>();
    ttinsn<next_row>();
  } else {
    ttinsn<load(0, int32)>();
    ttinsn<load(1, int32, 64)>();
    ttinsn<word_of(opcode::SFPIADD) | insn::SFPIADD::lreg_c.place(1) | insn::SFPIADD::lreg_dest.place(0) |
           insn::SFPIADD::instr_mod1.place(6)>();
    ttinsn<store(0, int32)>();
    ttinsn<next_row>();
  }
}

template <operation op, uint32_t row = 0>
inline __attribute__((always_inline)) void rows_by_offset() {
  if constexpr (row < rows) {
    one_row<op, row>();
    rows_by_offset<op, row + 1>();
  }
}

inline void load_constant() {
  ttinsn<load_immediate(1, 10, 5)>();
  ttinsn<load_immediate(1, 8, 0)>();
}

// As the library has it: some loops are unrolled eight times, some not, and one addresses the rows without a counter.
template <operation op>
inline void all_rows() {
  if constexpr (op == operation::lut32) {
    rows_by_offset<op>();
  } else if constexpr (op == operation::absolute || op == operation::absolute_int || op == operation::fill ||
                       op == operation::fill_hoisted) {
    if constexpr (op == operation::fill) load_constant();
#pragma GCC unroll 1
    for (uint32_t i = 0; i < rows; ++i) one_row<op>();
  } else {
#pragma GCC unroll 8
    for (uint32_t i = 0; i < rows; ++i) one_row<op>();
  }
}

void configure() {
  constexpr uint32_t alu_word = cfg::ALU_FORMAT_SPEC_REG0_SrcA.word;
  constexpr uint32_t alu = cfg::ALU_FORMAT_SPEC_REG0_SrcA.place(code_bf16) | cfg::ALU_FORMAT_SPEC_REG1_SrcB.place(code_bf16) |
                           cfg::ALU_FORMAT_SPEC_REG2_Dstacc.place(code_bf16) | cfg::ALU_ACC_CTRL_Fp32_enabled.place(WIDE_DST) |
                           cfg::ALU_ACC_CTRL_SFPU_Fp32_enabled.place(WIDE_DST);
  ttinsn<word::rmwcib(2, alu_word, 0xff, alu >> 16 & 0xff)>();
  ttinsn<word::rmwcib(3, alu_word, 0xff, alu >> 24)>();
  ttinsn<word::setc16(tcfg::DEST_TARGET_REG_CFG_MATH_Offset.reg, 0)>();
  ttinsn<word::setc16(tcfg::CLR_DVALID_SrcA_Disable.reg, 0)>();
  address_modifier eight_rows, none;
  eight_rows.a = eight_rows.dst = 8;
  set(2, eight_rows);
  set(7, none);
  ttinsn<word_of(opcode::ZEROACC) | insn::ZEROACC::clear_mode.place(3)>();
  ttinsn<setrwc(0, rwc_all)>();
  mop copy;  // a face: twice eight rows
  copy.outer = 4;
  copy.inner = 2;
  copy.op = word_of(opcode::MOVA2D) | insn::MOVA2D::addr_mode.place(2) | insn::MOVA2D::instr_mod.place(2);
  copy.end0 = setrwc(clear_a | clear_b, rwc_ab);
  sync();
  copy.set();
  sync();
}

}  // namespace

// Nothing is unpacked: SrcA is handed over again as soon as it is given back.
extern "C" void unpack() {
  const run_arguments a = read_arguments();
  meet(0);
  ttinsn<word::setc16(tcfg::SRCA_SET_Base.reg, 4)>();
  sync();
  note_clock(0, 0);
  for (uint32_t face = WIDE_DST ? 0 : 4 * a.tiles * a.loops; face > 0; --face) {
    ttinsn<word::stallwait(block::tdma, srca_free)>();
    ttinsn<word_of(opcode::SETDVALID) | insn::SETDVALID::setvalid.place(1)>();
  }
  sync();
  note_clock(0, 1);
}

extern "C" void math() {
  const run_arguments a = read_arguments();
  meet(1);
  configure();
  note_clock(1, 0);
  if (operation::OPERATION == operation::fill_hoisted) load_constant();
  constexpr uint32_t dst_tiles = WIDE_DST ? 4 : 8;
  for (uint32_t loop = 0; loop < a.loops; ++loop)
    for (uint32_t first = 0; first < a.tiles; first += dst_tiles) {
      const uint32_t block = a.tiles - first < dst_tiles ? a.tiles - first : dst_tiles;
      for (uint32_t tile = 0; tile < block; ++tile) {
        const uint32_t select = word::setc16(tcfg::DEST_TARGET_REG_CFG_MATH_Offset.reg, 0) + (tile << 6);
        if (!WIDE_DST) {
          push(select);
          ttinsn<word::mop>();
          ttinsn<setrwc(0, rwc_dst)>();
        }
        push(select);
        ttinsn<word::stallwait(block::vector, until::math_done)>();
        all_rows<operation::OPERATION>();
        ttinsn<setrwc(0, rwc_dst)>();
      }
    }
  sync();
  note_clock(1, 1);
}

extern "C" void pack() {
  meet(2);
  note_clock(2, 0);
  note_clock(2, 1);
}
