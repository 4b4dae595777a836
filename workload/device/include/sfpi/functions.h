// SPDX-License-Identifier: Apache-2.0
// Instructions of the vector unit as functions, by their public names, old and new ones.
#pragma once
#include "sfpi/condition.h"
#include "sfpi/dst_reg.h"

namespace sfpi {

// -- Modes
class ExponentMode {  // Unbiased: less 127
 public:
  enum Values { Unbiased, Biased };
  static constexpr Values Debias = Unbiased, NoDebias = Biased;
  constexpr ExponentMode(Values v) : v_(v) {}
  constexpr operator Values() const { return v_; }

 private:
  Values v_;
};
enum class MantissaMode { FractionOnly, WithUnitBit, ImplicitOne = WithUnitBit };
enum class LdexpMode { Correct, Fast };
enum class LZMode { All, IgnoreSign };
enum class ShiftMode { Logical, Arithmetic };
enum class FractionalHalf { Low, High };
enum class RecipMode { All, IfNegative };
class RoundMode {  // Nearest: ties away from zero
 public:
  enum Values { NearestAway, Nearest = NearestAway, NearestStochastic, Zero };
  static constexpr Values NearestEven = NearestAway, Stochastic = NearestStochastic;
  constexpr RoundMode(Values v) : v_(v) {}
  constexpr RoundMode(int v) : v_(static_cast<Values>(v)) {}
  constexpr operator Values() const { return v_; }

 private:
  Values v_;
};

// What the macros below are made of. One LReg to another; to one that gives an operand, too.
namespace detail {
template <class to>
ALWI to simple(float c, uint32_t word) {
  to d{unset{}};
  if constexpr (computes) tensix::device::lreg_instruction(d.lreg(), c, word);
  return d;
}
template <uint32_t word>
ALWI void with_destination(float& d, float c) {
  if constexpr (computes)
    asm volatile inline(
        "tensix_reads %0\n tensix_reads %1\n .word %2 + (tensix_lreg_%0 << 6) + (tensix_lreg_%1 << 10)\n tensix_writes %0"
        : "+f"(d)
        : "f"(c), "i"(tensix::device::rotated(word)));
}
// d = d op c, where the stall logic overlooks d; a product of two.
template <uint32_t word>
ALWI void with_destination_first(float& d, float c) {
  if constexpr (computes)
    asm volatile inline(
        "tensix_reads %0\n tensix_reads %1\n tensix_overlooked %0\n .word %2 + (tensix_lreg_%0 << 6) + (tensix_lreg_%1 << 10)\n"
        " tensix_writes %0"
        : "+f"(d)
        : "f"(c), "i"(tensix::device::rotated(word)));
}
template <uint32_t word>
ALWI void product_of(float& d, float a, float b) {
  if constexpr (computes)
    asm volatile inline(
        "tensix_reads %1\n tensix_reads %2\n .word %3 + (tensix_lreg_%0 << 6) + (tensix_lreg_%1 << 14) + (tensix_lreg_%2 << "
        "18)\n"
        " tensix_multiplies %0"
        : "=f"(d)
        : "f"(b), "f"(a), "i"(tensix::device::rotated(word)));
}
constexpr uint32_t immediate(uint32_t value, uint32_t mode) { return (value & 0xfff) << 12 | mode; }
}  // namespace detail

// Floats: x, or a term that goes where it is assigned to.
ALWI auto abs(const vFloat& x) { return vFloat::unary<word_of(opcode::SFPABS) | 1>(x.lreg()); }
ALWI vInt abs(const vInt& x) { return detail::simple<vInt>(x.lreg(), word_of(opcode::SFPABS)); }
ALWI vMag abs(const vSMag& x) { return detail::simple<vMag>(x.lreg(), word_of(opcode::SFPSETSGN) | 1); }
// 1 / x within 0.6 %; e^x within 1.6 %, x from 0 to 2.
ALWI vFloat approx_recip(const vFloat& x, RecipMode mode = RecipMode::All) {
  return detail::simple<vFloat>(x.lreg(), word_of(opcode::SFPARECIP) | (mode == RecipMode::IfNegative));
}
template <bool unconditional>
ALWI vFloat approx_recip(const vFloat& x) {
  return approx_recip(x, unconditional ? RecipMode::All : RecipMode::IfNegative);
}
ALWI auto approx_exp(const vFloat& x) { return vFloat::unary<word_of(opcode::SFPARECIP) | 2>(x.lreg()); }

// The exponent; the fraction, 23 bits, or 24 with the leading one; the sign, 0 or 1.
ALWI vInt exexp(const vFloat& x, ExponentMode mode = ExponentMode::Unbiased) {
  return detail::simple<vInt>(x.lreg(), word_of(opcode::SFPEXEXP) | (mode == ExponentMode::Biased));
}
ALWI vInt exexp_nodebias(const vFloat& x) { return exexp(x, ExponentMode::Biased); }
ALWI vInt exman8(const vFloat& x) { return detail::simple<vInt>(x.lreg(), word_of(opcode::SFPEXMAN)); }
ALWI vInt exman9(const vFloat& x) { return detail::simple<vInt>(x.lreg(), word_of(opcode::SFPEXMAN) | 1); }
ALWI vMag exman(const vFloat& x, MantissaMode mode = MantissaMode::FractionOnly) {
  return detail::simple<vMag>(x.lreg(), word_of(opcode::SFPEXMAN) | (mode == MantissaMode::FractionOnly));
}
ALWI vUInt exsgn(const vFloat& x) { return reinterpret<vUInt>(x) >> 31; }
ALWI vUInt exsgn(const vBits& x) { return reinterpret<vUInt>(x) >> 31; }

// The exponent `e` with its bias; the sign and fraction of x. Of another number: copyexp.
ALWI vFloat setexp(const vFloat& x, int e) {
  return detail::simple<vFloat>(x.lreg(), word_of(opcode::SFPSETEXP) | detail::immediate(static_cast<uint32_t>(e) & 0xff, 1));
}
template <bool s>
ALWI vFloat setexp(const vFloat& x, vInteger<s> e) {
  detail::with_destination<word_of(opcode::SFPSETEXP)>(e.lreg(), x.lreg());
  return reinterpret<vFloat>(e);
}
ALWI vFloat copyexp(const vFloat& x, vFloat e) {
  detail::with_destination<word_of(opcode::SFPSETEXP) | 2>(e.lreg(), x.lreg());
  return e;
}
// The fraction: the upper 12 bits of 23, or of an integer or another number all of them.
ALWI vFloat setman(const vFloat& x, int upper) {
  return detail::simple<vFloat>(x.lreg(), word_of(opcode::SFPSETMAN) | detail::immediate(static_cast<uint32_t>(upper), 1));
}
template <bool s>
ALWI vFloat setman(const vFloat& x, vInteger<s> fraction) {
  detail::with_destination<word_of(opcode::SFPSETMAN)>(fraction.lreg(), x.lreg());
  return reinterpret<vFloat>(fraction);
}
ALWI vFloat copyman(const vFloat& x, vFloat other) {
  detail::with_destination<word_of(opcode::SFPSETMAN)>(other.lreg(), x.lreg());
  return other;
}
ALWI vFloat setman(const vFloat& x, const vFloat& other) { return copyman(x, other); }
// The sign 0 or 1; that of another.
#define TENSIX_SFPI_SIGNED(type)                                                                                               \
  ALWI type setsgn(const type& x, int sign) {                                                                                  \
    return detail::simple<type>(x.lreg(), word_of(opcode::SFPSETSGN) | detail::immediate(static_cast<uint32_t>(sign) & 1, 1)); \
  }                                                                                                                            \
  ALWI type copysgn(const type& x, const vFloat& sign) {                                                                       \
    type d = reinterpret<type>(sign);                                                                                          \
    return detail::with_destination<word_of(opcode::SFPSETSGN)>(d.lreg(), x.lreg()), d;                                        \
  }                                                                                                                            \
  ALWI type copysgn(const type& x, const vBits& sign) {                                                                        \
    type d = reinterpret<type>(sign);                                                                                          \
    return detail::with_destination<word_of(opcode::SFPSETSGN)>(d.lreg(), x.lreg()), d;                                        \
  }                                                                                                                            \
  ALWI type setsgn(const type& x, const vFloat& sign) { return copysgn(x, sign); }                                             \
  ALWI type setsgn(const type& x, const vBits& sign) { return copysgn(x, sign); }                                              \
  ALWI type setsgn2(const type& x, const vUInt& sign) { return copysgn(x, sign << 31); }
TENSIX_SFPI_SIGNED(vFloat)
TENSIX_SFPI_SIGNED(vInt)
TENSIX_SFPI_SIGNED(vUInt)
TENSIX_SFPI_SIGNED(vSMag)
#undef TENSIX_SFPI_SIGNED
// x * 2^n by its exponent alone: not for 0. ldexp of an integer: for all (Correct), or as addexp.
ALWI vFloat addexp(const vFloat& x, int n) {
  return detail::simple<vFloat>(x.lreg(), word_of(opcode::SFPDIVP2) | detail::immediate(static_cast<uint32_t>(n) & 0xff, 1));
}
ALWI vFloat ldexp(const vFloat& x, int n, LdexpMode = LdexpMode::Correct) { return addexp(x, n); }
ALWI vFloat ldexp(const vFloat& x, const vInt& n, LdexpMode mode = LdexpMode::Correct) {
  if (mode == LdexpMode::Fast) return setexp(x, exexp(x, ExponentMode::Biased) + n);
  return x * setexp(vFloat(0.0f), n + 127);
}

// -- Integers
// Leading zeros.
template <class T>
ALWI vUInt lz(const T& x, LZMode mode = LZMode::All) {
  return detail::simple<vUInt>(x.lreg(), word_of(opcode::SFPLZ) | (mode == LZMode::IgnoreSign ? 4 : 0));
}
template <class T>
ALWI vInt lz_nosgn(const T& x) {
  return lz(x, LZMode::IgnoreSign);
}
// To the left, by a negative number to the right.
namespace detail {
template <class T>
ALWI T shifted(T x, const vInt& by, ShiftMode mode) {
  if (mode == ShiftMode::Arithmetic) with_destination_first<word_of(opcode::SFPSHFT) | 2>(x.lreg(), by.lreg());
  else with_destination_first<word_of(opcode::SFPSHFT)>(x.lreg(), by.lreg());
  return x;
}
template <class T>
ALWI T shifted(const T& x, int by, ShiftMode mode) {
  return simple<T>(x.lreg(),
                   word_of(opcode::SFPSHFT) | immediate(static_cast<uint32_t>(by), mode == ShiftMode::Arithmetic ? 7 : 5));
}
}  // namespace detail
ALWI vUInt shft(const vUInt& x, const vInt& by, ShiftMode mode = ShiftMode::Logical) { return detail::shifted(x, by, mode); }
ALWI vUInt shft(const vUInt& x, int by, ShiftMode mode = ShiftMode::Logical) { return detail::shifted(x, by, mode); }
ALWI vInt shft(const vInt& x, const vInt& by, ShiftMode mode = ShiftMode::Arithmetic) { return detail::shifted(x, by, mode); }
ALWI vInt shft(const vInt& x, int by, ShiftMode mode = ShiftMode::Arithmetic) { return detail::shifted(x, by, mode); }
// The product of 23 bits by 23: its lower or its upper 23 bits.
template <class A, class B>
ALWI vMag fractional_mul(const A& a, const B& b, FractionalHalf half = FractionalHalf::Low) {
  vMag d{unset{}};
  if constexpr (computes) {
    constexpr uint32_t word = word_of(opcode::SFPMUL24) | tensix::vector::zero << 8;
    if (half == FractionalHalf::Low) detail::product_of<word>(d.lreg(), a.lreg(), b.lreg());
    else detail::product_of<word | 1>(d.lreg(), a.lreg(), b.lreg());
  }
  return d;
}

// -- What a number is
ALWI auto is_nan(const vFloat& x) { return vBool(exexp(x, ExponentMode::Biased) >= 255 && exman(x) != 0); }
ALWI auto is_inf(const vFloat& x) { return vBool(exexp(x, ExponentMode::Biased) >= 255 && exman(x) == 0); }
ALWI auto is_finite(const vFloat& x) { return exexp(x, ExponentMode::Biased) < 255; }
ALWI auto is_subnormal(const vFloat& x) { return vBool(exexp(x, ExponentMode::Biased) == 0 && exman(x) != 0); }
ALWI auto is_normal(const vFloat& x) {
  const vInt e = exexp(x, ExponentMode::Biased);
  return vBool(e < 255 && e != 0);
}
ALWI auto is_zero(const vFloat& x) { return (reinterpret<vUInt>(x) << 1) == 0; }
ALWI auto is_neg(const vFloat& x) { return reinterpret<vInt>(x) < 0; }
ALWI auto is_pos(const vFloat& x) { return reinterpret<vInt>(x) >= 0; }

// -- Conversions
// An integer with a sign, in two's complement, as sign and magnitude, and back. Bits of sign and magnitude as a float.
ALWI vSMag int_to_smag(const vInt& x) { return detail::simple<vSMag>(x.lreg(), word_of(opcode::SFPCAST) | 3); }
ALWI vInt smag_to_int(const vSMag& x) {
  vInt d = reinterpret<vInt>(x);
  v_if(d < 0) { d = 0 - setsgn(d, 0); }
  v_endif;
  return d;
}
ALWI vFloat int32_to_float(const vInt& bits, RoundMode mode = RoundMode::NearestStochastic) {
  return detail::simple<vFloat>(bits.lreg(), word_of(opcode::SFPCAST) | (mode == RoundMode::NearestStochastic));
}
ALWI vFloat int32_to_float(const vSMag& x, RoundMode mode = RoundMode::NearestStochastic) {
  return detail::simple<vFloat>(x.lreg(), word_of(opcode::SFPCAST) | (mode == RoundMode::NearestStochastic));
}
// A signed integer as a float, rounded to nearest even.
ALWI vFloat int_to_float(const vInt& x) { return int32_to_float(int_to_smag(x), RoundMode::Nearest); }
// SFP_STOCH_RND: a float to fewer bits; a NaN becomes infinity.
namespace detail {
template <class to, uint32_t kind>
ALWI to rounded(float x, RoundMode mode) {
  using namespace tensix::insn::SFP_STOCH_RND;
  return simple<to>(
      x, word_of(opcode::SFP_STOCH_RND) | rnd_mode.place(static_cast<uint32_t>(static_cast<RoundMode::Values>(mode))) | kind);
}
template <class to, uint32_t kind>
ALWI to descaled(float x, uint32_t by, RoundMode mode) {
  using namespace tensix::insn::SFP_STOCH_RND;
  return simple<to>(x, word_of(opcode::SFP_STOCH_RND) |
                           rnd_mode.place(static_cast<uint32_t>(static_cast<RoundMode::Values>(mode))) | imm8_math.place(by) |
                           8 | kind);
}
template <class to, uint32_t kind>
ALWI to descaled(float x, float by, RoundMode mode) {
  using namespace tensix::insn::SFP_STOCH_RND;
  to d{unset{}};
  if constexpr (computes) {
    constexpr uint32_t word = word_of(opcode::SFP_STOCH_RND) | kind;
    if (mode == RoundMode::Nearest) TENSIX_LREG_2("tensix_writes", word, "=f"(d.lreg()), x, by);
    else TENSIX_LREG_2("tensix_writes", word | rnd_mode.place(1), "=f"(d.lreg()), x, by);
  }
  return d;
}
}  // namespace detail
ALWI vFloat float_to_fp16a(const vFloat& x, RoundMode mode = RoundMode::NearestStochastic) {
  return detail::rounded<vFloat, 0>(x.lreg(), mode);
}
ALWI vFloat float_to_fp16b(const vFloat& x, RoundMode mode = RoundMode::NearestStochastic) {
  return detail::rounded<vFloat, 1>(x.lreg(), mode);
}
ALWI vFloat float_to_bf16(const vFloat& x) { return float_to_fp16b(x, RoundMode::Nearest); }
ALWI vFloat float_to_fp16(const vFloat& x) { return float_to_fp16a(x, RoundMode::Nearest); }
ALWI vUInt float_to_uint8(const vFloat& x, RoundMode mode = RoundMode::NearestStochastic) {
  return detail::rounded<vUInt, 2>(x.lreg(), mode);
}
ALWI vInt float_to_int8(const vFloat& x, RoundMode mode = RoundMode::NearestStochastic) {  // sign and magnitude
  return detail::rounded<vInt, 3>(x.lreg(), mode);
}
ALWI vUInt float_to_uint16(const vFloat& x, RoundMode mode = RoundMode::NearestStochastic) {
  return detail::rounded<vUInt, 6>(x.lreg(), mode);
}
ALWI vInt float_to_int16(const vFloat& x, RoundMode mode = RoundMode::NearestStochastic) {  // sign and magnitude
  return detail::rounded<vInt, 7>(x.lreg(), mode);
}
// Sign and magnitude, shifted to the right, to 8 bits.
ALWI vUInt int32_to_uint8(const vInt& x, const vUInt& by, RoundMode mode = RoundMode::NearestStochastic) {
  return detail::descaled<vUInt, 4>(x.lreg(), by.lreg(), mode);
}
ALWI vUInt int32_to_uint8(const vInt& x, unsigned by, RoundMode mode = RoundMode::NearestStochastic) {
  return detail::descaled<vUInt, 4>(x.lreg(), uint32_t{by}, mode);
}
ALWI vInt int32_to_int8(const vInt& x, const vUInt& by, RoundMode mode = RoundMode::NearestStochastic) {
  return detail::descaled<vInt, 5>(x.lreg(), by.lreg(), mode);
}
ALWI vInt int32_to_int8(const vInt& x, unsigned by, RoundMode mode = RoundMode::NearestStochastic) {
  return detail::descaled<vInt, 5>(x.lreg(), uint32_t{by}, mode);
}
// convert<vFloat16b>(x, RoundMode::Nearest): from vFloat to vFloat16a, vFloat16b, vUInt8, vUInt16, vSMag8, vSMag16; from vInt and vSMag
// to each other and to floats; from vMag to vInt and floats.
template <class to>
ALWI to convert(const vFloat& x, RoundMode mode = RoundMode::NearestStochastic) {
  if constexpr (is_same<to, vFloat>) {
    return x;
  } else {
    constexpr uint32_t kind = is_same<to, vFloat16a>   ? 0
                              : is_same<to, vFloat16b> ? 1
                              : is_same<to, vUInt8>    ? 2
                              : is_same<to, vSMag8>    ? 3
                              : is_same<to, vUInt16>   ? 6
                              : is_same<to, vSMag16>   ? 7
                                                       : 16;
    static_assert(kind < 16, "a vFloat is converted to vFloat16a, vFloat16b, vUInt8, vUInt16, vSMag8 or vSMag16");
    return detail::rounded<to, kind>(x.lreg(), mode);
  }
}
template <class to>
ALWI to convert(const vSMag& x, RoundMode mode = RoundMode::NearestStochastic) {
  if constexpr (is_same<to, vSMag>) return x;
  else if constexpr (is_same<to, vInt>) return smag_to_int(x);
  else return convert<to>(int32_to_float(x, mode), mode);
}
template <class to>
ALWI to convert(const vInt& x, RoundMode mode = RoundMode::NearestStochastic) {
  if constexpr (is_same<to, vInt>) return x;
  else return convert<to>(int_to_smag(x), mode);
}
template <class to>
ALWI to convert(const vUInt& x, RoundMode mode = RoundMode::NearestStochastic) {
  if constexpr (is_same<to, vUInt> || is_same<to, vInt>) return x;
  else return convert<to>(reinterpret<vSMag>(x), mode);
}
// To the nearest whole number, as a float and as an integer; |x| below 2^22.
struct float_and_integer {
  vFloat first;
  vInt second;
  ALWI operator vFloat() const { return first; }
  ALWI operator vInt() const { return second; }
};
ALWI float_and_integer round(const vFloat& x) {
  const vFloat magic = 12582912.0f, f = x + magic;
  return {f - magic, reinterpret<vInt>(f) - reinterpret<vInt>(magic)};
}

// -- Two LRegs
namespace detail {
template <uint32_t mode>
ALWI void exchange(float& d, float& c) {
  if constexpr (computes)
    asm volatile inline(
        "tensix_reads %0\n tensix_reads %1\n tensix_overlooked %0\n tensix_overlooked %1\n"
        " .word %2 + (tensix_lreg_%0 << 6) + (tensix_lreg_%1 << 10)\n tensix_writes %0\n tensix_writes %1"
        : "+f"(d), "+f"(c)
        : "i"(tensix::device::rotated(word_of(opcode::SFPSWAP) | mode)));
}
}  // namespace detail
template <class T>
struct two_vectors {
  T first, second;
};
// The smaller and the larger, in the order of the comparisons. `mask`: in which lanes it is the other way round: a bit a lane, or (up to
// 15) a bit for each eight of them. A constant.
template <class T>
ALWI two_vectors<T> min_max(T a, T b, uint32_t mask = 0) {
  const uint32_t eights = mask < 16 ? mask : (mask & 1) | (mask >> 7 & 2) | (mask >> 14 & 4) | (mask >> 21 & 8);
  switch (eights) {
    case 0: detail::exchange<1>(a.lreg(), b.lreg()); return {a, b};
    case 12: detail::exchange<2>(a.lreg(), b.lreg()); return {a, b};
    case 10: detail::exchange<3>(a.lreg(), b.lreg()); return {a, b};
    case 6: detail::exchange<4>(a.lreg(), b.lreg()); return {a, b};
    case 14: detail::exchange<5>(a.lreg(), b.lreg()); return {a, b};
    case 13: detail::exchange<6>(a.lreg(), b.lreg()); return {a, b};
    case 11: detail::exchange<7>(a.lreg(), b.lreg()); return {a, b};
    case 7: detail::exchange<8>(a.lreg(), b.lreg()); return {a, b};
    case 15: detail::exchange<1>(b.lreg(), a.lreg()); return {a, b};
    case 3: detail::exchange<2>(b.lreg(), a.lreg()); return {a, b};
    case 5: detail::exchange<3>(b.lreg(), a.lreg()); return {a, b};
    case 9: detail::exchange<4>(b.lreg(), a.lreg()); return {a, b};
    case 1: detail::exchange<5>(b.lreg(), a.lreg()); return {a, b};
    case 2: detail::exchange<6>(b.lreg(), a.lreg()); return {a, b};
    case 4: detail::exchange<7>(b.lreg(), a.lreg()); return {a, b};
    default: detail::exchange<8>(b.lreg(), a.lreg()); return {a, b};
  }
}
ALWI void vec_min_max(vFloat& a, vFloat& b) { detail::exchange<1>(a.lreg(), b.lreg()); }
ALWI void vec_min_max(vInt& a, vInt& b) { detail::exchange<1>(a.lreg(), b.lreg()); }
template <class T>
ALWI auto swap(T& a, T& b) -> decltype((void)a.lreg()) {
  detail::exchange<0>(a.lreg(), b.lreg());
}
template <class T>
ALWI auto vec_swap(T& a, T& b) -> decltype((void)a.lreg()) {
  detail::exchange<0>(a.lreg(), b.lreg());
}
ALWI vFloat min(vFloat a, vFloat b) { return detail::exchange<1>(a.lreg(), b.lreg()), a; }
ALWI vFloat max(vFloat a, vFloat b) { return detail::exchange<1>(a.lreg(), b.lreg()), b; }
ALWI vSMag min(vSMag a, vSMag b) { return detail::exchange<1>(a.lreg(), b.lreg()), a; }
ALWI vSMag max(vSMag a, vSMag b) { return detail::exchange<1>(a.lreg(), b.lreg()), b; }
// Of an integer without a sign and a constant.
ALWI vUInt min(const vUInt& x, unsigned c) {
  const vUInt v = c;
  if (static_cast<int>(c) >= 0) return ~reinterpret<vUInt>(min(reinterpret<vSMag>(~x), reinterpret<vSMag>(~v)));
  return reinterpret<vUInt>(max(reinterpret<vSMag>(x), reinterpret<vSMag>(v)));
}
ALWI vUInt max(const vUInt& x, unsigned c) {
  const vUInt v = c;
  if (static_cast<int>(c) >= 0) return ~reinterpret<vUInt>(max(reinterpret<vSMag>(~x), reinterpret<vSMag>(~v)));
  return reinterpret<vUInt>(min(reinterpret<vSMag>(x), reinterpret<vSMag>(v)));
}
ALWI vFloat clamp(const vFloat& x, const vFloat& lower, const vFloat& upper) { return min(max(x, lower), upper); }
ALWI vUInt clamp(const vUInt& x, unsigned lower, unsigned upper) { return min(max(x, lower), upper); }
ALWI vFloat symmetric_clamp(const vFloat& x, float bound) { return copysgn(min(abs(x), vFloat(bound)), x); }
ALWI vFloat rectified_linear_unit(const vFloat& x) { return max(x, vFloat(0.0f)); }

// -- All lanes
// A random number for each.
ALWI vInt rand() {
  vInt d{unset{}};
  if constexpr (computes)
    asm volatile inline(".word %1 + (tensix_lreg_%0 << 6)\n tensix_writes %0"
                        : "=f"(d.lreg())
                        : "i"(tensix::device::rotated(word_of(opcode::SFPMOV) | 9 << 8 | 8)));
  return d;
}
// a, b, c, d as rows of four groups of eight lanes: transposed. In LReg 0 to 3; what is in 4 to 7 is turned, too, so nothing is kept there.
template <class T>
ALWI void subvec_transp(T& a, T& b, T& c, T& d) {
  if constexpr (computes) {
    register float r0 asm("ft0") = a.lreg();
    register float r1 asm("ft1") = b.lreg();
    register float r2 asm("ft2") = c.lreg();
    register float r3 asm("ft3") = d.lreg();
    asm volatile inline(
        "tensix_reads %0\n tensix_reads %1\n tensix_reads %2\n tensix_reads %3\n .word %4\n"
        " tensix_writes %0\n tensix_writes %1\n tensix_writes %2\n tensix_writes %3"
        : "+f"(r0), "+f"(r1), "+f"(r2), "+f"(r3)
        : "i"(tensix::device::rotated(word_of(opcode::SFPTRANSP)))
        : "ft4", "ft5", "ft6", "ft7");
    a.lreg() = r0, b.lreg() = r1, c.lreg() = r2, d.lreg() = r3;
  }
}
// Each eight lanes by one: round, or with 0 coming in. The instruction keeps its sub-unit for another cycle.
ALWI vFloat subvec_shflror1(const vFloat& x) { return detail::simple<vFloat>(x.lreg(), word_of(opcode::SFPSHFT2) | 3); }
ALWI vFloat subvec_shflshr1(const vFloat& x) { return detail::simple<vFloat>(x.lreg(), word_of(opcode::SFPSHFT2) | 4); }

// c0 + x * (c1 + x * (...))
ALWI vFloat polynomial(const vFloat&) { return vFloat(0.0f); }
template <class C>
ALWI vFloat polynomial(const vFloat&, const C& c) {
  return vFloat(c);
}
template <class C, class... more>
ALWI vFloat polynomial(const vFloat& x, const C& c, const more&... cs) {
  const vFloat inner = polynomial(x, cs...);  // first: two LRegs at a time, however long it is
  return x * inner + vFloat(c);
}

}  // namespace sfpi
