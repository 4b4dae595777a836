// CRC-32 of an event's data. Most have 16, 64 or 256 bytes, for which a library's call costs more than its work: where the host
// multiplies without carry, such are folded 16 bytes at a time (Gopal et al., "Fast CRC computation for generic polynomials using
// PCLMULQDQ"); everything else goes to zlib.
#include <zlib.h>

#include "testbench/events/event.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace tensix {
namespace {

#if defined(__x86_64__)
// x^n modulo the polynomial, reflected, as the paper has them.
constexpr long long x_to_160 = 0x0ccaa009e, x_to_96 = 0x1751997d0, x_to_64 = 0x163cd6124;
constexpr long long polynomial = 0x1db710641, inverse = 0x1f7011641;

// `blocks` of 16 bytes, at least one.
__attribute__((target("pclmul,sse4.1"))) uint32_t crc_of_blocks(const uint8_t* data, size_t blocks) {
  const auto block = [&](size_t i) { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(data + 16 * i)); };
  const __m128i fold = _mm_set_epi64x(x_to_160, x_to_96), low = _mm_setr_epi32(-1, 0, -1, 0);
  __m128i sum = _mm_xor_si128(block(0), _mm_cvtsi32_si128(-1));
  for (size_t i = 1; i < blocks; ++i) {
    const __m128i near = _mm_clmulepi64_si128(sum, fold, 0x00), far = _mm_clmulepi64_si128(sum, fold, 0x11);
    sum = _mm_xor_si128(_mm_xor_si128(near, far), block(i));
  }
  // 128 bits to 64, and to 32 by Barrett's reduction.
  sum = _mm_xor_si128(_mm_srli_si128(sum, 8), _mm_clmulepi64_si128(sum, fold, 0x10));
  const __m128i product = _mm_clmulepi64_si128(_mm_and_si128(sum, low), _mm_cvtsi64_si128(x_to_64), 0x00);
  sum = _mm_xor_si128(_mm_srli_si128(sum, 4), product);
  const __m128i reduction = _mm_set_epi64x(inverse, polynomial);
  __m128i quotient = _mm_clmulepi64_si128(_mm_and_si128(sum, low), reduction, 0x10);
  quotient = _mm_clmulepi64_si128(_mm_and_si128(quotient, low), reduction, 0x00);
  return ~static_cast<uint32_t>(_mm_extract_epi32(_mm_xor_si128(sum, quotient), 1));
}
const bool multiplies_without_carry = __builtin_cpu_supports("pclmul") && __builtin_cpu_supports("sse4.1");
#else
uint32_t crc_of_blocks(const uint8_t*, size_t) { return 0; }
constexpr bool multiplies_without_carry = false;
#endif

}  // namespace

uint32_t crc_of(const uint8_t* data, size_t bytes) {
  if (multiplies_without_carry && bytes != 0 && bytes % 16 == 0) return crc_of_blocks(data, bytes / 16);
  return static_cast<uint32_t>(crc32_z(0, data, bytes));
}

}  // namespace tensix
