// The additions L1 does when a packer accumulates.
#include "models/formats/pack_formats.h"

namespace tensix {
namespace {

// sign * mantissa * 2^(exponent - place): exponent is that of the bit `place`; mantissa 0 is zero.
inline constexpr unsigned place = 60;
struct exact {
  bool sign = false;
  int exponent = 0;
  uint64_t mantissa = 0;
};

// The sum with the leading one at `place`; what lies below bit 0 is kept as a sticky bit 0. Operands as this function leaves
// them, with at most 24 bits from `place` down, so that the sticky bit never reaches a bit that rounding looks at.
exact sum(exact a, exact b) {
  if (b.mantissa == 0) return a.mantissa == 0 ? exact{a.sign && b.sign, 0, 0} : a;
  if (a.mantissa == 0) return b;
  if (a.exponent < b.exponent || (a.exponent == b.exponent && a.mantissa < b.mantissa)) {
    const exact t = a;
    a = b;
    b = t;
  }
  const int distance = a.exponent - b.exponent;
  const uint64_t low = distance > 62 ? 1 : b.mantissa >> distance | ((b.mantissa & ((uint64_t{1} << distance) - 1)) != 0);
  if (a.sign == b.sign) {
    a.mantissa += low;
    if (a.mantissa >> (place + 1)) {
      a.mantissa = a.mantissa >> 1 | (a.mantissa & 1);
      ++a.exponent;
    }
    return a;
  }
  a.mantissa -= low;
  if (a.mantissa == 0) return {};
  const int up = __builtin_clzll(a.mantissa) - static_cast<int>(63 - place);
  a.mantissa <<= up;
  a.exponent -= up;
  return a;
}

// Fraction bits below the leading one, rounded to `bits` of them, nearest even; may be 1 << bits (carry into the exponent).
uint32_t rounded_fraction(uint64_t mantissa, unsigned bits) {
  const unsigned drop = place - bits;
  const uint64_t m = mantissa & ((uint64_t{1} << place) - 1);
  return static_cast<uint32_t>((m + (uint64_t{1} << (drop - 1)) - 1 + (m >> drop & 1)) >> drop);
}

exact unpack_fp32(uint32_t x) {
  const int e = x >> 23 & 0xff;
  return {x >> 31 != 0, e, e == 0 ? 0 : uint64_t{(x & 0x7fffff) | 0x800000} << (place - 23)};
}
exact unpack_bf16(uint16_t x) { return unpack_fp32(uint32_t{x} << 16); }

constexpr uint32_t quiet_nan = 0x7fc00000;

}  // namespace

uint32_t accumulate_fp32(uint32_t l1, uint32_t x) {
  const uint32_t infinity = 0x7f800000, magnitude = 0x7fffffff;
  const uint32_t a = l1 & magnitude, b = x & magnitude;
  if (a >= infinity || b >= infinity) {
    if (a > infinity || b > infinity || (a == b && l1 != x)) return quiet_nan;
    return a == infinity ? l1 : x;
  }
  const exact r = sum(unpack_fp32(l1), unpack_fp32(x));
  const uint32_t sign = uint32_t{r.sign} << 31;
  if (r.mantissa == 0 || r.exponent <= 0) return sign;  // results below the normals are flushed
  if (r.exponent >= 255) return sign | infinity;
  return sign | ((static_cast<uint32_t>(r.exponent) << 23) + rounded_fraction(r.mantissa, 23));
}

uint16_t accumulate_bf16(uint16_t l1, uint16_t x) {
  const uint32_t infinity = 0x7f80;
  const uint32_t a = l1 & 0x7fff, b = x & 0x7fff;
  if (a == infinity || b == infinity) {
    if (a == b && l1 != x) return 0x7fc0;
    return a == infinity ? l1 : x;
  }
  // A NaN in L1 counts as larger than everything finite, a NaN from the packer as one more binade of normal numbers.
  if (a > infinity) return static_cast<uint16_t>((l1 & 0x8000) | infinity);
  const exact r = sum(unpack_bf16(l1), unpack_bf16(x));
  const uint32_t sign = r.sign ? 0x8000 : 0;
  if (r.mantissa == 0 || r.exponent <= 0) return static_cast<uint16_t>(sign);
  if (r.exponent >= 255) return static_cast<uint16_t>(sign | infinity);
  return static_cast<uint16_t>(sign | ((static_cast<uint32_t>(r.exponent) << 7) + rounded_fraction(r.mantissa, 7)));
}

uint16_t accumulate_fp16(uint16_t l1, uint16_t x) {
  // FP16 has neither infinity nor NaN: all exponents but 0 are normal numbers.
  const auto unpack = [](uint16_t v) -> exact {
    const int e = v >> 10 & 31;
    return {v >> 15 != 0, e, e == 0 ? 0 : uint64_t{(v & 0x3ffu) | 0x400u} << (place - 10)};
  };
  const exact r = sum(unpack(l1), unpack(x));
  const uint32_t sign = r.sign ? 0x8000 : 0;
  // Exact cancellation of large numbers, and every underflow, saturates; an exponent field of zero is a signed zero.
  if (r.mantissa == 0) return static_cast<uint16_t>(sign | ((l1 >> 10 & 31) >= 30 ? 0x7fff : 0));
  if (r.exponent <= 0) return static_cast<uint16_t>(sign | (r.exponent < 0 ? 0x7fff : 0));
  const uint32_t packed = (static_cast<uint32_t>(r.exponent) << 10) + rounded_fraction(r.mantissa, 10);
  return static_cast<uint16_t>(sign | (packed < 0x8000 ? packed : 0x7fff));
}

uint32_t accumulate_int32(uint32_t l1, uint32_t x) {
  const auto value = [](uint32_t v) { return v >> 31 ? -static_cast<int64_t>(v & 0x7fffffff) : static_cast<int64_t>(v); };
  const int64_t s = value(l1) + value(x);
  const int64_t m = s < 0 ? -s : s;
  return (s < 0 ? 0x80000000u : 0u) | static_cast<uint32_t>(m > 0x7fffffff ? 0x7fffffff : m);
}

uint8_t accumulate_int8(uint8_t l1, uint8_t x) {
  const auto value = [](uint8_t v) { return v & 0x80 ? -(v & 0x7f) : v & 0x7f; };
  const int s = value(l1) + value(x);
  const int m = s < 0 ? -s : s;
  return static_cast<uint8_t>((s < 0 ? 0x80 : 0) | (m > 127 ? 127 : m));
}

}  // namespace tensix
