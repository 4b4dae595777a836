// SPDX-License-Identifier: Apache-2.0
#include "models/vector_unit/multiply_add_function.h"

#include <cmath>
#include <cstring>
#include <random>

#include "catch.h"
#include "tests/seed.h"

using namespace tensix;

namespace multiply_add_test {
namespace {

using wide = unsigned __int128;

uint32_t one(uint32_t a, uint32_t b, uint32_t c) {
  uint32_t x[lanes] = {a}, y[lanes] = {b}, z[lanes] = {c}, r[lanes];
  multiply_add(x, y, z, r);
  return r[0];
}

struct parts {
  bool negative, nan, infinite;
  int exponent;
  uint32_t mantissa;  // with the hidden one; 0: zero or denormal
};
parts take_apart(uint32_t x) {
  const int e = x >> 23 & 255;
  const uint32_t f = x & 0x7fffff;
  return {x >= sign_bit, e == 255 && f, e == 255 && !f, e, e ? f | 0x800000 : 0};
}

// The number of significant bits.
int width(wide v) {
  int n = 0;
  for (; v; v >>= 1) ++n;
  return n;
}

// value * 2^(scale) to FP32: nearest, ties to even, from the exact integer; below the normal range nothing remains.
uint32_t round_exact(bool negative, wide value, int scale) {
  const uint32_t sign = negative ? sign_bit : 0;
  if (value == 0) return sign;
  int exponent = width(value) - 1 + scale + 127;
  const int drop = width(value) - 24;
  wide kept = drop > 0 ? value >> drop : value << -drop;
  if (drop > 0) {
    const wide rest = value - (kept << drop), half = wide{1} << (drop - 1);
    if (rest > half || (rest == half && (kept & 1))) ++kept;
  }
  if (kept >> 24) kept >>= 1, ++exponent;
  if (exponent >= 255) return sign | 0x7f800000;
  if (exponent <= 0) return sign;
  return sign | static_cast<uint32_t>(exponent) << 23 | (static_cast<uint32_t>(kept) & 0x7fffff);
}

// Exact product, shortened to 26 or 27 bits and a sticky bit, added exactly at the scale of the larger exponent; bits of the
// smaller operand beyond three below the larger one's last place count as sticky, unless nothing else of it is left.
uint32_t reference(uint32_t ua, uint32_t ub, uint32_t uc) {
  const parts a = take_apart(ua), b = take_apart(ub), c = take_apart(uc);
  const bool negative = a.negative != b.negative;
  const int ep = a.exponent + b.exponent - 127;
  const bool product_infinite = a.infinite || b.infinite;
  if (a.nan || b.nan || c.nan || (a.infinite && !b.mantissa) || (b.infinite && !a.mantissa)) return 0x7fc00000;
  if (product_infinite && c.infinite && negative != c.negative) return 0x7fc00000;
  if (c.infinite) return uc;
  if (product_infinite || ep >= 255) return (negative ? sign_bit : 0) | 0x7f800000;
  const wide exact = wide{a.mantissa} * b.mantissa;
  if (exact == 0 || ep < 0) return c.mantissa ? uc : (negative && c.negative ? sign_bit : 0);
  const auto shorten = [](wide v, int by, bool always) {
    const wide kept = by > 120 ? 0 : v >> by;
    const bool lost = by > 120 ? v != 0 : (kept << by) != v;
    return kept | wide{lost && (kept != 0 || always)};
  };
  const int e = std::max(ep, c.exponent);
  const wide p = shorten(shorten(exact, 20, true), e - ep, false), z = shorten(wide{c.mantissa} << 3, e - c.exponent, false);
  const bool larger_negative = p >= z ? negative : c.negative;
  const wide sum = negative == c.negative ? p + z : p >= z ? p - z : z - p;
  if (sum == 0) return negative && c.negative ? sign_bit : 0;
  return round_exact(larger_negative, sum, e - 127 - 26);
}

float as_float(uint32_t u) {
  float f;
  std::memcpy(&f, &u, 4);
  return f;
}
uint32_t as_bits(float f) {
  uint32_t u;
  std::memcpy(&u, &f, 4);
  return u;
}
uint32_t flush(uint32_t x) { return x & 0x7f800000 ? x : x & sign_bit; }
uint32_t tidy(uint32_t x) { return (x & 0x7fffffff) > 0x7f800000 ? 0x7fc00000 : flush(x); }

class operands {
 public:
  uint32_t any() { return static_cast<uint32_t>(random_()); }
  uint32_t special() {
    static constexpr uint32_t list[] = {0,          sign_bit,   1,          0x807fffff, 0x00800000,
                                        0x80800001, 0x3f800000, 0xbf800000, 0x7f7fffff, 0xff7fffff,
                                        0x7f800000, 0xff800000, 0x7fc00000, 0xffc00001, 0x7f800001};
    return list[any() % 15];
  }
  uint32_t with_exponent(int e) { return (any() & 0x807fffff) | static_cast<uint32_t>(std::min(std::max(e, 0), 255)) << 23; }
  int below(int n) { return static_cast<int>(any() % static_cast<uint32_t>(n)); }

 private:
  std::mt19937 random_{seeded(42)};
};

}  // namespace

TEST_CASE("multiply-add equals exact arithmetic with the documented shortening") {
  operands o;
  constexpr int batches = 100000;  // 3.2 million operations
  for (int batch = 0; batch < batches; ++batch) {
    uint32_t a[lanes], b[lanes], c[lanes], d[lanes];
    for (unsigned i = 0; i < lanes; ++i) {
      a[i] = o.any(), b[i] = o.any(), c[i] = o.any();
      const int kind = o.below(8);
      if (kind >= 3) {  // product and addend close to one another
        const int e = kind == 7 ? 250 + o.below(8) : 4 + o.below(250), ea = o.below(256);
        a[i] = o.with_exponent(ea), b[i] = o.with_exponent(e + 127 - ea), c[i] = o.with_exponent(e + o.below(64) - 32);
      }
      if (kind == 4) b[i] &= 0xff800000, c[i] = a[i] ^ sign_bit ^ static_cast<uint32_t>(o.below(16));  // cancellation
      if (kind == 5) a[i] |= 0x7ffff0, b[i] |= 0x7ffff0, c[i] &= 0xff80000f;
      if (kind == 2) {
        if (o.below(2)) a[i] = o.special();
        if (o.below(2)) b[i] = o.special();
        c[i] = o.special();
      }
    }
    multiply_add(a, b, c, d);
    for (unsigned i = 0; i < lanes; ++i) {
      const uint32_t want = reference(a[i], b[i], c[i]);
      // Where the exact result lies below 2^-126, only flushing is documented; that is checked apart.
      if (((want & 0x7f800000) == 0) || (want & 0x7fffffff) == 0x00800000) {
        if ((d[i] & 0x7fffffff) != 0 && (d[i] & 0x7fffffff) != 0x00800000)
          FAIL(std::hex << a[i] << " " << b[i] << " " << c[i] << " -> " << d[i]);
        continue;
      }
      if (d[i] != want) FAIL(std::hex << a[i] << " * " << b[i] << " + " << c[i] << " = " << d[i] << ", not " << want);
    }
  }
}

TEST_CASE("times one is a plain addition, plus zero a plain multiplication") {
  operands o;
  for (int repeat = 0; repeat < 300000; ++repeat) {
    uint32_t x = o.any(), y = o.any();
    if (repeat % 2) y = o.with_exponent(static_cast<int>(x >> 23 & 255) + o.below(60) - 30);
    if (repeat % 64 == 0) x = o.special();
    if (repeat % 64 < 2) y = o.special();
    const float fx = as_float(flush(x)), fy = as_float(flush(y));
    const uint32_t sum = tidy(as_bits(fx + fy)), product = tidy(as_bits(fx * fy));
    if (one(x, 0x3f800000, y) != sum) FAIL(std::hex << x << " + " << y << " = " << one(x, 0x3f800000, y) << ", not " << sum);
    // The identity of addition is -0; a product that rounds up to the smallest normal is the one exception to flushing here.
    const uint32_t got = one(x, y, sign_bit);
    if (got != product && !((got & 0x7fffffff) == 0x00800000 || (product & 0x7fffffff) == 0x00800000))
      FAIL(std::hex << x << " * " << y << " = " << got << ", not " << product);
  }
}

TEST_CASE("multiply-add on special values") {
  constexpr uint32_t inf = 0x7f800000, nan = 0x7fc00000, one_ = 0x3f800000;
  CHECK(one(inf, 0, 0) == nan);
  CHECK(one(inf, 1, one_) == nan);  // a denormal is zero
  CHECK(one(inf, one_, inf | sign_bit) == nan);
  CHECK(one(inf, one_, inf) == inf);
  CHECK(one(0x7f7fffff, 0x7f7fffff, inf | sign_bit) == (inf | sign_bit));  // overflow is no infinity yet
  CHECK(one(0x7f7fffff, 0x40000000, 0) == inf);
  CHECK(one(0x7f7fffff, 0xc0000000, 0x7f7fffff) == (inf | sign_bit));
  CHECK(one(0xffc12345, one_, 0) == nan);
  CHECK(one(one_, one_, 0x7f800001) == nan);
  CHECK(one(0x80000000, one_, 0x80000000) == 0x80000000);
  CHECK(one(0x80000000, one_, 0) == 0);
  CHECK(one(one_, one_, 0xbf800000) == 0);
  CHECK(one(0x00800000, 0x3f000000, 0) == 0);
  CHECK(one(0x80800000, 0x3f000000, 0) == 0x80000000);
  CHECK(one(0x00800000, 0x00800000, 0x80000001) == 0);
  CHECK(one(0x00ffffff, 0x3f000000, 0) == 0x00800000);  // rounds up into the normal range
}

TEST_CASE("the multiply-add is only partly fused") {
  // (1 + 2^-23)^2 - (1 + 2^-22) is exactly 2^-46; the shortened product leaves its sticky bit, 2^-26.
  CHECK(as_float(one(0x3f800001, 0x3f800001, 0xbf800002)) == std::ldexp(1.0f, -26));
}

}  // namespace multiply_add_test
