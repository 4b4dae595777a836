// SPDX-License-Identifier: Apache-2.0
// Vector unit: loads, arithmetic, predicates, exchanges, configuration, SFPLOADMACRO, stores.
#include "models/vector_unit/vector_unit_table_function.h"
#include "tests/soak/generator_ideas.h"

namespace tensix::soak {

namespace {

using sfpu::word_fields;
constexpr uint32_t sfpnop = 0x8f000000;

// Mode and registers in the lower half of a word. Braces: numbers are drawn from left to right.
struct low {
  unsigned mode, d = 0, c = 0, b = 0, a = 0;
  operator uint32_t() const { return mode | d << 4 | c << 8 | b << 12 | a << 16; }
};

class vector_words {
 public:
  vector_words(scene& s, const data_path& d, unsigned t, dst_span where) : s_(s), d_(d), t_(t), where_(where) {}

  void load() {
    const unsigned format = s_.r.below(16);
    address(opcode::SFPLOAD, format, s_.r.chance(90) ? lreg() : s_.r.below(16));
  }
  void store() {
    const unsigned format = s_.r.below(16);
    address(opcode::SFPSTORE, format, s_.r.below(16));
  }

  void any() {
    keep_in_half();
    const unsigned kind = s_.r.below(100);
    if (kind < 12) return load();
    if (kind < 20) return store();
    if (kind < 27)
      return push(word_of(opcode::SFPLOADI) | insn::SFPLOADI::imm16.place(s_.value()) |
                  insn::SFPLOADI::instr_mod0.place(s_.r.pick({0u, 1u, 2u, 4u, 8u, 10u})) |
                  insn::SFPLOADI::lreg_ind.place(s_.r.chance(80) ? lreg() : s_.r.below(16)));
    if (kind < 37 || (depth_ && kind < 48)) return predicate();
    if (kind < 51) return configure();
    if (kind < 54) return macro();
    if (kind < 58) return repeated();
    const scene::apart apart(s_);
    push(plain());
  }

  // A result of two cycles, and the next instruction reads it.
  void dependent() {
    const unsigned result = lreg();
    const auto mad = [this](unsigned d, unsigned c) {
      const uint32_t w = word_of(s_.r.pick({opcode::SFPMAD, opcode::SFPADD}));
      return w | low{0, d, c, lreg(), lreg()};
    };
    push(mad(result, lreg()));
    push(s_.r.chance(50) ? mad(lreg(), result) : word_of(opcode::SFPMOV) | low{0, lreg(), result});
  }

  // At the end: the flag stack empty, all lanes on, LaneConfig without effect on others.
  void close() {
    while (depth_ > 0) push(word_of(opcode::SFPPOPC)), --depth_;
    push(word_of(opcode::SFPENCC) | low{10, 0} | 3u << 12);
    if (lane_config_) push(word_of(opcode::SFPCONFIG) | low{1, 15}), lane_config_ = false;
    quiet();
    keep_in_half();
  }

  void push(uint32_t w) {
    const opcode op = opcode_of(w);
    if (two_cycles_ && !sees_all(w)) s_.push(t_, sfpnop);
    s_.push(t_, w);
    note_counters(s_, t_, w);
    const auto& row = sfpu::row_of(op);
    two_cycles_ = row.unit == sfpu::mad_unit || sfpu::exchanges(op, w & 15);
  }

 private:
  bool close_together() const { return s_.options.more == stress::hazards || s_.options.more == stress::stalls; }
  unsigned lreg() { return s_.r.below(close_together() ? 2 : 8); }
  unsigned any_lreg() {
    if (close_together()) return lreg();
    return s_.r.chance(80) ? s_.r.below(8) : s_.r.below(16);
  }
  // 8 to 11 cannot be written, 12 to 15 make a template of SFPLOADMACRO.
  unsigned target() {
    if (close_together()) return lreg();
    return s_.r.chance(12) ? s_.r.between(8, 15) : index_ ? s_.r.below(4) : s_.r.below(8);
  }
  void quiet() {
    for (unsigned i = 0; i < 9; ++i) s_.push(t_, sfpnop);
    two_cycles_ = false;
  }
  void keep_in_half() { soak::keep_in_half(s_, t_, where_); }
  // Instructions of which the stall logic sees all that they read, or which read no LReg.
  static bool sees_all(uint32_t w) {
    switch (opcode_of(w)) {
      case opcode::SFPNOP:
      case opcode::SFPLOAD:
      case opcode::SFPLOADI:
      case opcode::SFPSTORE:
      case opcode::SFPMOV:
      case opcode::SFPABS:
      case opcode::SFPNOT:
      case opcode::SFPLZ:
      case opcode::SFPEXEXP:
      case opcode::SFPCAST:
      case opcode::SFPAND:
      case opcode::SFPOR:
      case opcode::SFPXOR:
        return !((w >> 24) == static_cast<unsigned>(opcode::SFPAND) || (w >> 24) == static_cast<unsigned>(opcode::SFPOR));
      case opcode::SFPADD:
      case opcode::SFPMUL:
      case opcode::SFPMAD: return !(w & 12);
      default: return false;
    }
  }

  void address(opcode op, unsigned format, unsigned reg) {
    keep_in_half();
    const unsigned row = where_.limited ? s_.r.below(last_field_row) : s_.r.below(1024);
    push(word_of(op) | insn::SFPLOAD::dest_reg_addr.place(row) | insn::SFPLOAD::sfpu_addr_mode.place(s_.r.below(8)) |
         insn::SFPLOAD::instr_mod0.place(format) | insn::SFPLOAD::lreg_ind.place(reg));
  }

  uint32_t plain() {
    using o = opcode;
    static constexpr opcode names[] = {o::SFPMAD,   o::SFPMAD,    o::SFPADD,        o::SFPMUL,    o::SFPMUL24,  o::SFPADDI,
                                       o::SFPMULI,  o::SFPLUT,    o::SFPLUTFP32,    o::SFPIADD,   o::SFPIADD,   o::SFPABS,
                                       o::SFPAND,   o::SFPOR,     o::SFPXOR,        o::SFPNOT,    o::SFPLZ,     o::SFPSHFT,
                                       o::SFPDIVP2, o::SFPEXEXP,  o::SFPEXMAN,      o::SFPSETEXP, o::SFPSETMAN, o::SFPSETSGN,
                                       o::SFPCAST,  o::SFPARECIP, o::SFP_STOCH_RND, o::SFPSWAP,   o::SFPTRANSP, o::SFPSHFT2,
                                       o::SFPMOV,   o::SFPNOP,    o::SFPSWAP};
    const opcode op = s_.r.pick(names);
    unsigned mode = s_.r.below(16);
    if (op == o::SFPSHFT2) mode = s_.r.below(7);
    if (index_ && sfpu::row_of(op).unit == sfpu::mad_unit) mode = 0;  // whose result could go where LReg 7 says
    uint32_t w = word_of(op);
    switch (sfpu::row_of(op).fields) {
      case word_fields::upper: return w | insn::SFPLUT::instr_mod0.place(mode) | insn::SFPLUT::lreg_ind.place(target());
      case word_fields::imm16: return w | low{mode, target()} | insn::SFPADDI::imm16_math.place(s_.value() >> 16);
      case word_fields::va_vb_vc: w |= low{mode, target(), any_lreg(), any_lreg(), any_lreg()}; break;
      case word_fields::vb_vc:
      case word_fields::vb_if_vc: w |= low{mode, target(), any_lreg(), any_lreg()}; break;
      case word_fields::vc: w |= low{mode, op == o::SFPSWAP && s_.r.chance(60) ? lreg() : target(), any_lreg()}; break;
      case word_fields::vd: w |= low{mode, target()}; break;
    }
    const auto imm = s_.r.chance(50) ? s_.r.below(0x1000) : s_.r.below(32);
    switch (op) {
      case o::SFP_STOCH_RND:
        return w | insn::SFP_STOCH_RND::imm8_math.place(s_.r.below(32)) | insn::SFP_STOCH_RND::rnd_mode.place(s_.r.below(3));
      case o::SFPSHFT2: return mode >= 5 || mode == 6 ? (w & 0xff0fff) | imm << 12 | word_of(op) : w;
      case o::SFPLUTFP32: return w | insn::SFPLUTFP32::mod1_mirror.place(mode);
      case o::SFPIADD:
      case o::SFPSHFT:
      case o::SFPDIVP2:
      case o::SFPSETMAN: return w | imm << 12;
      case o::SFPSETEXP: return w | (imm & 0xff) << 12;
      case o::SFPSETSGN: return w | (imm & 1) << 12;
      default: return w;
    }
  }

  void predicate() {
    using o = opcode;
    switch (s_.r.below(12)) {
      case 8:
      case 0:
        if (depth_ >= 8) return;
        ++depth_;
        return push(word_of(o::SFPPUSHC) | low{0, s_.r.below(12)});
      case 9:
      case 10:
      case 11:
      case 1:
        if (depth_ == 0) return;
        if (s_.r.chance(70))
          return push(word_of(s_.r.chance(50) ? o::SFPPUSHC : o::SFPPOPC) | low{s_.r.between(1, 15), s_.r.below(16)});
        --depth_;
        return push(word_of(o::SFPPOPC) | low{0, s_.r.below(12)});
      case 2: return push(word_of(o::SFPCOMPC) | low{0, s_.r.below(16)});
      case 3: return push(word_of(o::SFPENCC) | low{s_.r.below(16), s_.r.below(16)} | s_.r.below(4) << 12);
      case 4:
        return push(word_of(s_.r.chance(50) ? o::SFPLE : o::SFPGT) |
                    low{s_.r.below(16), s_.r.chance(40) ? s_.r.between(8, 15) : target(), s_.r.below(16)});
      default: return push(word_of(o::SFPSETCC) | low{s_.r.below(16), s_.r.below(16), any_lreg()} | s_.r.below(2) << 12);
    }
  }

  // Constants; LaneConfig with some of its bits, alike in all columns that need it.
  void configure() {
    switch (s_.r.below(4)) {
      case 0:
      case 1: return push(word_of(opcode::SFPCONFIG) | low{s_.r.below(16), s_.r.between(9, 14)} | s_.r.below(0x10000) << 8);
      default: {
        // Lane flags would make the columns differ.
        push(word_of(opcode::SFPENCC) | low{2, 0});
        const unsigned bits[] = {0x1u << 1, 0x1u << 2, 0x1u << 3, 0x10u, 0x20u, 0x40u, 0x80u, 0x100u, 0x200u};
        const unsigned chosen = s_.r.pick(bits);
        const unsigned imm = chosen == 0x200 && d_.vector != d_.math ? 0x100 : chosen;  // it holds the matrix unit's moves back
        push(word_of(opcode::SFPCONFIG) | low{1 | 2 * s_.r.below(4), 15} | imm << 8);
        lane_config_ = index_ = true;
        return;
      }
    }
  }

  // One unit at a time, then enough time for all of it: nothing else is on the way.
  void macro() {
    quiet();
    push(word_of(opcode::SFPENCC) | low{2, 0});
    if (lane_config_) push(word_of(opcode::SFPCONFIG) | low{1, 15}), lane_config_ = index_ = false;
    const unsigned unit = s_.r.below(4), number = s_.r.below(4), reg = s_.r.below(4), delay = s_.r.below(7);
    static constexpr opcode of_unit[3][4] = {
        {opcode::SFPABS, opcode::SFPNOT, opcode::SFPIADD, opcode::SFPMOV},
        {opcode::SFPMAD, opcode::SFPADD, opcode::SFPMUL, opcode::SFPMULI},
        {opcode::SFP_STOCH_RND, opcode::SFP_STOCH_RND, opcode::SFP_STOCH_RND, opcode::SFP_STOCH_RND}};
    unsigned what = 3;  // SFPSTORE
    if (unit < 3) {
      const unsigned place = s_.r.below(4);
      what = 4 + place;
      const opcode op = of_unit[unit][s_.r.below(4)];
      const unsigned mode = op == opcode::SFPMAD ? 0 : s_.r.below(4);
      uint32_t w = word_of(op) | low{mode, 12 + place, s_.r.below(8)};
      if (op != opcode::SFPMULI && op != opcode::SFPIADD) w |= s_.r.below(8) << 12 | (unit == 1 ? s_.r.below(8) << 16 : 0);
      if (s_.r.chance(60)) {  // by the back door
        push(w);
      } else {  // through LReg 0
        const uint32_t real = (w & ~0xf0u) | s_.r.below(8) << 4;
        push(word_of(opcode::SFPLOADI) | insn::SFPLOADI::imm16.place(real >> 16) | insn::SFPLOADI::instr_mod0.place(8));
        push(word_of(opcode::SFPLOADI) | insn::SFPLOADI::imm16.place(real) | insn::SFPLOADI::instr_mod0.place(10));
        push(word_of(opcode::SFPCONFIG) | low{0, place});
      }
    }
    const uint32_t byte = what | delay << 3 | s_.r.below(4) << 6;
    const uint32_t sequence = byte << (8 * unit);
    push(word_of(opcode::SFPLOADI) | insn::SFPLOADI::imm16.place(sequence >> 16) | insn::SFPLOADI::instr_mod0.place(8));
    push(word_of(opcode::SFPLOADI) | insn::SFPLOADI::imm16.place(sequence) | insn::SFPLOADI::instr_mod0.place(10));
    push(word_of(opcode::SFPCONFIG) | low{0, 4 + number});
    push(word_of(opcode::SFPCONFIG) | low{1, 8} | (s_.r.below(16) | s_.r.below(16) << 4 | s_.r.below(16) << 8) << 8);
    quiet();
    keep_in_half();
    address(opcode::SFPLOADMACRO, s_.r.below(16), number << 2 | reg);
    quiet();
  }

  void repeated() {
    std::vector<uint32_t> piece;
    const unsigned length = s_.r.pick({1u, 2u, 2u, 4u, 5u, 8u});
    for (unsigned i = 0; i < length; ++i) {
      piece.push_back(plain());
      if (sfpu::row_of(opcode_of(piece.back())).unit == sfpu::mad_unit ||
          sfpu::exchanges(opcode_of(piece.back()), piece.back() & 15)) {
        if (length <= 2) piece.back() = sfpnop;
        else piece.push_back(sfpnop);
      }
    }
    s_.push(t_, sfpnop);
    two_cycles_ = false;
    emit(s_, t_, piece, s_.r.between(1, 5));
  }

  scene& s_;
  const data_path& d_;
  unsigned t_;
  dst_span where_;
  unsigned depth_ = 0;
  bool two_cycles_ = false, lane_config_ = false, index_ = false;
};

}  // namespace

void vector_reset(scene& s, unsigned t) {
  s.push(t, word_of(opcode::SFPENCC) | low{10, 0} | 3u << 12);
  s.push(t, word_of(opcode::SFPCONFIG) | low{1, 15});
  s.push(t, sfpnop);
}

void vector_step(scene& s, const data_path& d, dst_span where) {
  const scene::grouped g(s);  // the flag stack, LaneConfig
  vector_words words(s, d, d.vector, where);
  if (s.r.chance(80)) words.load();
  for (unsigned n = s.r.between(3, 25); n > 0; --n) words.any();
  if (s.options.more == stress::hazards)
    for (unsigned n = s.r.between(20, 60); n > 0; --n) words.any();
  if (s.options.more == stress::stalls)
    for (unsigned n = s.r.between(20, 60); n > 0; --n) words.dependent();
  if (s.r.chance(80)) words.store();
  words.close();
}

}  // namespace tensix::soak
