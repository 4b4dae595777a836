// SPDX-License-Identifier: Apache-2.0
#include "models/vector_unit/multiply_add_function.h"

#include <cstring>
#include <initializer_list>

// Written for eight lanes at a time with the vector types of GCC and Clang, which any processor executes. A second version for
// AVX2 (whose shifts differ from lane to lane) is chosen at run time where the compiler offers that: the same integers, faster.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__)
#define TENSIX_LANES_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define TENSIX_LANES_CLONES
#endif
#define TENSIX_INLINE inline __attribute__((always_inline))

namespace tensix {

namespace {

constexpr unsigned group = 8;
using bits = uint32_t __attribute__((vector_size(4 * group)));
using number = int32_t __attribute__((vector_size(4 * group)));  // exponents, and the masks that comparisons give

constexpr uint32_t infinity = 0x7f800000u, canonical_nan = 0x7fc00000u, hidden_one = 0x800000u;
constexpr int32_t special = 255;  // exponent of infinity and NaN

#define ALL_LANES(value) (bits{} + (value))

// Comparisons are written as what the processors have: signed, equal or greater. So `bits(x == 0) + 1` is 1 unless x is 0.

TENSIX_INLINE bool any_lane(const bits& mask) {
  uint64_t part[sizeof mask / sizeof(uint64_t)], all = 0;
  std::memcpy(part, &mask, sizeof mask);
  for (const uint64_t p : part) all |= p;
  return all != 0;
}

// A value cut into sign, exponent, fraction, and the mantissa with its leading one, zero if the exponent is.
struct parts {
  bits sign, fraction, mantissa;
  number exponent;
};
TENSIX_INLINE void split(const bits& x, parts& p) {
  p.sign = x & sign_bit;
  p.exponent = number((x >> 23) & 255);
  p.fraction = x & 0x7fffff;
  p.mantissa = p.exponent == 0 ? ALL_LANES(0) : p.fraction | hidden_one;
}

// Where an operand is infinite or no number, or the product overflows.
TENSIX_INLINE void special_lanes(const parts& a, const parts& b, const bits& c, const parts& pc, const bits& sp, bits& d) {
  const bits a_special = bits(a.exponent == special), b_special = bits(b.exponent == special),
             c_special = bits(pc.exponent == special);
  const bits nan = (a_special & bits((a.fraction != 0) | (b.mantissa == 0))) |
                   (b_special & bits((b.fraction != 0) | (a.mantissa == 0))) | (c_special & bits(pc.fraction != 0)) |
                   (c_special & (a_special | b_special) & bits(pc.sign != sp));
  d = nan ? ALL_LANES(canonical_nan) : c_special ? c : sp | infinity;
}

// a, b, c by reference and the result through `d`: vectors as parameters would depend on the processor's calling convention.
TENSIX_INLINE void multiply_add_group(const bits& a, const bits& b, const bits& c, bits& d) {
  parts pa, pb, pc;
  split(a, pa), split(b, pb), split(c, pc);
  const bits sp = (a ^ b) & sign_bit, sc = pc.sign, mc = pc.mantissa << 3;
  const number ec = pc.exponent, ep = pa.exponent + pb.exponent - 127;

  // The 48-bit product from 12-bit halves, reduced to its upper 28 bits (24 and three more, or four) and a sticky bit.
  const bits ah = pa.mantissa >> 12, al = pa.mantissa & 0xfff, bh = pb.mantissa >> 12, bl = pb.mantissa & 0xfff;
  const bits low = al * bl, middle = ah * bl + al * bh + (low >> 12);
  const bits lost_product = (middle & 0xff) | (low & 0xfff);
  const bits product = (((ah * bh) << 4) + (middle >> 8)) | (bits(lost_product == 0) + 1);

  // A product of zero, or below all exponents, does not take part in the sum.
  const bits only_c = bits(product == 0) | bits(ep < 0);
  const bits only_c_result = mc == 0 ? sc & sp : c;

  // Magnitudes at the larger exponent. What the shift drops only leaves a trace (in the lowest bit) if something remains;
  // 31 stands for every distance beyond the 28 bits there are.
  const number e = ep > ec ? ep : ec;
  const bits p_by = bits(e - ep < 31 ? e - ep : number{} + 31), z_by = bits(e - ec < 31 ? e - ec : number{} + 31);
  const bits p_kept = product >> p_by, z_kept = mc >> z_by;
  const bits p = p_kept | ((bits(p_kept == 0) | bits((p_kept << p_by) == product)) + 1);
  const bits z = z_kept | ((bits(z_kept == 0) | bits((z_kept << z_by) == mc)) + 1);
  const bits z_larger = bits(number(z) > number(p));
  const bits sign = z_larger ? sc : sp;
  const bits sum = sp == sc ? p + z : z_larger ? z - p : p - z;

  // Up to 29 bits; to the left until bit 28 is set.
  bits m = sum;
  number exponent = e + 2;  // of bit 28: `e` belongs to bit 26
  for (const int by : {16, 8, 4, 2, 1}) {
    const bits shift = bits(number(m) < (1 << (29 - by)));
    m = shift ? m << by : m;
    exponent -= number(shift & static_cast<uint32_t>(by));
  }
  // Without a normal exponent the mantissa is one place further right, however small the exponent is.
  const bits tiny = bits(exponent < 1), down = 2 - tiny;
  const bits kept = m >> down, last = kept | (bits((kept << down) == m) + 1);
  const bits truncated = (tiny ? ALL_LANES(0) : bits(exponent) << 23) + ((last >> 3) & 0x7fffff);
  const bits rounded = truncated - bits(number((last & 7) + (truncated & 1)) > 4);
  const bits flushed = bits(number(rounded) > static_cast<int32_t>(hidden_one - 1)) & rounded;
  const bits normal_result = sign | (exponent > special - 1 ? ALL_LANES(infinity) : flushed);
  const bits sum_result = sum == 0 ? sc & sp : normal_result;
  d = only_c ? only_c_result : sum_result;

  const bits any_special =
      bits(pa.exponent == special) | bits(pb.exponent == special) | bits(ec == special) | bits(ep > special - 1);
  if (!any_lane(any_special)) return;
  bits special_result;
  special_lanes(pa, pb, c, pc, sp, special_result);
  d = any_special ? special_result : d;
}

}  // namespace

TENSIX_LANES_CLONES
void multiply_add(const uint32_t (&a)[lanes], const uint32_t (&b)[lanes], const uint32_t (&c)[lanes], uint32_t (&d)[lanes]) {
  for (unsigned i = 0; i < lanes; i += group) {
    bits x, y, z, r;
    std::memcpy(&x, a + i, sizeof x);
    std::memcpy(&y, b + i, sizeof y);
    std::memcpy(&z, c + i, sizeof z);
    multiply_add_group(x, y, z, r);
    std::memcpy(d + i, &r, sizeof r);
  }
}

}  // namespace tensix
