// SPDX-License-Identifier: Apache-2.0
#include "reference_unpacker.h"

#include "models/isa/isa.h"

namespace reference {

using namespace tensix;

namespace {

void put(uint32_t* bank, config_field f, uint32_t value, unsigned further = 0) {
  uint32_t& w = bank[f.word + further];
  w = (w & ~(f.mask() << f.lo)) | f.place(value);
}

bool block(data_format f) {
  switch (f) {
    case data_format::bfp8:
    case data_format::bfp4:
    case data_format::bfp2:
    case data_format::bfp8a:
    case data_format::bfp4a:
    case data_format::bfp2a: return true;
    default: return false;
  }
}

double size_of(data_format f) {
  switch (f) {
    case data_format::bfp2:
    case data_format::bfp2a: return 0.25;
    case data_format::bfp4:
    case data_format::bfp4a: return 0.5;
    case data_format::fp16:
    case data_format::bf16:
    case data_format::int16: return 2;
    case data_format::fp32:
    case data_format::tf32:
    case data_format::int32: return 4;
    default: return 1;
  }
}

uint32_t read_l1(const tensix_state& state, double address, double bytes) {
  const auto first = static_cast<uint32_t>(address * 8);
  uint32_t value = 0;
  for (uint32_t i = 0; i < bytes * 8; ++i)
    value |= static_cast<uint32_t>((state.l1.at((first + i) / 8) >> ((first + i) % 8)) & 1) << i;
  return value;
}

// Through the row functions, which their own test checks exhaustively; here it is about which datum goes where.
uint32_t converted(const settings& c, data_format in, data_format out, uint32_t bits, uint8_t exponent, bool to_dst) {
  const auto route = route_of(in, out, to_dst, c.e4m3, c.int8_unsigned);
  uint8_t raw[64] = {};
  for (unsigned i = 0; i < 4; ++i) raw[i] = static_cast<uint8_t>(bits >> (8 * i));
  uint32_t word[16];
  uint16_t half[16];
  if (!to_dst) {
    unpack_row_to_src(route.conversion, raw, exponent, word);
    return word[0];
  }
  if (route.wide) {
    unpack_row_to_dst32(route.conversion, raw, word);
    return word[0];
  }
  unpack_row_to_dst16(route.conversion, raw, exponent, half);
  return half[0];
}

}  // namespace

uint32_t settings::word() const {
  namespace f = insn::UNPACR;
  return word_of(opcode::UNPACR) | f::last.place(1) | f::row_search.place(row_search) |
         f::auto_inc_context_id.place(use_counter) | f::zero_write2.place(all_zero) | f::set_dat_valid.place(flip) |
         f::ovrd_thread_id.place(multi) | f::addr_cnt_context_id.place(context_adc) | f::cfg_context_id.place(context_number) |
         f::unpack_block_selection.place(which) | f::addr_mode.place(inc[0] | inc[1] << 2 | inc[2] << 4 | inc[3] << 6);
}

void settings::write_to(tensix_state& state) const {
  using namespace cfg;
  state.config.thread[thread][0] = 0;
  auto set_thread = [&](thread_config_field f, uint32_t v) {
    uint16_t& r = state.config.thread[thread][f.reg];
    r = static_cast<uint16_t>((r & ~f.place(~0u)) | f.place(v));
  };
  set_thread(tcfg::CFG_STATE_ID_StateID, state_id);
  set_thread(which ? tcfg::UNPACK_MISC_CFG_CfgContextOffset_1 : tcfg::UNPACK_MISC_CFG_CfgContextOffset_0, context_offset);
  set_thread(tcfg::SRCA_SET_SetOvrdWithAddr, set_ovrd);
  set_thread(which ? tcfg::SRCB_SET_Base : tcfg::SRCA_SET_Base, set_base);

  uint32_t* b = state.config.config[state_id];
  const unsigned s = which ? THCON_SEC1_REG0_TileDescriptor.word - THCON_SEC0_REG0_TileDescriptor.word : 0;
  const unsigned d = THCON_SEC0_REG0_TileDescriptor.word + s;
  b[d] = static_cast<uint32_t>(in) | (uncompressed ? 16u : 0) | (no_exponents ? 32u : 0) | blobs << 8 | x_dim << 16;
  b[d + 1] = y_dim | z_dim << 16;
  b[d + 2] = w_dim | (blobs_start & 0xffff) << 16;
  b[d + 3] = blobs_start >> 16 | digest << 24;
  put(b, THCON_SEC0_REG2_Out_data_format, static_cast<uint32_t>(out), s);
  put(b, THCON_SEC0_REG2_Throttle_mode, throttle, s);
  put(b, THCON_SEC0_REG2_Context_count, context_count, s);
  put(b, THCON_SEC0_REG2_Haloize_mode, transpose, s);
  put(b, THCON_SEC0_REG2_Tileize_mode, tilize, s);
  put(b, THCON_SEC0_REG2_Unpack_Src_Reg_Set_Upd, row_update, s);
  put(b, THCON_SEC0_REG2_Unpack_If_Sel, to_dst, s);
  put(b, THCON_SEC0_REG2_Upsample_rate, upsample_rate, s);
  put(b, THCON_SEC0_REG2_Upsample_and_interleave, interleave, s);
  put(b, THCON_SEC0_REG2_Ovrd_data_format, override_formats, s);
  put(b, THCON_SEC0_REG2_Force_shared_exp, force_exponent, s);
  put(b, THCON_SEC0_REG1_Unp_LF8_4b_exp, e4m3, s);
  put(b, THCON_SEC0_REG2_Unpack_limit_address, limit, s);
  put(b, THCON_SEC0_REG2_Unpack_fifo_size, fifo, s);
  const config_field shifts[] = {THCON_SEC0_REG2_Shift_amount_cntx0, THCON_SEC0_REG2_Shift_amount_cntx1,
                                 THCON_SEC0_REG2_Shift_amount_cntx2, THCON_SEC0_REG2_Shift_amount_cntx3};
  const config_field zips[] = {THCON_SEC0_REG2_Disable_zero_compress_cntx0, THCON_SEC0_REG2_Disable_zero_compress_cntx1,
                               THCON_SEC0_REG2_Disable_zero_compress_cntx2, THCON_SEC0_REG2_Disable_zero_compress_cntx3,
                               THCON_SEC0_REG2_Disable_zero_compress_cntx4, THCON_SEC0_REG2_Disable_zero_compress_cntx5,
                               THCON_SEC0_REG2_Disable_zero_compress_cntx6, THCON_SEC0_REG2_Disable_zero_compress_cntx7};
  const config_field ifs[] = {THCON_SEC0_REG2_Unpack_if_sel_cntx0, THCON_SEC0_REG2_Unpack_if_sel_cntx1,
                              THCON_SEC0_REG2_Unpack_if_sel_cntx2, THCON_SEC0_REG2_Unpack_if_sel_cntx3,
                              THCON_SEC0_REG2_Unpack_if_sel_cntx4, THCON_SEC0_REG2_Unpack_if_sel_cntx5,
                              THCON_SEC0_REG2_Unpack_if_sel_cntx6, THCON_SEC0_REG2_Unpack_if_sel_cntx7};
  const config_field bases[] = {THCON_SEC0_REG3_Base_address,       THCON_SEC0_REG3_Base_cntx1_address,
                                THCON_SEC0_REG3_Base_cntx2_address, THCON_SEC0_REG3_Base_cntx3_address,
                                THCON_SEC0_REG4_Base_cntx4_address, THCON_SEC0_REG4_Base_cntx5_address,
                                THCON_SEC0_REG4_Base_cntx6_address, THCON_SEC0_REG4_Base_cntx7_address};
  const config_field ins[] = {THCON_SEC0_REG7_Unpack_data_format_cntx0, THCON_SEC0_REG7_Unpack_data_format_cntx1,
                              THCON_SEC0_REG7_Unpack_data_format_cntx2, THCON_SEC0_REG7_Unpack_data_format_cntx3,
                              THCON_SEC0_REG7_Unpack_data_format_cntx4, THCON_SEC0_REG7_Unpack_data_format_cntx5,
                              THCON_SEC0_REG7_Unpack_data_format_cntx6, THCON_SEC0_REG7_Unpack_data_format_cntx7};
  const config_field outs[] = {THCON_SEC0_REG7_Unpack_out_data_format_cntx0, THCON_SEC0_REG7_Unpack_out_data_format_cntx1,
                               THCON_SEC0_REG7_Unpack_out_data_format_cntx2, THCON_SEC0_REG7_Unpack_out_data_format_cntx3,
                               THCON_SEC0_REG7_Unpack_out_data_format_cntx4, THCON_SEC0_REG7_Unpack_out_data_format_cntx5,
                               THCON_SEC0_REG7_Unpack_out_data_format_cntx6, THCON_SEC0_REG7_Unpack_out_data_format_cntx7};
  for (unsigned i = 0; i < 8; ++i) {
    put(b, zips[i], context_uncompressed[i], s);
    put(b, ifs[i], context_to_dst[i], s);
    put(b, bases[i], base[i], s);
    put(b, ins[i], static_cast<uint32_t>(context_in[i]), s);
    put(b, outs[i], static_cast<uint32_t>(context_out[i]), s);
  }
  const config_field offsets[] = {THCON_SEC0_REG7_Offset_address, THCON_SEC0_REG7_Offset_cntx1_address,
                                  THCON_SEC0_REG7_Offset_cntx2_address, THCON_SEC0_REG7_Offset_cntx3_address};
  const config_field xs[] = {THCON_SEC0_REG5_Tile_x_dim_cntx0, THCON_SEC0_REG5_Tile_x_dim_cntx1,
                             THCON_SEC0_REG5_Tile_x_dim_cntx2, THCON_SEC0_REG5_Tile_x_dim_cntx3};
  const config_field dests[] = {THCON_SEC0_REG5_Dest_cntx0_address, THCON_SEC0_REG5_Dest_cntx1_address,
                                THCON_SEC0_REG5_Dest_cntx2_address, THCON_SEC0_REG5_Dest_cntx3_address};
  for (unsigned i = 0; i < 4; ++i) {
    put(b, shifts[i], shift[i], s);
    put(b, offsets[i], offset[i], s);
    put(b, xs[i], context_x_dim[i], s);
    put(b, dests[i], dest[i], s);
  }
  put(b, which ? UNP1_FORCED_SHARED_EXP_shared_exp : UNP0_FORCED_SHARED_EXP_shared_exp, forced_exponent);
  put(b, UNP0_ADD_DEST_ADDR_CNTR_add_dest_addr_cntr, add_dest);
  put(b, UNP0_BLOBS_Y_START_CNTX_01_blobs_y_start, context_blobs_start[0]);
  put(b, UNP0_BLOBS_Y_START_CNTX_23_blobs_y_start, context_blobs_start[1]);
  put(b, which ? UNP1_ADDR_BASE_REG_1_Base : UNP0_ADDR_BASE_REG_1_Base, out_base);
  put(b, which ? UNP1_ADDR_CTRL_XY_REG_1_Ystride : UNP0_ADDR_CTRL_XY_REG_1_Ystride, y_stride);
  put(b, which ? UNP1_ADDR_CTRL_ZW_REG_1_Zstride : UNP0_ADDR_CTRL_ZW_REG_1_Zstride, z_stride);
  put(b, which ? UNP1_ADDR_CTRL_ZW_REG_1_Wstride : UNP0_ADDR_CTRL_ZW_REG_1_Wstride, w_stride);
  put(b, which ? ALU_FORMAT_SPEC_REG0_SrcBUnsigned : ALU_FORMAT_SPEC_REG0_SrcAUnsigned, int8_unsigned);
  for (uint32_t* bank : state.config.config) {
    put(bank, DEST_ACCESS_CFG_remap_addrs, remap);
    put(bank, DEST_ACCESS_CFG_swizzle_32b, swizzle);
  }
}

void unpack(const settings& c, tensix_state& state, unsigned (&counter)[3]) {
  unsigned context = 0, adc = c.thread;
  if (c.multi) {
    context = ((c.use_counter ? counter[c.thread] : c.context_number) + c.context_offset) % 8;
    adc = c.context_adc;
  }
  const bool uncompressed = c.multi ? c.context_uncompressed[context] : c.uncompressed;
  const unsigned x_dim = c.multi && c.which == 0 ? c.context_x_dim[context % 4] : c.x_dim;
  const unsigned z_dim = c.z_dim ? c.z_dim : 1, w_dim = c.w_dim ? c.w_dim : 1;
  const data_format in = c.multi && c.override_formats ? c.context_in[context] : c.in;
  const data_format out = c.multi && c.override_formats ? c.context_out[context] : c.out;
  const double size = size_of(in);

  const unsigned where = c.multi ? context : 0;
  double address = (c.base[where] + c.offset[where % 4] + 1 + c.digest) * 16.0;
  double row_start = address;
  if (!uncompressed) address += std::ceil(((c.blobs ? c.blobs : c.y_dim) * z_dim * w_dim + 1) * 2 / 16.0) * 16;
  double exponents = 0;
  const bool has_exponents = block(in) && !c.force_exponent;
  if (has_exponents) {
    exponents = address;
    if (size == 1 || !c.no_exponents) address += std::ceil(std::ceil(x_dim * c.y_dim * z_dim * w_dim / 16.0) / 16.0) * 16;
  }

  auto& xy = state.adc[adc].set[c.which];
  auto& own = state.adc[c.thread].set[c.which];
  unsigned first, inputs, drop = 0;
  uint32_t emit = ~0u;
  if (uncompressed) {
    unsigned x = xy.channel[0].x, y = xy.channel[0].y, end = xy.channel[1].x + 1;
    if (c.row_search && c.blobs) {
      const uint32_t starts = c.multi && c.which == 0 ? c.context_blobs_start[(context & 2) / 2] : c.blobs_start;
      auto nth = [&](unsigned n) { return ((starts >> (4 * n)) & 15) * 16; };
      x = nth(xy.channel[0].y % 8);
      y = 0;
      const unsigned next = xy.channel[0].x % 8 + 1;
      end = next == c.blobs ? x_dim & 0x1f0 : nth(next);
    } else if (c.row_search) {
      x = 0;
      end = xy.channel[1].x;
    }
    first = ((own.channel[0].w * z_dim + own.channel[0].z) * c.y_dim + y) * x_dim + x;
    inputs = end - x;
  } else {
    const unsigned rows = c.row_search && c.blobs ? c.blobs : c.y_dim;
    row_start += 2.0 * (own.channel[0].w * z_dim + own.channel[0].z) * rows;
    auto start = [&](unsigned row) { return read_l1(state, row_start + 2 * row, 2); };
    auto up_to = [&](unsigned next) { return next < first ? 0 : next - first; };  // starts that decrease: undefined, nothing
    first = start(xy.channel[0].y % 256);
    if (c.row_search) {
      inputs = up_to(start(xy.channel[0].x % 256 + 1));
    } else if (xy.channel[0].x == 0 && xy.channel[1].x == x_dim - 1) {
      inputs = up_to(start(xy.channel[0].y % 256 + 1));
    } else {
      drop = xy.channel[0].x;
      emit = xy.channel[1].x + 1 - drop;
      inputs = ~0u;
    }
  }
  double data = address, deltas = 0;
  exponents += first / 16.0;
  if (uncompressed) {
    data += first * size;
  } else {
    data += (first / 32) * (32 * size + 16);
    deltas = data + 32 * size;
    data += (first % 32) * size;
    deltas += (first % 32) * 0.5;
  }
  auto wrap = [&](double& a) {
    if (a > c.limit * 16.0) a -= c.fifo * 16.0;
  };
  wrap(exponents);
  wrap(data);
  wrap(deltas);
  const unsigned width = size <= 1 ? 16 : 32;
  const double stride = c.tilize ? c.shift[0] * 16.0 + c.shift[1] * 256.0 + c.shift[2] * 4096.0 : size * width;

  const bool to_dst = c.which == 0 && (c.multi ? c.context_to_dst[context] : c.to_dst);
  const bool transpose = c.which == 0 && c.transpose;
  auto& o = own.channel[1];
  unsigned target = c.out_base + o.y * c.y_stride + o.z * c.z_stride + o.w * c.w_stride;
  if (size_of(out) == 4) target /= 4;
  if (size_of(out) == 2) target /= 2;
  if (c.multi && c.which == 0) {
    const unsigned d = c.dest[context % 4];
    target = to_dst || c.add_dest ? target + d : d;
  }
  const unsigned repeat = 1u << c.upsample_rate;
  const unsigned col_shift = c.tilize || c.which == 1 ? 0 : c.shift[context % 4];

  auto& source = c.which ? state.srcb : state.srca;
  auto& bank = source.bank[source.unpack_bank];
  for (unsigned i = 0; i < inputs && emit;) {
    const uint32_t bits = read_l1(state, data, size);
    data += size;
    if (++i % width == 0) {
      data += stride - size * width;
      wrap(data);
    }
    uint8_t exponent = static_cast<uint8_t>(c.forced_exponent);
    if (has_exponents) {
      exponent = static_cast<uint8_t>(read_l1(state, std::floor(exponents), 1));
      exponents += 1 / 16.0;
      if (std::fmod(exponents, 16.0) == 0) wrap(exponents);
    }
    unsigned zeroes = 0;
    if (!uncompressed) {
      zeroes = read_l1(state, deltas, 0.5);
      deltas += 0.5;
      if (std::fmod(deltas, 16.0) == 0) {
        data += 16;
        deltas += 32 * size;
        wrap(deltas);
      }
    }
    uint32_t datum = converted(c, in, out, bits, exponent, to_dst);
    if (c.all_zero) datum = zeroes = 0;
    for (unsigned j = 0; j <= zeroes; ++j, datum = 0) {
      if (drop) {
        --drop;
        continue;
      }
      for (unsigned k = 0; k < repeat; ++k, datum = 0, ++target) {
        if (c.interleave && k) continue;
        unsigned row = target / 16, col = target % 16;
        if (c.which) {
          bank.row[(row + source.src_row[c.thread]) & 63][col] = datum;
        } else if (!to_dst) {
          if (row < 4 || col < col_shift) continue;
          row -= 4;
          col -= col_shift;
          if (!c.set_ovrd) row += source.src_row[c.thread];
          row &= 63;
          if (transpose) bank.row[(row & 48) | col][row & 15] = datum;
          else bank.row[row][col] = datum;
        } else {
          row = (row - 4) & 1023;
          if (size_of(out) == 4) {
            const unsigned r = dst_register::adj32(row, c.remap, c.swizzle);
            state.dst.bits[r][col] = static_cast<uint16_t>(datum >> 16);
            state.dst.bits[r + 8][col] = static_cast<uint16_t>(datum);
            state.dst.row_valid[r] = true;
          } else {
            const bool high_halves = state.dst.narrow_is_high_half;
            const unsigned r = high_halves ? dst_register::adj32(row, c.remap, c.swizzle) : dst_register::adj16(row, c.remap);
            if (high_halves) state.dst.bits[r + 8][col] = 0;
            state.dst.bits[r][col] = static_cast<uint16_t>(datum);
            state.dst.row_valid[r] = true;
          }
        }
      }
      if (--emit == 0) break;
    }
  }

  if (c.multi && c.use_counter) counter[c.thread] = (context + 1) % 8 >= (1u << c.context_count) ? 0 : (context + 1) % 8;
  for (unsigned i = 0; i < 3; ++i)
    if (i == c.thread || i == adc) {
      auto& ch = state.adc[i].set[c.which].channel;
      ch[0].z = (ch[0].z + c.inc[0]) % 256;
      ch[0].y = (ch[0].y + c.inc[1]) % 8192;
      ch[1].z = (ch[1].z + c.inc[2]) % 256;
      ch[1].y = (ch[1].y + c.inc[3]) % 8192;
    }
  if (c.flip) {
    bank.allowed_client = src_client::matrix_unit;
    bank.format = static_cast<uint8_t>(out);
    source.unpack_bank ^= 1;
    source.src_row[c.thread] = c.set_base * 16;
  } else if (c.row_update) {
    source.src_row[c.thread] = (source.src_row[c.thread] + 16 + c.set_base * 16) & 63;
  }
}

}  // namespace reference
