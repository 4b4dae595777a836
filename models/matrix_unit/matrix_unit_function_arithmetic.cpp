// SPDX-License-Identifier: Apache-2.0
// MVMUL, DOTPV, GAPOOL, ELWADD, ELWSUB, ELWMUL, GMPOOL, and what is left of CONV3S* and APOOL3S*.
#include <algorithm>
#include <cstring>

#include "models/formats/data_format.h"
#include "models/isa/isa.h"
#include "models/matrix_unit/matrix_unit_function.h"
#include "models/matrix_unit/row_kernels_function.h"
#include "models/matrix_unit/stochastic_rows_function.h"

namespace tensix {

// Calls f(phase) for each of the instruction's fidelity phases: each adds to what the one before has left in Dst.
template <class F>
void matrix_unit_function::for_phases(const context& c, dst_row* rows, unsigned count, F&& f) {
  const unsigned at_once = state_.fidelity.at_once;
  unsigned phase = fidelity_phase(c) * at_once;
  f(phase);
  for (unsigned end = std::min<unsigned>(phase + at_once, state_.fidelity.end); ++phase < end;) {
    for (unsigned i = 0; i < count; ++i) rows[i].in_high = rows[i].out_high, rows[i].in_low = rows[i].out_low;
    f(phase);
  }
}

src_changes matrix_unit_function::multiply(const context& c, instruction_field addr_mode) {
  const style s = arithmetic_style(c);
  const block_range range = dst_range(c);
  const bool broadcast = range.step == 2;
  const unsigned a_row = c.rwc.srca & 0x38, b_row = c.rwc.srcb & (broadcast ? 0x3f : 0x38);
  last_srca_row_ = c.rwc.srca;
  const src_bank& a = state_.srca.in_use();
  const src_bank& b = state_.srcb.in_use();
  const src_row* const a_blocks[2] = {a.row + a_row, a.row + ((a_row + 8) & 63)};
  const uint32_t* b_rows[8];
  for (unsigned i = 0; i < range.rows; ++i) b_rows[i] = b.row[broadcast ? b_row : b_row + i];
  dst_row rows[8];
  open_dst(c, range, rows, true);
  for_phases(c, rows, range.rows, [&](unsigned phase) {
    if (s.data == data_style::int8)
      kernels_->multiply_int8(phase, cfg::ALU_ACC_CTRL_Zero_Flag_disabled_src(c.config), a_blocks, b_rows, rows, range.rows);
    else if (cfg::ALU_ROUNDING_MODE_Fpu_srnd_en(c.config))
      stochastic_multiply(arithmetic_mode(c, s, phase), random_, a_blocks, b_rows, rows, range.rows);
    else kernels_->multiply(arithmetic_mode(c, s, phase), a_blocks, b_rows, rows, range.rows);
  });
  c.rwc.apply_addr_mod(c.thread_config, addr_mode(c.word));
  return flip(c, insn::MVMUL::clear_dvalid(c.word));
}

src_changes matrix_unit_function::elementwise(const context& c, elementwise_op op) {
  const style s = arithmetic_style(c);
  const block_range range = dst_range(c);
  const bool column_0 = insn::ELWMUL::instr_mod19(c.word) & 1, one_row = insn::ELWMUL::instr_mod19(c.word) & 2;
  const unsigned a_row = c.rwc.srca & 0x38, b_row = c.rwc.srcb & (one_row ? 0x3f : 0x38);
  last_srca_row_ = c.rwc.srca;
  const src_bank& a = state_.srca.in_use();
  const src_bank& b = state_.srcb.in_use();
  alignas(64) uint32_t spread[8][row_datums];
  const uint32_t *a_rows[8], *b_rows[8];
  for (unsigned i = 0; i < 8; ++i) {
    a_rows[i] = a.row[a_row + i];
    b_rows[i] = b.row[one_row ? b_row : b_row + i];
    if (column_0) {
      for (uint32_t& datum : spread[i]) datum = b_rows[i][0];
      b_rows[i] = spread[i];
    }
  }
  dst_row rows[8];
  open_dst(c, range, rows, true);
  const bool accumulate = op == elementwise_op::multiply || insn::ELWADD::dest_accum_en(c.word);
  const auto compute = [&](unsigned phase) {
    if (s.data == data_style::int8)
      kernels_->elementwise_int8(op, accumulate, phase, cfg::ALU_ACC_CTRL_Zero_Flag_disabled_src(c.config), a_rows, b_rows,
                                 rows, 8);
    else if (cfg::ALU_ROUNDING_MODE_Fpu_srnd_en(c.config))
      stochastic_elementwise(op, accumulate, arithmetic_mode(c, s, phase), random_, a_rows, b_rows, rows, 8);
    else kernels_->elementwise(op, accumulate, arithmetic_mode(c, s, phase), a_rows, b_rows, rows, 8);
  };
  if (op == elementwise_op::multiply) for_phases(c, rows, 8, compute);
  else compute(fidelity_phase(c));
  c.rwc.apply_addr_mod(c.thread_config, insn::ELWMUL::addr_mode(c.word));
  return flip(c, insn::ELWMUL::clear_dvalid(c.word));
}

// The 3x3 convolutions and average poolings of earlier chips: since Wormhole they compute Dst += 0.
src_changes matrix_unit_function::add_nothing(const context& c, instruction_field addr_mode) {
  static constexpr uint32_t zeros[row_datums] = {};
  const uint32_t* none[8];
  for (const uint32_t*& row : none) row = zeros;
  last_srca_row_ = c.rwc.srca;
  const style s = arithmetic_style(c);
  dst_row rows[8];
  open_dst(c, dst_range(c), rows, true);
  if (s.data == data_style::int8) {
    kernels_->elementwise_int8(elementwise_op::multiply, true, 0, false, none, none, rows, 8);
  } else {
    float_mode mode = arithmetic_mode(c, s, fidelity_phase(c));
    mode.narrow_exponent = false;  // whose products would have an exponent that tiny datums of Dst are rounded to
    kernels_->elementwise(elementwise_op::multiply, true, mode, none, none, rows, 8);
  }
  c.rwc.apply_addr_mod(c.thread_config, addr_mode(c.word));
  return flip(c, insn::CONV3S1::clear_dvalid(c.word));
}

namespace {

enum class pool_dst { bf16, fp16, tf32, int32 };

// A datum while maxima are taken: larger `order` is larger; `exponent` carries the sum of two biased exponents.
struct pooled {
  int sign, exponent, magnitude;
  int order() const {
    const int size = (exponent << 10) + magnitude;
    return sign ? -size : size;
  }
};
// What is added to the exponent in Dst to compare it with SrcA's exponent plus SrcB's.
constexpr int pool_bias(pool_dst style) { return style == pool_dst::fp16 ? 15 : 127; }

pooled read_pooled(uint32_t dst, pool_dst style) {
  pooled p{static_cast<int>(dst >> 31), 0, 0};
  switch (style) {
    case pool_dst::int32:
      p.exponent = static_cast<int>(((dst >> 10) & 0x3f) | (((dst >> 24) & 7) << 6));
      p.magnitude = dst & 0x3ff;
      break;
    case pool_dst::fp16:
      p.exponent = static_cast<int>((dst >> 16) & 0x1f) + pool_bias(style);
      p.magnitude = (dst >> 21) & 0x3ff;
      break;
    case pool_dst::bf16:
    case pool_dst::tf32:
      p.exponent = static_cast<int>((dst >> 16) & 0xff) + pool_bias(style);
      p.magnitude = static_cast<int>(((dst >> 24) & 0x7f) << 3);
      if (style == pool_dst::tf32) p.magnitude |= (dst >> 13) & 7;
      break;
  }
  return p;
}

uint32_t write_pooled(const pooled& p, pool_dst style) {
  const uint32_t sign = static_cast<uint32_t>(p.sign) << 31, magnitude = static_cast<uint32_t>(p.magnitude);
  if (style == pool_dst::int32) return sign | (static_cast<uint32_t>(p.exponent & 7) << 10) | magnitude;
  if (p.exponent == 0) return 0;
  const uint32_t exponent = static_cast<uint32_t>(p.exponent - pool_bias(style));  // a scaler other than 1.0 can make it wrap
  if (style == pool_dst::fp16) return sign | (magnitude << 21) | ((exponent & 0x1f) << 16);
  const uint32_t value = sign | ((magnitude & 0x3f8) << 21) | ((exponent & 0xff) << 16);
  return style == pool_dst::tf32 ? value | ((magnitude & 7) << 13) : value;
}

}  // namespace

src_changes matrix_unit_function::max_pool(const context& c) {
  check_modes(c);
  const style s = arithmetic_style(c);
  const block_range range = dst_range(c);
  const bool arg_max = insn::GMPOOL::max_pool_index_en(c.word);
  pool_dst dst_form = pool_dst::bf16;
  switch (s.data) {
    case data_style::int8: dst_form = pool_dst::int32; break;
    case data_style::fp16: dst_form = s.wide_dst && !arg_max ? pool_dst::tf32 : pool_dst::fp16; break;
    case data_style::bf16: dst_form = s.wide_dst && !arg_max ? pool_dst::tf32 : pool_dst::bf16; break;
    case data_style::tf32: dst_form = arg_max ? pool_dst::int32 : s.wide_dst ? pool_dst::tf32 : pool_dst::bf16; break;
  }
  const unsigned a_row = c.rwc.srca & 0x30, b_row = c.rwc.srcb & 0x38;
  last_srca_row_ = c.rwc.srca;
  const src_bank& a = state_.srca.in_use();
  const uint32_t* scalers = state_.srcb.in_use().row[b_row];

  // Rows that are not valid read as all ones: below everything else.
  bool valid[4];
  for (unsigned i = 0; i < 4; ++i)
    valid[i] = state_.dst.row_valid[range.wide ? dst_register::adj32(range.first + i, c.config)
                                               : state_.dst.row16(range.first + i, c.config)];
  dst_row rows[4];
  open_dst(c, range, rows, true);
  const auto read = [&](unsigned i, unsigned column) {
    if (!valid[i]) return range.wide ? 0xffffffffu : 0xffff0000u;
    return (static_cast<uint32_t>(rows[i].in_high[column]) << 16) | (range.wide ? rows[i].in_low[column] : 0u);
  };
  const auto write = [&](unsigned i, unsigned column, uint32_t value) {
    rows[i].out_high[column] = static_cast<uint16_t>(value >> 16);
    if (range.wide) rows[i].out_low[column] = static_cast<uint16_t>(value);
  };

  // A 5-bit exponent whose result is TF32 gets the wide bias, so that the value stays what it is.
  const int exponent_offset = s.data == data_style::fp16 && dst_form == pool_dst::tf32 ? 127 - 30 + 127 : 0;
  const uint32_t exponent_mask = s.data == data_style::fp16 ? 0x1f : 0xff;
  const int mantissa_mask = s.data == data_style::bf16 ? 0x3f8 : 0x3ff;
  for (unsigned j = 0; j < row_datums; ++j) {
    const uint32_t old = read(0, j);
    pooled best = read_pooled(old, dst_form);
    int best_order = best.order();
    uint32_t best_index = old & 0xff;
    const uint32_t index_phase = (old + 0x100) & 0xf00;
    for (unsigned visit = 0; visit < 16; ++visit) {
      const unsigned i = visit < 8 ? visit ^ 4 : visit;  // decides which of equal values gives the index
      const uint32_t x = a.row[a_row + i][j];
      const uint32_t exponent_a = (x >> 10) & 0xff, exponent_b = (scalers[i] >> 10) & 0xff;
      pooled candidate{0, 0, 0};
      if (!exponent_b) {
        candidate = {1, 0x1ff, 0x3ff};
      } else if (exponent_a) {
        candidate.sign = (x >> 18) & 1;
        candidate.magnitude = static_cast<int>(x & 0x3ff) & mantissa_mask;
        if (s.data != data_style::int8)
          candidate.exponent = static_cast<int>((exponent_a & exponent_mask) + (exponent_b & exponent_mask)) + exponent_offset;
      }
      const int order = candidate.order();
      if (order >= best_order) {
        best = candidate;
        best_order = order;
        static constexpr uint8_t index_code[8] = {0, 3, 6, 1, 4, 7, 2, 5};
        if (i < 8) best_index = ((index_phase >> 4) + index_code[i]) & 0xff;
      }
    }
    uint32_t value = dst_form == pool_dst::int32 && arg_max ? 0 : write_pooled(best, dst_form);
    if (arg_max) value |= index_phase | best_index;
    write(0, j, value);
    for (unsigned i = 1; i < 4; ++i) write(i, j, arg_max && range.wide ? (read(i, j) + 0x100) & 0xf00 : 0);
  }
  c.rwc.apply_addr_mod(c.thread_config, insn::GMPOOL::pool_addr_mode(c.word));
  return flip(c, insn::GMPOOL::clear_dvalid(c.word));
}

}  // namespace tensix
