// SPDX-License-Identifier: Apache-2.0
// Acceptance: from instruction word, configuration and counters to a job.
#include <algorithm>
#include <string>

#include "models/isa/isa.h"
#include "models/unpacker/unpacker_function.h"
#include "models/unpacker/unpacker_function_walk.h"
#include "support/text/hex_text.h"

namespace tensix {

// Fields of the 128-bit tile descriptor (THCON_SEC*_REG0_TileDescriptor), none across a word. Source: ISA documentation,
// UNPACR_Regular.
struct descriptor_field {
  uint8_t lo, width;
};
namespace tile_descriptor {
inline constexpr descriptor_field in_data_format{0, 4}, uncompressed{4, 1}, no_bfp_exponent_section{5, 1},
    blobs_per_xy_plane{8, 3}, x_dim{16, 16}, y_dim{32, 8}, z_dim{48, 8}, w_dim{64, 8}, blobs_y_start_low{80, 16},
    blobs_y_start_high{96, 16}, digest_size{120, 8};
}  // namespace tile_descriptor

// The configuration that an UNPACR reads: one bank, one unpacker's section, one context.
struct unpack_setting {
  const uint32_t* config;
  unsigned which, thread, context, adc;
  bool multi_context, row_search;

  // Fields are unpacker 0's; those of unpacker 1 lie a section further.
  uint32_t section(config_field f, unsigned words_further = 0) const {
    return f(config + thcon_section_words * which + words_further);
  }
  // Of contexts 0..3, two in a word; 4..7 use the same.
  uint32_t of_context(config_field context0, config_field context1) const {
    return section(context & 1 ? context1 : context0, (context & 3) / 2);
  }
  uint32_t bit(config_field f, unsigned shift) const { return section({f.word, static_cast<uint8_t>(f.lo + shift), 1}); }
  uint32_t of_unpacker(config_field unpacker0, config_field unpacker1) const { return (which ? unpacker1 : unpacker0)(config); }
  uint32_t operator()(descriptor_field f) const {
    return section({cfg::THCON_SEC0_REG0_TileDescriptor.word, static_cast<uint8_t>(f.lo % 32), f.width}, f.lo / 32);
  }
  uint32_t blobs_y_start() const {
    if (multi_context && which == 0)
      return (context & 2) ? cfg::UNP0_BLOBS_Y_START_CNTX_23_blobs_y_start(config)
                           : cfg::UNP0_BLOBS_Y_START_CNTX_01_blobs_y_start(config);
    return (*this)(tile_descriptor::blobs_y_start_low) | (*this)(tile_descriptor::blobs_y_start_high) << 16;
  }
};

static_assert(cfg::THCON_SEC1_REG7_Offset_cntx3_address.word ==
              cfg::THCON_SEC0_REG7_Offset_cntx3_address.word + thcon_section_words);

namespace {

constexpr config_field shift_amount[4] = {cfg::THCON_SEC0_REG2_Shift_amount_cntx0, cfg::THCON_SEC0_REG2_Shift_amount_cntx1,
                                          cfg::THCON_SEC0_REG2_Shift_amount_cntx2, cfg::THCON_SEC0_REG2_Shift_amount_cntx3};

// Bits for contexts 0..3 and 4..7 lie in two groups 16 bits apart.
constexpr unsigned context_bit(unsigned context) { return context < 4 ? context : 16 + context - 4; }

bool is_32_bit(data_format f) { return datum_bits(f) == 32; }
bool is_16_bit(data_format f) { return datum_bits(f) == 16; }

// Collects the fetched bytes as extents; what no longer fits goes to the last one (the byte count stays right, and `beyond` is told).
template <class Extents, class Beyond>
class extent_collector {
 public:
  extent_collector(Extents& extents, int64_t gap, const Beyond& beyond) : extents_(extents), gap_(gap), beyond_(beyond) {}
  void add(int64_t begin, int64_t end) {
    if (end_ >= 0 && begin >= begin_ && begin <= end_ + gap_) {
      end_ = std::max(end_, end);
      return;
    }
    flush();
    begin_ = begin;
    end_ = end;
  }
  void flush() {
    if (end_ < 0) return;
    const auto bytes = static_cast<uint32_t>(end_ - begin_);
    if (extents_.size() == extents_.capacity()) {
      extents_.back().row_bytes += bytes;
      beyond_(begin_, end_);
    } else {
      extents_.push_back({static_cast<uint32_t>(begin_), bytes, bytes, 1});
    }
    end_ = -1;
  }

 private:
  Extents& extents_;
  int64_t gap_, begin_ = 0, end_ = -1;
  const Beyond& beyond_;  // of address and end
};

void add_dst_rows(unpack_job& job, const dst_register& dst, uint32_t first_datum, uint64_t datums) {
  if (datums == 0) return;
  const auto& s = job.s;
  const uint32_t first_row = first_datum / 16;
  const uint64_t rows = std::min<uint64_t>((first_datum % 16 + datums + 15) / 16, dst_rows);
  for (uint32_t r = 0; r < rows; ++r) {
    const unsigned row = dst_row_of(s, dst, first_row + r);
    if (s.wide) {
      const unsigned high = dst_register::adj32(row, s.remap_addrs, s.swizzle_32b);
      job.dst_writes.add_row(high);
      job.dst_writes.add_row(high + 8);
    } else {
      const unsigned physical = dst.row16(row, s.remap_addrs, s.swizzle_32b);
      job.dst_writes.add_row(physical);
      if (dst.narrow_is_high_half) job.dst_writes.add_row(physical + 8);
    }
  }
}

}  // namespace

void unpacker_function::undefined(const unpack_job& job, const char* what, uint64_t value) const {
  std::string text = what;
  if (const auto at = text.find("0x%"); at != std::string::npos) text.replace(at, 3, hex_text(value));
  else if (const auto number = text.find('%'); number != std::string::npos) text.replace(number, 1, std::to_string(value));
  state_.diagnose.undefined(unit_name(), job.thread, job.word, std::move(text));
}

uint8_t unpacker_function::wrapped_context(const uint32_t* config, unsigned counter) const {
  const auto field = [&](config_field f) { return f.further(thcon_section_words * which_)(config); };
  unsigned contexts = 1u << field(cfg::THCON_SEC0_REG2_Context_count);
  if (field(cfg::THCON_SEC0_REG2_Context_count_non_log2_en)) contexts = field(cfg::THCON_SEC0_REG2_Context_count_non_log2);
  counter &= 7;
  return static_cast<uint8_t>(counter >= contexts ? 0 : counter);
}

namespace {
// ISA documentation, UNPACR_Regular (performance). A tilizing unpack ignores Throttle_mode.
void choose_speed(uint32_t throttle_mode, unpack_job& job) {
  const auto is = [&](data_format plain, data_format a) { return job.s.in_format == plain || job.s.in_format == a; };
  const bool half = job.s.upsample_zeroes == 1 || (job.to_dst && is(data_format::bfp4, data_format::bfp4a));
  if (job.s.discontiguous) job.fastest = fetch_speed::x4;
  else if (job.s.compressed || job.s.upsample_zeroes >= 3 || is(data_format::bfp2, data_format::bfp2a))
    job.fastest = fetch_speed::x1;
  else job.fastest = half ? fetch_speed::x2 : fetch_speed::x4;
  job.throttle_undefined = throttle_mode == 3 && !job.s.discontiguous && job.fastest != fetch_speed::x1;
  const fetch_speed wanted = throttle_mode >= 2 || job.s.discontiguous ? fetch_speed::x4
                             : throttle_mode == 1                      ? fetch_speed::x2
                                                                       : fetch_speed::x1;
  job.speed = std::min(wanted, job.fastest);
}

const unpack_job no_job;  // kept: made anew each time it costs more than a copy of it

}  // namespace

void unpacker_function::accept(uint32_t word, unsigned thread, unpack_job& job) {
  job = no_job;
  job.word = word;
  job.which = static_cast<uint8_t>(which_);
  job.thread = static_cast<uint8_t>(thread);
  if (opcode_of(word) == opcode::UNPACR_NOP) {
    accept_nop(word, thread, job);
  } else if (insn::UNPACR::search_cache_flush(word)) {
    job.kind = unpack_job::kind_t::flush_cache;  // the row start cache is not visible in what is computed
    job.waits_for_bank = false;
  } else if (insn::UNPACR::cfg_context_cnt_inc(word)) {
    job.kind = unpack_job::kind_t::increment_context_counter;
    job.waits_for_bank = false;
    context_counter_[thread] = wrapped_context(state_.bank(thread), context_counter_[thread] + 1u);
  } else {
    accept_regular(word, thread, job);
  }
}

void unpacker_function::accept_regular(uint32_t word, unsigned thread, unpack_job& job) {
  const uint16_t* t = state_.thread_config(thread);
  unpack_setting u{state_.bank(thread),
                   which_,
                   thread,
                   0,
                   thread,
                   insn::UNPACR::ovrd_thread_id(word) != 0,
                   insn::UNPACR::row_search(word) != 0};
  const bool use_counter = insn::UNPACR::auto_inc_context_id(word) != 0;
  if (insn::UNPACR::srcb_bcast(word)) undefined(job, "srcb_bcast (RareB) is not documented", 0);
  if (u.multi_context) {
    const unsigned offset = which_ ? tcfg::UNPACK_MISC_CFG_CfgContextOffset_1(t) : tcfg::UNPACK_MISC_CFG_CfgContextOffset_0(t);
    u.context = ((use_counter ? context_counter_[thread] : insn::UNPACR::cfg_context_id(word)) + offset) & 7;
    u.adc = insn::UNPACR::addr_cnt_context_id(word);
    if (which_ == 1 && u.context >= 2) undefined(job, "unpacker 1 has contexts 0 and 1 only, this is context %", u.context);
    if (u.adc == 3) {
      undefined(job, "addr_cnt_context_id 3 selects no thread's counters", 0);
      u.adc = thread;
    }
  }

  job.context = static_cast<uint8_t>(u.context);
  auto& s = job.s;
  s.ovrd_with_addr = tcfg::SRCA_SET_SetOvrdWithAddr(t);
  s.src_row_base = static_cast<uint8_t>((which_ ? tcfg::SRCB_SET_Base(t) : tcfg::SRCA_SET_Base(t)) << 4);
  s.row_update = u.section(cfg::THCON_SEC0_REG2_Unpack_Src_Reg_Set_Upd);
  s.remap_addrs = cfg::DEST_ACCESS_CFG_remap_addrs(u.config);
  s.swizzle_32b = cfg::DEST_ACCESS_CFG_swizzle_32b(u.config);
  s.zeroes = insn::UNPACR::zero_write2(word);
  job.flips_src = insn::UNPACR::set_dat_valid(word);
  job.throttle_overridden = u.section(cfg::THCON_SEC0_REG1_ovrd_default_throttle_mode);

  sample_input(u, job);
  sample_output(u, job);
  describe_reads(job);

  choose_speed(u.section(cfg::THCON_SEC0_REG2_Throttle_mode), job);

  if (u.multi_context && use_counter) context_counter_[thread] = wrapped_context(u.config, u.context + 1);
  const uint32_t step = insn::UNPACR::addr_mode(word);
  for (unsigned i = 0; i < thread_count; ++i) {
    if (i != thread && i != u.adc) continue;
    auto& channel = state_.adc[i].set[which_].channel;
    channel[0].z = (channel[0].z + (step & 3)) & adc_z_mask;
    channel[0].y = (channel[0].y + ((step >> 2) & 3)) & adc_y_mask;
    channel[1].z = (channel[1].z + ((step >> 4) & 3)) & adc_z_mask;
    channel[1].y = (channel[1].y + ((step >> 6) & 3)) & adc_y_mask;
  }
}

void unpacker_function::sample_input(const unpack_setting& u, unpack_job& job) {
  auto& s = job.s;
  const adc_channel* xy = state_.adc[u.adc].set[which_].channel;
  const adc_channel& zw = state_.adc[u.thread].set[which_].channel[0];

  if (u.multi_context && u.section(cfg::THCON_SEC0_REG2_Ovrd_data_format)) {
    using namespace cfg;
    const bool upper = u.context >= 4;
    s.in_format = static_cast<data_format>(
        u.section(upper ? THCON_SEC0_REG7_Unpack_data_format_cntx4 : THCON_SEC0_REG7_Unpack_data_format_cntx0, u.context & 3));
    s.out_format = static_cast<data_format>(u.section(
        upper ? THCON_SEC0_REG7_Unpack_out_data_format_cntx4 : THCON_SEC0_REG7_Unpack_out_data_format_cntx0, u.context & 3));
  } else {
    s.in_format = static_cast<data_format>(u(tile_descriptor::in_data_format));
    s.out_format = static_cast<data_format>(u.section(cfg::THCON_SEC0_REG2_Out_data_format));
  }
  if (!is_known_format(s.in_format)) undefined(job, "input data format % is not assigned", static_cast<unsigned>(s.in_format));
  s.datum_bits = static_cast<uint8_t>(is_known_format(s.in_format) ? datum_bits(s.in_format) : 8);

  const bool uncompressed = u.multi_context ? u.bit(cfg::THCON_SEC0_REG2_Disable_zero_compress_cntx0, context_bit(u.context))
                                            : u(tile_descriptor::uncompressed);
  s.compressed = job.compressed = !uncompressed;
  uint32_t x_dim = u(tile_descriptor::x_dim);
  if (u.multi_context && which_ == 0)
    x_dim = u.of_context(cfg::THCON_SEC0_REG5_Tile_x_dim_cntx0, cfg::THCON_SEC0_REG5_Tile_x_dim_cntx1);
  uint32_t y_dim = u(tile_descriptor::y_dim);
  const uint32_t z_dim = std::max(1u, u(tile_descriptor::z_dim)), w_dim = std::max(1u, u(tile_descriptor::w_dim));
  const uint32_t blobs = u(tile_descriptor::blobs_per_xy_plane);

  const unsigned in_words = u.multi_context ? u.context : 0;
  uint32_t address =
      u.section(cfg::THCON_SEC0_REG3_Base_address, in_words) + u.section(cfg::THCON_SEC0_REG7_Offset_address, in_words & 3);
  address = (address + 1 + u(tile_descriptor::digest_size)) * 16;

  const uint32_t row_starts = address;
  if (s.compressed) {
    const uint32_t entries = (blobs ? blobs : y_dim) * z_dim * w_dim + 1;
    address += (entries * 2 + 15) / 16 * 16;
  }
  s.has_exponent = is_block_format(s.in_format);
  s.force_exponent = u.section(cfg::THCON_SEC0_REG2_Force_shared_exp);
  s.forced_exponent =
      static_cast<uint8_t>(u.of_unpacker(cfg::UNP0_FORCED_SHARED_EXP_shared_exp, cfg::UNP1_FORCED_SHARED_EXP_shared_exp));
  const uint32_t exponents = address;
  if (s.has_exponent && !s.force_exponent) {
    const bool section = s.datum_bits == 8 || !u(tile_descriptor::no_bfp_exponent_section);
    if (section) address += (x_dim * y_dim * z_dim * w_dim + 255) / 256 * 16;
  }

  uint32_t first = 0;
  int64_t count = 0;
  if (uncompressed) {
    uint32_t x = xy[0].x, y = xy[0].y, end = xy[1].x + 1;
    if (u.row_search && blobs) {
      const uint32_t starts = u.blobs_y_start();
      const uint32_t next = (xy[0].x & 7) + 1;
      x = ((starts >> (4 * (xy[0].y & 7))) & 15) << 4;
      y = 0;
      if (next == blobs) end = x_dim & 0x1f0;
      else if (next < 8) end = ((starts >> (4 * next)) & 15) << 4;
      else undefined(job, "row search for blob %, but only 0..7 exist", next);
    } else if (u.row_search) {
      x = 0;
      end = xy[1].x;
    }
    first = ((zw.w * z_dim + zw.z) * y_dim + y) * x_dim + x;
    count = static_cast<int64_t>(end) - x;
    if (count < 0) undefined(job, "the X range ends before it begins, at %", end);
  } else {
    if (u.row_search && blobs) y_dim = blobs;
    const int64_t base = row_starts + 2 * static_cast<int64_t>((zw.w * z_dim + zw.z) * y_dim);
    const auto start_of = [&](uint32_t row) { return row_start(job, base + 2 * static_cast<int64_t>(row)); };
    first = start_of(xy[0].y & 0xff);
    if (u.row_search) {
      count = static_cast<int64_t>(start_of((xy[0].x & 0xff) + 1)) - first;
    } else if (xy[0].x == 0 && xy[1].x == x_dim - 1) {
      count = static_cast<int64_t>(start_of((xy[0].y & 0xff) + 1)) - first;
    } else {
      const int64_t emit = static_cast<int64_t>(xy[1].x) + 1 - xy[0].x;
      if (emit < 0) undefined(job, "the X range ends before it begins, at %", xy[1].x);
      s.drop = xy[0].x;
      s.emit_limit = static_cast<uint32_t>(std::max<int64_t>(emit, 0));
      count = s.emit_limit ? 0xffffffffll : 0;
    }
    if (count < 0) undefined(job, "the row starts decrease, the first being %", first);
  }
  s.datums = static_cast<uint32_t>(std::max<int64_t>(count, 0));

  s.exponent_address = static_cast<int64_t>(exponents) * 16 + first;
  if (uncompressed) {
    s.datum_address = static_cast<int64_t>(address) * 8 + static_cast<int64_t>(first) * s.datum_bits;
  } else {  // blocks of 32 datums, each followed by 32 nibbles: the number of zeroes after each datum
    const int64_t block = static_cast<int64_t>(address) * 8 + static_cast<int64_t>(first / 32) * 32 * (s.datum_bits + 4);
    s.datum_address = block + (first % 32) * s.datum_bits;
    s.delta_address = block + 32 * s.datum_bits + (first % 32) * 4;
  }
  s.limit_bytes = u.section(cfg::THCON_SEC0_REG2_Unpack_limit_address) * 16;
  s.fifo_bytes = u.section(cfg::THCON_SEC0_REG2_Unpack_fifo_size) * 16;
  s.datum_address = wrap_scaled(s, s.datum_address, 8);
  s.delta_address = wrap_scaled(s, s.delta_address, 8);
  s.exponent_address = wrap_scaled(s, s.exponent_address, 16);

  s.discontiguous = u.section(cfg::THCON_SEC0_REG2_Tileize_mode);
  s.row_width = s.datum_bits <= 8 ? 16 : 32;
  s.row_stride = s.row_width * s.datum_bits / 8;
  if (s.discontiguous) {
    s.row_stride = (u.section(cfg::THCON_SEC0_REG2_Shift_amount_cntx0) << 4) |
                   (u.section(cfg::THCON_SEC0_REG2_Shift_amount_cntx1) << 8) |
                   (u.section(cfg::THCON_SEC0_REG2_Shift_amount_cntx2) << 12);
    if (s.compressed) undefined(job, "tilize does not work on compressed data", 0);
  }
}

void unpacker_function::sample_output(const unpack_setting& u, unpack_job& job) {
  auto& s = job.s;
  if (which_ == 0) {
    job.to_dst = u.multi_context ? u.bit(cfg::THCON_SEC0_REG2_Unpack_if_sel_cntx0, context_bit(u.context))
                                 : u.section(cfg::THCON_SEC0_REG2_Unpack_If_Sel);
    s.transpose = u.section(cfg::THCON_SEC0_REG2_Haloize_mode);  // unpacker 1 ignores it
    if (!s.discontiguous) s.column_shift = static_cast<uint8_t>(u.section(shift_amount[u.context & 3]));
  }
  s.upsample_zeroes = static_cast<uint8_t>((1u << u.section(cfg::THCON_SEC0_REG2_Upsample_rate)) - 1);
  s.upsample_interleave = u.section(cfg::THCON_SEC0_REG2_Upsample_and_interleave);

  const bool e4m3 = u.section(cfg::THCON_SEC0_REG1_Unp_LF8_4b_exp);
  const bool is_unsigned = u.of_unpacker(cfg::ALU_FORMAT_SPEC_REG0_SrcAUnsigned, cfg::ALU_FORMAT_SPEC_REG0_SrcBUnsigned);
  const unpack_route route = route_of(s.in_format, s.out_format, job.to_dst, e4m3, is_unsigned);
  if (!route.defined) {
    std::string text = std::string("no conversion from ") + name(s.in_format) + " to " + name(s.out_format) +
                       (job.to_dst ? " towards Dst" : " towards SrcA/SrcB");
    undefined(job, text.c_str(), 0);
  }
  s.conversion = route.conversion;
  s.wide = route.wide;

  const adc_channel& c = state_.adc[u.thread].set[which_].channel[1];
  uint32_t out = u.of_unpacker(cfg::UNP0_ADDR_BASE_REG_1_Base, cfg::UNP1_ADDR_BASE_REG_1_Base) +
                 c.y * u.of_unpacker(cfg::UNP0_ADDR_CTRL_XY_REG_1_Ystride, cfg::UNP1_ADDR_CTRL_XY_REG_1_Ystride) +
                 c.z * u.of_unpacker(cfg::UNP0_ADDR_CTRL_ZW_REG_1_Zstride, cfg::UNP1_ADDR_CTRL_ZW_REG_1_Zstride) +
                 c.w * u.of_unpacker(cfg::UNP0_ADDR_CTRL_ZW_REG_1_Wstride, cfg::UNP1_ADDR_CTRL_ZW_REG_1_Wstride);
  const unsigned shift = is_32_bit(s.out_format) ? 2 : is_16_bit(s.out_format) ? 1 : 0;
  if (out & ((1u << shift) - 1u)) undefined(job, "output byte address 0x% is not a multiple of the datum size", out);
  out >>= shift;
  if (u.multi_context && which_ == 0) {
    const uint32_t dest = u.of_context(cfg::THCON_SEC0_REG5_Dest_cntx0_address, cfg::THCON_SEC0_REG5_Dest_cntx1_address);
    out = job.to_dst || cfg::UNP0_ADD_DEST_ADDR_CNTR_add_dest_addr_cntr(u.config) ? out + dest : dest;
  }
  s.out_address = out;

  if ((s.transpose || s.discontiguous) && s.datum_address % 128 != 0)
    undefined(job, "transpose and tilize need 16-byte aligned data, which begins at 0x%",
              static_cast<uint64_t>(s.datum_address / 8));
  if (s.discontiguous && s.upsample_zeroes) undefined(job, "tilize does not work with upsampling", 0);
  if (job.to_dst) {
    if (s.column_shift)
      undefined(job, "unpacking to Dst does not work with a column shift (Shift_amount is %)", s.column_shift);
    if (s.transpose) undefined(job, "unpacking to Dst does not work with Haloize_mode", 0);
    if (s.ovrd_with_addr) undefined(job, "unpacking to Dst needs SRCA_SET_SetOvrdWithAddr 0", 0);
    s.column_shift = 0;
    s.transpose = false;
  }
}

// Which bytes are fetched and which Dst rows are written; for compressed data this means walking through the deltas.
void unpacker_function::describe_reads(unpack_job& job) {
  const auto& s = job.s;
  const unsigned expansion = s.upsample_zeroes + 1u;
  const int64_t start = s.datum_address / 8;
  uint64_t inputs = s.datums, outputs = 0;
  const auto beyond = [&](int64_t begin, int64_t end) {
    begin = std::max<int64_t>(begin, 0);
    end = std::min(end, static_cast<int64_t>(state_.l1.size()));
    if (begin < end) reads_at_once(job, begin, static_cast<uint32_t>(end - begin));
  };
  extent_collector data(job.data_reads, s.compressed ? 4 * s.datum_bits + 16 : 0, beyond);
  if (s.compressed) {
    inputs = 0;
    uint64_t decompressed = 0;
    const auto byte = [this, &job](int64_t address) -> unsigned {
      if (address >= static_cast<int64_t>(state_.l1.size())) return 0;
      reads_at_once(job, address, 1);
      return state_.l1[static_cast<size_t>(address)];
    };
    walk_inputs(s, byte, [&](const input_datum& d) {
      ++inputs;
      data.add(d.address / 8, (d.address + s.datum_bits + 7) / 8);
      data.add(d.delta_address / 8, (d.delta_address + 4 + 7) / 8);
      decompressed += 1 + (s.zeroes ? 0 : d.zeroes_after);
      return decompressed < uint64_t{s.drop} + s.emit_limit;
    });
    outputs = std::min<uint64_t>(decompressed > s.drop ? decompressed - s.drop : 0, s.emit_limit) * expansion;
    data.flush();
  } else {
    outputs = inputs * expansion;
    const int64_t rows = static_cast<int64_t>(inputs / s.row_width), rest = static_cast<int64_t>(inputs % s.row_width);
    const int64_t row_bits = static_cast<int64_t>(s.row_width) * s.datum_bits;
    const bool wraps = s.fifo_bytes && start + rows * s.row_stride > static_cast<int64_t>(s.limit_bytes);
    const auto piece = [&](int64_t bit_address, int64_t bits) { data.add(bit_address / 8, (bit_address + bits + 7) / 8); };
    if (wraps) {
      int64_t address = s.datum_address;
      for (int64_t r = 0; r < rows; ++r) {
        piece(address, row_bits);
        address = wrap_scaled(s, address + int64_t{s.row_stride} * 8, 8);
      }
      if (rest) piece(address, rest * s.datum_bits);
    } else if (s.discontiguous) {
      if (rows) {
        const auto bytes = static_cast<uint32_t>(row_bits / 8);
        job.data_reads.push_back({static_cast<uint32_t>(start), bytes, s.row_stride, static_cast<uint32_t>(rows)});
      }
      if (rest) piece(s.datum_address + rows * s.row_stride * 8, rest * s.datum_bits);
    } else if (inputs) {
      piece(s.datum_address, static_cast<int64_t>(inputs) * s.datum_bits);
    }
    data.flush();
  }
  if (s.has_exponent && !s.force_exponent && inputs) {
    // 16 bytes of exponents serve 256 datums.
    const int64_t first = s.exponent_address / 256 * 16;
    const int64_t last = (s.exponent_address + static_cast<int64_t>(inputs) - 1) / 256 * 16;
    const bool wraps = s.fifo_bytes && last > static_cast<int64_t>(s.limit_bytes);
    extent_collector exponents(job.exponent_reads, 0, beyond);
    if (wraps) {
      int64_t address = first;
      for (int64_t piece = first; piece <= last; piece += 16) {
        exponents.add(address, address + 16);
        address = wrap_scaled(s, (address + 16) * 16, 16) / 16;
      }
    } else {
      exponents.add(first, last + 16);
    }
    exponents.flush();
  }
  const auto outside = [&](const l1_extent& e) {
    return e.address + uint64_t{e.row_stride} * (e.rows - 1) + e.row_bytes > state_.l1.size();
  };
  const auto keep_inside = [&](auto& extents) {
    for (auto& e : extents) {
      if (!outside(e)) continue;
      undefined(job, "reads outside L1, at byte 0x%", e.address);
      e = {0, 16, 16, 1};
    }
  };
  keep_inside(job.data_reads);
  keep_inside(job.exponent_reads);

  if (outputs == 0) return;
  if (s.upsample_interleave) outputs -= s.upsample_zeroes;  // nothing is written behind the last datum
  job.s.last_row = static_cast<uint32_t>((s.out_address + outputs - 1) / 16);
  if (job.to_dst) {
    add_dst_rows(job, state_.dst, s.out_address, outputs);
  } else if (which_ == 0 && s.last_row >= header_rows + (s.ovrd_with_addr ? src_rows : 16)) {
    undefined(job,
              s.ovrd_with_addr ? "SrcA has rows 0..63, not row %"
                               : "with SRCA_SET_SetOvrdWithAddr 0, SrcA rows 0..15 can be written, not row %",
              s.last_row - header_rows);
  }
}

// Row starts and deltas of compressed data.
void unpacker_function::reads_at_once(unpack_job& job, int64_t address, uint32_t bytes) const {
  const auto from = static_cast<uint32_t>(address);
  state_.bring_l1(from, bytes);
  const bool first = job.at_once_to == 0;
  job.at_once_from = first ? from : std::min(job.at_once_from, from);
  job.at_once_to = std::max(job.at_once_to, from + bytes);
}

uint16_t unpacker_function::row_start(unpack_job& job, int64_t address) const {
  if (address < 0 || address + 2 > static_cast<int64_t>(state_.l1.size())) {
    undefined(job, "row start at 0x% lies outside L1", static_cast<uint64_t>(address));
    return 0;
  }
  reads_at_once(job, address, 2);
  return static_cast<uint16_t>(state_.l1[address] | (state_.l1[address + 1] << 8));
}

}  // namespace tensix
