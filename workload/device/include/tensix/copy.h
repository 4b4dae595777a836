// SPDX-License-Identifier: Apache-2.0
// A tile to Dst: through SrcA and the matrix unit, or (32-bit datums) by unpacker 0 itself.
#pragma once
#include "tensix/start.h"
#include "workload/kernels/turn_in_dst.h"

namespace tensix::device {

// Of set_unpack_copy and set_unpack_to_dst_mop: faces 1 and 2 change places; T1 transposes faces in Dst.
inline constexpr uint32_t faces_changed = 1, turned = 2;

// T0
inline __attribute__((noinline)) void set_unpack_copy(uint32_t mode) {
  ttinsn<word::set_adc_x(both_unpackers, face_datums)>();
  const bool changed = mode & faces_changed;
  mop m;  // four faces into SrcA; the matrix unit waits for SrcB as well, which gets zeros
  m.start = unpacr(0, changed ? two_faces_on : next_face);
  m.op = unpacr_zeros(1);
  m.outer = changed ? 2 : 4;
  if (changed) {  // faces 0, 2, 1, 3
    m.inner = 2;
    m.start = word::nop;
    m.op1 = unpacr(0, two_faces_on);
    m.end0 = set_z(1, 1);
  }
  m.set();
  unpacker.op = unpacking::copy;
  unpacker.op_mode = mode;
}
inline __attribute__((noinline)) void set_unpack_to_dst_mop(uint32_t mode) {
  ttinsn<word::set_adc_x(both_unpackers, face_datums)>();
  const bool changed = mode & faces_changed;
  mop m;
  m.outer = changed ? 2 : 4;
  m.op = unpacr(0, changed ? two_faces_on_in_next_out : next_face_in_and_out, false);
  if (changed) {  // faces 0, 2, 1, 3
    m.inner = 2;
    m.end0 = set_z(1, 1);
  }
  m.set();
  unpacker.op = unpacking::to_dst;
  unpacker.op_mode = mode;
}
// T1. MOVA2D copies 16 bits only: into a 32-bit Dst goes SrcA + 0, but for UINT16, which is the upper half there. `whole`: SrcA has a
// tile, not a face.
ALWI bool moves_halves() { return !fp32_dst || (any_uint16 && matrix.src == format_uint16); }
ALWI uint32_t copy_mode(bool whole) { return uint32_t{whole} | (any_uint16 && matrix.src == format_uint16 ? 2u : 0u); }
inline __attribute__((noinline)) void set_math_copy(bool whole = false) {
  address_modifier next_rows;
  next_rows.a = next_rows.dst = 8;
  if (fp32_dst) next_rows.b = 8;
  mop_sync();
  next_rows.set(2);
  mop m;  // four faces of two times eight rows
  m.outer = whole ? 1 : 4;
  m.inner = whole ? 8 : 2;
  m.op = moves_halves() ? word_of(opcode::MOVA2D) | insn::MOVA2D::instr_mod.place(2) | insn::MOVA2D::addr_mode.place(2)
                        : word_of(opcode::ELWADD) | insn::ELWADD::addr_mode.place(2);
  m.end0 = setrwc(clear_a | clear_b, rwc_ab);
  m.set();
  matrix.op = operation::copy;
  matrix.op_mode = copy_mode(whole);
}
ALWI void use_math_copy(bool whole) {
  if (matrix.op != operation::copy || matrix.op_mode != copy_mode(whole)) set_math_copy(whole);
}

// T1. Transposing 32-bit datums in Dst (workload/kernels/turn_in_dst.h).
ALWI void prepare_turning_in_dst() {
  use_math_format(format_bf16);
  at(riscv_address::feature_disable) = turning::narrow_is_upper_half;
}
inline __attribute__((noinline)) void set_halves_of_dst(bool on) {
  constexpr config_field wide = cfg::ALU_ACC_CTRL_Fp32_enabled, all_bits = cfg::ALU_ACC_CTRL_Zero_Flag_disabled_src;
  ttinsns<word::stallwait(block::config, until::math_done), word::atgetm(0)>();
  push(word::rmwcib(3, wide.word, wide.place(1) >> 24, on ? 0 : wide.place(1) >> 24));
  push(word::rmwcib(0, all_bits.word, all_bits.place(1), all_bits.place(on)));
  ttinsn<word::atrelm(0)>();
}
static_assert(turning::stay == idle_address_modifier);
template <uint32_t... i>
ALWI void turn_face(indices<i...>) {
  constexpr turning::face_words face = turning::face();
  ttinsns<face.word[i]...>();
}
inline __attribute__((noinline)) void turn_faces_in_dst(uint32_t tile) {
  select_dst_tile(tile);
  set_halves_of_dst(true);
  ttinsn<word::stallwait(block::math, until::srca_given | until::srcb_given)>();
  for (uint32_t face = 0; face < 4; ++face) turn_face(indices_to<turning::face_words::size>());
  ttinsn<setrwc(clear_a | clear_b, rwc_dst)>();
  set_halves_of_dst(false);
}

// `within`: faces are transposed, by unpacker 0 (its format says so), or by T1 if they go straight to Dst.
ALWI void init_copy(bool to_dst, bool faces, bool within) {
  if constexpr (unpacks) {
    const uint32_t mode = (faces ? faces_changed : 0) | (to_dst && within ? turned : 0);
    if (!to_dst && (unpacker.op != unpacking::copy || unpacker.op_mode != mode)) set_unpack_copy(mode);
    if (to_dst && (unpacker.op != unpacking::to_dst || unpacker.op_mode != mode)) set_unpack_to_dst_mop(mode);
  }
  if constexpr (computes) {
    matrix.copies_to_dst = to_dst;
    matrix.turns_in_dst = to_dst && within;
    if (matrix.turns_in_dst) prepare_turning_in_dst();
    if (!to_dst) use_math_copy(false);
  }
}

// T1 grants the tile of Dst, T0 fills it.
TENSIX_STEP void unpack_into_dst(uint32_t tile, uint32_t dst_tile) {
  while (semaphore(sem::unpack_context) >= 2) {
  }
  ttinsns<word::semwait(block::unpack | block::sync, sem::dst_granted, until::not_zero), word::semget(sem::dst_granted)>();
  const uint32_t row = 64 + (dst.half + tile_rows * dst_tile) * row_datums;
  static uint32_t rows;  // of both contexts
  rows = context() ? (rows & 0xffff) | row << 16 : (rows & 0xffff0000) | row;
  set_config(cfg::THCON_SEC0_REG3_Base_address.word + context(), tile - 1);
  set_config(cfg::THCON_SEC0_REG5_Dest_cntx0_address.word, rows);
  post_semaphore(sem::unpack_context);
  ttinsns<word::stallwait(block::unpack, until::riscv_stores_done), word::clear_adc_zw(both_unpackers), word::mop>();
  end_unpack();
  ttinsns<word::stallwait(block::sync, until::unpacker0_done), word::sempost(sem::unpacked_to_dst)>();
}
// T1
TENSIX_STEP void math_copy(uint32_t dst_tile) {
  select_dst_tile(dst_tile);
  ttinsns<word::mop, setrwc(0, rwc_dst)>();
}
ALWI void grant_dst_tile(uint32_t dst_tile) {
  dst.written |= 1u << dst_tile;
  ttinsns<word::stallwait(block::sync, until::math_done | until_vector_done), word::sempost(sem::dst_granted),
          word::semwait(block::math | block::vector | block::sync, sem::unpacked_to_dst, until::not_zero),
          word::semget(sem::unpacked_to_dst)>();
  mark_dst_tile(dst_tile);
}

// A tile by SrcA without programs (MOP): those of the present operation, and its X counters, stay.
TENSIX_STEP void unpack_whole_tile(uint32_t tile) {
  begin_unpack(tile, tile);
  ttinsns<word::clear_adc_zw(both_unpackers), word::set_adc_x(1, tile_datums), unpacr(0, 0), unpacr_zeros(1)>();
  end_unpack();
  if (unpacker.op != unpacking::matmul && unpacker.op != unpacking::tilize) ttinsn<word::set_adc_x(1, face_datums)>();
}
template <uint32_t... i>
ALWI void copy_rows(indices<i...>) {
  if constexpr (fp32_dst) {
    using namespace insn::ELWADD;
    constexpr uint32_t next_rows = word_of(opcode::INCRWC) | insn::INCRWC::rwc_a.place(8);
    (ttinsns<word_of(opcode::ELWADD) | addr_mode.place(idle_address_modifier) | insn::ELWADD::dst.place(8 * i), next_rows>(),
     ...);
  } else {
    using namespace insn::MOVA2D;
    ttinsns<(word_of(opcode::MOVA2D) | instr_mod.place(2) | addr_mode.place(idle_address_modifier) | src.place(8 * i) |
             insn::MOVA2D::dst.place(8 * i))...>();
  }
}
TENSIX_STEP void math_copy_whole_tile(uint32_t dst_tile) {
  select_dst_tile(dst_tile);
  copy_rows(indices_to<8>());
  ttinsn<setrwc(clear_a | clear_b, rwc_all)>();
}

}  // namespace tensix::device
