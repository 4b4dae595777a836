// SPDX-License-Identifier: Apache-2.0
#include "models/matrix_unit/matrix_unit_function.h"

#include <algorithm>
#include <string>
#include <utility>

#include "models/formats/data_format.h"
#include "models/isa/isa.h"
#include "models/matrix_unit/row_kernels_function.h"

namespace tensix {

namespace {

constexpr uint16_t zero_row[row_datums] = {};

// Formats whose register form has a 5-bit exponent.
constexpr bool has_narrow_exponent(unsigned format) {
  switch (static_cast<data_format>(format)) {
    case data_format::fp16:
    case data_format::fp8:
    case data_format::bfp8a:
    case data_format::bfp4a:
    case data_format::bfp2a:
    case data_format::int8: return true;
    default: return false;
  }
}

}  // namespace

matrix_unit_function::matrix_unit_function(tensix_state& state) : state_(state), kernels_(&plain_row_kernels) {
  use(instruction_set::automatic);
}

bool matrix_unit_function::use(instruction_set set) {
  const row_kernels* found = nullptr;
  switch (set) {
    case instruction_set::automatic:
      found = avx512_row_kernels();
      if (!found) found = avx2_row_kernels();
      if (!found) found = &plain_row_kernels;
      break;
    case instruction_set::plain: found = &plain_row_kernels; break;
    case instruction_set::avx2: found = avx2_row_kernels(); break;
    case instruction_set::avx512: found = avx512_row_kernels(); break;
  }
  if (found) kernels_ = found;
  return found != nullptr;
}

const char* matrix_unit_function::instruction_set_name() const { return kernels_->name; }

// --- operands --------------------------------------------------------------------------------------------------------------

matrix_unit_function::context matrix_unit_function::context_of(uint32_t word, unsigned thread, const block_range* known) const {
  return {word, thread, state_.bank(thread), state_.thread_config(thread), state_.rwc[thread], matrix_operands_of(word), known};
}

void matrix_unit_function::refuse(const context& c, const char* what, uint32_t value) {
  state_.diagnose.undefined("matrix_unit", static_cast<int>(c.thread), c.word, what + std::to_string(value));
}
void matrix_unit_function::not_supported(const context& c, const char* why) {
  state_.diagnose.undefined("matrix_unit", static_cast<int>(c.thread), c.word,
                            std::string(info_of(c.word).name) + " is not a supported instruction of the matrix unit: " + why);
}

matrix_unit_function::row_range matrix_unit_function::srca_read(uint32_t word, unsigned thread) const {
  const unsigned counter = state_.rwc[thread].srca;
  switch (matrix_operands_of(word).srca) {
    case srca_rows::none: break;
    case srca_rows::eight: return {counter & 0x38, 8};
    case srca_rows::sixteen: return {counter & 0x38, 16};
    case srca_rows::aligned_sixteen: return {counter & 0x30, 16};
    case srca_rows::last_sixteen: return {last_srca_row_ & 0x30, 16};
    case srca_rows::moved: {
      const unsigned first = (insn::MOVA2D::src(word) + counter) & 63;
      return insn::MOVA2D::instr_mod(word) & 2 ? row_range{first & 0x38, 8} : row_range{first, 1};
    }
  }
  return {0, 0};
}

matrix_unit_function::row_range matrix_unit_function::srcb_read(uint32_t word, unsigned thread) const {
  const unsigned counter = state_.rwc[thread].srcb;
  if (matrix_operands_of(word).srcb == ::tensix::srcb_read::no) return {0, 0};
  switch (opcode_of(word)) {
    case opcode::MVMUL: return insn::MVMUL::instr_mod19(word) ? row_range{counter & 63, 1} : row_range{counter & 0x38, 8};
    case opcode::DOTPV: return {counter & 0x38, 8};
    case opcode::GAPOOL: return {counter & 0x38, 4};
    case opcode::GMPOOL: return {counter & 0x38, 1};
    case opcode::ELWMUL:
    case opcode::ELWADD:
    case opcode::ELWSUB: return insn::ELWMUL::instr_mod19(word) & 2 ? row_range{counter & 63, 1} : row_range{counter & 0x38, 8};
    case opcode::MOVB2A: {
      const unsigned first = insn::MOVB2A::srcb(word) + counter;
      return insn::MOVB2A::instr_mod(word) & 2 ? row_range{first & 0x3c, 4} : row_range{first & 63, 1};
    }
    case opcode::SHIFTXB: return {(insn::SHIFTXB::shift_row(word) + counter) & 63, 1};
    case opcode::TRNSPSRCB: return {16, 16};
    default: break;
  }
  const unsigned first = insn::MOVB2D::src(word) + counter, mode = insn::MOVB2D::movb2d_instr_mod(word);
  if (mode & 2 || !(mode & 4)) return {first & 63, 1};
  return {first & 0x3c, 4};
}

// SrcA was the way of an UNPACR to Dst: is what this instruction reads still unpredictable? Or, with more banks than the chip's, is it
// something else than there?
void matrix_unit_function::refuse_unpredictable(const context& c) {
  if (state_.srca.in_use().predictable() && !(state_.srca.in_use().stale_rows | state_.srcb.in_use().stale_rows)) return;
  const row_range a = srca_read(c.word, c.thread), b = srcb_read(c.word, c.thread);
  const uint64_t a_rows = a.count ? src_row_set(a.first, a.count) : 0, b_rows = b.count ? src_row_set(b.first, b.count) : 0;
  if (a_rows && !state_.srca.in_use().predictable(a_rows))
    refuse(c, "an UNPACR to Dst made SrcA's bank unpredictable, and what is read was not unpacked to SrcA after it: rows from ",
           a.first);
  // Said, not refused: programs read rows of which they use no result (sums of rows transpose 16 of them for one column).
  const auto stale = [&](const src_register& src, uint64_t rows, const char* which) {
    if (!(src.in_use().stale_rows & rows)) return;
    const on_undefined policy = std::exchange(state_.diagnose.policy, on_undefined::warn);
    state_.diagnose.undefined(
        "matrix_unit", static_cast<int>(c.thread), c.word,
        std::string("reads rows of ") + which +
            " that nothing has written since the unpackers got the bank "
            "back, and that hold other datums with src.banks=2: if a result depends on them, it is another "
            "then; compare");
    state_.diagnose.policy = policy;
  };
  stale(state_.srca, a_rows, "SrcA");
  stale(state_.srcb, b_rows, "SrcB");
}

// Blackhole takes the format from the bank that is used, unless the thread says otherwise.
unsigned matrix_unit_function::srca_format(const context& c, const src_bank& implied_by) const {
  if (!tcfg::DISABLE_IMPLIED_SRCA_FMT_Base(c.thread_config)) return implied_by.format;
  if (cfg::ALU_FORMAT_SPEC_REG_SrcA_override(c.config)) return cfg::ALU_FORMAT_SPEC_REG_SrcA_val(c.config);
  return cfg::ALU_FORMAT_SPEC_REG0_SrcA(c.config);
}
unsigned matrix_unit_function::srcb_format(const context& c, const src_bank& implied_by) const {
  if (!tcfg::DISABLE_IMPLIED_SRCB_FMT_Base(c.thread_config)) return implied_by.format;
  if (cfg::ALU_FORMAT_SPEC_REG_SrcB_override(c.config)) return cfg::ALU_FORMAT_SPEC_REG_SrcB_val(c.config);
  return cfg::ALU_FORMAT_SPEC_REG1_SrcB(c.config);
}

matrix_unit_function::style matrix_unit_function::arithmetic_style(const context& c) const {
  if (tcfg::FP16A_FORCE_Enable(c.thread_config)) return {data_style::fp16, false};
  if (cfg::ALU_ACC_CTRL_INT8_math_enabled(c.config)) return {data_style::int8, true};
  const unsigned format = srca_format(c, state_.srca.in_use());
  const bool wide = cfg::ALU_ACC_CTRL_Fp32_enabled(c.config);
  if (has_narrow_exponent(format)) return {data_style::fp16, wide};
  return {format == static_cast<unsigned>(data_format::tf32) ? data_style::tf32 : data_style::bf16, wide};
}

matrix_unit_function::data_style matrix_unit_function::data_of(uint32_t word, unsigned thread) const {
  return arithmetic_style(context_of(word, thread)).data;
}

// On Blackhole a move into a 32-bit Dst writes 32-bit datums whatever the format; Wormhole does so for TF32 alone. Both take
// the format of SrcA also for SrcB; implied, it comes from the bank that is moved.
matrix_unit_function::move_style matrix_unit_function::style_of_move(const context& c, const src_bank& source) const {
  if (tcfg::FP16A_FORCE_Enable(c.thread_config)) return {true, false};
  if (cfg::ALU_ACC_CTRL_Fp32_enabled(c.config)) return {false, true};
  const unsigned format = srca_format(c, source);
  const bool integer = cfg::ALU_ACC_CTRL_INT8_math_enabled(c.config);
  return {!integer && has_narrow_exponent(format), format == static_cast<unsigned>(data_format::tf32)};
}

// Modes that no document explains, of instructions that calculate or read Dst.
void matrix_unit_function::check_modes(const context& c) {
  constexpr uint32_t undocumented_1 = cfg::ALU_ROUNDING_MODE_GS_LF.place(1) | cfg::ALU_ROUNDING_MODE_Bfp8_HF.place(1);
  if (c.config[cfg::ALU_ROUNDING_MODE_GS_LF.word] & undocumented_1)
    refuse(c, "undocumented mode: ALU_ROUNDING_MODE_GS_LF / Bfp8_HF, word 1 is ", c.config[cfg::ALU_ROUNDING_MODE_GS_LF.word]);
  if (cfg::ALU_ACC_CTRL_Zero_Flag_disabled_dst(c.config))
    refuse(c, "undocumented mode: ALU_ACC_CTRL_Zero_Flag_disabled_dst, word 2 is ",
           c.config[cfg::ALU_ACC_CTRL_Zero_Flag_disabled_dst.word]);
  if (cfg::SRC_ACCESS_CFG_math_view_srca_as_one_bank(c.config) || cfg::SRC_ACCESS_CFG_math_view_srcb_as_one_bank(c.config) ||
      cfg::DEST_OFFSET_Enable(c.config))
    refuse(c, "undocumented mode: SRC_ACCESS_CFG_math_view_src*_as_one_bank or DEST_OFFSET_Enable, word 221 is ",
           c.config[cfg::SRC_ACCESS_CFG_math_view_srca_as_one_bank.word]);
}

float_mode matrix_unit_function::arithmetic_mode(const context& c, style s, unsigned phase) {
  constexpr uint32_t bf16_bits = 0x7fff8, fp16_bits = 0x47fff, tf32_bits = 0x7ffff;
  check_modes(c);
  float_mode mode;
  mode.narrow_exponent = s.data == data_style::fp16;
  mode.style = s.wide_dst ? dst_style::fp32 : mode.narrow_exponent ? dst_style::fp16 : dst_style::bf16;
  mode.phase = phase;
  // SrcB has the mantissa of its own format, but always SrcA's kind of exponent.
  const bool b_is_tf32 = srcb_format(c, state_.srcb.in_use()) == static_cast<unsigned>(data_format::tf32);
  mode.mask_a = mode.narrow_exponent ? fp16_bits : s.data == data_style::tf32 ? tf32_bits : bf16_bits;
  mode.mask_b = mode.narrow_exponent ? fp16_bits : b_is_tf32 ? tf32_bits : bf16_bits;
  mode.keep_b_denormals = cfg::ALU_ACC_CTRL_Zero_Flag_disabled_src(c.config);
  return mode;
}

unsigned matrix_unit_function::fidelity_phase(const context& c) {
  return (c.rwc.fidelity_phase + tcfg::FIDELITY_BASE_Phase(c.thread_config)) & 3;
}

unsigned matrix_unit_function::dst_start(const context& c, uint32_t dst) const {
  const unsigned offset = tcfg::DEST_TARGET_REG_CFG_MATH_Offset(c.thread_config);
  return ((dst + offset + c.rwc.dst + cfg::DEST_REGW_BASE_Base(c.config)) & 1023) | state_.dst.page(offset);
}

// Which rows of Dst the instruction works on; rows = 0 for instructions that leave Dst alone or treat it differently.
matrix_unit_function::block_range matrix_unit_function::find_dst_range(const context& c) const {
  const uint32_t w = c.word;
  const auto move_to_dst = [&](uint32_t dst, uint32_t low_half, const src_bank& source) {
    return block_range{dst_start(c, dst), 1, 1, low_half || style_of_move(c, source).wide_dst};
  };
  switch (c.uses.dst_rows) {
    case dst_rows_used::none: break;
    case dst_rows_used::eight_or_four:
      if (insn::MVMUL::instr_mod19(w))  // one row of SrcB; only every other row of seven is written
        return {dst_start(c, insn::MVMUL::dst(w)) & ~6u, 4, 2, arithmetic_style(c).wide_dst};
      return {dst_start(c, insn::MVMUL::dst(w)) & ~7u, 8, 1, arithmetic_style(c).wide_dst};
    case dst_rows_used::eight: return {dst_start(c, insn::ELWMUL::dst(w)) & ~7u, 8, 1, arithmetic_style(c).wide_dst};
    case dst_rows_used::four: return {dst_start(c, insn::GAPOOL::dst(w)) & ~3u, 4, 1, arithmetic_style(c).wide_dst};
    case dst_rows_used::one_or_eight: {
      block_range range = move_to_dst(insn::MOVA2D::dst(w), insn::MOVA2D::dest_32b_lo(w), state_.srca.in_use());
      if (insn::MOVA2D::instr_mod(w) & 2) range.first &= ~7u, range.rows = 8;
      return range;
    }
    case dst_rows_used::one_four_eight: {
      block_range range = move_to_dst(insn::MOVB2D::dst(w), insn::MOVB2D::dest_32b_lo(w), state_.srcb.in_use());
      const uint32_t mode = insn::MOVB2D::movb2d_instr_mod(w);
      if (mode & 2) range.first &= ~7u, range.rows = 8;
      else if (mode & 4) range.first &= ~3u, range.rows = 4;
      return range;
    }
    case dst_rows_used::one_or_four: {
      const bool wide = !tcfg::FP16A_FORCE_Enable(c.thread_config) &&
                        (cfg::ALU_ACC_CTRL_Fp32_enabled(c.config) || cfg::ALU_ACC_CTRL_INT8_math_enabled(c.config));
      block_range range{dst_start(c, insn::MOVD2A::dst(w)), 1, 1, wide};
      if (insn::MOVD2A::instr_mod(w) & 2) range.first &= ~3u, range.rows = 4;
      return range;
    }
  }
  return {0, 0, 1, false};
}

void matrix_unit_function::open_dst(const context& c, block_range range, dst_row* rows, bool for_writing) {
  dst_register& dst = state_.dst;
  if (dst.narrow_is_high_half && !range.wide) {
    range.wide = true;
    open_dst(c, range, rows, for_writing);
    for (unsigned i = 0; for_writing && i < range.rows; ++i) std::fill_n(rows[i].out_low, row_datums, uint16_t{0});  // lost
    return;
  }
  const bool remap = cfg::DEST_ACCESS_CFG_remap_addrs(c.config), swizzle = cfg::DEST_ACCESS_CFG_swizzle_32b(c.config);
  const bool as_numbered = !range.wide && !remap;
  for (unsigned i = 0, logical = range.first; i < range.rows; ++i, logical += range.step) {
    const unsigned row = as_numbered  ? logical
                         : range.wide ? dst_register::adj32(logical, remap, swizzle)
                                      : dst_register::adj16(logical, remap);
    uint16_t *const high = dst.bits[row], *const low = dst.bits[(row + 8) % most_dst_rows];
    const bool valid = dst.row_valid[row];
    if (for_writing) dst.row_valid[row] = true;
    rows[i] = {valid ? high : zero_row, valid ? low : zero_row, high, low};
  }
}

matrix_unit_function::dst_reach matrix_unit_function::reach_in_dst(uint32_t word, unsigned thread) const {
  const context c = context_of(word, thread);
  dst_reach reach{find_dst_range(c), {}, {}};
  block_range range = reach.rows;
  if (!range.rows) return reach;
  range.wide |= state_.dst.narrow_is_high_half;
  // Kept in two scalars: this runs for every instruction, and going through memory would cost more than all the rest.
  uint64_t low = 0, high = 0;
  const unsigned page = range.first >= dst_rows ? 2 : 0;  // the first of its words
  const auto add = [&](unsigned row) { (row & 512 ? high : low) |= 1ull << ((row >> 3) & 63); };
  if (!(cfg::DEST_ACCESS_CFG_remap_addrs(c.config) | cfg::DEST_ACCESS_CFG_swizzle_32b(c.config))) {
    const unsigned row = range.wide ? dst_register::adj32(range.first, false, false) : range.first;
    add(row);
    if (range.wide) add(row + 8);
  } else {
    // Rows 0..3 and 4..7 of an aligned group of eight stay together under every mapping.
    for (unsigned i = 0; i < range.rows * range.step; i += 4) {
      const unsigned logical = range.first + i;
      const unsigned row = range.wide ? dst_register::adj32(logical, c.config) : dst_register::adj16(logical, c.config);
      add(row);
      if (range.wide) add(row + 8);
    }
  }
  bool reading = true, writing = true;
  switch (c.uses.dst_access) {
    case dst_use::none:
    case dst_use::marks: reading = writing = false; break;
    case dst_use::reads: writing = false; break;
    case dst_use::writes: reading = false; break;
    case dst_use::adds: break;
    case dst_use::may_add: reading = insn::ELWADD::dest_accum_en(word); break;
  }
  if (reading) reach.reads.word[page] = low, reach.reads.word[page + 1] = high;
  if (writing) reach.writes.word[page] = low, reach.writes.word[page + 1] = high;
  return reach;
}

// --- execution -------------------------------------------------------------------------------------------------------------

// The bank in use goes back to the unpackers; true: it was the matrix unit's.
bool matrix_unit_function::give_back(unsigned which) {
  src_client& owner = (which ? state_.srcb : state_.srca).in_use().allowed_client;
  const bool was_ours = owner == src_client::matrix_unit;
  owner = src_client::unpackers;
  return was_ours;
}

src_changes matrix_unit_function::flip(const context& c, unsigned which) {
  src_changes changes;
  const bool keeps[2] = {tcfg::CLR_DVALID_SrcA_Disable(c.thread_config) != 0,
                         tcfg::CLR_DVALID_SrcB_Disable(c.thread_config) != 0};
  for (unsigned side = 0; side < 2; ++side) {
    if (!((which >> side) & 1)) continue;
    src_register& src = side ? state_.srcb : state_.srca;
    if (keeps[side] && src.banks != 2)
      refuse(c,
             "goes on to the next bank and keeps the one before (CLR_DVALID_Src*_Disable), which counts on two banks; "
             "src.banks is ",
             src.banks);
    if (!keeps[side] && give_back(side)) changes.given_up |= src_bank_bit(side, src.matrix_bank);
    src.matrix_bank = src.next(src.matrix_bank);
    changes.went_on = true;
  }
  return changes;
}

src_changes matrix_unit_function::only_flip(const context& c) {
  not_supported(c, "documented only as similar to GMPOOL with a SrcA of zeros");
  return flip(c, insn::MPOOL3S1::clear_dvalid(c.word));
}

src_changes matrix_unit_function::unexplained(const context& c) {
  not_supported(c, "no public document says what it does, no kernel has it");
  return {};
}

src_changes matrix_unit_function::execute(uint32_t word, unsigned thread, const block_range* known) {
  const context c = context_of(word, thread, known);
  if (__builtin_expect(state_.src_in_doubt, false)) refuse_unpredictable(c);
  switch (word >> 24) {  // a number: a switch over the enum would have to name the other units' instructions too
#define MATRIX_UNIT(name, waits, srca, srcb, src_written, dst_rows, dst_access, cycles, latency, rule, executes) \
  case static_cast<uint8_t>(opcode::name): {                                                                     \
    using namespace insn::name;                                                                                  \
    return executes;                                                                                             \
  }
#include "models/matrix_unit/matrix_unit_instructions.def"
#undef MATRIX_UNIT
  }
  not_supported(c, "it belongs to another unit");
  return {};
}

}  // namespace tensix
