// SPDX-License-Identifier: Apache-2.0
// The additions L1 does when a packer accumulates. Lanes are branch-free so that compilers make vector code of 16 or 32 at
// once.
#include <cstring>

#include "models/formats/host_instructions.h"
#include "models/formats/pack_formats.h"

#if defined(__GNUC__)
#define TENSIX_LANE inline __attribute__((always_inline))
#else
#define TENSIX_LANE inline
#endif

namespace tensix {
namespace {

// A sum: sign (0 or 1), exponent of the leading one (may be 0 or less), mantissa with the leading one at bit `bits`, rounded to
// nearest even (may carry to bit bits + 1); mantissa 0: nothing is left.
struct rounded_sum {
  uint32_t sign, mantissa;
  int32_t exponent;
};

// All ones if x is negative: where a conditional expression would become a branch.
constexpr TENSIX_LANE uint32_t mask_of_sign(int32_t x) { return 0u - (static_cast<uint32_t>(x) >> 31); }

// Floats of `bits` mantissa bits by magnitude and sign; an exponent field of zero is zero, all others are normal numbers. Two
// guard bits and a sticky bit are enough: more than one leading bit cancels only where none was shifted out. Signed integers
// where they suffice, because vectors compare those faster.
template <unsigned bits>
TENSIX_LANE rounded_sum sum(uint32_t magnitude_a, uint32_t sign_a, uint32_t magnitude_b, uint32_t sign_b) {
  constexpr int32_t one = 1 << bits, lead = one << 3;
  const int32_t a = static_cast<int32_t>(magnitude_a), b = static_cast<int32_t>(magnitude_b);
  const int32_t big = a > b ? a : b, small = a > b ? b : a;
  const uint32_t sign = a < b ? sign_b : sign_a;
  const int32_t eb = big >> bits, es = small >> bits;
  const int32_t mb = (((big & (one - 1)) | one) << 3) & static_cast<int32_t>(mask_of_sign(-eb));
  const int32_t ms = (((small & (one - 1)) | one) << 3) & static_cast<int32_t>(mask_of_sign(-es));
  const int32_t distance = eb - es, d = distance < 31 ? distance : 31;
  const int32_t shifted = ms >> d;
  const int32_t low = shifted | static_cast<int32_t>(mask_of_sign((shifted << d) - ms) & 1);
  const int32_t opposite = -static_cast<int32_t>(sign_a ^ sign_b);
  int32_t m = mb + ((low ^ opposite) - opposite), e = eb;
  const int32_t carry = static_cast<int32_t>(mask_of_sign(2 * lead - 1 - m)) & 1;
  m = m >> carry | (m & carry);
  e += carry;
  const auto up = [&](int shift) {
    const bool few = m < lead >> (shift - 1);
    m = few ? m << shift : m;
    e = few ? e - shift : e;
  };
  if constexpr (bits > 12) up(16);
  up(8);
  up(4);
  up(2);
  up(1);
  // Cancellation leaves plus zero, two zeroes their common sign.
  const uint32_t rounded = static_cast<uint32_t>(m + 3 + (m >> 3 & 1)) >> 3;
  return {m == 0 ? sign_a & sign_b : sign, rounded, e};
}

TENSIX_LANE uint32_t add_fp32(uint32_t l1, uint32_t x) {
  const uint32_t infinity = 0x7f800000, a = l1 & 0x7fffffff, b = x & 0x7fffffff;
  const rounded_sum r = sum<23>(a, l1 >> 31, b, x >> 31);
  const uint32_t sign = r.sign << 31;
  const uint32_t packed = (static_cast<uint32_t>(r.exponent) << 23) + (r.mantissa - 0x800000);
  uint32_t v = sign | packed;
  v = r.exponent >= 255 ? sign | infinity : v;
  v = ((r.mantissa == 0) | (r.exponent <= 0)) ? sign : v;  // results below the normals are flushed
  const uint32_t special = a == infinity ? l1 : x;
  const bool nan = (a > infinity) | (b > infinity) | ((a == b) & (l1 != x));
  v = ((a >= infinity) | (b >= infinity)) ? (nan ? 0x7fc00000 : special) : v;
  return v;
}

TENSIX_LANE uint32_t add_bf16(uint32_t l1, uint32_t x) {
  const uint32_t infinity = 0x7f80, a = l1 & 0x7fff, b = x & 0x7fff;
  const rounded_sum r = sum<7>(a, l1 >> 15, b, x >> 15);
  const uint32_t sign = r.sign << 15;
  uint32_t v = sign | ((static_cast<uint32_t>(r.exponent) << 7) + (r.mantissa - 0x80));
  v = r.exponent >= 255 ? sign | infinity : v;
  v = ((r.mantissa == 0) | (r.exponent <= 0)) ? sign : v;
  // A NaN in L1 counts as larger than everything finite, a NaN from the packer as one more binade of normal numbers.
  const uint32_t saturated = (l1 & 0x8000) | infinity, larger = mask_of_sign(static_cast<int32_t>(infinity - a));
  v = (v & ~larger) | (saturated & larger);
  const uint32_t other = a == infinity ? l1 : x, special = ((a == b) & (l1 != x)) ? 0x7fc0 : other;
  return ((a == infinity) | (b == infinity)) ? special : v;
}

TENSIX_LANE uint32_t add_fp16(uint32_t l1, uint32_t x) {
  // FP16 has neither infinity nor NaN: all exponents but 0 are normal numbers.
  const rounded_sum r = sum<10>(l1 & 0x7fff, l1 >> 15, x & 0x7fff, x >> 15);
  const uint32_t sign = r.sign << 15;
  const uint32_t packed = (static_cast<uint32_t>(r.exponent) << 10) + (r.mantissa - 0x400);
  uint32_t v = (packed | mask_of_sign(0x7fff - static_cast<int32_t>(packed))) & 0x7fff;
  // Every underflow saturates, and exact cancellation of large numbers; an exponent field of zero is a signed zero.
  const uint32_t under = mask_of_sign(r.exponent);
  v = (v & ~mask_of_sign(r.exponent - 1)) | (0x7fff & under);
  const uint32_t left = ~mask_of_sign(static_cast<int32_t>(r.mantissa) - 1);
  const uint32_t large = mask_of_sign(0x77ff - static_cast<int32_t>(l1 & 0x7fff));
  return sign | (v & left) | (0x7fff & large & ~left);
}

TENSIX_LANE uint32_t add_int32(uint32_t l1, uint32_t x) {
  const uint32_t a = l1 & 0x7fffffff, b = x & 0x7fffffff, sign_a = l1 & 0x80000000, sign_b = x & 0x80000000;
  const uint32_t total = a + b, together = total > 0x7fffffff ? 0x7fffffff : total;
  const uint32_t apart = a > b ? sign_a | (a - b) : a < b ? sign_b | (b - a) : 0;
  // Minus zero has no sign.
  return sign_a != sign_b ? apart : together ? sign_a | together : 0;
}

TENSIX_LANE uint32_t add_int8(uint32_t l1, uint32_t x) {
  const int32_t a = l1 & 0x80 ? -static_cast<int32_t>(l1 & 0x7f) : static_cast<int32_t>(l1 & 0x7f);
  const int32_t b = x & 0x80 ? -static_cast<int32_t>(x & 0x7f) : static_cast<int32_t>(x & 0x7f);
  const int32_t s = a + b, m = s < 0 ? -s : s;
  const uint32_t sign = static_cast<uint32_t>(s) >> 24 & 0x80;
  return sign | static_cast<uint32_t>(m > 127 ? 127 : m);
}

template <class T, unsigned bytes, uint32_t (*add)(uint32_t, uint32_t)>
TENSIX_LANE void all_lanes(void* l1, const void* x) {
  constexpr unsigned lanes = bytes / sizeof(T);
  T a[lanes], b[lanes];
  std::memcpy(a, l1, bytes);
  std::memcpy(b, x, bytes);
  for (unsigned i = 0; i < lanes; ++i) a[i] = static_cast<T>(add(a[i], b[i]));
  std::memcpy(l1, a, bytes);
}

}  // namespace

uint32_t accumulate_fp32(uint32_t l1, uint32_t x) { return add_fp32(l1, x); }
uint16_t accumulate_bf16(uint16_t l1, uint16_t x) { return static_cast<uint16_t>(add_bf16(l1, x)); }
uint16_t accumulate_fp16(uint16_t l1, uint16_t x) { return static_cast<uint16_t>(add_fp16(l1, x)); }
uint32_t accumulate_int32(uint32_t l1, uint32_t x) { return add_int32(l1, x); }
uint8_t accumulate_int8(uint8_t l1, uint8_t x) { return static_cast<uint8_t>(add_int8(l1, x)); }

// Shifts that differ from lane to lane need more than the baseline's vectors; the same code serves both.
#if defined(__GNUC__) && defined(__x86_64__)
#if defined(__clang__)
#define TENSIX_AVX512 "avx512f,avx512bw,avx512dq,avx512vl"
#else
#define TENSIX_AVX512 "avx512f,avx512bw,avx512dq,avx512vl,prefer-vector-width=512"
#endif
#define TENSIX_LANES_OF(name, type, add, target)                                                                \
  namespace {                                                                                                   \
  target __attribute__((noinline)) void name##_16(void* l1, const void* x) { all_lanes<type, 16, add>(l1, x); } \
  target __attribute__((noinline)) void name##_64(void* l1, const void* x) { all_lanes<type, 64, add>(l1, x); } \
  }
#define TENSIX_LANES(name, type, add)                                                                                \
  TENSIX_LANES_OF(name##_avx512, type, add, __attribute__((target(TENSIX_AVX512))))                                  \
  TENSIX_LANES_OF(name##_avx2, type, add, __attribute__((target("avx2"))))                                           \
  TENSIX_LANES_OF(name##_plain, type, add, )                                                                         \
  void name(void* l1, const void* x, unsigned beats) {                                                               \
    if (beats > 1) has_avx512 ? name##_avx512_64(l1, x) : has_avx2 ? name##_avx2_64(l1, x) : name##_plain_64(l1, x); \
    else has_avx512 ? name##_avx512_16(l1, x) : has_avx2 ? name##_avx2_16(l1, x) : name##_plain_16(l1, x);           \
  }
namespace {
const bool has_avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
}  // namespace
#else
#define TENSIX_LANES(name, type, add)                                              \
  void name(void* l1, const void* x, unsigned beats) {                             \
    beats > 1 ? all_lanes<type, 64, add>(l1, x) : all_lanes<type, 16, add>(l1, x); \
  }
#endif

TENSIX_LANES(accumulate_fp32_lanes, uint32_t, add_fp32)
TENSIX_LANES(accumulate_fp16_lanes, uint16_t, add_fp16)
TENSIX_LANES(accumulate_bf16_lanes, uint16_t, add_bf16)
TENSIX_LANES(accumulate_int32_lanes, uint32_t, add_int32)
TENSIX_LANES(accumulate_int8_lanes, uint8_t, add_int8)

}  // namespace tensix
