// Unpackers: plans (formats, shapes, addresses of a phase) and steps (what fills and hands over one or two banks).
#include <algorithm>

#include "models/formats/data_format.h"
#include "models/formats/unpack_formats.h"
#include "tests/soak/generator_ideas.h"

namespace tensix::soak {

namespace {

constexpr unsigned section = cfg::THCON_SEC1_REG0_TileDescriptor.word - cfg::THCON_SEC0_REG0_TileDescriptor.word;
constexpr unsigned header = 64;  // datums in front of SrcA and Dst

config_field of(unsigned which, config_field f, unsigned further = 0) {
  return f.at_word(static_cast<uint16_t>(f.word + section * which + further));
}
config_field pair_of(unsigned which, config_field a, config_field b) { return which ? b : a; }

constexpr unsigned context_bit(unsigned context) { return context < 4 ? context : 16 + context - 4; }

struct shape {
  unsigned x_dim, y_dim, z_dim;
  data_format in, out;
  bool to_dst, compressed, tilize, narrow;
};

void choose_formats(scene& s, bool to_dst, bool e4m3, bool is_unsigned, data_format& in, data_format& out) {
  for (;;) {
    in = static_cast<data_format>(s.r.below(16));
    out = s.r.chance(40) ? in : static_cast<data_format>(s.r.below(16));
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
  want.word[cfg::THCON_SEC0_REG0_TileDescriptor.word + section * which + lo / 32] |= descriptor_bits(value, lo);
}

unsigned descriptor(const settings& want, unsigned which, unsigned lo, unsigned width) {
  return want.word[cfg::THCON_SEC0_REG0_TileDescriptor.word + section * which + lo / 32] >> (lo % 32) & ((1u << width) - 1);
}

bool is_narrow_block(data_format f) { return has_narrow_shared_exponent(f); }

// One input: its row starts, exponents, datums, where context `context` of the unpacker finds them.
void place_input(scene& s, data_path& d, unsigned which, unsigned context, bool compressed, bool narrow) {
  settings& w = d.want;
  const unsigned x_dim = descriptor(w, which, 16, 16), y_dim = descriptor(w, which, 32, 8), z_dim = descriptor(w, which, 48, 8);
  const uint32_t bytes = 0xc00;
  const uint32_t at = s.area(bytes + 0x400);
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
  d.a_by_counter = s.r.chance(20);
  const bool is_unsigned[2] = {s.r.chance(30), s.r.chance(30)};
  w.set(cfg::ALU_FORMAT_SPEC_REG0_SrcAUnsigned, is_unsigned[0]);
  w.set(cfg::ALU_FORMAT_SPEC_REG0_SrcBUnsigned, is_unsigned[1]);
  for (unsigned u = 0; u < 2; ++u) {
    const bool e4m3 = s.r.chance(40), compressed = s.r.chance(12);
    const bool tilize = !compressed && s.r.chance(12);
    data_format in{}, out{};
    choose_formats(s, false, e4m3, is_unsigned[u], in, out);
    const bool transpose = u == 0 && !compressed && s.r.chance(15);
    set_descriptor(w, u, 0, static_cast<unsigned>(in));
    set_descriptor(w, u, 4, !compressed);
    const bool no_exponents = s.r.chance(8) && datum_bits(in) != 8;
    set_descriptor(w, u, 5, no_exponents);
    const unsigned x_dim = tilize || transpose ? 64 * s.r.between(1, 4) : compressed ? 16 * s.r.between(1, 4)
                           : s.r.chance(50)    ? 256 : 16 * s.r.between(1, 16);
    set_descriptor(w, u, 8, compressed || s.r.chance(90) ? 0 : s.r.between(1, 7));  // blobs
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
    const unsigned contexts = u ? 2 : 8;
    const unsigned bits = u ? 0x3 : 0xf000f;
    if (!compressed) w.word[cfg::THCON_SEC0_REG2_Disable_zero_compress_cntx0.word + section * u] |= bits;
    if (tilize) {
      w.set(of(u, cfg::THCON_SEC0_REG2_Shift_amount_cntx0), s.r.between(1, 8));
    } else if (s.r.chance(15) && u == 0) {
      for (unsigned i = 0; i < 4; ++i) w.word[72] |= s.r.below(16) << (16 + 4 * i);
    }
    const bool forced = is_block_format(in) && s.r.chance(20);
    w.set(of(u, cfg::THCON_SEC0_REG2_Force_shared_exp), forced);
    w.set(pair_of(u, cfg::UNP0_FORCED_SHARED_EXP_shared_exp, cfg::UNP1_FORCED_SHARED_EXP_shared_exp),
          is_narrow_block(in) ? s.r.between(8, 31) : s.r.below(256));
    // Inputs of some contexts; the others have the same.
    const unsigned different = s.r.chance(70) ? 1 : s.r.between(1, 3);
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
      w.word[cfg::THCON_SEC0_REG5_Tile_x_dim_cntx0.word] = w.word[cfg::THCON_SEC0_REG5_Tile_x_dim_cntx0.word + 1] = x_dim | x_dim << 16;
      for (unsigned i = 0; i < 2; ++i) w.word[cfg::THCON_SEC0_REG5_Dest_cntx0_address.word + i] = header | header << 16;
    }
    // Where rows go: in bytes of the output format, so multiples of a row whatever that is.
    if (u == 1 || !d.a_by_counter) {
      w.set(pair_of(u, cfg::UNP0_ADDR_CTRL_XY_REG_1_Ystride, cfg::UNP1_ADDR_CTRL_XY_REG_1_Ystride), 64 * s.r.below(2));
      w.set(pair_of(u, cfg::UNP0_ADDR_CTRL_ZW_REG_1_Zstride, cfg::UNP1_ADDR_CTRL_ZW_REG_1_Zstride), 64 * s.r.below(2));
    }
    w.set(pair_of(u, cfg::UNP0_ADDR_BASE_REG_1_Base, cfg::UNP1_ADDR_BASE_REG_1_Base), u == 0 ? 0 : 64 * s.r.below(2));
    if (!is_narrow_block(in) && !compressed && s.r.chance(10)) {  // a circular buffer that ends in the input
      const unsigned limit = w.get(of(u, cfg::THCON_SEC0_REG3_Base_address)) + s.r.between(1, 0x40);
      w.set(of(u, cfg::THCON_SEC0_REG2_Unpack_limit_address), limit);
      w.set(of(u, cfg::THCON_SEC0_REG2_Unpack_fifo_size), s.r.below(std::min(limit, 0x40u)));
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
  s.setc16(t, tcfg::SRCA_SET_Base.reg, tcfg::SRCA_SET_SetOvrdWithAddr.place(!d.a_by_counter) | tcfg::SRCA_SET_Base.place(s.r.below(4)));
  s.setc16(t, tcfg::SRCB_SET_Base.reg, s.r.below(2));
  s.setc16(t, unpack_misc_cfg_register, tcfg::UNPACK_MISC_CFG_CfgContextCntReset_0.place(1) |
                                            tcfg::UNPACK_MISC_CFG_CfgContextCntReset_1.place(1));
  s.setc16(t, unpack_misc_cfg_register, 0);
  s.push(t, word::clear_adc_xy(3));
  s.push(t, word::clear_adc_zw(3));
  // SrcB's row counter as SRCB_SET_Base has it, and nothing unpredictable in either.
  for (unsigned u = 0; u < 2; ++u) {
    using namespace insn::UNPACR_NOP;
    s.push(t, word_of(opcode::UNPACR_NOP) | unpacker_select.place(u) | unpack_pop.place(1) | src_clr_val_ctrl.place(s.r.below(4)) |
                  clr_to1_fmt_ctrl.place(s.r.below(3)) | bank_clr_ctrl.place(1) | stall_clr_cntrl.place(s.r.below(2)));
  }
}

namespace {

uint32_t unpacr(scene& s, const data_path& d, unsigned u, bool valid) {
  using namespace insn::UNPACR;
  const bool multi = s.r.chance(70);
  uint32_t w = word_of(opcode::UNPACR) | unpack_block_selection.place(u) | set_dat_valid.place(valid) | last.place(s.r.below(2));
  if (multi) {
    w |= ovrd_thread_id.place(1) | addr_cnt_context_id.place(d.unpack);
    if (u == 0 || s.r.chance(50)) w |= cfg_context_id.place(u ? s.r.below(2) : s.r.below(8));
  }
  if (s.r.chance(8)) w |= zero_write2.place(1);
  return w;
}

// Counters such that the datums fit the bank: at most 12 rows, from the first.
void aim(scene& s, const data_path& d, unsigned u) {
  const unsigned t = d.unpack, units = 1u << u;
  const bool tilize = d.want.get(of(u, cfg::THCON_SEC0_REG2_Tileize_mode));
  const bool aligned = tilize || d.want.get(of(u, cfg::THCON_SEC0_REG2_Haloize_mode));
  const bool compressed = !descriptor(d.want, u, 4, 1);
  const unsigned x_dim = descriptor(d.want, u, 16, 16), expansion = 1u << d.want.get(of(u, cfg::THCON_SEC0_REG2_Upsample_rate));
  const unsigned first = aligned || compressed || s.r.chance(70) ? 0 : s.r.below(x_dim);
  unsigned most = 256 / expansion;
  if (s.r.chance(50)) most = 1 + s.r.below(most);
  const unsigned last = compressed && s.r.chance(40) ? x_dim - 1 : first + most - 1;
  s.push(t, setadcxx(units, first, std::min(last, 1023u)));
  const unsigned y = s.r.below(descriptor(d.want, u, 32, 8)), z = s.r.below(descriptor(d.want, u, 48, 8));
  const unsigned y_out = s.r.below(3), z_out = s.r.below(3);
  s.push(t, pair_word(opcode::SETADCXY, units, 10, 0, y, 0, y_out));
  s.push(t, pair_word(opcode::SETADCZW, units, 5, z, 0, z_out, 0));
}

}  // namespace

unsigned unpack_step(scene& s, const data_path& d) {
  const unsigned t = d.unpack, banks = s.r.between(1, 3);
  for (unsigned u = 0; u < 2; ++u) {
    if (!(banks >> u & 1)) continue;
    const unsigned how = s.r.below(20);
    if (how == 0) {  // handed over as it is
      stall(s, t, u ? done::unpacker1 | done::b_to_unpackers : done::unpacker0 | done::a_to_unpackers);
      if (s.r.chance(50)) s.push(t, word_of(opcode::SETDVALID) | insn::SETDVALID::setvalid.place(1u << u));
      else s.push(t, word_of(opcode::UNPACR_NOP) | insn::UNPACR_NOP::unpacker_select.place(u) | insn::UNPACR_NOP::clr_to1_fmt_ctrl.place(3));
      continue;
    }
    if (how == 1) {  // cleared
      using namespace insn::UNPACR_NOP;
      s.push(t, word_of(opcode::UNPACR_NOP) | unpacker_select.place(u) | unpack_pop.place(1) | src_clr_val_ctrl.place(s.r.below(4)) |
                    clr_to1_fmt_ctrl.place(s.r.below(3)) | stall_clr_cntrl.place(1) | set_dvalid.place(1));
      continue;
    }
    for (unsigned n = s.r.chance(25) ? s.r.between(2, 3) : 1; n > 0; --n) {
      aim(s, d, u);
      const uint32_t step = s.r.chance(30) ? s.r.below(256) : 0;
      s.push(t, unpacr(s, d, u, n == 1) | insn::UNPACR::addr_mode.place(step));
    }
    if (s.r.chance(10)) s.push(t, word_of(opcode::UNPACR) | insn::UNPACR::unpack_block_selection.place(u) | insn::UNPACR::search_cache_flush.place(1));
  }
  return banks;
}

}  // namespace tensix::soak
