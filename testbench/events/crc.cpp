#include <libdeflate.h>

#include <cstring>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "testbench/events/event.h"

namespace tensix {

uint32_t crc_of(const uint8_t* data, size_t bytes) { return libdeflate_crc32(0, data, bytes); }

// Most are of a whole block of Dst.
static uint32_t crc_of_zeroes(const uint8_t* zeroes, size_t bytes) {
  if (bytes != event_record::most_zeroes) return crc_of(zeroes, bytes);
  static const uint32_t crc = crc_of(zeroes, bytes);
  return crc;
}

uint32_t event_record::crc() const {
  if (what == kind::with_zeroes) return crc_of_zeroes(data(), bytes);
  if (what == kind::with_data) return libdeflate_crc32(0, data(), bytes);
  uint32_t crc;
  std::memcpy(&crc, this + 1, sizeof crc);
  return crc;
}

#if defined(__x86_64__)
namespace {

// Polynomials over GF(2), bits reflected (bit 63 of a factor is x^0), after Gopal et al., "Fast CRC Computation for Generic
// Polynomials Using PCLMULQDQ Instruction" (Intel, 2009). A call of the library's would cost more than 16 bytes.
constexpr uint64_t polynomial = 0x1db710641;   // x^32 + ... of IEEE 802.3
constexpr uint64_t reflected(uint64_t bits) {  // of 33
  uint64_t r = 0;
  for (unsigned i = 0; i < 33; ++i) r |= (bits >> i & 1) << (32 - i);
  return r;
}
// x^n modulo the polynomial.
constexpr uint64_t power(unsigned n) {
  uint64_t r = 1;
  for (; n; --n) r = r << 1 ^ (r >> 31 ? reflected(polynomial) : 0);
  return reflected(r);
}
// x^64 divided by it.
constexpr uint64_t quotient() {
  uint64_t q = 0, r = 0;
  for (unsigned n = 0; n <= 64; ++n) {  // x^64 is a one and 64 zeroes
    r = r << 1 | (n == 0);
    q = q << 1 | r >> 32;
    if (r >> 32) r ^= reflected(polynomial);
  }
  return reflected(q);
}

// `bytes`: a multiple of 16, not 0.
__attribute__((target("pclmul,sse4.1"))) inline uint32_t crc_of_words(const uint8_t* data, size_t bytes) {
  constexpr uint64_t x96 = power(96), x160 = power(160), x64 = power(64), inverse = quotient();
  const __m128i fold = _mm_set_epi64x(x96, x160), to_64 = _mm_set_epi64x(0, x64), barrett = _mm_set_epi64x(inverse, polynomial),
                low = _mm_set_epi32(0, ~0, 0, ~0);
  const auto* const words = reinterpret_cast<const __m128i*>(data);
  __m128i r = _mm_xor_si128(_mm_loadu_si128(words), _mm_cvtsi32_si128(~0));
  for (size_t i = 1; i < bytes / sizeof *words; ++i)
    r = _mm_xor_si128(_mm_xor_si128(_mm_clmulepi64_si128(r, fold, 0x00), _mm_clmulepi64_si128(r, fold, 0x11)),
                      _mm_loadu_si128(words + i));
  r = _mm_xor_si128(_mm_srli_si128(r, 8), _mm_clmulepi64_si128(r, fold, 0x10));                       // 96 bits are left
  r = _mm_xor_si128(_mm_srli_si128(r, 4), _mm_clmulepi64_si128(_mm_and_si128(r, low), to_64, 0x00));  // 64
  const __m128i times = _mm_and_si128(_mm_clmulepi64_si128(_mm_and_si128(r, low), barrett, 0x10), low);
  return ~static_cast<uint32_t>(_mm_extract_epi32(_mm_xor_si128(r, _mm_clmulepi64_si128(times, barrett, 0x00)), 1));
}

__attribute__((target("pclmul,sse4.1"))) void add_crcs_of_words(std::vector<told_event>& events) {
  for (told_event& e : events) {
    const event_record& r = *e.record;
    if (r.bytes == 0) continue;
    e.crc = r.what == event_record::kind::with_data && r.bytes % 16 == 0 ? crc_of_words(r.data(), r.bytes) : r.crc();
  }
}

const bool multiplies = __builtin_cpu_supports("pclmul") && __builtin_cpu_supports("sse4.1");

}  // namespace
#endif

void add_crcs(std::vector<told_event>& events) {
#if defined(__x86_64__)
  if (multiplies) return add_crcs_of_words(events);
#endif
  for (told_event& e : events)
    if (e.record->bytes) e.crc = e.record->crc();
}

}  // namespace tensix
