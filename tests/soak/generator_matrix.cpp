// SPDX-License-Identifier: Apache-2.0
// Matrix unit: what it does with banks that were handed over, and with Dst.
#include "models/formats/data_format.h"
#include "tests/soak/generator_ideas.h"

namespace tensix::soak {

namespace {

struct math_state {  // what decides which moves are defined
  bool forced_fp16, fp32, int8, implied_a, implied_b;
  data_format named_a;
};

math_state state_of(scene& s, const data_path& d, unsigned t) {
  const uint16_t* c = s.thread[t].config;
  const uint32_t* w = d.want.word.data();
  const unsigned a =
      cfg::ALU_FORMAT_SPEC_REG_SrcA_override(w) ? cfg::ALU_FORMAT_SPEC_REG_SrcA_val(w) : cfg::ALU_FORMAT_SPEC_REG0_SrcA(w);
  return {tcfg::FP16A_FORCE_Enable(c) != 0,
          cfg::ALU_ACC_CTRL_Fp32_enabled(w) != 0,
          cfg::ALU_ACC_CTRL_INT8_math_enabled(w) != 0,
          !tcfg::DISABLE_IMPLIED_SRCA_FMT_Base(c),
          !tcfg::DISABLE_IMPLIED_SRCB_FMT_Base(c),
          static_cast<data_format>(a)};
}

class math_words {
 public:
  math_words(scene& s, const data_path& d, unsigned t, dst_span where) : s_(s), t_(t), where_(where), m_(state_of(s, d, t)) {}

  // Of `hazards`: few blocks, so that what reads one comes soon behind what has written it.
  uint32_t dst() {
    if (s_.options.more == stress::hazards) return 8 * s_.r.below(3);
    return where_.limited ? s_.r.below(last_field_row) : s_.r.below(1024);
  }
  uint32_t mode() { return s_.options.more == stress::hazards && s_.r.chance(70) ? 0 : s_.r.below(8); }

  // An instruction that works on the banks of the mask `banks` (1 SrcA, 2 SrcB) that are the matrix unit's; `clear` of
  // clear_dvalid.
  uint32_t any(unsigned banks) {
    const unsigned kind = s_.r.below(banks == 3 ? 26 : 12);
    if (banks == 3 && kind >= 12) return arithmetic();
    switch (kind) {
      case 0: return counters();
      case 1: return zeroacc();
      case 2: return clearing(banks);
      case 3:
      case 4: return banks & 1 ? to_dst(true, s_.r.chance(20)) : counters();
      case 5:
      case 6: return banks & 2 ? to_dst(false, s_.r.chance(20)) : zeroacc();
      case 7: return shift(banks);
      default: return from_dst(banks);
    }
  }

  uint32_t arithmetic() {
    using namespace insn;
    const uint32_t fields = ELWADD::dst.place(dst()) | ELWADD::addr_mode.place(mode());
    const uint32_t pool = GAPOOL::dst.place(dst()) | GAPOOL::pool_addr_mode.place(mode());
    const uint32_t broadcast = ELWADD::instr_mod19.place(s_.r.below(4)) | ELWADD::dest_accum_en.place(s_.r.below(2));
    switch (s_.r.below(18)) {
      case 0:
      case 1:
      case 2:
      case 3: return word_of(opcode::MVMUL) | fields | MVMUL::instr_mod19.place(s_.r.below(2));
      case 4:
      case 5: return word_of(opcode::ELWMUL) | fields | broadcast;
      case 6:
      case 7: return word_of(opcode::ELWADD) | fields | broadcast;
      case 8:
      case 9: return word_of(opcode::ELWSUB) | fields | broadcast;
      case 10: return word_of(opcode::DOTPV) | fields | broadcast;
      case 11: return word_of(opcode::GAPOOL) | pool | GAPOOL::max_pool_index_en.place(s_.r.below(2));
      case 12:
      case 13: return word_of(opcode::GMPOOL) | pool | GMPOOL::max_pool_index_en.place(s_.r.below(2));
      case 14: return word_of(s_.r.pick({opcode::CONV3S1, opcode::CONV3S2, opcode::MFCONV3S1})) | fields;
      case 15: return word_of(s_.r.pick({opcode::APOOL3S1, opcode::APOOL3S2})) | pool;
      default: return word_of(opcode::MVMUL) | fields;
    }
  }

  uint32_t counters() {
    const uint32_t by = s_.r.below(16) << 6 | s_.r.below(16) << 10 | s_.r.below(where_.limited ? 4 : 16) << 14;
    switch (s_.r.below(4)) {
      case 0: return word_of(opcode::INCRWC) | by | insn::INCRWC::rwc_cr.place(s_.r.below(8));
      case 1:
        // The histograms are the packers': not while they work.
        return where_.limited || s_.r.chance(50) ? word_of(opcode::GATESRCRST) | s_.r.below(4) : word_of(opcode::CLREXPHIST);
      default:
        return word_of(opcode::SETRWC) | by | insn::SETRWC::bit_mask.place(s_.r.below(16)) |
               insn::SETRWC::rwc_cr.place(s_.r.below(16));
    }
  }

  uint32_t zeroacc() {
    using namespace insn::ZEROACC;
    uint32_t w = word_of(opcode::ZEROACC) | addr_mode.place(mode()) | use_32_bit_mode.place(s_.r.below(2));
    if (where_.limited) return w | where.place(dst());  // one row
    const unsigned how = s_.r.below(4);
    w |= clear_mode.place(how) | where.place(how == 1 ? s_.r.below(80) : s_.r.below(1024));
    if (how < 2 && s_.r.chance(30)) w |= clear_zero_flags.place(1);
    return w;
  }

  uint32_t clearing(unsigned banks) {
    if (banks == 0) return counters();
    using namespace insn::ZEROSRC;
    const unsigned mask = banks == 3 ? s_.r.below(4) : banks;
    return word_of(opcode::ZEROSRC) | src_mask.place(mask) | write_mode.place(1) | zero_val.place(s_.r.below(2));
  }

  uint32_t to_dst(bool from_a, bool debug) {
    using namespace insn;
    uint32_t w = MOVA2D::dst.place(dst()) | MOVA2D::addr_mode.place(mode()) | MOVA2D::src.place(s_.r.below(64));
    w |= from_a ? MOVA2D::instr_mod.place(s_.r.below(4)) : MOVB2D::movb2d_instr_mod.place(s_.r.below(8));
    w |= word_of(from_a ? debug ? opcode::MOVDBGA2D : opcode::MOVA2D : debug ? opcode::MOVDBGB2D : opcode::MOVB2D);
    // The low half of a 32-bit datum cannot be written (an erratum); the format of a bank is not followed here.
    const bool surely_16_bit = m_.forced_fp16 || (!m_.fp32 && !m_.implied_a && m_.named_a != data_format::tf32);
    if (surely_16_bit && s_.r.chance(30)) w |= MOVA2D::dest_32b_lo.place(1);
    return w;
  }

  uint32_t from_dst(unsigned banks) {
    using namespace insn;
    if (banks == 0) return counters();
    if (banks == 3 && s_.r.chance(30))
      return word_of(opcode::MOVB2A) | MOVB2A::srcb.place(s_.r.below(64)) | MOVB2A::srca.place(s_.r.below(64)) |
             MOVB2A::instr_mod.place(s_.r.below(4)) | MOVB2A::addr_mode.place(mode());
    const bool to_a = banks == 1 || (banks == 3 && s_.r.chance(50));
    uint32_t w = word_of(to_a ? opcode::MOVD2A : opcode::MOVD2B) | MOVD2A::dst.place(dst()) | MOVD2A::addr_mode.place(mode()) |
                 MOVD2A::src.place(s_.r.below(64)) | MOVD2A::instr_mod.place(s_.r.below(4));
    const bool wide = !m_.forced_fp16 && (m_.fp32 || m_.int8);
    const bool surely_not_tf32 = m_.forced_fp16 || (!m_.implied_a && m_.named_a != data_format::tf32);
    if (!wide && !surely_not_tf32) return counters();
    if (wide && surely_not_tf32 && s_.r.chance(30)) w |= MOVD2A::dest_32b_lo.place(1);
    return w;
  }

  uint32_t shift(unsigned banks) {
    using namespace insn;
    if ((banks & 2) && s_.r.chance(60)) {
      if (s_.r.chance(30)) return word_of(opcode::TRNSPSRCB);
      return word_of(opcode::SHIFTXB) | SHIFTXB::shift_row.place(s_.r.below(64)) | SHIFTXB::rot_shift.place(s_.r.below(16)) |
             SHIFTXB::addr_mode.place(mode());
    }
    if (banks & 1) return word_of(opcode::SHIFTXA) | SHIFTXA::shift_mode.place(s_.r.between(2, 3));
    return counters();
  }

  // Keeps Dst's counter within the half.
  void push(uint32_t w, std::vector<uint32_t>* into = nullptr) {
    if (into) into->push_back(w);
    else s_.push(t_, w);
    note(w);
  }
  void note(uint32_t w);
  bool in_half() const { return soak::in_half(s_, t_, where_); }
  void keep_in_half() { soak::keep_in_half(s_, t_, where_); }

 private:
  scene& s_;
  unsigned t_;
  dst_span where_;
  math_state m_;
};

}  // namespace

bool in_half(const scene& s, unsigned t, const dst_span& where) {
  const rwc_thread& r = s.thread[t].rwc;
  return !where.limited || (r.dst <= last_counter_row && r.dst_cr <= last_counter_row);
}
void keep_in_half(scene& s, unsigned t, const dst_span& where) {
  if (in_half(s, t, where)) return;
  const uint32_t w = word_of(opcode::SETRWC) | insn::SETRWC::bit_mask.place(4);
  s.push(t, w);
  note_counters(s, t, w);
}

// What an instruction of the matrix or vector unit does to the counters of its thread.
void note_counters(scene& s, unsigned t, uint32_t w) {
  rwc_thread& r = s.thread[t].rwc;
  const uint16_t* c = s.thread[t].config;
  using namespace insn;
  switch (opcode_of(w)) {
    case opcode::SETRWC: {
      const uint32_t which = SETRWC::bit_mask(w), relative = SETRWC::rwc_cr(w);
      if ((which & 4) || (relative & 8))
        r.dst = r.dst_cr = (SETRWC::rwc_d(w) + ((relative & 8) ? r.dst : (relative & 4) ? r.dst_cr : 0)) & 1023;
      return;
    }
    case opcode::INCRWC:
      if (INCRWC::rwc_cr(w) & 4) r.dst = r.dst_cr = (r.dst_cr + INCRWC::rwc_d(w)) & 1023;
      else r.dst = (r.dst + INCRWC::rwc_d(w)) & 1023;
      return;
    case opcode::ZEROACC:
      if (ZEROACC::clear_mode(w) <= 1) r.apply_addr_mod(c, ZEROACC::addr_mode(w));
      return;
    case opcode::GAPOOL:
    case opcode::GMPOOL:
    case opcode::APOOL3S1:
    case opcode::APOOL3S2: r.apply_addr_mod(c, GAPOOL::pool_addr_mode(w)); return;
    case opcode::SFPLOAD:
    case opcode::SFPSTORE:
    case opcode::SFPLOADMACRO: r.apply_addr_mod(c, SFPLOAD::sfpu_addr_mode(w), false); return;
    case opcode::MVMUL:
    case opcode::DOTPV:
    case opcode::ELWMUL:
    case opcode::ELWADD:
    case opcode::ELWSUB:
    case opcode::MOVA2D:
    case opcode::MOVB2D:
    case opcode::MOVDBGA2D:
    case opcode::MOVDBGB2D:
    case opcode::MOVD2A:
    case opcode::MOVD2B:
    case opcode::MOVB2A:
    case opcode::SHIFTXB:
    case opcode::CONV3S1:
    case opcode::CONV3S2:
    case opcode::MFCONV3S1: r.apply_addr_mod(c, MVMUL::addr_mode(w)); return;
    default: return;
  }
}

namespace {
void math_words::note(uint32_t w) { note_counters(s_, t_, w); }
}  // namespace

void plan_math(scene& s, data_path& d) {
  settings& w = d.want;
  const unsigned style = s.r.below(10);
  w.set(cfg::ALU_ACC_CTRL_INT8_math_enabled, style == 0);
  d.wide = style != 0 && s.r.chance(50);
  w.set(cfg::ALU_ACC_CTRL_Fp32_enabled, d.wide || (style == 0 && s.r.chance(50)));
  if (style == 0) d.wide = true;
  w.set(cfg::ALU_ACC_CTRL_SFPU_Fp32_enabled, s.r.chance(80) ? d.wide : !d.wide);
  w.set(cfg::ALU_ACC_CTRL_Zero_Flag_disabled_src, s.r.chance(20));
  w.set(cfg::ALU_ROUNDING_MODE_Fpu_srnd_en, s.r.chance(15));
  w.set(cfg::ALU_FORMAT_SPEC_REG_SrcA_override, s.r.below(2));
  w.set(cfg::ALU_FORMAT_SPEC_REG_SrcB_override, s.r.below(2));
  w.set(cfg::ALU_FORMAT_SPEC_REG_SrcA_val, s.r.below(16));
  w.set(cfg::ALU_FORMAT_SPEC_REG_SrcB_val, s.r.below(16));
  w.set(cfg::ALU_FORMAT_SPEC_REG0_SrcA, s.r.below(16));
  w.set(cfg::ALU_FORMAT_SPEC_REG1_SrcB, s.r.below(16));
  const unsigned order = s.r.chance(60) ? 0 : s.r.below(4);
  w.set(cfg::DEST_ACCESS_CFG_remap_addrs, order & 1);
  w.set(cfg::DEST_ACCESS_CFG_swizzle_32b, order >> 1);
  w.set(cfg::DEST_ACCESS_CFG_zeroacc_absolute_tile_mode, s.r.chance(20));
  if (!d.halves) {
    w.set(cfg::DEST_REGW_BASE_Base, s.r.chance(15) ? s.r.below(1024) : 0);
    w.set(cfg::DEST_SP_BASE_Base, s.r.chance(15) ? s.r.below(1024) : 0);
  }
}

// Address modes, formats and counters of a thread that uses the matrix or the vector unit.
void prepare_math(scene& s, const data_path& d, unsigned t) {
  s.setc16(t, tcfg::DISABLE_IMPLIED_SRCA_FMT_Base.reg, s.r.chance(40));
  s.setc16(t, tcfg::DISABLE_IMPLIED_SRCB_FMT_Base.reg, s.r.chance(40));
  s.setc16(t, tcfg::FP16A_FORCE_Enable.reg, s.r.chance(12));
  s.setc16(t, tcfg::FIDELITY_BASE_Phase.reg, s.r.below(4));
  s.setc16(t, tcfg::SFPU_DEST_FMT_Enable.reg, s.r.chance(30) ? s.r.below(32) : 0);
  s.setc16(t, tcfg::SFPU_STACK_Incr.reg, d.halves ? 0 : 4 * s.r.below(8));
  s.setc16(t, tcfg::DEST_TARGET_REG_CFG_MATH_Offset.reg, d.halves ? 0 : s.r.pick({0u, 0u, 512u, 64u, 256u}));
  for (unsigned i = 0; i < 8; ++i) {
    if (i > 3 && s.r.chance(50)) continue;  // as it was
    const unsigned steps[] = {0, 1, 4, 8, 16, s.r.below(64)};
    uint32_t ab =
        tcfg::ADDR_MOD_AB_SEC0_SrcAIncr.place(s.r.pick(steps)) | tcfg::ADDR_MOD_AB_SEC0_SrcBIncr.place(s.r.pick(steps));
    ab |= s.r.word() & s.r.word() & 0xc0c0;
    uint32_t dst = tcfg::ADDR_MOD_DST_SEC0_DestIncr.place(d.halves ? s.r.pick({0u, 0u, 4u, 8u}) : s.r.pick(steps));
    dst |= s.r.word() & s.r.word() & 0xfc00;
    s.setc16(t, tcfg::ADDR_MOD_AB_SEC0_SrcAIncr.reg + i, ab);
    s.setc16(t, tcfg::ADDR_MOD_DST_SEC0_DestIncr.reg + i, dst);
  }
  const uint32_t clear = word_of(opcode::SETRWC) | insn::SETRWC::bit_mask.place(15);
  s.push(t, clear);
  note_counters(s, t, clear);
}

void math_step(scene& s, const data_path& d, unsigned banks, dst_span where) {
  const unsigned t = d.math;
  math_words words(s, d, t, where);
  const uint32_t wait = (banks & 1 ? done::a_to_math : 0) | (banks & 2 ? done::b_to_math : 0);
  const uint32_t blocked = s.r.chance(50) ? block::math : block_all;
  if (banks && s.r.chance(60)) stall(s, t, wait, blocked);
  else if (banks == 3) words.push(words.arithmetic());  // which waits for both
  else if (banks) words.push(words.to_dst(banks == 1, false));
  for (unsigned n = s.options.more == stress::hazards ? s.r.between(12, 28) : s.r.between(2, 9); n > 0; --n) {
    // In a half, what one does to the counters decides where the next goes.
    const scene::apart apart(s, !where.limited);
    words.keep_in_half();
    if (s.r.chance(20)) {  // several at once
      std::vector<uint32_t> piece;
      const rwc_thread before = s.thread[t].rwc;
      const unsigned length = s.r.pick({1u, 1u, 2u, 2u, 4u, 5u, 7u}), times = s.r.between(1, where.limited ? 4 : 12);
      for (unsigned i = 0; i < length; ++i) piece.push_back(words.any(banks));
      bool fits = true;
      for (unsigned k = 0; k < times && fits; ++k)
        for (const uint32_t w : piece) fits &= words.in_half(), words.note(w);
      fits &= words.in_half();
      if (fits) {
        emit(s, t, piece, times);
        continue;
      }
      s.thread[t].rwc = before;
    }
    words.push(words.any(banks));
  }
  words.keep_in_half();
  if (banks == 0) return;
  // Back to the unpackers: with the last instruction, or by one that does only that.
  switch (s.r.below(3)) {
    case 0:
      if (banks == 3) {
        const unsigned first = s.r.between(1, 3);
        words.push(words.arithmetic() | insn::MVMUL::clear_dvalid.place(first));
        if (first != 3) words.push(word_of(opcode::SETRWC) | insn::SETRWC::clear_ab_vld.place(3 - first));
        break;
      }
      [[fallthrough]];
    case 1: words.push(word_of(opcode::CLEARDVALID) | insn::CLEARDVALID::cleardvalid.place(banks)); break;
    default:
      words.push(word_of(opcode::SETRWC) | insn::SETRWC::clear_ab_vld.place(banks) |
                 insn::SETRWC::bit_mask.place(s.r.below(16)));
  }
  words.keep_in_half();
}

// All banks are the unpackers', and nothing is on its way.
void math_alone(scene& s, const data_path& d) {
  using namespace insn;
  const unsigned t = d.math;
  const scene::grouped g(s);
  stall(s, t, done::a_to_unpackers | done::b_to_unpackers);
  switch (s.r.below(d.to_dst ? 3 : 4)) {  // what an UNPACR to Dst leaves in SrcA is not to be read
    case 0:                               // both sides begin with bank 0
      s.push(t, word_of(opcode::CLEARDVALID) | CLEARDVALID::reset.place(s.r.pick({1u, 3u})) |
                    CLEARDVALID::cleardvalid.place(s.r.below(4)));
      break;
    case 1:
      s.push(t, word_of(opcode::ZEROSRC) | ZEROSRC::src_mask.place(s.r.below(4)) | ZEROSRC::bank_mask.place(s.r.below(2)) |
                    ZEROSRC::write_mode.place(s.r.below(2)) | ZEROSRC::zero_val.place(s.r.below(2)));
      break;
    case 2: {  // handed over, given back without going on; then both begin anew
      const unsigned banks = s.r.between(1, 3);
      s.push(t, word_of(opcode::SETDVALID) | SETDVALID::setvalid.place(banks));
      stall(s, t, (banks & 1 ? done::a_to_math : 0) | (banks & 2 ? done::b_to_math : 0));
      s.push(t, word_of(opcode::CLEARDVALID) | CLEARDVALID::reset.place(2) | CLEARDVALID::cleardvalid.place(banks));
      s.push(t, word_of(opcode::CLEARDVALID) | CLEARDVALID::reset.place(1));
      break;
    }
    default: {  // a bank that stays the matrix unit's, until all are taken away
      s.setc16(t, tcfg::CLR_DVALID_SrcA_Disable.reg, s.r.between(1, 3));
      s.push(t, word_of(opcode::SETDVALID) | SETDVALID::setvalid.place(3));
      stall(s, t, done::a_to_math | done::b_to_math);
      const uint32_t w = word_of(s.r.chance(50) ? opcode::MVMUL : opcode::ELWADD) | MVMUL::dst.place(s.r.below(1024)) |
                         MVMUL::clear_dvalid.place(3);
      s.push(t, w);
      note_counters(s, t, w);
      s.push(t, word_of(opcode::CLEARDVALID) | CLEARDVALID::reset.place(1));
      s.setc16(t, tcfg::CLR_DVALID_SrcA_Disable.reg, 0);
    }
  }
  stall(s, t, done::math);
}

}  // namespace tensix::soak
