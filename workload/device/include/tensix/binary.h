// SPDX-License-Identifier: Apache-2.0
// Tile by tile: SrcA (in0) with SrcB (in1), face by face into Dst. SrcB may be one row, column or datum for all.
#pragma once
#include "tensix/start.h"

namespace tensix::device {

enum class broadcast : uint32_t { none, column, row, scalar };
enum class elementwise : uint32_t { mul = 0, add = 2, sub = 3 };  // as EltwiseBinaryType

// T0
template <broadcast repeat>
inline __attribute__((noinline)) void set_unpack_pair() {
  ttinsn<word::set_adc_x(both_unpackers, face_datums)>();
  constexpr uint32_t a = unpacr(0, next_face), b = unpacr(1, next_face);
  mop m;
  switch (repeat) {
    case broadcast::none: m.outer = 4, m.op = a, m.op1 = b; break;
    case broadcast::row: m.outer = 2, m.inner = 2, m.op = b, m.op1 = a, m.end0 = set_z(2, 0); break;       // faces 0, 1 twice
    case broadcast::column: m.outer = 2, m.inner = 2, m.start = b, m.op = a, m.end0 = set_z(2, 2); break;  // 0, then 2
    case broadcast::scalar: m.inner = 4, m.start = b, m.op = a; break;
  }
  m.set();
  unpacker.op = unpacking::pair;
  unpacker.op_mode = static_cast<uint32_t>(repeat);
}
// A tile's faces to one of SrcA and SrcB; the other is handed over for T1 to fill from Dst.
inline __attribute__((noinline)) void set_unpack_reuse(bool dst_to_a) {
  ttinsn<word::set_adc_x(both_unpackers, face_datums)>();
  mop m;
  m.outer = 4;
  m.op = dst_to_a ? unpacr_zeros(0) : unpacr(0, next_face);
  m.op1 = dst_to_a ? unpacr(1, next_face) : unpacr_zeros(1);
  m.set();
  unpacker.op = unpacking::reuse;
  unpacker.op_mode = dst_to_a;
}
// T1. `by_face`: a MOP does one face. Products add to what is in Dst, sums and differences only if told to.
template <elementwise how, broadcast repeat, bool by_face = false>
struct elementwise_program {
  static constexpr bool phases = how == elementwise::mul && fidelity_phases > 1;
  static constexpr uint32_t faces = phases || by_face ? 1 : repeat == broadcast::column ? 2 : 4;  // a MOP
  static constexpr bool keeps_b = repeat == broadcast::column || repeat == broadcast::scalar;     // for several faces
  static constexpr uint32_t given_back = keeps_b ? clear_a : clear_a | clear_b;
  static constexpr operation op = how == elementwise::mul   ? operation::mul
                                  : how == elementwise::sub ? operation::sub
                                                            : operation::add;
  static constexpr uint32_t accumulates = 4;
  static constexpr uint32_t mode(bool accumulate) {
    return static_cast<uint32_t>(repeat) | (accumulate && how != elementwise::mul ? accumulates : 0) | uint32_t{by_face} << 3;
  }
  static ALWI bool ready() { return matrix.op == op && (matrix.op_mode & ~accumulates) == mode(false); }

  static constexpr uint32_t elw(bool accumulate, uint32_t clear, uint32_t modifier) {
    constexpr opcode code = how == elementwise::mul   ? opcode::ELWMUL
                            : how == elementwise::sub ? opcode::ELWSUB
                                                      : opcode::ELWADD;
    using namespace insn::ELWADD;  // the three have the same fields
    return word_of(code) | clear_dvalid.place(clear) | dest_accum_en.place(how != elementwise::mul && accumulate) |
           instr_mod19.place(static_cast<uint32_t>(repeat)) | addr_mode.place(modifier);
  }
  static inline __attribute__((noinline)) void set(bool accumulate) {
    address_modifier rows8, next_phase, next_face;
    rows8.a = rows8.dst = 8;
    rows8.b = repeat == broadcast::none || repeat == broadcast::column ? 8 : 0;
    next_phase.a_clear = next_phase.b_clear = next_phase.dst_cr = true;
    next_phase.fidelity = 1;
    next_face.a_clear = next_face.b_clear = next_face.dst_to_cr = next_face.fidelity_clear = true;
    next_face.dst = 8;
    mop_sync();
    rows8.set(0);
    if (phases) next_phase.set(2), next_face.set(3);
    mop m;
    m.inner = 2;
    m.op = elw(accumulate, 0, 0);
    if (phases) {
      m.outer = fidelity_phases;
      m.last = elw(accumulate, 0, 2);
      m.last_outer = elw(accumulate, given_back, 3);
    } else {
      m.outer = faces;
      m.end0 = setrwc(given_back, rwc_ab);
    }
    m.set();
    matrix.op = op;
    matrix.op_mode = mode(accumulate);
  }
  static ALWI void init(bool accumulate) {
    if (matrix.op != op || matrix.op_mode != mode(accumulate)) set(accumulate);
  }
  static ALWI void run(uint32_t dst_tile) {
    select_dst_tile(dst_tile);
    for (uint32_t face = faces; face <= 4; face += faces) {
      ttinsn<word::mop>();
      if ((repeat == broadcast::column && face % 2 == 0) || (repeat == broadcast::scalar && face == 4))
        ttinsn<setrwc(clear_b, 0)>();
    }
    ttinsn<setrwc(0, rwc_dst)>();
  }
};

// T1: Dst itself is one operand, moved to SrcA or SrcB face by face.
template <elementwise how, bool dst_to_a>
struct reuse_program : elementwise_program<how, broadcast::none, true> {
  static constexpr uint32_t move(uint32_t row) {
    using namespace insn::MOVD2A;  // MOVD2B has the same fields
    return word_of(dst_to_a ? opcode::MOVD2A : opcode::MOVD2B) | instr_mod.place(2) | addr_mode.place(idle_address_modifier) |
           src.place(row) | insn::MOVD2A::dst.place(row);
  }
  static ALWI void run(uint32_t dst_tile) {
    select_dst_tile(dst_tile);
    for (uint32_t face = 0; face < 4; ++face) {
      // math_done: right behind the MOP that gave the banks back, the test alone may be about those.
      ttinsns<word::stallwait(block::math, until::math_done | until::srca_given | until::srcb_given), move(0), move(4), move(8),
              move(12)>();
      if (how == elementwise::mul) {
        // Dst's counter is at the face. For the last one of a half, offset, counter and block together are in the other half.
        if (!fp32_dst && face == 3 && dst_tile % 8 == 7) clear_dst_rows();
        else clear_dst_face(dst_tile, face);
      }
      ttinsn<word::mop>();
    }
    ttinsn<setrwc(0, rwc_dst)>();
  }
};

}  // namespace tensix::device
