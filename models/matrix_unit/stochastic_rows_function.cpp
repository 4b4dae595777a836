// SPDX-License-Identifier: Apache-2.0
#include "models/matrix_unit/stochastic_rows_function.h"

#include <algorithm>
#include <cstdint>

#include "models/matrix_unit/row_kernels_function_lanes.h"

namespace tensix {
namespace {

using lane = lanes<uint32_t>;

struct addend {  // sign, biased exponent, magnitude with the leading one of 1.0 at bit 23
  bool negative;
  int exponent;
  uint32_t magnitude;
};
addend of(const lane::term& t) { return {t.sign != 0, static_cast<int>(t.exponent), t.magnitude}; }

// Bits below the last place of FP32 that are kept while adding: sixteen products of at most 25 bits and Dst fit into 63.
constexpr unsigned guard_bits = 31;

template <dst_style S>
uint32_t round_sum(const addend* terms, unsigned count, uint32_t random) {
  constexpr int kept = S == dst_style::fp32 ? 24 : S == dst_style::bf16 ? 8 : 11;  // significant bits of the result
  constexpr int largest = S == dst_style::fp16 ? 31 : 254;
  constexpr uint32_t overflow = S == dst_style::fp16 ? (31u << 23) | (0x3ffu << 13) : 255u << 23;
  int exponent = 0;
  for (unsigned i = 0; i < count; ++i)
    if (terms[i].magnitude) exponent = std::max(exponent, terms[i].exponent);
  if (exponent < 1) return 0;
  int64_t sum = 0;
  for (unsigned i = 0; i < count; ++i) {
    if (!terms[i].magnitude) continue;  // its exponent means nothing
    const int64_t size = (int64_t{terms[i].magnitude} << guard_bits) >> std::min(exponent - terms[i].exponent, 63);
    sum += terms[i].negative ? -size : size;
  }
  if (sum == 0) return 0;
  const uint32_t sign = sum < 0 ? 0x80000000u : 0;
  const uint64_t size = static_cast<uint64_t>(sum < 0 ? -sum : sum);
  const int bits = 64 - __builtin_clzll(size), dropped = bits - kept;
  exponent += bits - 24 - static_cast<int>(guard_bits);
  uint64_t mantissa = dropped < 0 ? size << -dropped : size >> dropped;
  if (dropped > 0) {
    const uint64_t fraction = size << (64 - dropped) >> 32;  // of 2^32
    mantissa += random < fraction;
    if (mantissa >> kept) mantissa >>= 1, ++exponent;
  }
  if (exponent < 1) return 0;
  if (exponent > largest) return sign | overflow;
  return sign | static_cast<uint32_t>(exponent) << 23 | (static_cast<uint32_t>(mantissa << (24 - kept)) & 0x7fffff);
}

addend read(uint32_t dst) {
  const int exponent = static_cast<int>(dst >> 23 & 255);
  return {(dst >> 31) != 0, exponent, exponent ? (dst & 0x7fffff) | 0x800000 : 0};
}

template <dst_style S>
void multiply(const float_mode& mode, random_words& random, const src_row* const a[2], const uint32_t* const* b,
              const dst_row* dst, unsigned rows) {
  const int offset = mode.product_exponent_offset();
  for (unsigned r = 0; r < rows; ++r)
    for (unsigned j = 0; j < row_datums; ++j) {
      addend terms[17];
      for (unsigned k = 0; k < 16; ++k) {
        const uint32_t x = a[k / 8][k % 8][j] & mode.mask_a, y = b[r][k] & mode.mask_b;
        const int exponent_a = static_cast<int>(lane::exponent_of(x)), exponent_b = static_cast<int>(lane::exponent_of(y));
        const bool zero = exponent_a == 0 || (exponent_b == 0 && !mode.keep_b_denormals);
        const uint32_t product = lane::phase_bits_a(x, mode.phase) * lane::phase_bits_b(y, mode.phase);
        terms[k] = {((x ^ y) >> 18) != 0, exponent_a + exponent_b + offset, zero ? 0 : product << 13};
      }
      terms[16] = read(lane::read_dst<S>(dst[r], j));
      lane::write_dst<S>(dst[r], j, round_sum<S>(terms, 17, random.next()));
    }
}

// An operand of a sum, its exponent as Dst counts it.
template <dst_style S>
addend operand(const float_mode& mode, uint32_t x, bool zero) {
  int exponent = static_cast<int>(lane::exponent_of(x));
  if (mode.narrow_exponent && S == dst_style::fp32) exponent += 127 - 15;
  return {(x >> 18) != 0, exponent + mode.phase_exponent_offset(), zero ? 0 : ((x & 0x3ff) | 0x400) << 13};
}

template <dst_style S>
void elementwise(elementwise_op op, bool accumulate, const float_mode& mode, random_words& random, const uint32_t* const* a,
                 const uint32_t* const* b, const dst_row* dst, unsigned rows) {
  const uint32_t flip = op == elementwise_op::subtract ? 0x40000 : 0;
  for (unsigned r = 0; r < rows; ++r)
    for (unsigned j = 0; j < row_datums; ++j) {
      const uint32_t x = a[r][j] & mode.mask_a, y = (b[r][j] & mode.mask_b) ^ flip;
      addend terms[3];
      unsigned count = 0;
      if (op == elementwise_op::multiply) {
        terms[count++] = of(lane::product(mode, x, y));
      } else {
        const auto is_0 = [](uint32_t datum) { return lane::exponent_of(datum) == 0; };
        terms[0] = operand<S>(mode, x, is_0(x));
        terms[1] = operand<S>(mode, y, mode.keep_b_denormals ? is_0(x) && (y & 0x3ffff) == 0 : is_0(y));
        const auto counts = [](const addend& t) { return t.magnitude && t.exponent > 0; };
        if (counts(terms[0]) || counts(terms[1])) count = 2;  // else too small
      }
      if (accumulate) terms[count++] = read(lane::read_dst<S>(dst[r], j));
      lane::write_dst<S>(dst[r], j, round_sum<S>(terms, count, random.next()));
    }
}

}  // namespace

void stochastic_multiply(const float_mode& mode, random_words& random, const src_row* const a[2], const uint32_t* const* b,
                         const dst_row* dst, unsigned rows) {
  switch (mode.style) {
    case dst_style::fp32: return multiply<dst_style::fp32>(mode, random, a, b, dst, rows);
    case dst_style::bf16: return multiply<dst_style::bf16>(mode, random, a, b, dst, rows);
    case dst_style::fp16: return multiply<dst_style::fp16>(mode, random, a, b, dst, rows);
  }
}

void stochastic_elementwise(elementwise_op op, bool accumulate, const float_mode& mode, random_words& random,
                            const uint32_t* const* a, const uint32_t* const* b, const dst_row* dst, unsigned rows) {
  accumulate |= op == elementwise_op::multiply;
  switch (mode.style) {
    case dst_style::fp32: return elementwise<dst_style::fp32>(op, accumulate, mode, random, a, b, dst, rows);
    case dst_style::bf16: return elementwise<dst_style::bf16>(op, accumulate, mode, random, a, b, dst, rows);
    case dst_style::fp16: return elementwise<dst_style::fp16>(op, accumulate, mode, random, a, b, dst, rows);
  }
}

}  // namespace tensix
