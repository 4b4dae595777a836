// SPDX-License-Identifier: Apache-2.0
// A second, scalar and deliberately plain model of the matrix unit's arithmetic, one datum at a time, for comparison.
// Values are 64-bit so that nothing can wrap; shifts are divisions by powers of two.
#pragma once
#include <algorithm>
#include <cstdint>

namespace fpu_reference {

enum class acc { fp32, bf16, fp16 };
struct part {
  bool negative;
  int exponent;  // biased
  int64_t size;  // 1.0 is 2^23
};

inline int64_t round_shift(int64_t size, int shift, bool negative) {
  if (shift <= 0) return size;
  if (shift >= 31) return 0;
  return (size + (int64_t{1} << (shift - 1)) - (negative ? 1 : 0)) / (int64_t{1} << shift);
}

// Adds up to two parts and a datum of Dst (FP32 pattern, FP16 with its 5-bit exponent in the exponent field).
inline uint32_t add_up(const part* parts, int count, uint32_t dst, acc to) {
  const bool dst_negative = dst >> 31;
  const int dst_exponent = (dst >> 23) & 255;
  int exponent = dst_exponent;
  for (int i = 0; i < count; ++i) exponent = std::max(exponent, parts[i].exponent);
  if (exponent <= 0) return 0;
  const auto coarse = [&](int64_t size, bool negative) {
    return to == acc::fp32 ? size : (size + 4096 - (negative ? 1 : 0)) / 8192 * 8192;
  };
  int64_t total = dst_exponent ? coarse(round_shift((dst & 0x7fffff) + 0x800000, exponent - dst_exponent, false), false) : 0;
  if (dst_negative) total = -total;
  for (int i = 0; i < count; ++i) {
    const int64_t size = coarse(round_shift(parts[i].size, exponent - parts[i].exponent, parts[i].negative), parts[i].negative);
    total += parts[i].negative ? -size : size;
  }
  if (total == 0) return 0;
  const bool negative = total < 0;
  int64_t size = negative ? -total : total;
  const int kept = to == acc::fp32 ? 24 : to == acc::bf16 ? 8 : 11;  // significant bits of the result
  int bits = 0;
  while (size >> bits) ++bits;
  exponent += bits - 24;
  if (bits > kept) {
    size = (size + (int64_t{1} << (bits - kept - 1))) >> (bits - kept);
    if (size >> kept) size >>= 1, ++exponent;
  } else {
    size <<= kept - bits;
  }
  const uint32_t sign = negative ? 0x80000000u : 0u;
  if (exponent <= 0) return 0;
  if (to == acc::fp16 && exponent >= 32) return sign | 0x0fffe000u;
  if (to != acc::fp16 && exponent >= 255) return sign | 0x7f800000u;
  return sign | (static_cast<uint32_t>(exponent) << 23) | (static_cast<uint32_t>(size << (24 - kept)) & 0x7fffff);
}

struct mode {
  acc to = acc::bf16;
  bool narrow = false;  // 5-bit exponents
  unsigned phase = 0;
  bool keep_b_denormals = false;
};

inline int exponent_offset(const mode& m) {
  int offset = -127;
  if (m.narrow) offset = m.to == acc::fp32 ? 97 : -15;
  if (m.phase & 1) offset -= 5;
  if (m.phase & 2) offset -= 7;
  return offset;
}
inline int exponent_of(uint32_t x) { return (x >> 10) & 255; }

// A product as (negative, exponent, integer size below 2^12); zero operands count with the smallest exponent there is.
inline part product(uint32_t a, uint32_t b, const mode& m) {
  const int offset = exponent_offset(m);
  if (!exponent_of(a) || (!exponent_of(b) && !m.keep_b_denormals)) return {false, std::max(offset, 0), 0};
  const int mantissa_a = 1024 + (a & 1023), mantissa_b = 1024 + (b & 1023);
  const int bits_a = (m.phase & 1) ? (mantissa_a / 2) % 32 : mantissa_a / 64;
  const int bits_b = (m.phase & 2) ? (mantissa_b % 16) * 8 : mantissa_b / 16;
  return {((a ^ b) >> 18) != 0, exponent_of(a) + exponent_of(b) + offset, bits_a * bits_b};
}

inline uint32_t multiply_datum(uint32_t a, uint32_t b, uint32_t dst, const mode& m) {
  part p = product(a, b, m);
  p.size *= 8192;
  if (p.exponent <= 0) p = {false, std::max(exponent_offset(m), 0), 0};
  return add_up(&p, 1, dst, m.to);
}

inline uint32_t dot_product(const uint32_t* a, const uint32_t* b, uint32_t dst, const mode& m) {
  part groups[2];
  for (int g = 0; g < 2; ++g) {
    part products[8];
    for (int i = 0; i < 8; ++i) products[i] = product(a[8 * g + i], b[8 * g + i], m);
    int exponent = products[0].exponent;
    for (const part& p : products) exponent = std::max(exponent, p.exponent);
    int64_t total = 0;
    if (exponent <= 0) {
      groups[g] = {false, 0, 0};
      continue;
    }
    for (const part& p : products) {
      const int64_t size = round_shift(p.size, exponent - p.exponent, false);
      total += p.negative ? -size : size;
    }
    groups[g] = {total < 0, exponent, (total < 0 ? -total : total) * 8192};
  }
  return add_up(groups, 2, dst, m.to);
}

inline uint32_t add_data(uint32_t a, uint32_t b, uint32_t dst, const mode& m) {
  if (!exponent_of(a)) a = 0;
  if (!exponent_of(b) && !m.keep_b_denormals) b = 0;
  // Kept, a zero of SrcB has a leading one like all that is kept, unless there is nothing else.
  const bool b_is_nothing = (m.keep_b_denormals ? a : b & 0x7ffff) == 0 && !(b & 0x3ffff);
  const int64_t mantissa_a = a ? 1024 + (a & 1023) : 0, mantissa_b = b_is_nothing ? 0 : 1024 + (b & 1023);
  const bool swap = (a & 0x3ffff) < (b & 0x3ffff);
  const int64_t size_a = swap ? mantissa_b : mantissa_a;
  const int apart = swap ? exponent_of(b) - exponent_of(a) : exponent_of(a) - exponent_of(b);
  const int64_t size_b = round_shift(swap ? mantissa_a : mantissa_b, apart, false);
  if (swap) std::swap(a, b);
  part p{(a >> 18) != 0, exponent_of(a), ((a ^ b) >> 18 ? size_a - size_b : size_a + size_b) * 8192};
  if (m.narrow && m.to == acc::fp32) p.exponent = p.exponent ? p.exponent + 112 : 97;
  if (m.phase) {
    p.exponent -= ((m.phase & 1) ? 5 : 0) + ((m.phase & 2) ? 7 : 0);
    if (p.exponent <= 0) p = {false, 0, 0};
  }
  return add_up(&p, 1, dst, m.to);
}

inline int32_t integer(uint32_t x, unsigned mask, bool keep) {
  if (!exponent_of(x) && !keep) return 0;
  const int32_t size = static_cast<int32_t>(x & mask);
  return (x >> 18) & 1 ? -size : size;
}
inline int32_t saturate(int64_t x) {
  return static_cast<int32_t>(std::min<int64_t>(std::max<int64_t>(x, -0x7fffffff), 0x7fffffff));
}

}  // namespace fpu_reference
