// The packers' pipeline from a row of Dst to datums of the output format.
#include "models/packer/packer_function.h"

#include <cstring>
#include <string>

#include "models/isa/isa.h"

namespace tensix {
namespace {

using namespace cfg;

alignas(64) constexpr uint16_t zero_row[row_datums] = {};

// Bits `first` .. `first + count - 1`.
constexpr uint32_t columns(unsigned first, unsigned count) { return ((1u << count) - 1) << first & 0xffff; }

// Column bits of a downsample mask that starts at column `first` with its bit `turn`.
constexpr uint32_t kept_columns(uint16_t mask, unsigned first, unsigned turn) {
  const unsigned left = (first - turn) & 15;
  return (uint32_t{mask} << left | uint32_t{mask} >> ((16 - left) & 15)) & 0xffff;
}

}  // namespace

bool packer_function::keeps_all_edges(unsigned packer, const settings& s, const uint32_t* bank) const {
  if (!s.edge_masks) return true;
  // The usual setting: every row uses section 0, which keeps all columns.
  const unsigned set = PCK_EDGE_TILE_ROW_SET_SELECT_select(bank) >> (2 * packer) & 3;
  return !PCK_EDGE_TILE_FACE_SET_SELECT_enable(bank) && bank[TILE_ROW_SET_MAPPING_0_row_set_mapping_0.word + set] == 0 &&
         PCK_EDGE_OFFSET_SEC0_mask(bank) == 0xffff;
}

bool packer_function::counts_exponents() const {
  unsigned enabled = 0;
  for (unsigned t = 0; t < thread_count; ++t) enabled |= tcfg::ENABLE_ACC_STATS_Enable(state_.thread_config(t));
  return enabled != 0;
}

void packer_function::pack_plain_rows(unsigned packer, const settings& s, const uint16_t* physical, unsigned rows,
                                      pack_job& job) {
  packer_state& p = packer_[packer];
  const dst_register& dst = state_.dst;
  const uint16_t* high[most_read_interfaces];
  for (unsigned r = 0; r < rows; ++r) high[r] = dst.row_valid[physical[r]] ? dst.bits[physical[r]] : zero_row;
  const unsigned row_bytes = row_datums * (is_wide_lane(s.early.lane) ? 4 : 2), beats = rows * row_bytes / pack_beat_bytes;
  // Straight to where they leave, unless something is in between.
  const bool leaves = !s.block && p.data.fill == 0;
  alignas(64) row_lanes lanes[most_read_interfaces];
  uint8_t* const datums =
      leaves ? job.beats[packer].add({p.data.byte_address, beats, s.action}) : reinterpret_cast<uint8_t*>(lanes);
  if (s.read_32b) {
    for (unsigned r = 0; r < rows; ++r) {
      const unsigned below = (physical[r] + 8) & (dst_rows - 1);
      early_row_32(s.early.conversion, high[r], dst.row_valid[physical[r]] ? dst.bits[below] : zero_row, datums + r * row_bytes,
                   0);
    }
  } else {
    early_rows_16(s.early.conversion, high, rows, datums);
  }
  if (s.raw_exponent) {
    raise_to_largest(p.status.max_exponent, high, rows, s.raw_exponent);
  } else {
    for (unsigned r = 0; r < rows; ++r) {
      row_lanes row;
      std::memcpy(&row, datums + r * row_bytes, row_bytes);
      count_exponents(p.status, s.early.lane, row, 0xffff);
    }
  }
  if (leaves) p.data.byte_address += pack_beat_bytes * beats;
  else
    for (unsigned r = 0; r < rows; ++r) append_datums(packer, s, datums + r * row_bytes, row_datums, job);
}

void packer_function::pack_rows_of_interfaces(const settings& s, const uint32_t* bank, const reading& what, pack_job& job) {
  packer_state& p = packer_[0];
  const source& from = what.from[0];
  const uint32_t mask = what.interfaces;
  const unsigned interfaces = state_.read_interfaces, start = from.address >> 4, first = from.address & 15;
  const auto complain = [&](const std::string& text) {
    state_.diagnose.undefined("packer", static_cast<int>(job.thread), job.word, text);
  };
  if (insn::PACR::dst_access_mode(job.word)) {
    if (!DEST_ACCESS_CFG_swizzle_32b(bank) || !DEST_ACCESS_CFG_remap_addrs(bank))
      complain("DstAccessMode 1 without DEST_ACCESS_CFG_swizzle_32b and DEST_ACCESS_CFG_remap_addrs");
  } else if ((mask << (start & (interfaces - 1))) >= 1u << interfaces) {
    complain("read interfaces " + std::to_string(mask) + " from Dst row " + std::to_string(start) +
             " leave the aligned group of " + (interfaces == 4 ? "four" : std::to_string(interfaces)) + " rows");
  }
  if (insn::PACR::read_intf_sel(job.word) >> interfaces)
    complain("read interfaces " + std::to_string(insn::PACR::read_intf_sel(job.word)) + ", but there are only " +
             std::to_string(interfaces));
  unsigned count = from.datums;
  if (insn::PACR::zero_write(job.word) && insn::PACR::read_intf_sel(job.word) == 0 && count > row_datums &&
      count % row_datums == 0) {
    // Then, the kernel library says, the X range is that of all datums.
    for (; count > 0; count -= row_datums) {
      row_lanes zeroes = {};
      finish_lanes(0, s, zeroes, s.downsample, job);
    }
    return;
  }
  if (count > 16 - first) {
    complain("X range of " + std::to_string(count) + " datums from column " + std::to_string(first) +
             " does not fit into a row of Dst");
    count = 16 - first;
  }
  const uint32_t select = columns(first, count) & (s.downsample == 0xffff ? 0xffff : kept_columns(s.downsample, first, 0));
  const bool from_dst = from.kind == source::kind_t::dst;
  const bool transposed = PACK_COUNTERS_SEC0_pack_yz_transposed(bank);
  uint8_t& position = transposed ? p.tile_z : p.tile_y;
  const unsigned rows = from_dst ? what.rows : static_cast<unsigned>(__builtin_popcount(mask));
  job.rows = static_cast<uint8_t>(job.rows + rows);
  if (!from_dst) {
    for (unsigned i = 0; i < rows; ++i) {
      row_lanes zeroes = {};
      finish_lanes(0, s, zeroes, select, job);
    }
    return;
  }
  if (s.plain && select == 0xffff && keeps_all_edges(0, s, bank) && !counts_exponents()) {
    job.dst_reads = what.blocks;
    pack_plain_rows(0, s, what.row, rows, job);
  } else {
    for (unsigned i = 0; i < rows; ++i)
      pack_row(0, s, bank, what.row[i], first, count, select, transposed ? p.tile_y : p.tile_y + i,
               transposed ? p.tile_z + i : p.tile_z, job);
  }
  job.datums_in += rows * row_datums;
  // The plane ends only where the position lands exactly on its size.
  position = static_cast<uint8_t>(position + rows);
  if (position == PACK_COUNTERS_SEC0_pack_reads_per_xy_plane(bank)) {
    position = 0;
    ++(transposed ? p.tile_y : p.tile_z);
  }
}

void packer_function::pack_datums_of_packer(unsigned packer, const settings& s, const uint32_t* bank, const source& from,
                                            pack_job& job) {
  packer_state& p = packer_[packer];
  uint32_t address = from.address, left = from.datums;
  unsigned turn = 0;  // of the downsample mask
  if (from.kind == source::kind_t::nothing) {
    while (left > 0) {
      const unsigned n = left < row_datums ? left : row_datums;
      row_lanes zeroes = {};
      finish_lanes(packer, s, zeroes, columns(0, n) & s.downsample, job);
      left -= n;
    }
    return;
  }
  const uint32_t counters = bank[PACK_COUNTERS_SEC0_pack_reads_per_xy_plane.word + packer];
  const unsigned plane = counters >> PACK_COUNTERS_SEC0_pack_reads_per_xy_plane.lo & 0xff;
  const bool transposed = counters >> PACK_COUNTERS_SEC0_pack_yz_transposed.lo & 1;
  job.datums_in += left;
  const bool plain = s.plain && keeps_all_edges(packer, s, bank) && !counts_exponents();
  while (left > 0) {
    const unsigned first = address & 15;
    unsigned n = row_datums - first;
    if (n > left) n = left;
    if (n > row_datums - p.tile_x) n = row_datums - p.tile_x;
    const unsigned filled = p.data.fill;
    const auto physical = static_cast<uint16_t>(physical_row(bank, s.read_32b, address >> 4 & 1023));
    if (plain && n == row_datums) {
      job.dst_reads.add_row(physical);
      if (s.read_32b) job.dst_reads.add_row(physical + 8u);
      pack_plain_rows(packer, s, &physical, 1, job);
    } else {
      const uint32_t kept = s.downsample == 0xffff ? 0xffff : kept_columns(s.downsample, first, turn);
      pack_row(packer, s, bank, physical, first, n, columns(first, n) & kept, p.tile_y, p.tile_z, job);
    }
    date_beats(packer, s, filled, turn, n, job);
    turn += n;
    address += n;
    left -= n;
    p.tile_x = static_cast<uint8_t>(p.tile_x + n);
    if (p.tile_x < row_datums) continue;
    p.tile_x = 0;
    uint8_t &inner = transposed ? p.tile_z : p.tile_y, &outer = transposed ? p.tile_y : p.tile_z;
    if (++inner == plane) inner = 0, ++outer;
  }
}

void packer_function::pack_datums_of_l1(const settings& s, const source& from, pack_job& job) {
  job.datums_in += from.datums;
  const uint8_t* l1 = state_.l1.data();
  const size_t size = state_.l1.size();
  state_.bring_l1(from.address, from.datums * s.bytes_in);
  uint32_t address = from.address;
  unsigned turn = 0;
  for (uint32_t left = from.datums; left > 0;) {
    const unsigned n = left < row_datums ? left : row_datums;
    row_lanes lanes = {};
    uint16_t* half = lanes.half;
    if (address + size_t{n} * s.bytes_in > size) {
      state_.diagnose.undefined("packer", static_cast<int>(job.thread), job.word,
                                "packer 0 reads L1 beyond its end, at " + std::to_string(address));
    } else {
      for (unsigned i = 0; i < n; ++i) {
        const uint8_t* b = l1 + address + i * s.bytes_in;
        const uint32_t x = s.bytes_in == 4   ? b[0] | b[1] << 8 | b[2] << 16 | uint32_t{b[3]} << 24
                           : s.bytes_in == 2 ? b[0] | b[1] << 8u
                                             : uint32_t{b[0]};
        const uint32_t integer = s.l1_shift < 0 ? x >> -s.l1_shift : x << s.l1_shift;
        // One-byte floats: sign and mantissa in their places, exponent zero; E5M2 is a cut FP16.
        if (is_wide_lane(s.early.lane)) lanes.words[i] = integer;
        else if (s.bytes_in == 1 && s.early.lane == pack_lane::bf16)
          half[i] = static_cast<uint16_t>((x & 0x80) << 8 | (x & 0x7f));
        else if (s.in == data_format::bfp8a) half[i] = static_cast<uint16_t>((x & 0x80) << 8 | (x & 0x7f) << 3);
        else if (s.in == data_format::fp8) half[i] = static_cast<uint16_t>(x << 8);
        else half[i] = static_cast<uint16_t>(integer);
      }
    }
    const uint32_t kept = s.downsample == 0xffff ? 0xffff : kept_columns(s.downsample, 0, turn);
    finish_lanes(0, s, lanes, columns(0, n) & kept, job);
    address += n * s.bytes_in;
    turn += n;
    left -= n;
  }
}

void packer_function::pack_row(unsigned packer, const settings& s, const uint32_t* bank, unsigned physical, unsigned first,
                               unsigned count, uint32_t select, unsigned y, unsigned z, pack_job& job) {
  row_lanes lanes;
  const dst_register& dst = state_.dst;
  const bool valid = dst.row_valid[physical];
  const uint16_t* high = valid ? dst.bits[physical] : zero_row;
  job.dst_reads.add_row(physical);
  if (s.read_32b) {
    job.dst_reads.add_row(physical + 8);
    const uint16_t* low = valid ? dst.bits[(physical + 8) & (dst_rows - 1)] : zero_row;
    const bool shifts =
        s.early.conversion == early_conversion::shift_to_int8 || s.early.conversion == early_conversion::shift_to_uint8;
    const unsigned shift = shifts ? descale_shift(packer, bank, z) : 0;
    if (s.stochastic_early) early_row_32_stochastic(s.early.conversion, high, low, lanes.words, shift, random_lanes());
    else early_row_32(s.early.conversion, high, low, lanes.words, shift);
  } else if (s.stochastic_early) {
    early_row_16_stochastic(s.early.conversion, high, lanes.words, random_lanes());
  } else {
    early_row_16(s.early.conversion, high, lanes.words);
  }
  if (s.edge_masks) mask_edges(packer, s, bank, y, z, lanes);
  if (s.relu_mode) {
    const bool integer =
        s.early.lane == pack_lane::int32 || s.early.lane == pack_lane::int16 || s.early.lane == pack_lane::int8;
    relu_row(s.early.lane, integer ? 1 : s.relu_mode, s.relu_threshold, lanes.words, s.unsigned_integer);
  }
  pack_lane lane = s.early.lane;
  if (s.early.then_fp16) {
    row_lanes narrow;
    narrow_row_to_fp16(lanes.words, narrow.half);
    std::memcpy(lanes.half, narrow.half, sizeof lanes.half);
    lane = pack_lane::fp16;
  }
  count_exponents(packer_[packer].status, lane, lanes, columns(first, count));
  finish_lanes(packer, s, lanes, select, job);
}

unsigned packer_function::descale_shift(unsigned packer, const uint32_t* bank, unsigned z) const {
  if (!INT_DESCALE_Enable(bank)) return 0;
  if (!INT_DESCALE_Mode(bank)) return INT_DESCALE_VALUES_SEC0_Value(bank) & 31;
  const unsigned face = z + DEST_TARGET_REG_CFG_PACK_SEC0_ZOffset.at_word(static_cast<uint16_t>(180 + packer))(bank);
  return bank[INT_DESCALE_VALUES_SEC0_Value.word + ((face & 63) >> 2)] >> ((face & 3) * 8) & 31;
}

void packer_function::mask_edges(unsigned packer, const settings& s, const uint32_t* bank, unsigned y, unsigned z,
                                 row_lanes& lanes) {
  unsigned set;
  if (PCK_EDGE_TILE_FACE_SET_SELECT_enable(bank)) {
    const unsigned face = z + DEST_TARGET_REG_CFG_PACK_SEC0_ZOffset.at_word(static_cast<uint16_t>(180 + packer))(bank);
    const unsigned mapping = PCK_EDGE_TILE_FACE_SET_SELECT_select(bank) >> (2 * packer) & 3;
    set = bank[TILE_FACE_SET_MAPPING_0_face_set_mapping_0.word + mapping] >> (2 * (face & 15)) & 3;
  } else {
    set = PCK_EDGE_TILE_ROW_SET_SELECT_select(bank) >> (2 * packer) & 3;
  }
  const unsigned section = bank[TILE_ROW_SET_MAPPING_0_row_set_mapping_0.word + set] >> (2 * (y & 15)) & 3;
  const uint32_t mask = bank[PCK_EDGE_OFFSET_SEC0_mask.word + section] & 0xffff;
  if (mask == 0xffff) return;
  const bool infinity = PCK_EDGE_MODE_mode(bank) != 0;
  uint32_t fill = 0;
  if (infinity) {
    switch (s.early.lane) {
      case pack_lane::f32: fill = 0xff800000; break;
      case pack_lane::bf16: fill = 0xff80; break;
      case pack_lane::fp16:
        fill = 0xffff & ~((1u << (10 - (s.early.mantissa_bits < 10 ? s.early.mantissa_bits : 10))) - 1);
        break;
      case pack_lane::int32: fill = 0xffffffff; break;
      case pack_lane::int16: fill = 0xffff; break;
      case pack_lane::int8: fill = s.unsigned_integer ? 0 : 0xff; break;
    }
  }
  if (is_wide_lane(s.early.lane)) {
    for (unsigned i = 0; i < row_datums; ++i) lanes.words[i] = mask >> i & 1 ? lanes.words[i] : fill;
  } else {
    uint16_t* half = lanes.half;
    for (unsigned i = 0; i < row_datums; ++i) half[i] = mask >> i & 1 ? half[i] : static_cast<uint16_t>(fill);
  }
}

namespace {

// Exponents (or what stands for them) of 16 lanes.
template <class Lanes>
void exponents_of(pack_lane lane, const Lanes& lanes, uint8_t* e) {
  const uint32_t* words = lanes.words;
  const uint16_t* half = lanes.half;
  switch (lane) {
    case pack_lane::f32:
    case pack_lane::int32:
      for (unsigned i = 0; i < row_datums; ++i) e[i] = static_cast<uint8_t>(words[i] >> 23);
      break;
    case pack_lane::bf16:
      for (unsigned i = 0; i < row_datums; ++i) e[i] = static_cast<uint8_t>(half[i] >> 7);
      break;
    case pack_lane::fp16:
      for (unsigned i = 0; i < row_datums; ++i) e[i] = half[i] >> 10 & 31;
      break;
    case pack_lane::int16:
    case pack_lane::int8:
      for (unsigned i = 0; i < row_datums; ++i) e[i] = static_cast<uint8_t>(half[i]);
      break;
  }
}

}  // namespace

void packer_function::count_exponents(packer_status& status, pack_lane lane, const row_lanes& lanes, uint32_t select) {
  uint8_t e[row_datums];
  exponents_of(lane, lanes, e);
  if (select != 0xffff)
    for (unsigned i = 0; i < row_datums; ++i) e[i] = select >> i & 1 ? e[i] : 0;
  uint8_t most = status.max_exponent;
  for (unsigned i = 0; i < row_datums; ++i) most = e[i] > most ? e[i] : most;
  status.max_exponent = most;
  if (!counts_exponents()) return;
  for (unsigned i = 0; i < row_datums; ++i) {
    uint8_t& bin = status.exponent_histogram[e[i] & 31];
    if ((select >> i & 1) && bin != 255) ++bin;
  }
}

void packer_function::reset_exponent_histograms() {
  for (packer_state& p : packer_) {
    std::memset(p.status.exponent_histogram, 0, sizeof p.status.exponent_histogram);
    p.status.max_exponent = 0;
  }
}

void packer_function::finish_lanes(unsigned packer, const settings& s, row_lanes& lanes, uint32_t select, pack_job& job) {
  const pack_lane lane = s.early.then_fp16 ? pack_lane::fp16 : s.early.lane;
  if (s.threshold_enabled && s.in != data_format::bfp2a && lane != pack_lane::int16 && lane != pack_lane::int8 &&
      s.in != data_format::int32) {
    uint8_t e[row_datums];
    exponents_of(lane, lanes, e);
    uint16_t* half = lanes.half;
    if (is_wide_lane(lane))
      for (unsigned i = 0; i < row_datums; ++i) lanes.words[i] = e[i] < s.threshold ? 0 : lanes.words[i];
    else
      for (unsigned i = 0; i < row_datums; ++i) half[i] = e[i] < s.threshold ? 0 : half[i];
  }
  alignas(64) uint8_t datums[64];
  late_row(s.late.conversion, lanes.words, datums);
  unsigned count = row_datums;
  if (select != 0xffff) {
    const unsigned bytes = s.late.bytes;
    count = 0;
    for (unsigned i = 0; i < row_datums; ++i) {
      if (!(select >> i & 1)) continue;
      std::memmove(datums + count * bytes, datums + i * bytes, bytes);
      ++count;
    }
  }
  append_datums(packer, s, datums, count, job);
  if (pad_rows_) pad_to_row(packer, s, count, job);
}

}  // namespace tensix
