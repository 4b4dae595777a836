// SPDX-License-Identifier: Apache-2.0
// Unpackers: plans (formats, shapes, addresses of a phase) and steps (what fills and hands over one or two banks).
#include <algorithm>

#include "models/formats/data_format.h"
#include "models/formats/unpack_formats.h"
#include "tests/soak/generator_ideas.h"

namespace tensix::soak {

namespace {

constexpr unsigned header = 64;  // datums in front of SrcA and Dst

config_field of(unsigned which, config_field f, unsigned further = 0) {
  return f.further(thcon_section_words * which + further);
}
config_field pair_of(unsigned which, config_field a, config_field b) { return which ? b : a; }

struct shape {
  unsigned x_dim, y_dim, z_dim;
  data_format in, out;
  bool to_dst, compressed, tilize, narrow;
};

void choose_formats(scene& s, bool to_dst, bool e4m3, bool is_unsigned, data_format& in, data_format& out) {
  for (;;) {
    in = static_cast<data_format>(s.r.below(16));
    out = s.r.chance(20) ? in : static_cast<data_format>(s.r.below(16));
    if (is_known_format(in) && route_of(in, out, to_dst, e4m3, is_unsigned).defined) return;
  }
}

// Exponents that stay within five bits, or any.
void write_exponents(scene& s, std::vector<uint32_t>& words, unsigned first_byte, unsigned bytes) {
  for (unsigned i = first_byte; i < first_byte + bytes && i / 4 < words.size(); ++i) {
    uint32_t& w = words[i / 4];
    w = (w & ~(0xffu << 8 * (i % 4))) | s.r.between(8, 31) << 8 * (i % 4);
  }
}

uint32_t descriptor_bits(uint32_t value, unsigned lo) { return value << (lo % 32); }

void set_descriptor(settings& want, unsigned which, unsigned lo, uint32_t value) {
  want.word[cfg::THCON_SEC0_REG0_TileDescriptor.word + thcon_section_words * which + lo / 32] |= descriptor_bits(value, lo);
}

unsigned descriptor(const settings& want, unsigned which, unsigned lo, unsigned width) {
  return want.word[cfg::THCON_SEC0_REG0_TileDescriptor.word + thcon_section_words * which + lo / 32] >> (lo % 32) &
         ((1u << width) - 1);
}

// Does a phase of this plan allow UNPACR with row_search?
bool can_search(const settings& w, unsigned u) {
  return !w.get(of(u, cfg::THCON_SEC0_REG2_Tileize_mode)) && !w.get(of(u, cfg::THCON_SEC0_REG2_Haloize_mode)) &&
         !w.get(of(u, cfg::THCON_SEC0_REG2_Upsample_rate));
}

bool is_narrow_block(data_format f) { return has_narrow_shared_exponent(f); }

// One input: its row starts, exponents, datums, where context `context` of the unpacker finds them.
void place_input(scene& s, data_path& d, unsigned which, unsigned context, bool compressed, bool narrow) {
  settings& w = d.want;
  const unsigned x_dim = descriptor(w, which, 16, 16), y_dim = descriptor(w, which, 32, 8), z_dim = descriptor(w, which, 48, 8);
  // All that counters can reach, and a piece of it that is not zero.
  const unsigned bits = datum_bits(static_cast<data_format>(descriptor(w, which, 0, 4)));
  const uint32_t reach = (x_dim * (y_dim * z_dim + 1) + 1024) * bits / 8 + x_dim * y_dim * z_dim / 16 + 0xa00;
  const uint32_t bytes = std::min(reach, 0xc00u) / 16 * 16;
  const uint32_t at = s.area(reach);
  if (at == 0) return;
  const config_field offset_field = of(which, cfg::THCON_SEC0_REG7_Offset_address, context & 3);
  if (context < 4) w.set(offset_field, s.r.chance(30) ? s.r.below(8) : 0);
  const unsigned offset = w.get(offset_field), digest = descriptor(w, which, 120, 8);
  const uint32_t first = at + 16 * (offset + 1 + digest);
  auto& words = s.fill(at, bytes);
  const unsigned before = first - at;
  unsigned exponents = before;
  if (compressed) {
    const unsigned blobs = descriptor(w, which, 8, 3), entries = (blobs ? blobs : y_dim) * z_dim + 1;
    unsigned start = 0;
    for (unsigned i = 0; i < (entries * 2 + 15) / 16 * 8; ++i) {
      const unsigned byte = before + 2 * i;
      words[byte / 4] = (words[byte / 4] & ~(0xffffu << 8 * (byte % 4))) | (start & 0xffff) << 8 * (byte % 4);
      start += s.r.below(14);
    }
    exponents += (entries * 2 + 15) / 16 * 16;
  }
  if (narrow) write_exponents(s, words, exponents, (x_dim * y_dim * z_dim + 255) / 256 * 16 + 32);
  w.set(of(which, cfg::THCON_SEC0_REG3_Base_address, context), at / 16);
}

}  // namespace

void plan_unpack(scene& s, data_path& d) {
  settings& w = d.want;
  d.a_by_counter = d.to_dst || s.r.chance(20);
  const bool is_unsigned[2] = {s.r.chance(30), s.r.chance(30)};
  w.set(cfg::ALU_FORMAT_SPEC_REG0_SrcAUnsigned, is_unsigned[0]);
  w.set(cfg::ALU_FORMAT_SPEC_REG0_SrcBUnsigned, is_unsigned[1]);
  for (unsigned u = 0; u < 2; ++u) {
    const bool e4m3 = s.r.chance(40), compressed = s.r.chance(12);
    const bool tilize = !compressed && s.r.chance(12);
    data_format in{}, out{};
    const bool to_dst = u == 0 && d.to_dst;
    choose_formats(s, to_dst, e4m3, is_unsigned[u], in, out);
    const bool transpose = u == 0 && !to_dst && !compressed && s.r.chance(15);
    set_descriptor(w, u, 0, static_cast<unsigned>(in));
    set_descriptor(w, u, 4, !compressed);
    const bool no_exponents = s.r.chance(8) && datum_bits(in) != 8;
    set_descriptor(w, u, 5, no_exponents);
    const unsigned x_dim = tilize || transpose ? 64 * s.r.between(1, 4)
                           : compressed        ? 16 * s.r.between(1, 4)
                           : s.r.chance(50)    ? 256
                                               : 16 * s.r.between(1, 16);
    if (!compressed && x_dim == 256 && s.r.chance(25)) {  // blobs, from ascending places
      uint32_t starts = 0, at = 0;
      for (unsigned i = 0; i < 8; ++i) starts |= (at = std::min(15u, at + s.r.below(4))) << (4 * i);
      set_descriptor(w, u, 8, s.r.between(1, 7));
      set_descriptor(w, u, 80, starts & 0xffff);
      set_descriptor(w, u, 96, starts >> 16);
      if (u == 0)
        w.set(cfg::UNP0_BLOBS_Y_START_CNTX_01_blobs_y_start, starts),
            w.set(cfg::UNP0_BLOBS_Y_START_CNTX_23_blobs_y_start, starts);
    }
    set_descriptor(w, u, 16, x_dim);
    set_descriptor(w, u, 32, s.r.between(1, 3));
    set_descriptor(w, u, 48, s.r.between(1, 3));
    set_descriptor(w, u, 64, 1);
    set_descriptor(w, u, 120, s.r.chance(20) ? s.r.below(3) : 0);
    w.set(of(u, cfg::THCON_SEC0_REG2_Out_data_format), static_cast<unsigned>(out));
    w.set(of(u, cfg::THCON_SEC0_REG2_Throttle_mode), s.r.below(3));
    w.set(of(u, cfg::THCON_SEC0_REG1_ovrd_default_throttle_mode), s.r.below(2));
    w.set(of(u, cfg::THCON_SEC0_REG1_Unp_LF8_4b_exp), e4m3);
    w.set(of(u, cfg::THCON_SEC0_REG2_Haloize_mode), u == 0 && transpose);
    w.set(of(u, cfg::THCON_SEC0_REG2_Tileize_mode), tilize);
    w.set(of(u, cfg::THCON_SEC0_REG2_Unpack_Src_Reg_Set_Upd), u == 0 && s.r.chance(20));
    if (!tilize && !compressed && s.r.chance(15)) {
      w.set(of(u, cfg::THCON_SEC0_REG2_Upsample_rate), s.r.below(4));
      w.set(of(u, cfg::THCON_SEC0_REG2_Upsample_and_interleave), s.r.below(2));
    }
    w.set(of(u, cfg::THCON_SEC0_REG2_Context_count), u ? s.r.below(2) : s.r.below(4));
    if (to_dst) {
      w.set(cfg::THCON_SEC0_REG2_Unpack_If_Sel, 1);
      w.word[cfg::THCON_SEC0_REG2_Unpack_if_sel_cntx0.word] |= 0xf000f0;
    }
    w.set(of(u, cfg::THCON_SEC0_REG2_Context_count_non_log2_en), s.r.chance(20));
    w.set(of(u, cfg::THCON_SEC0_REG2_Context_count_non_log2), s.r.between(1, u ? 2 : 7));
    const bool own_formats = s.r.chance(20);
    w.set(of(u, cfg::THCON_SEC0_REG2_Ovrd_data_format), own_formats);
    if (own_formats)
      for (unsigned c = 0; c < 8; ++c) {
        data_format other = out;
        for (unsigned n = 0; n < 4; ++n) {
          other = static_cast<data_format>(s.r.below(16));
          // As wide, or the places of rows would no longer fit.
          if (route_of(in, other, to_dst, e4m3, is_unsigned[u]).defined && datum_bits(other) == datum_bits(out)) break;
          other = out;
        }
        w.word[cfg::THCON_SEC0_REG7_Offset_address.word + thcon_section_words * u + (c & 3)] |=
            (static_cast<unsigned>(in) | static_cast<unsigned>(other) << 4) << (c < 4 ? 16 : 24);
      }
    const unsigned contexts = u ? 2 : 8;
    const unsigned bits = u ? 0x3 : 0xf000f;
    if (!compressed) w.word[cfg::THCON_SEC0_REG2_Disable_zero_compress_cntx0.word + thcon_section_words * u] |= bits;
    if (tilize) {
      w.set(of(u, cfg::THCON_SEC0_REG2_Shift_amount_cntx0), s.r.between(1, 8));
    } else if (s.r.chance(15) && u == 0 && !to_dst) {
      for (unsigned i = 0; i < 4; ++i) w.word[72] |= s.r.below(16) << (16 + 4 * i);
    }
    const bool forced = is_block_format(in) && s.r.chance(20);
    w.set(of(u, cfg::THCON_SEC0_REG2_Force_shared_exp), forced);
    w.set(pair_of(u, cfg::UNP0_FORCED_SHARED_EXP_shared_exp, cfg::UNP1_FORCED_SHARED_EXP_shared_exp),
          is_narrow_block(in) ? s.r.between(8, 31) : s.r.below(256));
    // Inputs of some contexts; the others have the same.
    const unsigned different = s.r.chance(70) ? 1 : std::max(1u, s.r.between(1, 3));
    for (unsigned c = 0; c < contexts; ++c) {
      if (c < different) place_input(s, d, u, c, compressed, is_narrow_block(in));
      else w.set(of(u, cfg::THCON_SEC0_REG3_Base_address, c), w.get(of(u, cfg::THCON_SEC0_REG3_Base_address, c % different)));
    }
    for (unsigned c = different; c < (u ? 2u : 4u); ++c)
      w.set(of(u, cfg::THCON_SEC0_REG7_Offset_address, c), w.get(of(u, cfg::THCON_SEC0_REG7_Offset_address, c % different)));
    if (different == 3)  // contexts 4 to 7 have the offsets of 0 to 3
      for (unsigned c = 4; c < contexts; ++c)
        w.set(of(u, cfg::THCON_SEC0_REG3_Base_address, c), w.get(of(u, cfg::THCON_SEC0_REG3_Base_address, c - 4)));
    if (u == 0) {
      w.set(cfg::UNP0_ADD_DEST_ADDR_CNTR_add_dest_addr_cntr, s.r.below(2));
      w.word[cfg::THCON_SEC0_REG5_Tile_x_dim_cntx0.word] = w.word[cfg::THCON_SEC0_REG5_Tile_x_dim_cntx0.word + 1] =
          x_dim | x_dim << 16;
      for (unsigned c = 0; c < 4; ++c) {
        const unsigned odd = s.r.chance(30) ? s.r.below(48) : 0;
        const unsigned place = to_dst ? 16 * s.r.below(1100) + odd : d.a_by_counter ? header : header + odd;
        w.word[cfg::THCON_SEC0_REG5_Dest_cntx0_address.word + c / 2] |= place << (16 * (c & 1));
      }
    }
    // Where rows go: in bytes of the output format, so multiples of a row whatever that is.
    if (u == 1 || !d.a_by_counter) {
      w.set(pair_of(u, cfg::UNP0_ADDR_CTRL_XY_REG_1_Ystride, cfg::UNP1_ADDR_CTRL_XY_REG_1_Ystride), 64 * s.r.below(2));
      w.set(pair_of(u, cfg::UNP0_ADDR_CTRL_ZW_REG_1_Zstride, cfg::UNP1_ADDR_CTRL_ZW_REG_1_Zstride), 64 * s.r.below(2));
    }
    w.set(pair_of(u, cfg::UNP0_ADDR_BASE_REG_1_Base, cfg::UNP1_ADDR_BASE_REG_1_Base),
          u == 0 ? 0 : 4 * (s.r.chance(70) ? 16 * s.r.below(2) : s.r.below(32)));
    if (!is_narrow_block(in) && !compressed &&
        s.r.chance(s.options.more == stress::wraps ? 100 : 10)) {  // a circular buffer that ends in the input
      const unsigned beyond = s.r.between(1, 0x40);
      w.set(of(u, cfg::THCON_SEC0_REG2_Unpack_limit_address), w.get(of(u, cfg::THCON_SEC0_REG3_Base_address)) + beyond);
      w.set(of(u, cfg::THCON_SEC0_REG2_Unpack_fifo_size), s.r.below(beyond));
    }
  }
}

namespace {
uint32_t setadcxx(unsigned units, unsigned first, unsigned last) {
  using namespace insn::SETADCXX;
  return word_of(opcode::SETADCXX) | cnt_set_mask.place(units) | x_start.place(first) | x_end2.place(last);
}
uint32_t pair_word(opcode op, unsigned units, unsigned enabled, unsigned a, unsigned b, unsigned c, unsigned d) {
  using namespace insn::SETADCXY;
  return word_of(op) | cnt_set_mask.place(units) | bit_mask.place(enabled) | ch0_x.place(a) | ch0_y.place(b) | ch1_x.place(c) |
         ch1_y.place(d);
}
}  // namespace

void prepare_unpack(scene& s, const data_path& d) {
  const unsigned t = d.unpack;
  s.setc16(t, tcfg::SRCA_SET_Base.reg,
           tcfg::SRCA_SET_SetOvrdWithAddr.place(!d.a_by_counter) | tcfg::SRCA_SET_Base.place(s.r.below(4)));
  s.setc16(t, tcfg::SRCB_SET_Base.reg, s.r.below(2));
  s.setc16(t, unpack_misc_cfg_register,
           tcfg::UNPACK_MISC_CFG_CfgContextCntReset_0.place(1) | tcfg::UNPACK_MISC_CFG_CfgContextCntReset_1.place(1));
  s.setc16(t, unpack_misc_cfg_register, tcfg::UNPACK_MISC_CFG_CfgContextOffset_0.place(s.r.chance(30) ? s.r.below(10) : 0));
  s.push(t, word::clear_adc_xy(3));
  s.push(t, word::clear_adc_zw(3));
  // SrcB's row counter as SRCB_SET_Base has it, and nothing unpredictable in either.
  for (unsigned u = 0; u < 2; ++u) {
    using namespace insn::UNPACR_NOP;
    s.push(t, word_of(opcode::UNPACR_NOP) | unpacker_select.place(u) | unpack_pop.place(1) |
                  src_clr_val_ctrl.place(s.r.below(4)) | clr_to1_fmt_ctrl.place(s.r.below(3)) | bank_clr_ctrl.place(1) |
                  stall_clr_cntrl.place(s.r.below(2)));
  }
}

namespace {

uint32_t unpacr(scene& s, const data_path& d, unsigned u, bool valid) {
  using namespace insn::UNPACR;
  const bool multi = s.r.chance(70);
  uint32_t w =
      word_of(opcode::UNPACR) | unpack_block_selection.place(u) | set_dat_valid.place(valid) | last.place(s.r.below(2));
  if (multi) {
    w |= ovrd_thread_id.place(1) | addr_cnt_context_id.place(d.unpack);
    if (u == 0 || s.r.chance(50)) w |= cfg_context_id.place(u ? s.r.below(2) : s.r.below(8));
  }
  if (multi && s.r.chance(25)) w |= auto_inc_context_id.place(1);
  if (s.r.chance(8)) w |= zero_write2.place(1);
  return w;
}

// Counters such that the datums fit the bank. True: for an UNPACR with row_search.
bool aim(scene& s, const data_path& d, unsigned u) {
  const unsigned t = d.unpack, units = 1u << u;
  const bool tilize = d.want.get(of(u, cfg::THCON_SEC0_REG2_Tileize_mode));
  const bool aligned = tilize || d.want.get(of(u, cfg::THCON_SEC0_REG2_Haloize_mode));
  const bool compressed = !descriptor(d.want, u, 4, 1);
  const unsigned x_dim = descriptor(d.want, u, 16, 16), expansion = 1u << d.want.get(of(u, cfg::THCON_SEC0_REG2_Upsample_rate));
  const unsigned first = aligned || compressed || s.r.chance(70) ? 0 : s.r.below(x_dim);
  unsigned most = 256 / expansion;
  if (s.r.chance(50)) most = 1 + s.r.below(most);
  unsigned last = compressed && s.r.chance(40) ? x_dim - 1 : first + most - 1;
  const unsigned blobs = descriptor(d.want, u, 8, 3), y_dim = descriptor(d.want, u, 32, 8);
  unsigned x = first, y = s.r.below(y_dim);
  // With SRCA_SET_SetOvrdWithAddr 0 rows beyond 15 are undefined, and what a search finds may be longer.
  const bool any_length = u != 0 || d.to_dst || !d.a_by_counter || !(blobs || compressed);
  const bool searches = can_search(d.want, u) && s.r.chance(blobs ? 60 : 10) && any_length;
  if (searches && blobs) x = s.r.below(blobs), y = s.r.below(x + 1);
  else if (searches && compressed) x = y + s.r.below(y_dim - y);
  else if (searches) last = std::min(last, 255u);  // as many datums, from the first
  s.push(t, setadcxx(units, x, std::min(last, 1023u)));
  const unsigned z = s.r.below(descriptor(d.want, u, 48, 8));
  const unsigned y_out = s.r.below(3), z_out = s.r.below(3);
  s.push(t, pair_word(opcode::SETADCXY, units, 10, 0, y, 0, y_out));
  s.push(t, pair_word(opcode::SETADCZW, units, 5, z, 0, z_out, 0));
  return searches;
}

}  // namespace

unsigned unpack_step(scene& s, const data_path& d) {
  const unsigned t = d.unpack, banks = s.r.between(1, 3);
  if (banks == 3 && !d.to_dst && s.r.chance(3)) {
    stall(s, t, done::unpacker0 | done::unpacker1 | done::a_to_unpackers | done::b_to_unpackers);
    s.push(t, word_of(opcode::SETDVALID) | insn::SETDVALID::setvalid.place(3));
    return banks;
  }
  for (unsigned u = 0; u < 2; ++u) {
    if (!(banks >> u & 1)) continue;
    const unsigned how = u == 0 && d.to_dst ? 1 : s.r.below(20);
    if (how == 0) {  // handed over as it is
      stall(s, t, u ? done::unpacker1 | done::b_to_unpackers : done::unpacker0 | done::a_to_unpackers);
      if (s.r.chance(50)) s.push(t, word_of(opcode::SETDVALID) | insn::SETDVALID::setvalid.place(1u << u));
      else
        s.push(t, word_of(opcode::UNPACR_NOP) | insn::UNPACR_NOP::unpacker_select.place(u) |
                      insn::UNPACR_NOP::clr_to1_fmt_ctrl.place(3));
      continue;
    }
    if (how == 2) {  // filled out of GPRs, and handed over
      // STOREIND would wait for the bank itself, but keeps the scalar unit from all threads meanwhile.
      using namespace insn::STOREIND;
      const uint32_t theirs = u ? done::unpacker1 | done::b_to_unpackers : done::unpacker0 | done::a_to_unpackers;
      stall(s, t, theirs);
      for (unsigned n = s.r.between(1, 3); n > 0; --n) {
        s.gpr(t, 60, (u ? 0 : 16) + s.r.below(48));
        s.gpr(t, 61, s.r.below(16));
        const unsigned data = s.r.below(60), step = s.r.below(4);
        stall(s, t, done::scalar);
        s.push(t, word_of(opcode::STOREIND) | addr_reg_index.place(60) | data_reg_index.place(data) | offset_index.place(122) |
                      auto_inc_spec.place(step) | reg_size_sel.place(u));
      }
      stall(s, t, done::scalar | theirs);
      s.push(t, word_of(opcode::SETDVALID) | insn::SETDVALID::setvalid.place(1u << u));
      continue;
    }
    if (how == 1) {  // cleared
      using namespace insn::UNPACR_NOP;
      s.push(t, word_of(opcode::UNPACR_NOP) | unpacker_select.place(u) | unpack_pop.place(1) |
                    src_clr_val_ctrl.place(s.r.below(4)) | clr_to1_fmt_ctrl.place(s.r.below(3)) | stall_clr_cntrl.place(1) |
                    set_dvalid.place(1));
      continue;
    }
    const bool many = s.options.more == stress::hazards;
    for (unsigned n = many ? s.r.between(2, 5) : s.r.chance(25) ? s.r.between(2, 3) : 1; n > 0; --n) {
      const bool searches = aim(s, d, u);
      const uint32_t step = s.r.chance(30) ? s.r.below(256) : 0;
      s.push(t, unpacr(s, d, u, n == 1) | insn::UNPACR::addr_mode.place(step) | insn::UNPACR::row_search.place(searches));
    }
    if (s.r.chance(10))
      s.push(t, word_of(opcode::UNPACR) | insn::UNPACR::unpack_block_selection.place(u) |
                    (s.r.chance(50) ? insn::UNPACR::search_cache_flush.place(1) : insn::UNPACR::cfg_context_cnt_inc.place(1)));
  }
  return banks;
}

// Unpacker 0 to Dst; over when this returns.
void unpack_to_dst(scene& s, const data_path& d) {
  const unsigned t = d.unpack;
  for (unsigned n = s.r.between(1, 2); n > 0; --n) {
    const bool searches = aim(s, d, 0);
    s.push(t, unpacr(s, d, 0, false) | insn::UNPACR::row_search.place(searches));
  }
  stall(s, t, done::unpacker0);
}

// UNPACR_NOP that writes a register or frees messages of an overlay stream.
void unpack_registers(scene& s, const data_path& d) {
  using namespace insn::UNPACR_NOP;
  const scene::grouped g(s);
  const unsigned t = d.unpack, u = s.r.below(2), stream = 44 + t;
  const uint32_t nop = word_of(opcode::UNPACR_NOP) | unpacker_select.place(u);
  switch (s.r.below(4)) {
    case 0: s.push(t, s.r.chance(50) ? nop | unpack_pop.place(2) : word_of(opcode::SETDVALID)); break;
    case 1:
      s.setc16(t, tcfg::NOC_OVERLAY_MSG_CLEAR_StreamId_0.reg + u, stream | s.r.below(8) << 8);
      s.push(t, nop);
      s.push(t, nop | unpack_pop.place(3) | msg_clr_cnt.place(0) | stream_id.place(s.r.below(64)));
      break;
    case 2: s.push(t, nop | unpack_pop.place(3) | msg_clr_cnt.place(s.r.between(1, 7)) | stream_id.place(stream)); break;
    default:
      settle(s, t);
      s.store(t, 0xFFB11024, (1u << 20 | 1u << 22 | s.r.below(32) | s.r.below(32) << 10) << 8);
      s.load(t, 0xFFB11024);
      stall(s, t, done::stores);
      // Bit 2: a register write; bit 3 accumulates, the value is in bits 14:4.
      s.push(t, (nop & ~(1u << 23)) | u << 23 | unpack_pop.place(3) | 4 | s.r.below(2) << 3 | s.r.below(0x800) << 4 |
                    s.r.below(2) << 15 | stream_id.place(stream));
  }
  stall(s, t, done::unpacker0 | done::unpacker1);
}

}  // namespace tensix::soak
