// SPDX-License-Identifier: Apache-2.0
#include "tests/soak/matrix_reference.h"

#include <cstdio>

#include "models/isa/isa.h"
#include "tests/matrix_unit/fpu_reference.h"

namespace tensix::soak {
namespace {

namespace ref = fpu_reference;

// Formats as the banks have them.
constexpr unsigned tf32 = 4, int8 = 14;
bool narrow(unsigned format) { return format == 1 || format == 2 || format == 3 || format == 10 || format == 11; }

// As the reference has datums of Dst, and back.
uint32_t pattern_of(uint32_t bits, ref::acc to) {
  if (to == ref::acc::fp32) return dst_decode_fp32(bits);
  if (to == ref::acc::bf16) return uint32_t{dst_decode_bf16(static_cast<uint16_t>(bits))} << 16;
  const uint32_t x = dst_decode_fp16(static_cast<uint16_t>(bits));
  return (x & 0x8000) << 16 | (x & 0x7fff) << 13;
}
uint32_t bits_of(uint32_t pattern, ref::acc to) {
  if (to == ref::acc::fp32) return dst_encode_fp32(pattern);
  if (to == ref::acc::bf16) return dst_encode_bf16(static_cast<uint16_t>(pattern >> 16));
  return dst_encode_fp16(static_cast<uint16_t>((pattern >> 16 & 0x8000) | (pattern >> 13 & 0x7fff)));
}

unsigned format_of(const src_bank& bank, bool implied, bool overridden, uint32_t override, uint32_t configured) {
  return implied ? bank.format : overridden ? override : configured;
}

}  // namespace

void matrix_reference::watch(functional_machine& machine) {
  machine_ = &machine;
  machine.calculates = [this](unsigned thread, uint32_t word) { calculate(thread, word); };
}

void matrix_reference::calculate(unsigned thread, uint32_t word) {
  expects_ = false;
  const tensix_state& s = machine_->state;
  const uint32_t* config = s.bank(thread);
  const uint16_t* own = s.thread_config(thread);
  const rwc_thread& rwc = s.rwc[thread];
  const opcode op = opcode_of(word);
  const bool sums = op == opcode::MVMUL || op == opcode::DOTPV, adds = op == opcode::ELWADD || op == opcode::ELWSUB;
  if (!sums && !adds && op != opcode::ELWMUL) return;
  const bool keeps = cfg::ALU_ACC_CTRL_Zero_Flag_disabled_src(config);
  if (tcfg::FP16A_FORCE_Enable(own) || cfg::ALU_ACC_CTRL_INT8_math_enabled(config) || s.dst.narrow_is_high_half ||
      cfg::ALU_ROUNDING_MODE_Fpu_srnd_en(config))
    return;
  const src_bank &a = s.srca.in_use(), &b = s.srcb.in_use();
  const unsigned format_a =
      format_of(a, !tcfg::DISABLE_IMPLIED_SRCA_FMT_Base(own), cfg::ALU_FORMAT_SPEC_REG_SrcA_override(config),
                cfg::ALU_FORMAT_SPEC_REG_SrcA_val(config), cfg::ALU_FORMAT_SPEC_REG0_SrcA(config));
  const unsigned format_b =
      format_of(b, !tcfg::DISABLE_IMPLIED_SRCB_FMT_Base(own), cfg::ALU_FORMAT_SPEC_REG_SrcB_override(config),
                cfg::ALU_FORMAT_SPEC_REG_SrcB_val(config), cfg::ALU_FORMAT_SPEC_REG1_SrcB(config));
  if (format_a == int8) return;

  ref::mode mode;
  mode.narrow = narrow(format_a);
  wide_ = cfg::ALU_ACC_CTRL_Fp32_enabled(config);
  mode.to = wide_ ? ref::acc::fp32 : mode.narrow ? ref::acc::fp16 : ref::acc::bf16;
  mode.phase = (rwc.fidelity_phase + tcfg::FIDELITY_BASE_Phase(own)) & 3;
  mode.keep_b_denormals = keeps;
  const auto mask = [&](unsigned format) { return mode.narrow ? 0x47fffu : format == tf32 ? 0x7ffffu : 0x7fff8u; };
  const uint32_t mask_a = mask(format_a), mask_b = mask(format_b);

  const uint32_t modes = sums ? insn::MVMUL::instr_mod19(word) : insn::ELWMUL::instr_mod19(word);
  if (sums && modes != 0) return;  // a row of SrcB for several of Dst
  const unsigned first =
      (insn::MVMUL::dst(word) + tcfg::DEST_TARGET_REG_CFG_MATH_Offset(own) + rwc.dst + cfg::DEST_REGW_BASE_Base(config)) &
      0x3f8;
  const bool one_row = !sums && modes & 2, one_column = !sums && modes & 1;
  const unsigned a_row = rwc.srca & 0x38, b_row = rwc.srcb & (one_row ? 0x3f : 0x38);
  const bool accumulates = !adds || insn::ELWADD::dest_accum_en(word);
  rows_ = 8;
  for (unsigned r = 0; r < rows_; ++r) {
    row_[r] = wide_ ? dst_register::adj32(first + r, config) : dst_register::adj16(first + r, config);
    for (unsigned c = 0; c < row_datums; ++c) {
      uint32_t before = s.dst.row_valid[row_[r]] ? s.dst.bits[row_[r]][c] : 0;
      if (wide_) before = before << 16 | (s.dst.row_valid[row_[r]] ? s.dst.bits[row_[r] + 8][c] : 0);
      const uint32_t dst = accumulates ? pattern_of(before, mode.to) : 0;
      uint32_t value = 0;
      if (sums) {
        uint32_t column[16], row[16];
        for (unsigned k = 0; k < 16; ++k) {
          column[k] = a.row[(a_row + k) & 63][c] & mask_a;
          row[k] = b.row[b_row + r][k] & mask_b;
        }
        value = ref::dot_product(column, row, dst, mode);
      } else {
        const uint32_t x = a.row[a_row + r][c] & mask_a, y = b.row[one_row ? b_row : b_row + r][one_column ? 0 : c] & mask_b;
        value =
            adds ? ref::add_data(x, op == opcode::ELWSUB ? y ^ 0x40000 : y, dst, mode) : ref::multiply_datum(x, y, dst, mode);
      }
      expected_[r][c] = bits_of(value, mode.to);
    }
  }
  expects_ = true;
  thread_ = thread;
  word_ = word;
}

void matrix_reference::executed(unsigned thread, uint32_t word) {
  if (!expects_ || thread != thread_ || word != word_) return;
  expects_ = false;
  const dst_register& dst = machine_->state.dst;
  for (unsigned r = 0; r < rows_; ++r)
    for (unsigned c = 0; c < row_datums; ++c) {
      uint32_t is = dst.bits[row_[r]][c];
      if (wide_) is = is << 16 | dst.bits[row_[r] + 8][c];
      ++datums_;
      if (is == expected_[r][c] || !wrong_.empty()) continue;
      char text[120];
      std::snprintf(text, sizeof text, ": row %u of its eight, column %u: 0x%x, by the reference 0x%x", r, c, is,
                    expected_[r][c]);
      wrong_ = disassemble(word) + text;
    }
}

}  // namespace tensix::soak
