// SPDX-License-Identifier: Apache-2.0
// Dst: 1024 rows of 16 datums of 16 bits, also seen as 512 rows of 32-bit datums. Layer 1. With dst.rows=2048, which no chip has,
// there are two pages of those: row addresses of instructions and counters are of a page, and the offset registers'
// (DEST_TARGET_REG_CFG_*) bits above them say which (docs/what-if.md).
// Source: ISA documentation, Dst (Blackhole).
#pragma once
#include <algorithm>
#include <cstdint>

#include "models/registers/backend_config.h"
#include "models/registers/src_registers.h"

namespace tensix {

inline constexpr unsigned dst_rows = 1024;  // of a page
inline constexpr unsigned most_dst_rows = 2 * dst_rows;
inline constexpr unsigned dst_block_rows = 8;
inline constexpr unsigned dst_blocks = most_dst_rows / dst_block_rows;

struct dst_register {
  // Physical bits: BF16 as sign(15) mantissa(14..8) exponent(7..0); FP16 as sign mantissa(14..5) exponent(4..0); a 32-bit
  // datum has its high half (in BF16 arrangement) in row adj32(r) and its low half eight rows further.
  alignas(64) uint16_t bits[most_dst_rows][row_datums] = {};
  bool row_valid[most_dst_rows];     // false: the row reads as zero; true at power-on, when bits are unpredictable
  bool narrow_is_high_half = false;  // DBG_FEATURE_DISABLE bit 11: see row16

  dst_register() { std::fill_n(row_valid, most_dst_rows, true); }
  unsigned rows = dst_rows;  // that there are
  // First row of the page that a thread's or packer's offset is in.
  unsigned page(unsigned offset) const { return offset & (rows - 1) & ~(dst_rows - 1); }

  static unsigned adj16(unsigned row, bool remap_addrs) {
    return remap_addrs ? (row & 0xfc7) ^ ((row & 0x030) >> 1) ^ ((row & 0x008) << 2) : row;
  }
  static unsigned adj32(unsigned row, bool remap_addrs, bool swizzle_32b) {
    row = adj16(row, remap_addrs);
    if (swizzle_32b) row = (row & 0xff3) ^ ((row & 0x018) >> 1) ^ ((row & 0x004) << 1);
    return ((row & 0x1f8) << 1) | (row & 0xe07);
  }
  static unsigned adj16(unsigned row, const uint32_t* config) { return adj16(row, cfg::DEST_ACCESS_CFG_remap_addrs(config)); }
  static unsigned adj32(unsigned row, const uint32_t* config) {
    return adj32(row, cfg::DEST_ACCESS_CFG_remap_addrs(config), cfg::DEST_ACCESS_CFG_swizzle_32b(config));
  }

  // Where the 16-bit datums of a row are: with DBG_FEATURE_DISABLE bit 11 they are the high halves of 32-bit ones.
  unsigned row16(unsigned row, bool remap_addrs, bool swizzle_32b) const {
    return narrow_is_high_half ? adj32(row, remap_addrs, swizzle_32b) : adj16(row, remap_addrs);
  }
  unsigned row16(unsigned row, const uint32_t* config) const {
    return narrow_is_high_half ? adj32(row, config) : adj16(row, config);
  }
  // To be called when 16-bit datums have been written to that row: then the low halves are lost (documented as unpredictable).
  void wrote16(unsigned physical_row, unsigned column = 0, unsigned count = row_datums) {
    if (narrow_is_high_half) std::fill_n(bits[physical_row + 8] + column, count, uint16_t{0});
  }
};

// Datum rearrangements between IEEE-like field order and the order in Dst; `encode` is towards Dst.
constexpr uint16_t dst_encode_bf16(uint16_t x) {
  return static_cast<uint16_t>((x & 0x8000) | ((x & 0x7f) << 8) | ((x >> 7) & 0xff));
}
constexpr uint16_t dst_decode_bf16(uint16_t x) {
  return static_cast<uint16_t>((x & 0x8000) | ((x & 0xff) << 7) | ((x >> 8) & 0x7f));
}
constexpr uint16_t dst_encode_fp16(uint16_t x) {
  return static_cast<uint16_t>((x & 0x8000) | ((x & 0x3ff) << 5) | ((x >> 10) & 0x1f));
}
constexpr uint16_t dst_decode_fp16(uint16_t x) {
  return static_cast<uint16_t>((x & 0x8000) | ((x & 0x1f) << 10) | ((x >> 5) & 0x3ff));
}
constexpr uint32_t dst_encode_fp32(uint32_t x) {
  return (static_cast<uint32_t>(dst_encode_bf16(static_cast<uint16_t>(x >> 16))) << 16) | (x & 0xffff);
}
constexpr uint32_t dst_decode_fp32(uint32_t x) {
  return (static_cast<uint32_t>(dst_decode_bf16(static_cast<uint16_t>(x >> 16))) << 16) | (x & 0xffff);
}

// A set of Dst blocks that one instruction reads or writes: bit b of word b/64 is block b (physical rows 8b..8b+7).
struct dst_block_set {
  static constexpr unsigned words = dst_blocks / 64;
  uint64_t word[words] = {};
  void add_row(unsigned physical_row) { word[(physical_row >> 9) % words] |= 1ull << ((physical_row >> 3) & 63); }
  bool any() const { return (word[0] | word[1] | word[2] | word[3]) != 0; }
};

}  // namespace tensix
