#include <libdeflate.h>

#include <cstring>

#include "observe/events/event.h"

#if defined(__GNUC__) && defined(__x86_64__)
#include <immintrin.h>
#define TENSIX_CARRYLESS __attribute__((target("pclmul,sse4.1")))
#endif

namespace tensix {

uint32_t crc_of(const uint8_t* data, size_t bytes) { return libdeflate_crc32(0, data, bytes); }

#ifdef TENSIX_CARRYLESS
namespace {

// Most data are words of 16 bytes, for which the library takes three times as long to begin with as it has to do. In polynomials
// whose lowest bit is that of the highest power, as the CRC has them: of two such of n and m bits the product has n + m - 1.
constexpr uint64_t polynomial = 0x104c11db7;  // x^32 + ..., the highest power's bit is the highest
constexpr size_t piece_bytes = 16;

constexpr uint64_t turned(uint64_t value, unsigned bits) {
  uint64_t t = 0;
  for (unsigned i = 0; i < bits; ++i) t |= (value >> i & 1) << (bits - 1 - i);
  return t;
}
// x^power, reduced, in the upper half of 64 bits.
constexpr uint64_t power_of_x(unsigned power) {
  uint64_t p = 1;
  for (unsigned i = 0; i < power; ++i) {
    p <<= 1;
    if (p >> 32) p ^= polynomial;
  }
  return turned(p, 64);
}
// x^64 by the polynomial, without the rest.
constexpr uint64_t quotient() {
  uint64_t rest = 1, q = 0;
  for (unsigned i = 0; i < 64; ++i) {
    rest <<= 1, q <<= 1;
    if (rest >> 32) rest ^= polynomial, q |= 1;
  }
  return turned(q, 33);
}

TENSIX_CARRYLESS void crc_of_words(const uint8_t* data, size_t count, uint32_t* crcs) {
  // A product of twice 64 bits, as 128, is too large by a factor of x.
  const __m128i fold = _mm_set_epi64x(static_cast<int64_t>(power_of_x(63)), static_cast<int64_t>(power_of_x(95)));
  const __m128i reduce = _mm_set_epi64x(static_cast<int64_t>(turned(polynomial, 33)), static_cast<int64_t>(quotient()));
  const __m128i ones = _mm_cvtsi32_si128(-1);
  for (size_t i = 0; i < count; ++i, data += piece_bytes) {
    const __m128i word = _mm_xor_si128(_mm_loadu_si128(reinterpret_cast<const __m128i*>(data)), ones);
    // Times x^32: 96 bits remain of 160, then 64.
    const __m128i upper = _mm_clmulepi64_si128(word, fold, 0x00), lower = _mm_slli_si128(_mm_srli_si128(word, 8), 4);
    const __m128i some = _mm_xor_si128(upper, lower);
    const __m128i few = _mm_srli_si128(_mm_xor_si128(some, _mm_clmulepi64_si128(some, fold, 0x10)), 8);
    // What the polynomial goes into the upper 32 of them is taken away.
    const __m128i times = _mm_clmulepi64_si128(_mm_and_si128(few, ones), reduce, 0x00);
    const __m128i multiple = _mm_clmulepi64_si128(_mm_and_si128(times, ones), reduce, 0x10);
    crcs[i] = ~static_cast<uint32_t>(_mm_extract_epi32(_mm_xor_si128(few, multiple), 1));
  }
}
const bool has_carryless = __builtin_cpu_supports("pclmul") && __builtin_cpu_supports("sse4.1");

}  // namespace
#endif

void crc_of_each(const uint8_t* data, size_t bytes, size_t count, uint32_t* crcs) {
#ifdef TENSIX_CARRYLESS
  if (bytes == piece_bytes && has_carryless) return crc_of_words(data, count, crcs);
#endif
  for (size_t i = 0; i < count; ++i) crcs[i] = crc_of(data + i * bytes, bytes);
}

}  // namespace tensix
