// SPDX-License-Identifier: Apache-2.0
// Sixteen 32-bit lanes (a row), thirty-two 16-bit lanes for the products: machines with AVX-512, found at run time.
#include "models/matrix_unit/row_kernels_function.h"

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>

#include <cstring>

#include "models/registers/src_registers.h"

#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512cd,avx512dq,avx512vl"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx512f,avx512bw,avx512cd,avx512dq,avx512vl,prefer-vector-width=512")
#endif
#define TENSIX_LANES_COMPARE_BY_SHIFT
#define TENSIX_LANES_LEADING_ZEROS(x) ((V)_mm512_lzcnt_epi32((__m512i)(x)))
#include "models/matrix_unit/row_kernels_function_lanes.h"

namespace tensix {
namespace {

typedef uint32_t vec __attribute__((vector_size(64)));

// One word for the lanes of the first group of eight products, one for those of the second.
[[gnu::always_inline]] inline __m512i both_groups(const uint32_t* row, unsigned i) {
  const __m512i first = _mm512_set1_epi32(static_cast<int>(row[i]));
  return _mm512_mask_set1_epi32(first, 0xff00, static_cast<int>(row[i + 8]));
}

// A rounded right shift by d of x (at most 12 bits) is (8 x 2^(12-d) + 2^14) >> 15, which is what VPMULHRSW does. For a
// negative term the complement of 8 x instead of its negative makes ties go away from zero, as they do for positive ones.
inline void sum_products(int16_t least, const split_a& a, const split_b& b, unsigned r, sums_of_products& s) {
  const __m512i one = _mm512_set1_epi16(1 << 12);
  __m512i exponent[8], largest = _mm512_set1_epi16(least);
  for (unsigned i = 0; i < 8; ++i) {
    exponent[i] = _mm512_add_epi16(_mm512_load_si512(a.exponent[i]), both_groups(b.exponent[r], i));
    largest = _mm512_max_epi16(largest, exponent[i]);
  }
  __m512i sum = _mm512_setzero_si512();
  for (unsigned i = 0; i < 8; ++i) {
    const __m512i scale = _mm512_srlv_epi16(one, _mm512_sub_epi16(largest, exponent[i]));
    const __m512i product = _mm512_mullo_epi16(_mm512_load_si512(a.mantissa8[i]), both_groups(b.mantissa[r], i));
    const __m512i term =
        _mm512_ternarylogic_epi32(product, _mm512_load_si512(a.sign[i]), both_groups(b.sign[r], i), 0x96);  // all three xor-ed
    sum = _mm512_add_epi16(sum, _mm512_mulhrs_epi16(term, scale));
  }
  sum = _mm512_maskz_mov_epi16(_mm512_cmpgt_epi16_mask(largest, _mm512_setzero_si512()), sum);
  _mm512_store_si512(s.sum, sum);
  _mm512_store_si512(s.exponent, largest);
}

#include "models/matrix_unit/row_kernels_function_instances.inc"

}  // namespace
}  // namespace tensix
#ifdef __clang__
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

namespace tensix {
const row_kernels* avx512_row_kernels() {
  static constexpr row_kernels kernels = {"avx512",         multiply,    multiply_int8, elementwise,
                                          elementwise_int8, move_to_dst, move_from_dst};
  const bool has_all = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                       __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
                       __builtin_cpu_supports("avx512vl");
  return has_all ? &kernels : nullptr;
}
}  // namespace tensix

#else
namespace tensix {
const row_kernels* avx512_row_kernels() { return nullptr; }
}  // namespace tensix
#endif
