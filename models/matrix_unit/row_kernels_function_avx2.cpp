// SPDX-License-Identifier: Apache-2.0
// Eight 32-bit lanes (two steps a row), sixteen 16-bit lanes for the products and for sums of 16-bit formats: machines with AVX2,
// found at run time.
#include "models/matrix_unit/row_kernels_function.h"

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>

#include <cstring>

#include "models/registers/src_registers.h"

#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2")
#endif
#include "models/matrix_unit/row_kernels_function_lanes.h"

namespace tensix {
namespace {

typedef uint32_t vec __attribute__((vector_size(32)));

// A rounded right shift by d of x (at most 12 bits) is (8 x 2^(12-d) + 2^14) >> 15, which is what PMULHRSW does; 2^(12-d), and
// 0 for d > 12, comes from a byte table: low byte at index d - 5, high byte at d + 3 (a set bit 7 yields zero). For a negative
// term the complement of 8 x instead of its negative makes ties go away from zero, as they do for positive ones.
inline void sum_products(int16_t least, const split_a& a, const split_b& b, unsigned r, sums_of_products& s) {
  const __m256i table = _mm256_broadcastsi128_si256(_mm_setr_epi8(-128, 64, 32, 16, 8, 4, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0));
  const __m256i index_offset = _mm256_set1_epi16(0x73fb), both_bytes = _mm256_set1_epi16(0x0101), limit = _mm256_set1_epi16(20);
  for (unsigned g = 0; g < 2; ++g) {
    __m256i exponent[8], largest = _mm256_set1_epi16(least);
    for (unsigned i = 0; i < 8; ++i) {
      const unsigned k = 8 * g + i;
      exponent[i] = _mm256_add_epi16(_mm256_load_si256(reinterpret_cast<const __m256i*>(a.exponent[i][g])),
                                     _mm256_set1_epi32(static_cast<int>(b.exponent[r][k])));
      largest = _mm256_max_epi16(largest, exponent[i]);
    }
    __m256i sum = _mm256_setzero_si256();
    for (unsigned i = 0; i < 8; ++i) {
      const unsigned k = 8 * g + i;
      const __m256i shift = _mm256_min_epi16(_mm256_sub_epi16(largest, exponent[i]), limit);
      const __m256i index = _mm256_add_epi8(_mm256_mullo_epi16(shift, both_bytes), index_offset);
      const __m256i scale = _mm256_shuffle_epi8(table, index);
      __m256i product = _mm256_mullo_epi16(_mm256_load_si256(reinterpret_cast<const __m256i*>(a.mantissa8[i][g])),
                                           _mm256_set1_epi32(static_cast<int>(b.mantissa[r][k])));
      product = _mm256_xor_si256(product, _mm256_xor_si256(_mm256_load_si256(reinterpret_cast<const __m256i*>(a.sign[i][g])),
                                                           _mm256_set1_epi32(static_cast<int>(b.sign[r][k]))));
      sum = _mm256_add_epi16(sum, _mm256_mulhrs_epi16(product, scale));
    }
    sum = _mm256_and_si256(sum, _mm256_cmpgt_epi16(largest, _mm256_setzero_si256()));
    _mm256_store_si256(reinterpret_cast<__m256i*>(s.sum[g]), sum);
    _mm256_store_si256(reinterpret_cast<__m256i*>(s.exponent[g]), largest);
  }
}

#include "models/matrix_unit/row_kernels_function_instances.inc"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpsabi"  // vectors never cross a real call
// ELWADD and ELWSUB of two sources of the same 16-bit format into a 16-bit Dst, without accumulation: what lanes::sum and
// lanes::replace make, with no more bits than it takes, a whole row at once.
typedef uint16_t row16 __attribute__((vector_size(32)));
typedef int16_t signed_row16 __attribute__((vector_size(32)));

struct bf16_sums {
  static constexpr uint16_t mantissa_bits = 7, exponent_mask = 0xff, largest_exponent = 254, overflow = 255u << 7;
  static constexpr uint32_t bits = 0x7fff8;  // of a source datum
  TENSIX_LANES static vec pack(vec x) { return x >> 3; }
};
struct fp16_sums {
  static constexpr uint16_t mantissa_bits = 10, exponent_mask = 0x1f, largest_exponent = 31, overflow = 0x7fff;
  static constexpr uint32_t bits = 0x47fff;
  TENSIX_LANES static vec pack(vec x) { return (x >> 3 & 0x8000) | (x & 0x7fff); }
};

// The columns stand in the order 0..3, 8..11, 4..7, 12..15.
template <class Format>
TENSIX_LANES row16 load_row16(const uint32_t* datums) {
  using l = lanes<vec>;
  const vec low = Format::pack(l::load(datums) & Format::bits), high = Format::pack(l::load(datums + 8) & Format::bits);
  return (row16)_mm256_packus_epi32((__m256i)low, (__m256i)high);
}

// A mantissa of 11 bits shifted right by 0 <= d <= 14 and rounded: (2 x 2^(14-d) + 2^14) >> 15; 2^(14-d) from a table of bytes
// as in sum_products: low byte at index d - 7, high byte at d + 1.
TENSIX_LANES row16 round_right(row16 mantissa, row16 d) {
  const __m256i table = _mm256_broadcastsi128_si256(_mm_setr_epi8(-128, 64, 32, 16, 8, 4, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0));
  const __m256i index = _mm256_add_epi8((__m256i)(d | d << 8), _mm256_set1_epi16(0x01f9));
  return (row16)_mm256_mulhrs_epi16((__m256i)(mantissa << 1), _mm256_shuffle_epi8(table, index));
}

// Zeros in front of the leading one of x, which is not 0: by the high and the low nibble of each byte, then by bytes. (16: there is
// none in this half.)
TENSIX_LANES row16 leading_zeros(row16 x) {
  const __m256i high = _mm256_broadcastsi128_si256(_mm_setr_epi8(16, 3, 2, 2, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0)),
                low = _mm256_broadcastsi128_si256(_mm_setr_epi8(16, 7, 6, 6, 5, 5, 5, 5, 4, 4, 4, 4, 4, 4, 4, 4));
  const row16 nibbles = (row16)_mm256_set1_epi8(15);
  const row16 n = (row16)_mm256_min_epu8(_mm256_shuffle_epi8(high, (__m256i)(x >> 4 & nibbles)),
                                         _mm256_shuffle_epi8(low, (__m256i)(x & nibbles)));
  return (row16)_mm256_min_epi16((__m256i)(n >> 8), (__m256i)((n & 0xff) + 8));
}

// x << n for n < 16, as a product with 2^n, of which the low byte is at index n + 0x78 of the table, the high one at n - 8 (an index
// with bit 7 set yields zero).
TENSIX_LANES row16 shift_left(row16 x, row16 n) {
  const __m256i table = _mm256_broadcastsi128_si256(_mm_setr_epi8(1, 2, 4, 8, 16, 32, 64, -128, 1, 2, 4, 8, 16, 32, 64, -128));
  const __m256i index = _mm256_add_epi8((__m256i)(n | n << 8), _mm256_set1_epi16(static_cast<int16_t>(0xf878)));
  return x * (row16)_mm256_shuffle_epi8(table, index);
}

template <class Format>
TENSIX_LANES row16 sum16(row16 a, row16 b, bool keep_b_denormals, int exponent_offset) {
  constexpr unsigned bits = Format::mantissa_bits;
  constexpr uint16_t exponent_mask = Format::exponent_mask, mantissa_mask = (1u << bits) - 1,
                     exponent_in_place = exponent_mask << bits;
  const auto mantissa_of = [](row16 x, row16 unless_0) {
    return ((x & mantissa_mask) << (10 - bits) | 0x400) & ~(row16)(unless_0 == 0);
  };
  const auto exponent_of = [](row16 x) { return x >> bits & exponent_mask; };
  a &= ~(row16)((a & exponent_in_place) == 0);
  if (!keep_b_denormals) b &= ~(row16)((b & exponent_in_place) == 0);
  const row16 swap = (row16)((signed_row16)(a & 0x7fff) < (signed_row16)(b & 0x7fff)), different = (a ^ b) & swap;
  const row16 big = a ^ different, small = b ^ different;
  const row16 apart = exponent_of(big) - exponent_of(small), negative = (row16)((signed_row16)(a ^ b) >> 15);
  const row16 d = (row16)_mm256_min_epi16((__m256i)apart, _mm256_set1_epi16(14));
  const row16 rounded = round_right(mantissa_of(small, keep_b_denormals ? a : small), d);
  row16 sum = mantissa_of(big, big) + ((rounded ^ negative) - negative);
  row16 exponent = exponent_of(big) + static_cast<uint16_t>(exponent_offset);

  const row16 nothing = (row16)(sum == 0) | (row16)((signed_row16)exponent < 1);
  sum <<= 4;  // the leading one of 1.0 at bit 14
  const row16 zeros = leading_zeros(sum);
  sum = shift_left(sum, zeros);
  exponent += 1 - zeros;
  const row16 mantissa = ((sum >> 1) + static_cast<uint16_t>(1u << (13 - bits))) >> (14 - bits);  // with its leading one
  exponent += mantissa >> (bits + 1);  // rounded up to the next power
  const row16 overflows = (row16)((signed_row16)exponent > static_cast<int16_t>(Format::largest_exponent));
  row16 value = exponent << bits | (mantissa & mantissa_mask);
  value = (overflows & Format::overflow) | (~overflows & value) | (big & 0x8000);
  return value & ~(nothing | (row16)((signed_row16)exponent < 1));
}

template <class Format>
void sum_rows16(elementwise_op op, const float_mode& mode, const uint32_t* const* a, const uint32_t* const* b,
                const dst_row* dst, unsigned rows) {
  constexpr unsigned bits = Format::mantissa_bits;
  const uint16_t flip = op == elementwise_op::subtract ? 0x8000 : 0;
  for (unsigned r = 0; r < rows; ++r) {
    const row16 x = sum16<Format>(load_row16<Format>(a[r]), load_row16<Format>(b[r]) ^ flip, mode.keep_b_denormals,
                                  mode.phase_exponent_offset());
    const row16 in_dst =
        (x & 0x8000) | (x & static_cast<uint16_t>((1u << bits) - 1)) << (15 - bits) | (x >> bits & Format::exponent_mask);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(dst[r].out_high), _mm256_permute4x64_epi64((__m256i)in_dst, 0xd8));
  }
}

#pragma GCC diagnostic pop

void elementwise_or_sum16(elementwise_op op, bool accumulate, const float_mode& mode, const uint32_t* const* a,
                          const uint32_t* const* b, const dst_row* dst, unsigned rows) {
  const auto both_are = [&](uint32_t bits) { return mode.mask_a == bits && mode.mask_b == bits; };
  const bool sum = op != elementwise_op::multiply && !accumulate;
  if (sum && mode.style == dst_style::bf16 && both_are(bf16_sums::bits)) sum_rows16<bf16_sums>(op, mode, a, b, dst, rows);
  else if (sum && mode.style == dst_style::fp16 && both_are(fp16_sums::bits)) sum_rows16<fp16_sums>(op, mode, a, b, dst, rows);
  else elementwise(op, accumulate, mode, a, b, dst, rows);
}

}  // namespace
}  // namespace tensix
#ifdef __clang__
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

namespace tensix {
const row_kernels* avx2_row_kernels() {
  static constexpr row_kernels kernels = {"avx2",           multiply,    multiply_int8, elementwise_or_sum16,
                                          elementwise_int8, move_to_dst, move_from_dst};
  return __builtin_cpu_supports("avx2") ? &kernels : nullptr;
}
}  // namespace tensix

#else
namespace tensix {
const row_kernels* avx2_row_kernels() { return nullptr; }
}  // namespace tensix
#endif
