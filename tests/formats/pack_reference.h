// SPDX-License-Identifier: Apache-2.0
// What a packer makes of a datum of Dst, written from the documentation's tables (Packers/FormatConversion, ReLU left out) and,
// where Blackhole departs from them, from how its kernels program it. Every combination that is not here is undefined.
#pragma once
#include <cstdint>
#include <optional>

#include "models/formats/data_format.h"

namespace pack_reference {

using f = tensix::data_format;

struct settings {
  f intermediate, in, out;
  bool read_32b, raw, to_unsigned, round_10b, e4m3;
};

// Sign, biased exponent, fraction as 23 bits.
struct parts {
  uint32_t sign, exponent, fraction;
};
constexpr parts parts_of_fp32(uint32_t x) { return {x >> 31, x >> 23 & 255, x & 0x7fffff}; }
constexpr parts parts_of_bf16(uint32_t x) { return parts_of_fp32(x << 16); }
constexpr parts parts_of_fp16(uint32_t x) { return {x >> 15 & 1, x >> 10 & 31, (x & 1023) << 13}; }

// Datums between the two conversions.
enum class kind { fp32, bf16, fp16, integer };  // FP32 or TF32; BF16 or E8M6; FP16, E5M7, E5M6 or E5M2
struct middle {
  kind what;
  unsigned fraction_bits = 0;  // that may be set
  parts number{};
  f width = f::int32;  // of integers
  uint32_t integer = 0;
  bool either = false;  // 32 bits as they are: FP32 or INT32
};

// Nearest with `bits` bits of fraction, ties away from zero; the exponent counts on.
constexpr parts nearest(parts p, unsigned bits) {
  const uint32_t unit = 1u << (23 - bits), m = p.exponent << 23 | p.fraction, r = (m + unit / 2) / unit * unit;
  return {p.sign, r >> 23, r & 0x7fffff};
}
constexpr parts cut(parts p, unsigned bits) { return {p.sign, p.exponent, p.fraction >> (23 - bits) << (23 - bits)}; }
constexpr parts without_nan(parts p) { return p.exponent == 255 ? parts{p.sign, 255, 0} : p; }
constexpr parts flushed(parts p) { return p.exponent == 0 ? parts{} : p; }
// To five bits of exponent: too small is zero with its sign, too large is all ones; one below the smallest normal number stays.
constexpr parts narrowed(parts p, unsigned fraction_bits) {
  if (p.exponent < 112) return {p.sign, 0, 0};
  if (p.exponent > 143) return cut({p.sign, 31, 0x7fffff}, fraction_bits);
  return cut({p.sign, p.exponent - 112, p.fraction}, fraction_bits);
}

inline middle tf32(parts p, unsigned fraction_bits) { return {kind::fp32, fraction_bits, p}; }
inline middle bf16(parts p, unsigned fraction_bits) { return {kind::bf16, fraction_bits, p}; }
inline middle fp16(parts p, unsigned fraction_bits) { return {kind::fp16, fraction_bits, p}; }
inline middle integer(uint32_t x, f width) { return {kind::integer, 0, {}, width, x}; }

constexpr uint32_t smaller(uint32_t a, uint32_t b) { return a < b ? a : b; }

// `x`: 32 bits, or the 16 of a 16-bit Dst as BF16, FP16 or an integer, whichever the intermediate format means.
inline std::optional<middle> early(const settings& s, uint32_t x) {
  const bool late_tf32_to_fp16 = s.in == f::tf32 && s.out == f::fp16, to_fp16 = s.out == f::fp16;
  const bool rounds_to_10b = s.round_10b && !s.raw;
  // Blackhole's kernels for E4M3: BF16 is named, FP16 is what leaves Dst's side, rounded to ten bits on the way.
  if (s.intermediate == f::bf16 && s.in == f::fp16 && s.out == f::fp8) {
    if (!rounds_to_10b) return {};
    const parts p = s.read_32b ? flushed(nearest(without_nan(parts_of_fp32(x)), 10)) : parts_of_bf16(x);
    return fp16(narrowed(p, 10), 10);
  }
  if (s.read_32b) {
    const parts p = parts_of_fp32(x), rounded = without_nan(p);
    const middle same = {kind::fp32, 23, p, f::int32, x, true};
    switch (s.intermediate) {
      case f::int32: return same;
      case f::fp32: return rounds_to_10b ? tf32(flushed(nearest(rounded, 10)), 10) : same;
      case f::tf32: return s.raw ? same : tf32(flushed(nearest(rounded, 10)), 10);
      case f::bf16:
        if (to_fp16 && s.round_10b) {
          if (!late_tf32_to_fp16 || s.raw) return {};
          return tf32(flushed(nearest(rounded, 10)), 10);
        }
        return bf16(s.raw ? cut(p, 7) : flushed(nearest(rounded, 7)), 7);
      case f::bfp8: return s.raw ? bf16(cut(p, 7), 7) : bf16(flushed(nearest(rounded, 6)), 6);
      case f::fp16:  // Blackhole
        if (!s.round_10b) return {};
        return fp16(narrowed(flushed(nearest(rounded, 10)), 10), 10);
      case f::int16: return integer(x >> 16, f::int16);  // undocumented, but what kernels do
      case f::int8: {
        if (s.raw) return integer(s.to_unsigned ? x & 255 : (x >> 31) * 128 + x % 128, f::int8);
        const uint32_t magnitude = x & 0x7fffffff;
        if (s.to_unsigned) return integer(x >> 31 ? 0 : smaller(magnitude, 255), f::int8);
        return integer((x >> 31) * 128 + smaller(magnitude, 127), f::int8);
      }
      default: return {};
    }
  }
  const parts b = parts_of_bf16(x), h = parts_of_fp16(x);
  switch (s.intermediate) {
    case f::fp32:
      if (!rounds_to_10b) return {};
      return tf32(flushed(without_nan(b)), 7);
    case f::tf32:
      if (s.raw) return {};
      return tf32(flushed(without_nan(b)), 7);
    case f::bf16:
      if (to_fp16 && s.round_10b) {
        if (!late_tf32_to_fp16 || s.raw) return {};
        return tf32(flushed(without_nan(b)), 7);
      }
      return bf16(s.raw ? b : flushed(without_nan(b)), 7);
    case f::bfp8: return s.raw ? bf16(b, 7) : bf16(nearest(flushed(without_nan(b)), 6), 6);
    case f::fp16:
      if (s.round_10b) return fp16(narrowed(b, 10), 10);  // Blackhole: BF16 in Dst
      return fp16(s.raw ? h : flushed(h), 10);
    case f::bfp8a: {
      if (s.raw) return fp16(cut(h, 7), 7);
      const parts r = nearest(h, 6);
      return fp16(r.exponent > 31 ? cut({h.sign, 31, 0x7fffff}, 6) : flushed(r), 6);
    }
    case f::fp8:
      if (!s.raw) return {};
      return fp16(cut(h, 2), 2);
    case f::int16: return integer(x, f::int16);
    case f::int8:
      if (!s.raw || s.to_unsigned) return {};
      return integer(x >> 15 << 7, f::int8);
    default: return {};
  }
}

// The datum as the late conversion leaves it: 32, 16 or 8 bits; for block formats BF16, or FP16 with seven bits of fraction.
inline std::optional<uint32_t> late(const settings& s, const middle& m) {
  unsigned exponent_bits = 8, fraction_bits = 0;
  switch (s.out) {
    case f::fp32: fraction_bits = 23; break;
    case f::tf32: fraction_bits = 10; break;
    case f::bf16:
    case f::bfp8:
    case f::bfp4:
    case f::bfp2: fraction_bits = 7; break;
    case f::fp16: exponent_bits = 5, fraction_bits = 10; break;
    case f::bfp8a:
    case f::bfp4a:
    case f::bfp2a: exponent_bits = 5, fraction_bits = 7; break;
    case f::fp8: exponent_bits = s.e4m3 ? 4 : 5, fraction_bits = s.e4m3 ? 3 : 2; break;
    default: exponent_bits = 0; break;
  }
  switch (s.in) {
    case f::fp32:
    case f::tf32:
      if (m.what != kind::fp32 || exponent_bits == 0 || (s.out == f::tf32 && m.fraction_bits > 10)) return {};
      break;
    case f::bf16:
    case f::bfp8:
      if (m.what != kind::bf16 || exponent_bits == 0) return {};
      break;
    case f::fp16:
    case f::bfp8a:
    case f::fp8:
      if (m.what != kind::fp16 || exponent_bits == 0) return {};
      break;
    case f::int32:
      if (!m.either || s.out != f::int32) return {};
      return m.integer;
    case f::int16:
    case f::int8:
      if (m.what != kind::integer || m.width != s.in || s.out != s.in) return {};
      return m.integer;
    default: return {};
  }
  const parts p = m.number;
  const unsigned from_bits = m.what == kind::fp16 ? 5 : 8;
  parts r = p;
  if (exponent_bits == 4) {
    const int e = static_cast<int>(p.exponent) - (from_bits == 5 ? 8 : 120);
    r = e <= 0   ? parts{p.sign, 0, 0}
        : e > 15 ? parts{p.sign, 15, 0x7fffff}
                 : parts{p.sign, static_cast<uint32_t>(e), p.fraction};
  } else if (exponent_bits < from_bits) {
    r = narrowed(p, fraction_bits);
  } else {
    if (fraction_bits < m.fraction_bits) r = flushed(p);
    if (exponent_bits > from_bits && r.exponent) r.exponent += 112;
  }
  r = cut(r, fraction_bits);
  if (s.out == f::fp8) return r.sign << 7 | r.exponent << fraction_bits | r.fraction >> (23 - fraction_bits);
  if (exponent_bits == 5) return r.sign << 15 | r.exponent << 10 | r.fraction >> 13;
  const uint32_t x = r.sign << 31 | r.exponent << 23 | r.fraction;
  return s.out == f::fp32 || s.out == f::tf32 ? x : x >> 16;
}

}  // namespace pack_reference
