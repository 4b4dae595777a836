// SPDX-License-Identifier: Apache-2.0
#include "tests/soak/riscv_float_reference.h"

#include <array>
#include <cstddef>

namespace tensix::soak {

namespace {

enum : uint32_t { inexact = 1, underflow = 2, overflow = 4, invalid = 16 };

struct shape {
  unsigned fraction;  // bits
  int bias;
  uint32_t exponents;  // the largest exponent field
  uint32_t sign() const { return (exponents + 1) << fraction; }
  uint32_t infinity() const { return exponents << fraction; }
  uint32_t nan() const { return infinity() | 1u << (fraction - 1); }
  int least() const { return 1 - bias; }  // exponent of the smallest normal number
};
constexpr shape narrow{10, 15, 31}, wide{23, 127, 255};

// A magnitude as a whole multiple of 2^-300: what one product of two subnormals and the largest sum have in common.
constexpr int unit = 300;
class magnitude {
 public:
  magnitude() { limb_.fill(0); }
  magnitude(uint64_t m, int shift) : magnitude() {
    for (int i = 0; i < 64; ++i)
      if (m >> i & 1) limb_[static_cast<std::size_t>(shift + i) / 32] |= 1u << (shift + i) % 32;
  }
  bool bit(int i) const { return i >= 0 && i < bits && (limb_[static_cast<std::size_t>(i) / 32] >> i % 32 & 1); }
  bool any_below(int i) const {
    for (int k = 0; k < i; ++k)
      if (bit(k)) return true;
    return false;
  }
  int top() const {
    int i = bits - 1;
    while (i >= 0 && !bit(i)) --i;
    return i;
  }
  int compare(const magnitude& o) const {
    for (std::size_t i = limbs; i-- > 0;)
      if (limb_[i] != o.limb_[i]) return limb_[i] < o.limb_[i] ? -1 : 1;
    return 0;
  }
  magnitude plus(const magnitude& o) const {
    magnitude r;
    uint64_t carry = 0;
    for (std::size_t i = 0; i < limbs; ++i) {
      carry += uint64_t{limb_[i]} + o.limb_[i];
      r.limb_[i] = static_cast<uint32_t>(carry);
      carry >>= 32;
    }
    return r;
  }
  magnitude minus(const magnitude& o) const {  // o is not larger
    magnitude r;
    int64_t borrow = 0;
    for (std::size_t i = 0; i < limbs; ++i) {
      const int64_t d = int64_t{limb_[i]} - o.limb_[i] + borrow;
      r.limb_[i] = static_cast<uint32_t>(d & 0xffffffff);
      borrow = d < 0 ? -1 : 0;
    }
    return r;
  }
  // Rounded to nearest even at bit `at`, as a multiple of 2^at.
  uint64_t rounded(int at, bool& exact) const {
    uint64_t kept = 0;
    for (int i = bits - 1; i >= at; --i) kept = kept << 1 | bit(i);
    const bool half = bit(at - 1), rest = any_below(at - 1);
    exact = !half && !rest;
    return kept + (half && (rest || (kept & 1)));
  }

 private:
  static constexpr std::size_t limbs = 20;
  static constexpr int bits = 32 * limbs;
  std::array<uint32_t, limbs> limb_;
};

struct value {
  bool sign = false, nan = false, signalling = false, infinite = false, zero = false, subnormal = false;
  uint32_t m = 0;
  int shift = 0;  // m * 2^(shift - unit)
  magnitude exact() const { return zero ? magnitude() : magnitude(m, shift); }
};

value look(const shape& s, uint32_t raw, bool flush) {
  value v;
  v.sign = (raw & s.sign()) != 0;
  const uint32_t field = (raw & (s.sign() - 1)) >> s.fraction, fraction = raw & ((1u << s.fraction) - 1);
  v.nan = field == s.exponents && fraction;
  v.signalling = v.nan && !(fraction >> (s.fraction - 1));
  v.infinite = field == s.exponents && !fraction;
  v.subnormal = field == 0 && fraction;
  v.zero = field == 0 && (!fraction || flush);
  v.m = field ? fraction | 1u << s.fraction : fraction;
  v.shift = unit + static_cast<int>(field ? field : 1) - s.bias - static_cast<int>(s.fraction);
  return v;
}

// What stands for it in the format; `flush`: a result that is subnormal is zero.
uint32_t put(const shape& s, bool sign, const magnitude& m, bool flush, uint32_t& flags) {
  const uint32_t with_sign = sign ? s.sign() : 0;
  const int top = m.top(), fraction = static_cast<int>(s.fraction), least = unit + s.least();
  if (top < 0) return with_sign;
  bool exact, unused;
  int at = (top > least ? top : least) - fraction;
  uint64_t kept = m.rounded(at, exact);
  // Tiny: it would be too small even if exponents had no end.
  const bool tiny = top < least && !(top == least - 1 && m.rounded(top - fraction, unused) >> (fraction + 1));
  if (kept >> (fraction + 1)) kept >>= 1, ++at;
  if (!exact) flags |= inexact;
  if (tiny && !exact) flags |= underflow;
  if (!(kept >> fraction)) {
    if (flush && kept) {
      flags |= underflow | inexact;
      kept = 0;
    }
    return with_sign | static_cast<uint32_t>(kept);
  }
  const int field = at + fraction - unit + s.bias;
  if (field >= static_cast<int>(s.exponents)) {
    flags |= overflow | inexact;
    return with_sign | s.infinity();
  }
  return with_sign | (static_cast<uint32_t>(kept) - (1u << fraction)) | static_cast<uint32_t>(field) << fraction;
}

// a * b + c; without `product` a + c, without `addend` a * b.
uint32_t arithmetic(const shape& s, const value& a, const value* b, const value* c, uint32_t& flags) {
  const bool sign = b ? a.sign != b->sign : a.sign;
  const bool impossible = b && ((a.infinite && b->zero) || (a.zero && b->infinite));
  const bool endless = a.infinite || (b && b->infinite);
  const bool nan = a.nan || (b && b->nan) || (c && c->nan),
             signalling = a.signalling || (b && b->signalling) || (c && c->signalling);
  const bool opposed = !nan && endless && c && c->infinite && c->sign != sign;
  if (nan || impossible || opposed) {
    if (signalling || impossible || opposed) flags |= invalid;
    return s.nan();
  }
  if (endless) return s.infinity() | (sign ? s.sign() : 0);
  if (c && c->infinite) return s.infinity() | (c->sign ? s.sign() : 0);
  magnitude left = a.exact();
  if (b) left = a.zero || b->zero ? magnitude() : magnitude(uint64_t{a.m} * b->m, a.shift + b->shift - unit);
  if (!c) return put(s, sign, left, true, flags);
  const magnitude right = c->exact();
  if (sign == c->sign) return put(s, sign, left.plus(right), true, flags);
  const int order = left.compare(right);
  if (order == 0) return 0;
  return order > 0 ? put(s, sign, left.minus(right), true, flags) : put(s, c->sign, right.minus(left), true, flags);
}

// a < b, a == b
bool less(const value& a, const value& b) {
  if (a.zero && b.zero) return false;
  if (a.sign != b.sign) return a.sign;
  if (a.infinite || b.infinite) return a.sign ? a.infinite && !b.infinite : b.infinite && !a.infinite;
  const int order = a.exact().compare(b.exact());
  return a.sign ? order > 0 : order < 0;
}

uint32_t class_of(const value& v) {
  if (v.nan) return v.signalling ? 0x100 : 0x200;
  const unsigned kind = v.infinite ? 0 : v.zero ? 3 : v.subnormal ? 2 : 1;
  return 1u << (v.sign ? kind : 7 - kind);
}

uint32_t to_integer(const value& v, bool is_signed, uint32_t& flags) {
  const uint32_t most = is_signed ? 0x7fffffff : 0xffffffff, least = is_signed ? 0x80000000 : 0;
  if (v.nan || v.infinite) {
    flags |= invalid;
    return v.nan || !v.sign ? most : least;
  }
  bool exact = true;
  const magnitude m = v.exact();
  const uint64_t whole = m.top() > unit + 33 ? uint64_t{1} << 40 : m.rounded(unit, exact);
  if (whole > (v.sign ? uint64_t{is_signed ? 0x80000000u : 0u} : most)) {
    flags |= invalid;
    return v.sign ? least : most;
  }
  if (!exact) flags |= inexact;
  return static_cast<uint32_t>(v.sign ? 0 - whole : whole);
}

}  // namespace

bool float_reference(uint32_t w, uint32_t* x, uint32_t* f, uint32_t& fcsr) {
  const uint32_t rd = w >> 7 & 31, rs1 = w >> 15 & 31, rs2 = w >> 20 & 31, rm = w >> 12 & 7, format = w >> 25 & 3;
  if (format != 0 && format != 2) return false;
  const bool half = format == 2;
  const shape& s = half ? narrow : wide;
  const auto raw = [&](uint32_t r) { return !half ? f[r] : f[r] >> 16 == 0xffff ? f[r] & 0xffff : narrow.nan(); };
  const auto set = [&](uint32_t v) {
    f[rd] = half ? 0xffff0000 | v : v;
    return true;
  };
  const auto flushed = [&](uint32_t r, bool negate) { return look(s, raw(r) ^ (negate ? s.sign() : 0), true); };
  const value a = look(s, raw(rs1), false), b = look(s, raw(rs2), false);
  if ((w & 0x7f) != 0x53) {
    const uint32_t way = w >> 2 & 3;  // fmadd, fmsub, fnmsub, fnmadd
    const value p = flushed(rs1, way >= 2), q = flushed(rs2, false), r = flushed(w >> 27, way & 1);
    return set(arithmetic(s, p, &q, &r, fcsr));
  }
  switch (w >> 27) {
    case 0x00:
    case 0x01: {
      const value p = flushed(rs1, false), r = flushed(rs2, w >> 27 == 1);
      return set(arithmetic(s, p, nullptr, &r, fcsr));
    }
    case 0x02: {
      const value p = flushed(rs1, false), q = flushed(rs2, false);
      return set(arithmetic(s, p, &q, nullptr, fcsr));
    }
    case 0x04: {
      const uint32_t sign = raw(rs2) & s.sign(), rest = raw(rs1) & ~s.sign();
      if (rm > 2) return false;
      return set(rest | (rm == 0 ? sign : rm == 1 ? sign ^ s.sign() : sign ^ (raw(rs1) & s.sign())));
    }
    case 0x05: {
      if (rm > 1) return false;
      if (a.signalling || b.signalling) fcsr |= invalid;
      if (a.nan || b.nan) return set(a.nan && b.nan ? s.nan() : a.nan ? raw(rs2) : raw(rs1));
      const bool first_less = less(a, b) || (a.zero && b.zero && a.sign && !b.sign);
      const bool second_less = less(b, a) || (a.zero && b.zero && b.sign && !a.sign);
      return set((rm == 0 ? second_less : first_less) ? raw(rs2) : raw(rs1));
    }
    case 0x08: {
      if (half ? rs2 != 0 : rs2 != 2) return false;
      const shape& from = half ? wide : narrow;
      const uint32_t bits = half ? f[rs1] : f[rs1] >> 16 == 0xffff ? f[rs1] & 0xffff : narrow.nan();
      const value v = look(from, bits, false);
      if (v.signalling) fcsr |= invalid;
      if (v.nan) return set(s.nan());
      if (v.infinite) return set(s.infinity() | (v.sign ? s.sign() : 0));
      return set(put(s, v.sign, v.exact(), false, fcsr));
    }
    case 0x14: {
      if (rm > 2) return false;
      if (a.signalling || b.signalling || (rm != 2 && (a.nan || b.nan))) fcsr |= invalid;
      const bool ordered = !a.nan && !b.nan, same = ordered && !less(a, b) && !less(b, a);
      x[rd] = ordered && ((rm != 1 && same) || (rm != 2 && less(a, b)));
      return true;
    }
    case 0x18:
      if (rs2 > 1) return false;
      x[rd] = to_integer(a, rs2 == 0, fcsr);
      return true;
    case 0x1c:
      if (rs2 != 0 || rm > 1) return false;
      if (rm == 1) x[rd] = class_of(a);
      else x[rd] = half ? ((f[rs1] & 0xffff) ^ 0x8000) - 0x8000 : f[rs1];
      return true;
    case 0x1a: {
      if (rs2 > 1) return false;
      const bool sign = rs2 == 0 && x[rs1] >> 31;
      const uint32_t m = sign ? 0 - x[rs1] : x[rs1];
      return set(put(s, sign, magnitude(m, unit), false, fcsr));
    }
    case 0x1e:
      if (rs2 != 0 || rm != 0) return false;
      return set(half ? x[rs1] & 0xffff : x[rs1]);
    default: return false;
  }
}

}  // namespace tensix::soak
