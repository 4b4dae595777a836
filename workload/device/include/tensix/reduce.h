// SPDX-License-Identifier: Apache-2.0
// Rows, columns or all datums of a tile to their sum or largest, times a scaler. A face in SrcA is pooled along its rows into one
// row of Dst, with a row of scalers in SrcB. Along a row of the tile: the unpacker transposes the faces, and the result is
// transposed to a column. Along both: the result is pooled once more.
#pragma once
#include "tensix/copy.h"
#include "tensix/packer.h"

namespace tensix::device {

enum class reduce_dim : uint32_t { row, column, scalar };
enum class pool : uint32_t { sum, max };
[[maybe_unused]] static uint32_t block_max_tiles;  // of reduce_block_max_row_runtime

// T0: of the scaler tile the first row of each face.
inline __attribute__((noinline)) void set_unpack_reduce() {
  ttinsns<word::set_adc_x(1, face_datums), word::set_adc_x(2, row_datums)>();
  mop m;
  m.outer = 4;
  m.op = unpacr(0, next_face);
  m.op1 = unpacr(1, next_face);
  m.set();
  unpacker.op = unpacking::reduce;
}

// T1. Dst is one of 16 bits, SrcA and SrcB are BF16 with all bits, or as they were.
ALWI void prepare_reduced_halves() { at(riscv_address::feature_disable) = turning::narrow_is_upper_half; }
inline __attribute__((noinline)) void set_reduced_halves(bool on) {
  const uint32_t src = on ? uint32_t{format_bf16} : matrix.src;
  const uint32_t alu = cfg::ALU_FORMAT_SPEC_REG0_SrcA.place(src) | cfg::ALU_FORMAT_SPEC_REG1_SrcB.place(src) |
                       cfg::ALU_ACC_CTRL_Fp32_enabled.place(!on) | cfg::ALU_ACC_CTRL_SFPU_Fp32_enabled.place(1);
  constexpr config_field all_bits = cfg::ALU_ACC_CTRL_Zero_Flag_disabled_src;
  constexpr uint32_t alu_word = cfg::ALU_FORMAT_SPEC_REG0_SrcA.word;
  ttinsns<word::stallwait(block::config, until::math_done), word::atgetm(0)>();
  push(word::rmwcib(2, alu_word, 0xfe, alu >> 16 & 0xff));
  push(word::rmwcib(3, alu_word, 0xe1, alu >> 24));
  push(word::rmwcib(0, all_bits.word, all_bits.place(1), all_bits.place(on)));
  ttinsn<word::atrelm(0)>();
  // Not the formats that the unpackers wrote with the data.
  push(word::setc16(tcfg::DISABLE_IMPLIED_SRCA_FMT_Base.reg, on));
  push(word::setc16(tcfg::DISABLE_IMPLIED_SRCB_FMT_Base.reg, on));
}

template <pool how, reduce_dim dim>
struct reduce_program {
  static constexpr bool phases = how == pool::sum && fidelity_phases > 1;
  static constexpr uint32_t mode = static_cast<uint32_t>(how) | static_cast<uint32_t>(dim) << 1;
  // Where faces are pooled to: what comes to row 0 must not be disturbed while there is more to be added.
  static constexpr uint32_t pooled_row = dim == reduce_dim::scalar ? 4 : 0;

  static constexpr uint32_t pooling(uint32_t row, uint32_t modifier) {
    using namespace insn::GAPOOL;  // GMPOOL has the same fields
    return word_of(how == pool::max ? opcode::GMPOOL : opcode::GAPOOL) | insn::GAPOOL::dst.place(row) |
           pool_addr_mode.place(modifier) | instr_mod19.place(1);
  }
  static constexpr uint32_t srcb_row(uint32_t row, uint32_t from) {  // MOVD2B of one row
    using namespace insn::MOVD2B;
    return word_of(opcode::MOVD2B) | src.place(row) | addr_mode.place(0) | insn::MOVD2B::dst.place(from);
  }
  static constexpr uint32_t to_srca(uint32_t row) {  // MOVB2A of four rows, from SrcB's upper half
    using namespace insn::MOVB2A;
    return word_of(opcode::MOVB2A) | srcb.place(16 + row) | srca.place(row) | instr_mod.place(2) | addr_mode.place(0);
  }
  static constexpr uint32_t srcb_to(uint32_t row) {  // the counter of SrcB, from its last setting
    using namespace insn::SETRWC;
    return word_of(opcode::SETRWC) | rwc_cr.place(2) | rwc_b.place(row) | bit_mask.place(2);
  }
  static inline __attribute__((noinline)) void set() {
    mop_sync();
    address_modifier stay, next_phase, rows8;
    stay.fidelity_clear = true;
    next_phase.fidelity = 1;
    rows8.b = rows8.dst = 8;
    stay.set(0);
    if (phases) next_phase.set(3);
    if (dim == reduce_dim::row) rows8.set(2);
    mop m;  // a face
    m.inner = phases ? fidelity_phases : 1;
    m.op = pooling(pooled_row, 3);
    m.last = m.last_outer = pooling(pooled_row, 0);
    m.set();
    matrix.op = operation::reduce;
    matrix.op_mode = mode;
  }
  static ALWI void init() {
    if (matrix.op != operation::reduce || matrix.op_mode != mode) set();
  }

  static ALWI void to_column() {
    using namespace insn::ELWADD;
    constexpr uint32_t add = word_of(opcode::ELWADD) | addr_mode.place(2);
    // Row 0 keeps what has been pooled, for the next tile; the packer leaves all but its first datum out.
    ttinsns<setrwc(0, rwc_ab), srcb_row(16, 0), word_of(opcode::TRNSPSRCB), srcb_row(16, 0), srcb_to(8), srcb_to(8),
            word_of(opcode::ZEROSRC) | insn::ZEROSRC::src_mask.place(1) | insn::ZEROSRC::write_mode.place(1), add, add>();
  }
  // The same for 32-bit sums, all bits kept: upper and lower halves each through SrcB (workload/kernels/turn_in_dst.h).
  static constexpr bool wide_column = fp32_dst && dim == reduce_dim::row;
  static constexpr uint32_t half_to_b(uint32_t low) {  // row 0
    return srcb_row(16, 0) | insn::MOVD2B::dest_32b_lo.place(low);
  }
  template <uint32_t... i>
  static ALWI void upper_to_dst(indices<i...>) {
    using namespace insn::MOVA2D;
    ttinsns<(word_of(opcode::MOVA2D) | instr_mod.place(2) | addr_mode.place(0) | src.place(8 * i) |
             insn::MOVA2D::dst.place(8 * i))...>();
  }
  template <uint32_t... i>
  static ALWI void lower_to_dst(indices<i...>) {
    using namespace insn::MOVB2D;
    ttinsns<(word_of(opcode::MOVB2D) | dest_32b_lo.place(1) | movb2d_instr_mod.place(4) | addr_mode.place(0) |
             src.place(16 + 4 * i) | insn::MOVB2D::dst.place(4 * i))...>();
  }
  static ALWI void to_wide_column() {
    set_reduced_halves(true);
    ttinsns<setrwc(0, rwc_ab), half_to_b(0), gate, word_of(opcode::TRNSPSRCB), gate, half_to_b(0), gate, to_srca(0), to_srca(4),
            to_srca(8), to_srca(12), half_to_b(1), gate, word_of(opcode::TRNSPSRCB), gate, half_to_b(1), gate>();
    upper_to_dst(indices_to<2>());
    lower_to_dst(indices_to<4>());
    set_reduced_halves(false);
  }
  // Along rows, as run() but for the columns made of the results: other tiles follow.
  static ALWI void pool_rows(uint32_t dst_tile) {
    static_assert(dim == reduce_dim::row);
    constexpr uint32_t next = setrwc(clear_a | clear_b, 0), other = setrwc(clear_a | clear_b, rwc_all);
    select_dst_tile(dst_tile);
    ttinsns<word::mop, next, word::mop, other>();
    push(word::setc16(tcfg::DEST_TARGET_REG_CFG_MATH_Offset.reg, dst.half + tile_rows * dst_tile + 32));
    ttinsns<word::mop, next, word::mop, other>();
  }
  // Of both: the row of sums to the first datum.
  static ALWI void to_one() {
    ttinsns<setrwc(0, rwc_ab), srcb_row(16, 4), gate, word_of(opcode::TRNSPSRCB), gate, to_srca(0), to_srca(4), to_srca(8),
            to_srca(12), gate, clear_row_4>();
    if constexpr (phases)
      for (uint32_t i = 1; i < fidelity_phases; ++i) ttinsn<pooling(0, 3)>();
    ttinsns<pooling(0, 0), setrwc(clear_a | clear_b, rwc_all)>();
  }
  // `faces`: that there are in SrcA and SrcB: 4, 2 (the upper half of a tile) or 1.
  template <bool all_bits = false>
  static ALWI void run(uint32_t dst_tile, uint32_t faces = 4) {
    constexpr uint32_t next = setrwc(clear_a | clear_b, 0), other = setrwc(clear_a | clear_b, rwc_all);
    select_dst_tile(dst_tile);
    if constexpr (dim == reduce_dim::row) {
      if (faces > 1) ttinsns<word::mop, next>();
      ttinsn<word::mop>();
      if constexpr (all_bits && wide_column) to_wide_column();
      else to_column();
      ttinsn<other>();
      if (faces <= 2) return;
      push(word::setc16(tcfg::DEST_TARGET_REG_CFG_MATH_Offset.reg, dst.half + tile_rows * dst_tile + 32));
      ttinsns<word::mop, next, word::mop>();
      if constexpr (all_bits && wide_column) to_wide_column();
      else to_column();
      ttinsn<other>();
    } else if constexpr (dim == reduce_dim::column) {
      constexpr uint32_t row16 = word_of(opcode::INCRWC) | insn::INCRWC::rwc_d.place(8);
      if (faces == 1) {
        ttinsns<word::mop, other>();
        return;
      }
      for (uint32_t i = 0; i < faces / 2; ++i) ttinsns<word::mop, next, row16, row16, word::mop, other>();
    } else {
      for (uint32_t i = 1; i < faces; ++i) ttinsns<word::mop, next>();
      ttinsn<word::mop>();
      to_one();
    }
  }
  static constexpr uint32_t gate = word_of(opcode::GATESRCRST) | 3;  // wait for what has been moved to SrcA and SrcB
  static constexpr uint32_t clear_row_4 = word_of(opcode::ZEROACC) | insn::ZEROACC::where.place(4);
};

// T2: packs column 0, row 0 or datum 0 only; the others as zeros.
inline __attribute__((noinline)) void set_pack_mask(uint32_t mask, uint32_t rows) {
  ttinsn<word::stallwait(0x1ff, until::packer_done)>();
  sync();
  // Section 0 of the masks is for the rows that `rows` (two bits a row) does not send to section 1.
  const uint32_t others = mask == 0xffff && rows == 0x55555555 ? 0xffff : 0;
  set_config(cfg::PCK_EDGE_OFFSET_SEC0_mask.word, others | cfg::PCK_EDGE_TILE_ROW_SET_SELECT_select.place(0x55));
  set_config(cfg::PCK_EDGE_OFFSET_SEC1_mask.word, mask);
  set_config(cfg::TILE_ROW_SET_MAPPING_1_row_set_mapping_0.word, rows);
  ttinsn<word::stallwait(0x1ff, until::riscv_stores_done)>();
}
template <reduce_dim dim>
ALWI void pack_reduced() {
  set_pack_mask(dim == reduce_dim::column ? 0xffff : 1, dim == reduce_dim::row ? 0x55555555 : 1);
}
ALWI void pack_everything() { set_pack_mask(0xffff, 0x55555555); }

}  // namespace tensix::device
