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

constexpr uint32_t sign_bit = 0x80000000u, infinity = 0x7f800000u, canonical_nan = 0x7fc00000u, hidden_one = 0x800000u;
constexpr int32_t special = 255;  // exponent of infinity and NaN

#define ALL_LANES(value) (bits{} + (value))

// a, b, c by reference and the result through `d`: vectors as parameters would depend on the processor's calling convention.
TENSIX_INLINE void multiply_add_group(const bits& a, const bits& b, const bits& c, bits& d) {
  const number ea = number((a >> 23) & 255), eb = number((b >> 23) & 255), ec = number((c >> 23) & 255);
  const bits fa = a & 0x7fffff, fb = b & 0x7fffff, fc = c & 0x7fffff;
  const bits ma = bits(ea != 0) & (fa | hidden_one), mb = bits(eb != 0) & (fb | hidden_one);
  const bits mc = bits(ec != 0) & ((fc | hidden_one) << 3);
  const bits sp = (a ^ b) & sign_bit, sc = c & sign_bit;

  // The 48-bit product from 12-bit halves, reduced to its upper 28 bits (24 and three more, or four) and a sticky bit.
  const bits ah = ma >> 12, al = ma & 0xfff, bh = mb >> 12, bl = mb & 0xfff;
  const bits low = al * bl, middle = ah * bl + al * bh + (low >> 12);
  const bits lost_product = (middle & 0xff) | (low & 0xfff);
  const bits product = (((ah * bh) << 4) + (middle >> 8)) | (bits(lost_product != 0) & 1);
  const number ep = ea + eb - 127;

  const bits a_special = bits(ea == special), b_special = bits(eb == special), c_special = bits(ec == special);
  const bits any_special = a_special | b_special | c_special | bits(ep >= special);
  const bits nan = (a_special & bits((fa != 0) | (mb == 0))) | (b_special & bits((fb != 0) | (ma == 0))) |
                   (c_special & bits(fc != 0)) | (c_special & (a_special | b_special) & bits(sc != sp));
  const bits special_result = nan ? ALL_LANES(canonical_nan) : c_special ? c : sp | infinity;

  // A product of zero, or below all exponents, does not take part in the sum.
  const bits only_c = bits(product == 0) | bits(ep < 0);
  const bits only_c_result = mc != 0 ? c : sc & sp;

  // Magnitudes at the larger exponent. What the shift drops only leaves a trace (in the lowest bit) if something remains;
  // 31 stands for every distance beyond the 28 bits there are.
  const number e = ep > ec ? ep : ec;
  const bits p_by = bits(e - ep < 31 ? e - ep : number{} + 31), z_by = bits(e - ec < 31 ? e - ec : number{} + 31);
  const bits p_kept = product >> p_by, z_kept = mc >> z_by;
  const bits p = p_kept | (bits(p_kept != 0) & bits((p_kept << p_by) != product) & 1);
  const bits z = z_kept | (bits(z_kept != 0) & bits((z_kept << z_by) != mc) & 1);
  const bits p_larger = bits(p >= z);
  const bits sign = p_larger ? sp : sc;
  const bits sum = sp == sc ? p + z : p_larger ? p - z : z - p;

  // Up to 29 bits; to the left until bit 28 is set.
  bits m = sum;
  number exponent = e + 2;  // of bit 28: `e` belongs to bit 26
  for (const int by : {16, 8, 4, 2, 1}) {
    const bits shift = bits(m < (1u << (29 - by)));
    m = shift ? m << by : m;
    exponent -= number(shift & static_cast<uint32_t>(by));
  }
  // Without a normal exponent the mantissa is one place further right, however small the exponent is.
  const bits tiny = bits(exponent <= 0), down = 2 + (tiny & 1);
  const bits kept = m >> down, last = kept | (bits((kept << down) != m) & 1);
  const bits truncated = (~tiny & (bits(exponent) << 23)) + ((last >> 3) & 0x7fffff);
  const bits rounded = truncated + (bits((last & 7) + (truncated & 1) > 4) & 1);
  const bits flushed = bits(rounded >= hidden_one) & rounded;
  const bits normal_result = sign | (exponent >= special ? ALL_LANES(infinity) : flushed);
  const bits sum_result = sum == 0 ? sc & sp : normal_result;

  d = any_special ? special_result : only_c ? only_c_result : sum_result;
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
