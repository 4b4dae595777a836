// SPDX-License-Identifier: Apache-2.0
// Packer: plans (formats, addresses, edges) and steps (a tile or a piece of one).
#include "models/formats/pack_formats.h"
#include "models/packer/packer_words_function.h"
#include "tests/soak/generator_ideas.h"

namespace tensix::soak {

namespace {

constexpr uint32_t packers = 4;  // of SETADC*
constexpr uint32_t tile_area = 0x3000;

config_field of_packer(unsigned packer, config_field f) { return field_of_packer(f, packer); }

struct pack_choice {
  data_format intermediate, in, out;
  bool wide, raw, is_unsigned, round_10b, e4m3;
};

bool defined(const pack_choice& c) {
  const early_choice early = choose_early({c.intermediate, c.in, c.out, c.wide, c.raw, c.is_unsigned, c.round_10b});
  return !early.undefined && !choose_late(early, c.in, c.out, c.e4m3).undefined;
}

// All that is defined, so that each is as likely.
std::vector<pack_choice> all_choices(bool wide) {
  std::vector<pack_choice> all;
  for (unsigned formats = 0; formats < 4096; ++formats) {
    const auto format = [&](unsigned shift) { return static_cast<data_format>(formats >> shift & 15); };
    const pack_choice first{format(8), format(4), format(0), wide, false, false, false, false};
    if (!is_known_format(first.intermediate) || !is_known_format(first.in) || !is_known_format(first.out)) continue;
    pack_choice of_these[16];
    unsigned n = 0;
    for (unsigned flags = 0; flags < 16; ++flags) {
      pack_choice c = first;
      c.raw = flags & 1, c.is_unsigned = flags & 2, c.round_10b = flags & 4, c.e4m3 = flags & 8;
      if (defined(c)) of_these[n++] = c;
    }
    for (unsigned i = 0; n != 0 && i < 16; ++i) all.push_back(of_these[i % n]);
  }
  return all;
}

pack_choice choose(scene& s, bool wide) {
  static const std::vector<pack_choice> narrow_choices = all_choices(false), wide_choices = all_choices(true);
  const auto& of = wide ? wide_choices : narrow_choices;
  return of[s.r.below(static_cast<unsigned>(of.size()))];
}

// Where packer 0 finds datums in L1, and what it makes of them.
void choose_from_l1(scene& s, data_path& d, pack_choice& c) {
  using f = data_format;
  constexpr uint32_t reach = 0x4000, region = 0x40000;
  const uint32_t at = s.area(reach);
  if (at == 0 || at % region + reach > region) {
    d.pack_from_l1 = false;
    return;
  }
  s.fill(at, 0x800);
  static constexpr f pairs[][2] = {{f::fp32, f::fp32},   {f::fp32, f::bf16},   {f::fp32, f::fp16},   {f::fp32, f::fp8},
                                   {f::fp32, f::bfp8},   {f::fp32, f::bfp4a},  {f::bf16, f::bf16},   {f::bf16, f::fp32},
                                   {f::bf16, f::fp16},   {f::bf16, f::bfp4},   {f::fp16, f::fp16},   {f::fp16, f::fp32},
                                   {f::fp16, f::bf16},   {f::fp16, f::bfp8a},  {f::fp8, f::fp8},     {f::fp8, f::fp16},
                                   {f::bfp8, f::bf16},   {f::bfp8a, f::fp16},  {f::int32, f::int32}, {f::int32, f::int16},
                                   {f::int16, f::int16}, {f::int16, f::int32}, {f::int16, f::int8},  {f::int8, f::int8},
                                   {f::int8, f::int32},  {f::int8, f::int16}};
  const auto& pair = s.r.pick(pairs);
  c.in = c.intermediate = pair[0];
  c.out = pair[1];
  d.want.set(cfg::THCON_SEC0_REG1_Source_interface_selection, 1);
  d.want.set(cfg::THCON_SEC0_REG1_L1_source_addr, at / region);
  d.want.set(cfg::PCK0_ADDR_BASE_REG_0_Base, at % region);
}

bool can_accumulate(data_format f) {
  return f == data_format::fp32 || f == data_format::tf32 || f == data_format::fp16 || f == data_format::bf16 ||
         f == data_format::int32 || f == data_format::int8;
}
bool is_integer(data_format f) { return f == data_format::int32 || f == data_format::int16 || f == data_format::int8; }

}  // namespace

void plan_pack(scene& s, data_path& d) {
  settings& w = d.want;
  const bool one = s.options.topology == packer_topology::read_interfaces;
  pack_choice c = choose(s, s.r.chance(85) ? d.wide : !d.wide);
  if (d.pack_from_l1) choose_from_l1(s, d, c);
  const bool by_override = s.r.chance(30);
  w.set(cfg::ALU_FORMAT_SPEC_REG_Dstacc_override, by_override);
  w.set(cfg::ALU_FORMAT_SPEC_REG_Dstacc_val, by_override ? static_cast<unsigned>(c.intermediate) : s.r.below(16));
  w.set(cfg::ALU_FORMAT_SPEC_REG2_Dstacc, by_override ? s.r.below(16) : static_cast<unsigned>(c.intermediate));
  w.set(cfg::PCK_DEST_RD_CTRL_Read_32b_data, c.wide);
  w.set(cfg::PCK_DEST_RD_CTRL_Read_int8, c.raw);
  w.set(cfg::PCK_DEST_RD_CTRL_Read_unsigned, c.is_unsigned);
  w.set(cfg::PCK_DEST_RD_CTRL_Round_10b_mant, c.round_10b);
  w.set(cfg::THCON_SEC0_REG1_Pac_LF8_4b_exp, c.e4m3);
  w.set(cfg::THCON_SEC1_REG1_Pac_LF8_4b_exp, c.e4m3);
  const unsigned datum_bytes = (static_cast<unsigned>(c.in) & 3) == 0 ? 4 : (static_cast<unsigned>(c.in) & 3) == 1 ? 2 : 1;
  const bool compress = s.r.chance(12), accumulate = !compress && can_accumulate(c.out) && s.r.chance(25);
  const unsigned relu = s.r.chance(25) ? (is_integer(c.intermediate) || is_integer(c.in) ? s.r.below(2) : s.r.below(4)) : 0;
  w.set(cfg::STACC_RELU_ApplyRelu, relu);
  w.set(cfg::STACC_RELU_ReluThreshold, relu >= 2 ? s.r.below(0x8000) : 0);
  w.set(cfg::ALU_ROUNDING_MODE_Gasket_srnd_en, s.r.chance(15));
  w.set(cfg::ALU_ROUNDING_MODE_Packer_srnd_en, s.r.chance(15));
  const bool edges = s.r.chance(20);
  for (const config_field f : {cfg::PCK_EDGE_OFFSET_SEC0_mask, cfg::PCK_EDGE_OFFSET_SEC1_mask, cfg::PCK_EDGE_OFFSET_SEC2_mask,
                               cfg::PCK_EDGE_OFFSET_SEC3_mask})
    w.set(f, edges ? s.r.below(0x10000) : 0xffff);
  if (edges) {
    for (unsigned i = 0; i < 4; ++i) w.word[cfg::TILE_ROW_SET_MAPPING_0_row_set_mapping_0.word + i] = s.r.word();
    w.set(cfg::PCK_EDGE_TILE_ROW_SET_SELECT_select, s.r.below(256));
    w.set(cfg::PCK_EDGE_MODE_mode, s.r.below(2));
  }
  const bool threshold = c.in != data_format::bfp2a && s.r.chance(12);
  const uint32_t exponent_threshold = s.r.below(256);
  const uint32_t downsample = s.r.chance(10) ? 1 + s.r.below(0xffff) : 0;
  const bool header = s.r.chance(20), fifo_of_tiles = s.r.chance(10);
  for (unsigned i = 0; i < (one ? 1u : 4u); ++i) {
    w.set(of_packer(i, cfg::THCON_SEC0_REG1_In_data_format), static_cast<unsigned>(c.in));
    w.set(of_packer(i, cfg::THCON_SEC0_REG1_Out_data_format), static_cast<unsigned>(c.out));
    w.set(of_packer(i, cfg::THCON_SEC0_REG1_Disable_zero_compress), !compress);
    w.set(of_packer(i, cfg::THCON_SEC0_REG1_Row_start_section_size), compress ? 4 : 0);
    w.set(of_packer(i, cfg::THCON_SEC0_REG1_Exp_section_size), s.r.chance(85) ? 4 : s.r.below(4));
    w.set(of_packer(i, cfg::THCON_SEC0_REG1_Pack_L1_Acc), accumulate);
    w.set(of_packer(i, cfg::THCON_SEC0_REG1_Exp_threshold_en), threshold);
    w.set(of_packer(i, cfg::THCON_SEC0_REG1_Exp_threshold), exponent_threshold);
    w.set(of_packer(i, cfg::THCON_SEC0_REG1_Downsample_mask), downsample);
    w.set(of_packer(i, cfg::THCON_SEC0_REG1_Sub_l1_tile_header_size), header);
    w.set(of_packer(i, cfg::THCON_SEC0_REG1_Enable_out_fifo), fifo_of_tiles);
  }
  d.four_rows = one && s.r.chance(70);
  w.set(cfg::THCON_SEC0_REG1_Auto_set_last_pacr_intf_sel, d.four_rows && s.r.chance(10));
  w.set(cfg::PCK0_ADDR_CTRL_XY_REG_0_Xstride, datum_bytes & 15);
  w.set(cfg::PCK0_ADDR_CTRL_XY_REG_0_Ystride, 16 * datum_bytes);
  w.set(cfg::PCK0_ADDR_CTRL_ZW_REG_0_Zstride, 16 * datum_bytes * (d.halves || d.pack_from_l1 ? 4 : s.r.pick({4u, 16u})));
  w.set(cfg::PCK0_ADDR_CTRL_ZW_REG_0_Wstride, 16 * datum_bytes * 4);
  w.set(cfg::PCK0_ADDR_CTRL_XY_REG_1_Ystride, 16 * s.r.below(2));
  w.set(cfg::PCK0_ADDR_CTRL_ZW_REG_1_Zstride, 16 * s.r.below(one ? 4 : 2));
  w.set(cfg::PCK0_ADDR_CTRL_ZW_REG_1_Wstride, 0);
  for (unsigned i = 0; i < 4; ++i) {
    w.word[cfg::DEST_TARGET_REG_CFG_PACK_SEC0_Offset.word + i] = one || d.halves ? 0 : 16 * i;
    w.word[cfg::PACK_COUNTERS_SEC0_pack_reads_per_xy_plane.word + i] =
        cfg::PACK_COUNTERS_SEC0_pack_reads_per_xy_plane.place(s.r.between(1, 16)) |
        cfg::PACK_COUNTERS_SEC0_pack_yz_transposed.place(s.r.below(2));
  }
}

void prepare_pack(scene& s, const data_path& d) {
  const unsigned t = d.pack;
  s.push(t, word::clear_adc_xy(packers));
  s.push(t, word::clear_adc_zw(packers));
  for (unsigned i = 0; i < 4; ++i) {
    uint32_t v = tcfg::ADDR_MOD_PACK_SEC0_YsrcIncr.place(d.four_rows ? 4 * s.r.below(3) : s.r.below(6)) |
                 tcfg::ADDR_MOD_PACK_SEC0_YdstIncr.place(s.r.below(2));
    v |= s.r.word() & s.r.word() & 0xf030;
    s.setc16(t, tcfg::ADDR_MOD_PACK_SEC0_YsrcIncr.reg + i, v);
  }
}

// A tile of a few rows to an area of its own; at its end the packers hold nothing back.
void pack_step(scene& s, const data_path& d, unsigned half) {
  using namespace insn;
  const unsigned t = d.pack;
  const bool one = s.options.topology == packer_topology::read_interfaces;
  const uint32_t at = s.area(one ? tile_area : 4 * tile_area);
  if (at == 0) return;
  if (d.want.get(cfg::THCON_SEC0_REG1_Pack_L1_Acc)) s.fill(at, 0x400);
  const scene::grouped g(s);
  const bool subtracts = d.want.get(cfg::THCON_SEC0_REG1_Sub_l1_tile_header_size);
  const auto write = [&](unsigned index, unsigned word, uint32_t value) {
    s.gpr(t, index, value);
    stall(s, t, done::scalar | done::packer, block::config);
    s.push(t, word::wrcfg(index, word));
    s.config[0][word] = s.config[1][word] = value;  // a global word
  };
  const unsigned context = one && s.r.chance(30) ? s.r.below(4) : 0;  // whose address it is
  for (unsigned i = 0; i < (one ? 1u : 4u); ++i) {
    const uint32_t first = at / 16 + i * (tile_area / 16) - !subtracts;
    const unsigned w = packer_config_word[one ? context : i] + 1u;
    const unsigned index = first_config_gpr + 8 + i;
    s.gpr(t, index, first);
    stall(s, t, done::scalar | done::packer, block::config);
    s.push(t, word::wrcfg(index, w));
    s.config[s.bank][w] = first;
  }
  if (d.halves)
    for (unsigned i = 0; i < (one ? 1u : 4u); ++i)
      write(first_config_gpr + 12, cfg::DEST_TARGET_REG_CFG_PACK_SEC0_Offset.word + i, 512 * half + (one ? 0 : 16 * i));
  s.push(t, word_of(opcode::DMANOP));
  stall(s, t, done::config);
  // From where: few rows, of the half.
  const unsigned x_first = s.r.chance(80) ? 0 : s.r.below(8), x_last = s.r.chance(80) ? 15 : x_first + s.r.below(16 - x_first);
  const unsigned most = one ? x_last : (s.r.chance(30) ? 16 * s.r.between(1, 4) - 1 : x_last);
  s.push(t, word_of(opcode::SETADCXX) | SETADCXX::cnt_set_mask.place(packers) | SETADCXX::x_start.place(x_first) |
                SETADCXX::x_end2.place(most));
  const auto pair = [&](opcode op, const unsigned(&c)[4]) {
    s.push(t, word_of(op) | SETADCXY::cnt_set_mask.place(packers) | SETADCXY::bit_mask.place(op == opcode::SETADCXY ? 10 : 15) |
                  SETADCXY::ch0_x.place(c[0]) | SETADCXY::ch0_y.place(c[1]) | SETADCXY::ch1_x.place(c[2]) |
                  SETADCXY::ch1_y.place(c[3]));
  };
  pair(opcode::SETADCXY, {0, d.four_rows ? 4 * s.r.below(2) : s.r.below(8), 0, s.r.below(4)});
  pair(opcode::SETADCZW, {s.r.below(4), s.r.below(4), s.r.below(4), 0});
  const auto pacr = [&] {
    uint32_t w = word_of(opcode::PACR) | PACR::addr_mode.place(s.r.below(4)) | PACR::concat.place(s.r.below(2)) |
                 PACR::cfg_context.place(context);
    if (one) {
      w |= PACR::read_intf_sel.place(d.four_rows ? s.r.below(16) : 1);
      const bool mapped = d.want.get(cfg::DEST_ACCESS_CFG_swizzle_32b) && d.want.get(cfg::DEST_ACCESS_CFG_remap_addrs);
      w |= PACR::dst_access_mode.place(mapped && s.r.chance(40));
    } else {
      w |= PACR::read_intf_sel.place(s.r.pick({0u, 1u, 2u, 4u, 8u, 3u, 12u, 15u}));
    }
    if (s.r.chance(8)) w |= PACR::zero_write.place(1);
    if (s.r.chance(8)) w |= PACR::ovrd_thread_id.place(1) | PACR::addr_cnt_context.place(t == 0 && s.r.chance(50) ? 3 : t);
    const bool compresses = !d.want.get(cfg::THCON_SEC0_REG1_Disable_zero_compress);
    if (!compresses && s.r.chance(8)) {
      const unsigned pad = s.r.pick({1u, 2u, 3u, 5u, 6u, 7u});
      w |= PACR::row_pad_zero.place(pad);
    }
    return w;
  };
  const unsigned pieces = s.options.more == stress::hazards ? s.r.between(4, 9) : s.r.between(1, 4);
  for (unsigned n = 0; n < pieces; ++n) {
    const unsigned times = s.r.chance(20) ? s.r.between(1, 3) : 1;
    if (times > 1) emit(s, t, {pacr()}, times);
    else s.push(t, pacr());
  }
  if (s.r.chance(15))
    s.push(t, word_of(opcode::PACR) | PACR::flush.place(1) | PACR::read_intf_sel.place(15) | PACR::cfg_context.place(context));
  s.push(t, word_of(opcode::PACR) | PACR::last.place(1) | PACR::read_intf_sel.place(one && !d.four_rows ? 1 : 15) |
                PACR::addr_mode.place(s.r.below(4)) | PACR::cfg_context.place(context));
  if (d.want.get(cfg::THCON_SEC0_REG1_Enable_out_fifo)) {  // TDMA-RISC was told: its FIFO is emptied again
    stall(s, t, done::packer);
    settle(s, t);
    for (unsigned i = 0; i < (one ? 1u : 4u); ++i) {
      s.load(t, 0xFFB11000 + 0x100 * i + 0x30);
      s.store(t, 0xFFB11000 + 0x100 * i + 0x34, 0);
    }
  }
}

// At rest: what can be asked about packers, and their way to registers.
void pack_registers(scene& s, const data_path& d) {
  using namespace insn;
  const scene::grouped g(s);
  const unsigned t = d.pack;
  constexpr uint32_t tdma = 0xFFB11000;
  const bool one = s.options.topology == packer_topology::read_interfaces;
  stall(s, t, done::packer | done::math);
  for (unsigned n = s.r.between(1, 3); n > 0; --n) {
    const unsigned payload = s.r.below(8) | s.r.below(10) << 3 | s.r.below(16) << 7;
    s.push(t, word_of(opcode::SETDMAREG) | SETDMAREG::reg_index_16b.place(s.r.below(120)) |
                  SETDMAREG::set_signals_mode.place(1) | SETDMAREG::payload_sig_sel.place(payload) |
                  SETDMAREG::payload_sig_sel_size.place(s.r.below(4)));
  }
  if (s.r.chance(40)) {
    settle(s, t);
    s.load(t, tdma + 0x100 * s.r.below(4) + 0x40 * s.r.below(3) + 0x18);
    if (s.r.chance(50)) s.store(t, tdma + 0x1c, s.r.below(16) << 16);
    s.store(t, tdma + 0x28, s.r.word());
    s.load(t, tdma + 0x28);
  }
  if (s.r.chance(60)) {  // to a register of an overlay stream
    const unsigned stream = 40 + t, reg = s.r.below(32);
    settle(s, t);
    s.store(t, tdma + 0x38, 1u << 20 | 1u << 22 | reg | (reg ^ 1) << 10);
    s.load(t, tdma + 0x38);
    stall(s, t, done::stores);
    if (one)
      for (unsigned n = s.r.below(3); n > 0; --n)
        s.push(t, word_of(opcode::PACR_SETREG) | PACR_SETREG::mode_sel.place(1) | (s.r.below(0x20000) << 2));
    s.push(t, word_of(opcode::PACR_SETREG) | PACR_SETREG::push.place(1) | PACR_SETREG::flush.place(1) |
                  PACR_SETREG::last.place(s.r.below(2)) | PACR_SETREG::stream_id.place(stream) |
                  PACR_SETREG::addr_sel.place(one ? s.r.below(2) : 0) | PACR_SETREG::mode_sel.place(one ? 0 : s.r.below(2)) |
                  PACR_SETREG::wr_data.place(s.r.chance(30) ? 0 : s.r.below(1024)) |
                  PACR_SETREG::disable_stall.place(s.r.below(2)));
    stall(s, t, done::packer);
  }
}

}  // namespace tensix::soak
