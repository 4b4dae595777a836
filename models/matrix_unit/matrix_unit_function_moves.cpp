// SPDX-License-Identifier: Apache-2.0
// MOVA2D, MOVB2D, MOVDBGA2D, MOVDBGB2D, MOVD2A, MOVD2B, MOVB2A, SHIFTXA, SHIFTXB, TRNSPSRCB.
#include <cstring>
#include <utility>

#include "models/formats/data_format.h"
#include "models/isa/isa.h"
#include "models/matrix_unit/matrix_unit_function.h"
#include "models/matrix_unit/row_kernels_function.h"

namespace tensix {

namespace {
constexpr unsigned every_column = (1u << row_datums) - 1;

// LaneConfig.BLOCK_DEST_MOV: whole rows are moved, and then the blocked columns get back what they had.
template <class T>
class saved_rows {
 public:
  void save(T* row) {
    at_[count_] = row;
    std::memcpy(was_[count_++], row, sizeof was_[0]);
  }
  void put_back(unsigned columns) const {
    for (unsigned i = 0; i < count_; ++i)
      for (unsigned j = 0; j < row_datums; ++j)
        if (columns >> j & 1) at_[i][j] = was_[i][j];
  }

 private:
  unsigned count_ = 0;
  T* at_[16];
  T was_[16][row_datums];
};

// What moves from Dst take a format code for: three layouts.
enum class layout { bf16, fp16, tf32 };
constexpr layout layout_of(unsigned format) {
  switch (static_cast<data_format>(format)) {
    case data_format::tf32: return layout::tf32;
    case data_format::fp16:
    case data_format::fp8:
    case data_format::bfp8a:
    case data_format::bfp4a:
    case data_format::bfp2a:
    case data_format::int8: return layout::fp16;
    default: return layout::bf16;
  }
}
}  // namespace

src_changes matrix_unit_function::move_src_to_dst(const context& c) {
  const bool from_a = c.uses.srca != srca_rows::none;
  const src_bank& source = from_a ? state_.srca.in_use() : state_.srcb.in_use();
  const block_range range = dst_range(c);
  const bool low_half = insn::MOVA2D::dest_32b_lo(c.word);

  const move_style as = style_of_move(c, source);
  to_dst how = as.narrow_exponent ? to_dst::fp16 : to_dst::bf16;
  if (as.wide_dst) how = low_half ? to_dst::tf32_low : to_dst::tf32;
  else if (low_half) how = as.narrow_exponent ? to_dst::low_fp16 : to_dst::low_bf16;
  if (as.wide_dst && low_half)
    refuse(c, "a move with dest_32b_lo of TF32, or with ALU_ACC_CTRL_Fp32_enabled, corrupts Dst (erratum); format ",
           srca_format(c, source));

  unsigned first = insn::MOVA2D::src(c.word) + (from_a ? c.rwc.srca : c.rwc.srcb);
  last_srca_row_ = from_a ? first : c.rwc.srca;
  bool one_row = false, column_0 = false;
  if (from_a) {
    if (range.rows == 8) first &= 0x38;
  } else {
    const uint32_t mode = insn::MOVB2D::movb2d_instr_mod(c.word);
    column_0 = mode & 1;
    one_row = mode & 2;
    if (range.rows == 4) first &= 0x3c;
  }
  alignas(64) uint32_t spread[8][row_datums];
  const uint32_t* src[8];
  for (unsigned i = 0; i < range.rows; ++i) {
    src[i] = source.row[(first + (one_row ? 0 : i)) & 63];
    if (column_0) {
      for (uint32_t& datum : spread[i]) datum = src[i][0];
      src[i] = spread[i];
    }
  }
  saved_rows<uint16_t> saved;
  const unsigned blocked = state_.dest_mov_blocked;
  if (blocked) {
    for (unsigned i = 0; i < range.rows; ++i) {
      const unsigned logical = range.first + i;
      const unsigned row = range.wide ? dst_register::adj32(logical, c.config) : state_.dst.row16(logical, c.config);
      saved.save(state_.dst.bits[row]);
      if (range.wide || state_.dst.narrow_is_high_half) saved.save(state_.dst.bits[row + 8]);
    }
  }
  if (blocked != every_column) {
    dst_row rows[8];
    open_dst(c, range, rows, true);
    kernels_->move_to_dst(how, !cfg::ALU_ACC_CTRL_Zero_Flag_disabled_src(c.config), src, rows, range.rows);
  }
  if (blocked) saved.put_back(blocked);
  c.rwc.apply_addr_mod(c.thread_config, insn::MOVA2D::addr_mode(c.word));
  return {};
}

src_changes matrix_unit_function::move_dst_to_src(const context& c) {
  check_modes(c);
  const bool to_a = c.uses.src_written == src_banks::a;
  src_bank& target = to_a ? state_.srca.in_use() : state_.srcb.in_use();
  const block_range range = dst_range(c);
  bool low_half = insn::MOVD2A::dest_32b_lo(c.word);
  layout form = tcfg::FP16A_FORCE_Enable(c.thread_config) ? layout::fp16 : layout_of(srca_format(c, target));
  if (low_half && form == layout::tf32 && range.wide)
    refuse(c, "dest_32b_lo moves from Dst into TF32: documented as 13 bits, silicon is known to give zeros; format ",
           srca_format(c, target));
  if (!range.wide) {
    if (low_half && !state_.dst.narrow_is_high_half) {
      refuse(c, "dest_32b_lo moves from Dst in 16-bit mode have no low half, format ", srca_format(c, target));
      low_half = false;
    }
    if (form == layout::tf32) {
      refuse(c, "TF32 cannot be moved from Dst in 16-bit mode, format ", srca_format(c, target));
      form = layout::bf16;
    }
  }
  from_dst how = low_half ? from_dst::low_bf16 : from_dst::bf16;
  if (form == layout::fp16) how = low_half ? from_dst::low_fp16 : from_dst::fp16;
  if (form == layout::tf32) how = low_half ? from_dst::low_tf32 : from_dst::tf32;

  unsigned first = insn::MOVD2A::src(c.word) + (to_a ? c.rwc.srca : c.rwc.srcb);
  last_srca_row_ = to_a ? first : c.rwc.srca;
  if (range.rows == 4) first &= 0x3c;
  saved_rows<uint32_t> saved;
  const unsigned blocked = state_.dest_mov_blocked;
  uint32_t* src[4];
  for (unsigned i = 0; i < range.rows; ++i) {
    src[i] = target.row[(first + i) & 63];
    if (blocked) saved.save(src[i]);
  }
  target.write_over(src_row_set(first, range.rows));
  dst_row rows[8];
  open_dst(c, range, rows, false);
  kernels_->move_from_dst(how, rows, src, range.rows);
  if (blocked) saved.put_back(blocked);
  c.rwc.apply_addr_mod(c.thread_config, insn::MOVD2A::addr_mode(c.word));
  return {};
}

src_changes matrix_unit_function::move_b_to_a(const context& c) {
  const unsigned rows = (insn::MOVB2A::instr_mod(c.word) & 2) ? 4 : 1;
  unsigned to = insn::MOVB2A::srca(c.word) + c.rwc.srca, from = insn::MOVB2A::srcb(c.word) + c.rwc.srcb;
  last_srca_row_ = to;
  if (rows == 4) to &= 0x3c, from &= 0x3c;
  const bool flush = !cfg::ALU_ACC_CTRL_Zero_Flag_disabled_src(c.config);
  state_.srca.in_use().write_over(src_row_set(to, rows));
  for (unsigned i = 0; i < rows; ++i) {
    const uint32_t* source = state_.srcb.in_use().row[(from + i) & 63];
    uint32_t* target = state_.srca.in_use().row[(to + i) & 63];
    for (unsigned j = 0; j < row_datums; ++j) {
      if (state_.dest_mov_blocked >> j & 1) continue;
      target[j] = flush && !(source[j] & 0x3fc00) ? 0 : source[j];
    }
  }
  c.rwc.apply_addr_mod(c.thread_config, insn::MOVB2A::addr_mode(c.word));
  return {};
}

src_changes matrix_unit_function::shift_a(const context& c) {
  src_row* rows = state_.srca.in_use().row;
  const unsigned from = last_srca_row_ & 0x30;
  const uint32_t direction = insn::SHIFTXA::shift_mode(c.word);
  if (direction != 2 && direction != 3) {
    refuse(c, "SHIFTXA shifts right (2) or left (3), not shift_mode ", direction);
    return {};
  }
  state_.srca.in_use().write_over(src_row_set(0, 16));
  constexpr size_t fifteen = (row_datums - 1) * sizeof(uint32_t);
  for (unsigned i = 0; i < 16; ++i) {
    if (direction == 2) {
      std::memmove(rows[i] + 1, rows[from + i], fifteen);
      rows[i][0] = 0;
    } else {
      std::memmove(rows[i], rows[from + i] + 1, fifteen);
      rows[i][15] = 0;
    }
  }
  return {};
}

src_changes matrix_unit_function::shift_b(const context& c) {
  uint32_t* row = state_.srcb.in_use().row[(insn::SHIFTXB::shift_row(c.word) + c.rwc.srcb) & 63];
  const uint32_t first = row[0];
  std::memmove(row, row + 1, (row_datums - 1) * sizeof(uint32_t));
  row[15] = (insn::SHIFTXB::rot_shift(c.word) & 1) ? 0 : first;
  c.rwc.apply_addr_mod(c.thread_config, insn::SHIFTXB::addr_mode(c.word));
  return {};
}

src_changes matrix_unit_function::transpose_b() {
  src_row* rows = state_.srcb.in_use().row + 16;
  for (unsigned i = 1; i < 16; ++i)
    for (unsigned j = 0; j < i; ++j) std::swap(rows[i][j], rows[j][i]);
  return {};
}

}  // namespace tensix
