// SPDX-License-Identifier: Apache-2.0
#include "models/riscv_core/soft_float_function.h"

#include <utility>

namespace tensix::soft_float {

namespace {
__extension__ using wide = unsigned __int128;

enum class kind : uint8_t { zero, finite, infinite, quiet, signalling };

// A finite number is m * 2^exponent.
struct number {
  kind what = kind::zero;
  bool sign = false;
  int exponent = 0;
  uint64_t m = 0;
  bool nan() const { return what == kind::quiet || what == kind::signalling; }
};

number unpack(format f, uint32_t a, bool flush) {
  number n;
  const uint32_t exponent = (a >> f.fraction_bits) & f.exponent_mask(), fraction = a & f.fraction_mask();
  n.sign = (a & f.sign_bit()) != 0;
  if (exponent == f.exponent_mask()) {
    n.what = !fraction ? kind::infinite : (fraction >> (f.fraction_bits - 1)) ? kind::quiet : kind::signalling;
    return n;
  }
  if (exponent == 0 && (fraction == 0 || flush)) return n;
  n.what = kind::finite;
  n.m = exponent ? fraction | (1u << f.fraction_bits) : fraction;
  n.exponent = static_cast<int>(exponent ? exponent : 1) - f.bias() - static_cast<int>(f.fraction_bits);
  return n;
}

uint32_t signed_zero(format f, bool sign) { return sign ? f.sign_bit() : 0; }
uint32_t infinity(format f, bool sign) { return f.infinity() | signed_zero(f, sign); }

int leading_bit(wide m) {
  const uint64_t high = static_cast<uint64_t>(m >> 64), low = static_cast<uint64_t>(m);
  return high ? 127 - __builtin_clzll(high) : 63 - __builtin_clzll(low);
}

// m * 2^exponent in units of 2^unit, rounded.
uint64_t rounded(wide m, int exponent, int unit, rounding mode, bool& exact) {
  const int shift = unit - exponent;
  exact = true;
  if (shift <= 0) return static_cast<uint64_t>(m << -shift);
  if (shift > 127) {
    exact = false;
    return 0;
  }
  uint64_t kept = static_cast<uint64_t>(m >> shift);
  const wide rest = m - (static_cast<wide>(kept) << shift), middle = static_cast<wide>(1) << (shift - 1);
  exact = rest == 0;
  if (mode == rounding::nearest_even && (rest > middle || (rest == middle && (kept & 1)))) ++kept;
  return kept;
}

// m != 0. Tininess is detected after rounding.
uint32_t pack(format f, bool sign, wide m, int exponent, environment& e) {
  const int fraction_bits = static_cast<int>(f.fraction_bits), least = 1 - f.bias();
  const int top = leading_bit(m) + exponent;
  bool exact;
  int unit = (top > least ? top : least) - fraction_bits;
  uint64_t kept = rounded(m, exponent, unit, e.mode, exact);
  const uint64_t one = uint64_t{1} << fraction_bits;
  if (kept == 2 * one) kept = one, ++unit;
  bool tiny = top < least;
  if (tiny && kept == one) {  // with one bit more of precision it may still have been below
    bool ignored;
    tiny = rounded(m, exponent, top - fraction_bits, e.mode, ignored) != 2 * one;
  }
  if (!exact) e.flags |= inexact;
  if (kept < one) {
    if (e.flush && kept) {
      e.flags |= underflow | inexact;
      return signed_zero(f, sign);
    }
    if (!exact) e.flags |= underflow;
    return signed_zero(f, sign) | static_cast<uint32_t>(kept);
  }
  if (tiny && !exact) e.flags |= underflow;
  const int biased = unit + fraction_bits + f.bias();
  if (biased >= static_cast<int>(f.exponent_mask())) {
    e.flags |= overflow | inexact;
    return infinity(f, sign) - (e.mode == rounding::to_zero ? 1 : 0);
  }
  return signed_zero(f, sign) | static_cast<uint32_t>(biased) << f.fraction_bits |
         (static_cast<uint32_t>(kept) & f.fraction_mask());
}

uint32_t not_a_number(format f, environment& e, bool is_invalid) {
  if (is_invalid) e.flags |= invalid;
  return f.quiet_nan();
}

// The sum of two finite numbers or zeros (one of them perhaps a product).
uint32_t sum(format f, number a, number b, environment& e) {
  if (a.what == kind::zero && b.what == kind::zero) return signed_zero(f, a.sign && b.sign);
  if (a.what == kind::zero) std::swap(a, b);
  if (b.what == kind::zero) return pack(f, a.sign, a.m, a.exponent, e);
  if (a.exponent < b.exponent) std::swap(a, b);
  // Products have 48 bits: with 64 below the larger exponent nothing is lost but what only says "more than nothing".
  const int unit = a.exponent - 64, down = unit - b.exponent;
  const wide x = static_cast<wide>(a.m) << 64;
  wide y;
  if (down <= 0) y = static_cast<wide>(b.m) << -down;
  else if (down > 63) y = 1;
  else y = (b.m >> down) | ((b.m & ((uint64_t{1} << down) - 1)) ? 1 : 0);
  if (a.sign == b.sign) return pack(f, a.sign, x + y, unit, e);
  if (x == y) return 0;
  return x > y ? pack(f, a.sign, x - y, unit, e) : pack(f, b.sign, y - x, unit, e);
}

number product(const number& a, const number& b) {
  number p;
  p.sign = a.sign != b.sign;
  if (a.what == kind::zero || b.what == kind::zero) return p;
  p.what = kind::finite;
  p.m = a.m * b.m;
  p.exponent = a.exponent + b.exponent;
  return p;
}

// -1, 0, 1; neither is a NaN.
int order(format f, uint32_t a, uint32_t b) {
  const uint32_t magnitude = f.sign_bit() - 1;
  if (((a | b) & magnitude) == 0) return 0;
  const auto key = [&](uint32_t x) {
    return (x & f.sign_bit()) ? -static_cast<int64_t>(x & magnitude) : static_cast<int64_t>(x & magnitude);
  };
  return key(a) < key(b) ? -1 : key(a) > key(b);
}

uint32_t extreme(format f, uint32_t a, uint32_t b, bool want_least, environment& e) {
  const number x = unpack(f, a, false), y = unpack(f, b, false);
  if (x.what == kind::signalling || y.what == kind::signalling) e.flags |= invalid;
  if (x.nan()) return y.nan() ? f.quiet_nan() : b;
  if (y.nan()) return a;
  const int o = order(f, a, b);
  const bool first = o ? (o < 0) == want_least : x.sign == want_least;  // -0 is less than +0 here
  return first ? a : b;
}

bool ordered(format f, uint32_t a, uint32_t b, bool quietly, environment& e) {
  const number x = unpack(f, a, false), y = unpack(f, b, false);
  if (x.what == kind::signalling || y.what == kind::signalling || (!quietly && (x.nan() || y.nan()))) e.flags |= invalid;
  return !x.nan() && !y.nan();
}
}  // namespace

uint32_t add(format f, uint32_t a, uint32_t b, environment& e) {
  const number x = unpack(f, a, e.flush), y = unpack(f, b, e.flush);
  if (x.nan() || y.nan()) return not_a_number(f, e, x.what == kind::signalling || y.what == kind::signalling);
  if (x.what == kind::infinite && y.what == kind::infinite && x.sign != y.sign) return not_a_number(f, e, true);
  if (x.what == kind::infinite) return a;
  if (y.what == kind::infinite) return b;
  return sum(f, x, y, e);
}

uint32_t multiply(format f, uint32_t a, uint32_t b, environment& e) {
  const number x = unpack(f, a, e.flush), y = unpack(f, b, e.flush);
  if (x.nan() || y.nan()) return not_a_number(f, e, x.what == kind::signalling || y.what == kind::signalling);
  if (x.what == kind::infinite || y.what == kind::infinite) {
    if (x.what == kind::zero || y.what == kind::zero) return not_a_number(f, e, true);
    return infinity(f, x.sign != y.sign);
  }
  const number p = product(x, y);
  return p.what == kind::zero ? signed_zero(f, p.sign) : pack(f, p.sign, p.m, p.exponent, e);
}

uint32_t multiply_add(format f, uint32_t a, uint32_t b, uint32_t c, environment& e) {
  const number x = unpack(f, a, e.flush), y = unpack(f, b, e.flush), z = unpack(f, c, e.flush);
  const bool no_product =
      (x.what == kind::infinite && y.what == kind::zero) || (x.what == kind::zero && y.what == kind::infinite);
  if (x.nan() || y.nan() || z.nan() || no_product)
    return not_a_number(f, e,
                        no_product || x.what == kind::signalling || y.what == kind::signalling || z.what == kind::signalling);
  const bool sign = x.sign != y.sign, endless = x.what == kind::infinite || y.what == kind::infinite;
  if (endless && z.what == kind::infinite && z.sign != sign) return not_a_number(f, e, true);
  if (endless) return infinity(f, sign);
  if (z.what == kind::infinite) return c;
  return sum(f, product(x, y), z, e);
}

uint32_t minimum(format f, uint32_t a, uint32_t b, environment& e) { return extreme(f, a, b, true, e); }
uint32_t maximum(format f, uint32_t a, uint32_t b, environment& e) { return extreme(f, a, b, false, e); }

bool equal(format f, uint32_t a, uint32_t b, environment& e) { return ordered(f, a, b, true, e) && order(f, a, b) == 0; }
bool less(format f, uint32_t a, uint32_t b, environment& e) { return ordered(f, a, b, false, e) && order(f, a, b) < 0; }
bool less_or_equal(format f, uint32_t a, uint32_t b, environment& e) {
  return ordered(f, a, b, false, e) && order(f, a, b) <= 0;
}

uint32_t convert(format from, format to, uint32_t a, environment& e) {
  const number x = unpack(from, a, false);
  if (x.nan()) return not_a_number(to, e, x.what == kind::signalling);
  if (x.what == kind::infinite) return infinity(to, x.sign);
  return x.what == kind::zero ? signed_zero(to, x.sign) : pack(to, x.sign, x.m, x.exponent, e);
}

uint32_t from_integer(format f, uint32_t value, bool is_signed, environment& e) {
  if (value == 0) return 0;
  const bool sign = is_signed && (value >> 31);
  return pack(f, sign, sign ? 0u - value : value, 0, e);
}

uint32_t to_integer(format f, uint32_t a, bool is_signed, environment& e) {
  const number x = unpack(f, a, false);
  const uint64_t most = is_signed ? 0x7fffffff : 0xffffffff, least = is_signed ? 0x80000000 : 0;
  const auto beyond = [&](bool low) {
    e.flags |= invalid;
    return static_cast<uint32_t>(low ? least : most);
  };
  if (x.nan()) return beyond(false);
  if (x.what == kind::infinite) return beyond(x.sign);
  if (x.what == kind::zero) return 0;
  if (leading_bit(x.m) + x.exponent > 32) return beyond(x.sign);
  bool exact;
  const uint64_t magnitude = rounded(x.m, x.exponent, 0, e.mode, exact);
  if (magnitude > (x.sign ? least : most)) return beyond(x.sign);
  if (!exact) e.flags |= inexact;
  return static_cast<uint32_t>(x.sign ? 0 - magnitude : magnitude);
}

uint32_t classify(format f, uint32_t a) {
  const number x = unpack(f, a, false);
  switch (x.what) {
    case kind::infinite: return x.sign ? 1u << 0 : 1u << 7;
    case kind::zero: return x.sign ? 1u << 3 : 1u << 4;
    case kind::signalling: return 1u << 8;
    case kind::quiet: return 1u << 9;
    default: break;
  }
  const bool subnormal = (x.m >> f.fraction_bits) == 0;
  return subnormal ? (x.sign ? 1u << 2 : 1u << 5) : (x.sign ? 1u << 1 : 1u << 6);
}

}  // namespace tensix::soft_float
