// SPDX-License-Identifier: Apache-2.0
// A call of the kernel library that is work for the matrix unit, on 32 tiles, with T1 alone: T0 only hands the source banks
// over, again and again, as the library's performance tests do when they isolate the thread. For configuration `blackhole`.
//
//   CALL       add, subtract, multiply, copy, reduce_column, reduce_row, reduce_scalar
//   MAXIMUM    1: a reduction to the maximum (of columns, scalar); 0: to the sum
//   PHASES     of fidelity, 1 to 4: of a multiplication or a sum
#include "call.h"
#include "examples/elf/math_blocks.h"

#ifndef CALL
#define CALL add
#endif
#ifndef MAXIMUM
#define MAXIMUM 0
#endif
#ifndef PHASES
#define PHASES 1
#endif

uint32_t dst_half = 0;  // whose half of Dst is T1's

namespace {

enum class call { add, subtract, multiply, copy, reduce_column, reduce_row, reduce_scalar };
constexpr call what = call::CALL;
constexpr bool reduces = what >= call::reduce_column, maximum = MAXIMUM, high = PHASES > 1;
constexpr uint32_t phases = PHASES;
static_assert(!maximum || what == call::reduce_column || what == call::reduce_scalar);
static_assert(phases >= 1 && phases <= 4 && (!high || (!maximum && (what == call::multiply || reduces))));

// ---- Words. Elementwise instructions and MVMUL have their fields in the same places, GMPOOL and GAPOOL in others.
constexpr uint32_t fpu(opcode op, uint32_t modifier, uint32_t clear = 0) {
  using namespace insn::ELWADD;
  return word_of(op) | addr_mode.place(modifier) | clear_dvalid.place(clear);
}
constexpr uint32_t pool(uint32_t modifier, uint32_t clear, uint32_t row) {  // of a face: its 16 rows into one of Dst
  using namespace insn::GAPOOL;
  return word_of(maximum ? opcode::GMPOOL : opcode::GAPOOL) | pool_addr_mode.place(modifier) | clear_dvalid.place(clear) |
         instr_mod19.place(1) | dst.place(row);
}
constexpr uint32_t clear_both = clear_a | clear_b;
// What the counters become: `cr`: to where they were last set, plus these.
constexpr uint32_t counters(uint32_t clear, uint32_t cr, uint32_t mask, uint32_t b = 0, uint32_t d = 0) {
  using namespace insn::SETRWC;
  return setrwc(clear, mask) | rwc_cr.place(cr) | rwc_b.place(b) | rwc_d.place(d);
}

// ---- Address modifiers and MOP, once before the zone
void configure_elementwise() {
  constexpr opcode op = what == call::add        ? opcode::ELWADD
                        : what == call::subtract ? opcode::ELWSUB
                        : what == call::multiply ? opcode::ELWMUL
                        : wide                   ? opcode::ELWADD  // a copy with room for more bits adds zeros
                                                 : opcode::MOVA2D;
  address_modifier next, next_phase, next_face;
  next.a = next.b = next.dst = 8;
  if (what == call::copy) next.b = 0;
  next_phase.a_clear = next_phase.b_clear = next_phase.dst_cr = true;
  next_phase.fidelity = 1;
  next_face.a_clear = next_face.b_clear = next_face.dst_to_cr = next_face.fidelity_clear = true;
  next_face.dst = 8;
  set(0, next);
  set(2, next_phase);
  set(3, next_face);
  mop m;
  m.inner = 2;
  m.op = fpu(op, 0);
  if (op == opcode::MOVA2D) m.op |= insn::MOVA2D::instr_mod.place(2);  // eight rows
  if (high) {                                                          // a face
    m.outer = phases;
    m.last = fpu(op, 2);
    m.last_outer = fpu(op, 3, clear_both);
  } else {  // a tile
    m.outer = 4;
    m.end0 = counters(clear_both, what == call::copy ? 0 : rwc_ab, rwc_ab);
  }
  m.set();
}

void configure_pool() {
  address_modifier first_phase, next_phase, eight_rows;
  first_phase.fidelity_clear = true;
  next_phase.fidelity = 1;
  eight_rows.b = eight_rows.dst = 8;
  set(0, first_phase);
  set(2, eight_rows);
  set(3, next_phase);
  if (!high) return;
  constexpr uint32_t row = what == call::reduce_scalar ? 4 : 0;
  mop m;
  m.inner = phases;
  m.op = pool(3, 0, row);
  m.last = m.last_outer = pool(0, 0, row);
  m.set();
}

// Sum of rows: SrcB has the tile, SrcA ones (the scaler). Four blocks of eight rows of Dst in turn, so that one is met again as
// late as possible: faces 0 and 2 with the left half's columns, then 1 and 3.
void configure_row() {
  address_modifier eight, to_lower_half, to_right, next_phase;
  eight.b = eight.dst = 8;
  to_lower_half.b = to_lower_half.dst = 24;
  to_right.b = 40;  // of 64 rows: 24 back
  to_right.dst_cr = true;
  next_phase.b_clear = next_phase.dst_cr = true;
  next_phase.fidelity = 1;
  set(0, eight);
  set(1, to_lower_half);
  set(2, to_right);
  set(3, next_phase);
  ttinsn<word::replay(0, 8, true)>();
  ttinsn<fpu(opcode::MVMUL, 0)>();
  ttinsn<fpu(opcode::MVMUL, 1)>();
  ttinsn<fpu(opcode::MVMUL, 0)>();
  ttinsn<fpu(opcode::MVMUL, 2)>();
  ttinsn<fpu(opcode::MVMUL, 0)>();
  ttinsn<fpu(opcode::MVMUL, 1)>();
  ttinsn<fpu(opcode::MVMUL, 0)>();
  ttinsn<fpu(opcode::MVMUL, 3)>();
  mop m;
  m.inner = phases;
  m.op = word::replay(0, 8, false);
  m.end0 = setrwc(clear_both, rwc_all);
  m.set();
}

// ---- The call itself
template <uint32_t clear, uint32_t row>
inline void pool_face() {
  if constexpr (high) {
    ttinsn<word::mop>();
    if constexpr (clear != 0) ttinsn<word_of(opcode::CLEARDVALID) | insn::CLEARDVALID::cleardvalid.place(clear)>();
  } else {
    ttinsn<pool(0, clear, row)>();
  }
}

inline void reduce_column() {
  for (uint32_t face_row = 0; face_row < 2; ++face_row) {
    pool_face<0, 0>();
    ttinsn<counters(0, rwc_dst, rwc_dst, 0, 8)>();
    ttinsn<counters(clear_both, rwc_dst, rwc_dst, 0, 8)>();
    pool_face<0, 0>();
    ttinsn<counters(clear_both, 0, rwc_dst | 1)>();
  }
}

// The sums of columns, turned into a column of SrcA by way of SrcB's rows 16 to 31, are summed up again.
inline void reduce_scalar() {
  for (uint32_t face = 0; face < 3; ++face) pool_face<clear_both, 4>();
  pool_face<0, 4>();
  ttinsn<counters(0, rwc_dst, rwc_ab)>();
  constexpr uint32_t reset = word_of(opcode::GATESRCRST) | insn::GATESRCRST::reset_srca_gate_control.place(1) |
                             insn::GATESRCRST::reset_srcb_gate_control.place(1);
  ttinsn<word_of(opcode::MOVD2B) | insn::MOVD2B::src.place(16) | insn::MOVD2B::dst.place(4)>();
  ttinsn<reset>();
  ttinsn<word_of(opcode::TRNSPSRCB)>();
  ttinsn<reset>();
  constexpr uint32_t four_rows = word_of(opcode::MOVB2A) | insn::MOVB2A::instr_mod.place(2);
  ttinsn<four_rows | insn::MOVB2A::srca.place(0) | insn::MOVB2A::srcb.place(16)>();
  ttinsn<four_rows | insn::MOVB2A::srca.place(4) | insn::MOVB2A::srcb.place(20)>();
  ttinsn<four_rows | insn::MOVB2A::srca.place(8) | insn::MOVB2A::srcb.place(24)>();
  ttinsn<four_rows | insn::MOVB2A::srca.place(12) | insn::MOVB2A::srcb.place(28)>();
  ttinsn<reset>();
  ttinsn<word_of(opcode::ZEROACC) | insn::ZEROACC::where.place(4)>();
  for (uint32_t phase = 1; phase < phases; ++phase) ttinsn<pool(3, 0, 0)>();
  ttinsn<pool(0, clear_both, 0)>();
}

inline __attribute__((always_inline)) void tile(uint32_t i) {
  push(word::setc16(tcfg::DEST_TARGET_REG_CFG_MATH_Offset.reg, 0) + ((i << 6) + (dst_half ? 512 : 0)));
  if constexpr (what == call::reduce_column) {
    reduce_column();
  } else if constexpr (what == call::reduce_scalar) {
    reduce_scalar();
  } else {
    if constexpr (what == call::multiply && high) {
#pragma GCC unroll 0
      for (uint32_t face = 0; face < 4; ++face) ttinsn<word::mop>();
    } else {
      ttinsn<word::mop>();
    }
    ttinsn<setrwc(0, rwc_dst)>();
  }
}

}  // namespace

// The whole tile of a sum of rows lies in one bank of SrcB; everything else comes a face at a time.
extern "C" void unpack() {
  constexpr uint32_t srca_free = 1 << 5, srcb_free = 1 << 6;
  ttinsn<word::setc16(tcfg::SRCA_SET_Base.reg, 4)>();
  sync();
  meet(0);
  const zone<0> z;
  for (uint32_t banks = tiles * (what == call::reduce_row ? 1 : 4); banks > 0; --banks) {
    ttinsn<word::stallwait(block::tdma, srca_free | srcb_free)>();
    ttinsn<word_of(opcode::SETDVALID) | insn::SETDVALID::setvalid.place(3)>();
  }
}

extern "C" void math() {
  configure_alu();
  if constexpr (what == call::reduce_row) configure_row();
  else if constexpr (reduces) configure_pool();
  else configure_elementwise();
  ttinsn<word::setc16(tcfg::CLR_DVALID_SrcA_Disable.reg, 0)>();
  ttinsn<setrwc(0, rwc_all)>();
  sync();
  meet(1);
  const zone<1> z;
  for (uint32_t first = 0; first < tiles; first += dst_tiles)
    for (uint32_t i = 0; i < dst_tiles; ++i) tile(i);
  sync();
}

extern "C" void pack() { meet(2); }
