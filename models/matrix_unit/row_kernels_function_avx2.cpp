// Eight 32-bit lanes (two steps a row), sixteen 16-bit lanes for the products: machines with AVX2, found at run time.
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

}  // namespace
}  // namespace tensix
#ifdef __clang__
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

namespace tensix {
const row_kernels* avx2_row_kernels() {
  static constexpr row_kernels kernels = {"avx2",           multiply,    multiply_int8, elementwise,
                                          elementwise_int8, move_to_dst, move_from_dst};
  return __builtin_cpu_supports("avx2") ? &kernels : nullptr;
}
}  // namespace tensix

#else
namespace tensix {
const row_kernels* avx2_row_kernels() { return nullptr; }
}  // namespace tensix
#endif
