// SPDX-License-Identifier: Apache-2.0
// In which formats data pass through the registers on their way from one buffer to another. Source: ISA documentation,
// FormatConversion of unpackers and packers, Dst; the combinations that kernels use.
#pragma once
#include "tensix/checks.h"

namespace tensix::device {

constexpr uint32_t hardware_code(uint32_t format) { return format & 15; }
// Whether the kernel has a buffer of this format: what others do not need costs them nothing.
constexpr bool any_buffer_of(uint32_t format) {
  for (uint32_t i = 0; i < 32; ++i)
    if (tensix_program::buffers[i].given && tensix_program::buffers[i].format == format) return true;
  return false;
}
inline constexpr bool any_uint8 = any_buffer_of(format_uint8), any_uint16 = any_buffer_of(format_uint16);
constexpr uint32_t bytes_of(uint32_t format) { return (format & 3) == 0 ? 4 : (format & 3) == 1 ? 2 : 1; }

// Exponents of five bits or eight, or none.
enum class datums : uint32_t { wide, narrow, integer };
constexpr datums kind_of(uint32_t format) {
  switch (format) {
    case format_fp16:
    case format_bfp8a:
    case format_bfp4a:
    case format_bfp2a:
    case format_fp8:
    case format_fp8_e4m3: return datums::narrow;
    case format_int8:
    case format_uint8:
    case format_uint16:
    case format_int32:
    case format_uint32: return datums::integer;
    default: return datums::wide;
  }
}
constexpr bool block_float(uint32_t format) {
  switch (format) {
    case format_bfp8:
    case format_bfp8a:
    case format_bfp4:
    case format_bfp4a:
    case format_bfp2:
    case format_bfp2a: return true;
    default: return false;
  }
}
constexpr bool is_word(uint32_t format) { return format == format_fp32 || format == format_tf32; }
constexpr bool is_integer_word(uint32_t format) { return format == format_int32 || format == format_uint32; }

// What the datums of two operands are in SrcA and SrcB: at most 19 bits, both with the same kind of exponent.
constexpr uint32_t src_format_of(uint32_t a, uint32_t b) {
  if (kind_of(a) == datums::integer) return hardware_code(a);
  if (kind_of(a) == datums::narrow || kind_of(b) == datums::narrow) return format_fp16;
  if (is_word(a) || is_word(b)) return fp32_dst ? format_tf32 : format_bf16;
  return a == b && a == format_bfp8 ? a : uint32_t{format_bf16};
}
constexpr uint32_t src_format(uint32_t cb_a, uint32_t cb_b) {
  return src_format_of(buffer_of(cb_a).format, buffer_of(cb_b).format);
}
ALWI void check_operands(uint32_t cb_a, uint32_t cb_b) {
  const uint32_t a = buffer_of(cb_a).format, b = buffer_of(cb_b).format;
  check(
      kind_of(a) == kind_of(b) || (kind_of(a) == datums::narrow && is_word(b)) || (is_word(a) && kind_of(b) == datums::narrow),
      misuse::formats_do_not_mix, cb_a, cb_b);
  check(kind_of(a) != datums::integer || a == format_uint16 || fp32_dst, misuse::integers_need_32_bits, cb_a);
}
// Whether copies of the buffer's tiles go past SrcA: 32 bits into a 32-bit Dst; and what they are there.
constexpr bool goes_to_dst(uint32_t cb) {
  return is_integer_word(buffer_of(cb).format) || (fp32_dst && is_word(buffer_of(cb).format));
}
constexpr uint32_t format_goes_to_dst_as(uint32_t format) { return is_integer_word(format) ? format_int32 : format_fp32; }
constexpr uint32_t dst_format(uint32_t cb) { return format_goes_to_dst_as(buffer_of(cb).format); }

// What the packer reads from Dst to make `out`, if Dst holds datums of this kind; of integers the vector unit makes BF16 or FP32.
constexpr uint32_t pack_source(uint32_t out, datums in_dst) {
  if (kind_of(out) == datums::integer) return hardware_code(out);
  if (fp32_dst) return out == format_bf16 || out == format_fp16 || out == format_tf32 ? out : format_fp32;
  if (in_dst == datums::narrow) return block_float(out) ? format_bfp8a : format_fp16;
  return format_bf16;
}

}  // namespace tensix::device
