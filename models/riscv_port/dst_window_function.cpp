// SPDX-License-Identifier: Apache-2.0
#include "models/riscv_port/dst_window_function.h"

#include <cstdio>

namespace tensix {

namespace {

struct view {
  unsigned format;
  bool no_swizzle, unsigned_int;
  unsigned element_bytes;  // 0: reserved format
  const uint32_t* config;
};

view view_of(const tensix_state& state, unsigned thread) {
  static constexpr config_field format[] = {cfg::RISC_DEST_ACCESS_CTRL_SEC0_fmt, cfg::RISC_DEST_ACCESS_CTRL_SEC1_fmt,
                                            cfg::RISC_DEST_ACCESS_CTRL_SEC2_fmt};
  static constexpr config_field no_swizzle[] = {cfg::RISC_DEST_ACCESS_CTRL_SEC0_no_swizzle,
                                                cfg::RISC_DEST_ACCESS_CTRL_SEC1_no_swizzle,
                                                cfg::RISC_DEST_ACCESS_CTRL_SEC2_no_swizzle};
  static constexpr config_field unsigned_int[] = {cfg::RISC_DEST_ACCESS_CTRL_SEC0_unsigned_int,
                                                  cfg::RISC_DEST_ACCESS_CTRL_SEC1_unsigned_int,
                                                  cfg::RISC_DEST_ACCESS_CTRL_SEC2_unsigned_int};
  static constexpr unsigned element_bytes[8] = {4, 4, 2, 2, 2, 1, 0, 0};
  const uint32_t* config = state.bank(thread);
  const unsigned fmt = format[thread](config);
  return {fmt, no_swizzle[thread](config) != 0, unsigned_int[thread](config) != 0, element_bytes[fmt], config};
}

bool defined(tensix_state& state, const view& v, unsigned thread, uint32_t offset, unsigned bytes, const char* what) {
  const char* wrong = nullptr;
  if (v.element_bytes == 0) wrong = "is reserved";
  else if (bytes < v.element_bytes) wrong = "has wider elements";
  else if (bytes > v.element_bytes && thread != 2) wrong = "has narrower elements, and only T2 accesses several at once";
  else if (v.element_bytes == 1 && offset >= dst_window_bytes / 2) wrong = "has only 16384 elements";
  else return true;
  char text[160];
  std::snprintf(text, sizeof text, "%s of %u bytes at offset 0x%x of Dst: RISC_DEST_ACCESS_CTRL_SEC%u_fmt %u %s", what, bytes,
                offset, thread, v.format, wrong);
  state.diagnose.undefined("dst_window", static_cast<int>(thread), 0, text);
  return false;
}

// Two's complement of `bits` bits from sign and magnitude (-0 becomes +0), and back (the most negative value is clamped).
uint32_t to_twos_complement(uint32_t x, unsigned bits) {
  const uint32_t sign = 1u << (bits - 1);
  return x & sign ? 0u - (x & (sign - 1)) : x;
}
uint32_t to_sign_magnitude(uint32_t x, unsigned bits) {
  const uint32_t sign = 1u << (bits - 1), all = sign | (sign - 1);
  if (!(x & sign)) return x;
  return x == sign ? all : sign | ((0u - x) & (sign - 1));
}

uint32_t load_element(const tensix_state& state, const view& v, uint32_t index) {
  const dst_register& dst = state.dst;
  const uint32_t column = index % row_datums;
  if (v.element_bytes == 4) {
    const unsigned row = dst_register::adj32(index / row_datums, v.config);
    uint32_t value = dst.row_valid[row] ? uint32_t{dst.bits[row][column]} << 16 | dst.bits[row + 8][column] : 0;
    if (!v.no_swizzle) value = dst_decode_fp32(value);
    return v.format == 1 && !v.no_swizzle ? to_twos_complement(value, 32) : value;
  }
  const unsigned row = dst.row16(index / row_datums, v.config);
  const uint16_t value = dst.row_valid[row] ? dst.bits[row][column] : 0;
  switch (v.format) {
    case 2: return v.no_swizzle ? value : dst_decode_fp16(value);
    case 3: return v.no_swizzle ? value : dst_decode_bf16(value);
    case 4: return v.no_swizzle || v.unsigned_int ? value : to_twos_complement(value, 16);
    default: break;
  }
  if (v.no_swizzle || v.unsigned_int) return (value >> 5) & 0xff;
  const uint32_t magnitude = (value >> 5) & 0x7f;
  return value & 0x8000 ? 0u - magnitude : magnitude;
}

void store_element(tensix_state& state, const view& v, uint32_t index, uint32_t value) {
  dst_register& dst = state.dst;
  const uint32_t column = index % row_datums;
  if (v.element_bytes == 4) {
    if (v.format == 1 && !v.no_swizzle) value = to_sign_magnitude(value, 32);
    if (!v.no_swizzle) value = dst_encode_fp32(value);
    const unsigned row = dst_register::adj32(index / row_datums, v.config);
    dst.bits[row][column] = static_cast<uint16_t>(value >> 16);
    dst.bits[row + 8][column] = static_cast<uint16_t>(value);
    dst.row_valid[row] = true;
    return;
  }
  uint16_t bits = static_cast<uint16_t>(value);
  switch (v.format) {
    case 2:
      if (!v.no_swizzle) bits = dst_encode_fp16(bits);
      break;
    case 3:
      if (!v.no_swizzle) bits = dst_encode_bf16(bits);
      break;
    case 4:
      if (!v.no_swizzle && !v.unsigned_int) bits = static_cast<uint16_t>(to_sign_magnitude(bits, 16));
      break;
    default: {
      const uint32_t byte = value & 0xff;
      if (v.no_swizzle || v.unsigned_int || byte < 0x80) {
        bits = static_cast<uint16_t>(byte << 5 | (byte ? 16 : 0));
      } else {  // hardware bug: the eight bits become the magnitude, of which bit 7 stays set
        const uint32_t magnitude = (0x180 - byte - (byte == 0x80)) & 0xff;
        bits = static_cast<uint16_t>(0x8000 | magnitude << 5 | 16);
      }
    }
  }
  const unsigned row = dst.row16(index / row_datums, v.config);
  dst.bits[row][column] = bits;
  dst.wrote16(row, column, 1);
  dst.row_valid[row] = true;
}

uint32_t mask_of(unsigned bytes) { return bytes >= 4 ? ~0u : (1u << (8 * bytes)) - 1; }

}  // namespace

uint32_t dst_window_load(tensix_state& state, unsigned thread, uint32_t offset, unsigned bytes) {
  const view v = view_of(state, thread);
  if (!defined(state, v, thread, offset, bytes, "load")) return 0;
  uint32_t value = 0;
  for (unsigned done = 0; done < bytes; done += v.element_bytes)
    value |= (load_element(state, v, (offset + done) / v.element_bytes) & mask_of(v.element_bytes)) << (8 * done);
  return value;
}

void dst_window_store(tensix_state& state, unsigned thread, uint32_t offset, unsigned bytes, uint32_t value) {
  const view v = view_of(state, thread);
  if (!defined(state, v, thread, offset, bytes, "store")) return;
  for (unsigned done = 0; done < bytes; done += v.element_bytes)
    store_element(state, v, (offset + done) / v.element_bytes, (value >> (8 * done)) & mask_of(v.element_bytes));
}

}  // namespace tensix
