// SPDX-License-Identifier: Apache-2.0
// A row on its way: from Dst through the early conversion, edge masks, ReLU, the exponents' statistics and threshold, and the late
// conversion to datums of the output format.
#include <cstring>

#include "models/packer/packer_function.h"

namespace tensix {
namespace {

using namespace cfg;

alignas(64) constexpr uint16_t zero_row[row_datums] = {};

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
      const unsigned below = physical[r] + 8;
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

void packer_function::pack_row(unsigned packer, const settings& s, const uint32_t* bank, unsigned physical, unsigned first,
                               unsigned count, uint32_t select, unsigned y, unsigned z, pack_job& job) {
  row_lanes lanes;
  const dst_register& dst = state_.dst;
  const bool valid = dst.row_valid[physical];
  const uint16_t* high = valid ? dst.bits[physical] : zero_row;
  job.dst_reads.add_row(physical);
  if (s.read_32b) {
    job.dst_reads.add_row(physical + 8);
    const uint16_t* low = valid ? dst.bits[physical + 8] : zero_row;
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
  const unsigned face = z + DEST_TARGET_REG_CFG_PACK_SEC0_ZOffset.further(packer)(bank);
  return INT_DESCALE_VALUES_SEC0_Value.further((face & 63) >> 2)(bank) >> ((face & 3) * 8) & 31;
}

void packer_function::mask_edges(unsigned packer, const settings& s, const uint32_t* bank, unsigned y, unsigned z,
                                 row_lanes& lanes) {
  unsigned set;
  if (PCK_EDGE_TILE_FACE_SET_SELECT_enable(bank)) {
    const unsigned face = z + DEST_TARGET_REG_CFG_PACK_SEC0_ZOffset.further(packer)(bank);
    const unsigned mapping = PCK_EDGE_TILE_FACE_SET_SELECT_select(bank) >> (2 * packer) & 3;
    set = bank[TILE_FACE_SET_MAPPING_0_face_set_mapping_0.word + mapping] >> (2 * (face & 15)) & 3;
  } else {
    set = PCK_EDGE_TILE_ROW_SET_SELECT_select(bank) >> (2 * packer) & 3;
  }
  const unsigned section = bank[TILE_ROW_SET_MAPPING_0_row_set_mapping_0.word + set] >> (2 * (y & 15)) & 3;
  const uint32_t mask = PCK_EDGE_OFFSET_SEC0_mask.further(section)(bank);
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
