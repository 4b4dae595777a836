// SPDX-License-Identifier: Apache-2.0
// vInt and vUInt: 32 integers of 32 bits, two's complement, in an LReg. No multiplication, no division.
#pragma once
#include "sfpi/vector_float.h"

namespace sfpi {

// Whole numbers of the core.
template <class a, class b>
inline constexpr bool is_same = false;
template <class a>
inline constexpr bool is_same<a, a> = true;
template <class T>
inline constexpr bool is_whole =
    is_same<T, int> || is_same<T, unsigned> || is_same<T, long> || is_same<T, unsigned long> || is_same<T, short> ||
    is_same<T, unsigned short> || is_same<T, signed char> || is_same<T, unsigned char>;

// Comparisons: sfpi/condition.h.
template <class T>
struct is_condition {
  static constexpr bool value = false, simple = false;
};

class vBits {  // what both have in common
 public:
  ALWI float& lreg() { return r_; }
  ALWI const float& lreg() const { return r_; }
  ALWI float get() const { return r_; }  // for __builtin_rvtt_sfpstore

 protected:
  ALWI explicit vBits(unset) {}
  ALWI vBits() {
    if constexpr (computes) asm volatile inline("tensix_writes %0" : "=f"(r_));
  }
  template <bool kept = false>
  ALWI void constant(uint32_t value) {
    if (__builtin_constant_p(value) && (value < 0x8000 || value >= 0xffff8000))  // 16 bits with a sign
      vFloat::tensix_load_immediate<kept>(r_, 4, value);
    else if (__builtin_constant_p(value) && value < 0x10000) vFloat::tensix_load_immediate<kept>(r_, 2, value);
    else vFloat::tensix_set_constant<kept>(r_, value);
  }
  ALWI void assign(const vBits& o) {
    if constexpr (computes) TENSIX_LREG_1("tensix_writes", word_of(opcode::SFPMOV), "+f"(r_), o.r_);
  }
  // r = r op o. SFPIADD and SFPSHFT read their operands unseen by the stall logic.
  template <opcode op, uint32_t mode>
  ALWI void combine(const vBits& o) {
    if constexpr (computes)
      asm volatile inline(
          "tensix_reads %0\n tensix_reads %1\n tensix_overlooked %0\n .word %2 + (tensix_lreg_%0 << 6) + "
          "(tensix_lreg_%1 << 10)\n tensix_writes %0"
          : "+f"(r_)
          : "f"(o.r_), "i"(tensix::device::rotated(word_of(op) | mode)));
  }
  // r = op(o) with 12 bits of immediate.
  template <opcode op, uint32_t mode>
  ALWI void immediate(const vBits& o, int32_t imm12) {
    if constexpr (computes)
      tensix::device::lreg_instruction(r_, o.r_, word_of(op) | mode | (static_cast<uint32_t>(imm12) & 0xfff) << 12);
  }
  ALWI void invert(const vBits& o) {
    if constexpr (computes) TENSIX_LREG_1("tensix_writes", word_of(opcode::SFPNOT), "=f"(r_), o.r_);
  }
  float r_;
};

template <bool with_sign>
class vInteger : public vBits {
 public:
  ALWI vInteger() = default;
  ALWI explicit vInteger(unset u) : vBits(u) {}
  ALWI vInteger(int16_t value) : vBits(unset{}) { constant(static_cast<uint32_t>(static_cast<int32_t>(value))); }
  ALWI vInteger(uint16_t value) : vBits(unset{}) { constant(value); }
  ALWI vInteger(int value) : vBits(unset{}) { constant(static_cast<uint32_t>(value)); }
  ALWI vInteger(long value) : vBits(unset{}) { constant(static_cast<uint32_t>(value)); }
  ALWI vInteger(unsigned value) : vBits(unset{}) { constant(value); }
  ALWI vInteger(unsigned long value) : vBits(unset{}) { constant(static_cast<uint32_t>(value)); }
  ALWI vInteger(const vInteger<!with_sign>& o) : vBits(unset{}) { r_ = o.lreg(); }
  vInteger(const vInteger&) = default;
  template <class C, typename only<is_condition<C>::value>::type = 0>
  ALWI vInteger(const C& condition);  // as vBool
  ALWI vInteger& operator=(const vInteger& o) { return assign(o), *this; }
  template <class T, typename only<is_whole<T>>::type = 0>
  ALWI vInteger& operator=(T value) {  // to where it is wanted: no move
    return constant<true>(static_cast<uint32_t>(static_cast<int32_t>(value))), *this;
  }

  friend ALWI vInteger operator+(vInteger a, const vInteger& b) { return a.template combine<opcode::SFPIADD, no_flags>(b), a; }
  friend ALWI vInteger operator-(const vInteger& a, vInteger b) {
    return b.template combine<opcode::SFPIADD, no_flags | tensix::vector::subtract_from_c>(a), b;
  }
  friend ALWI vInteger operator&(vInteger a, const vInteger& b) { return a.template combine<opcode::SFPAND, 0>(b), a; }
  friend ALWI vInteger operator|(vInteger a, const vInteger& b) { return a.template combine<opcode::SFPOR, 0>(b), a; }
  friend ALWI vInteger operator^(vInteger a, const vInteger& b) { return a.template combine<opcode::SFPXOR, 0>(b), a; }
  // A constant of 12 bits is part of the instruction.
  template <class T, typename only<is_whole<T>>::type = 0>
  friend ALWI vInteger operator+(const vInteger& a, T b) {
    const int32_t value = static_cast<int32_t>(b);
    if (!__builtin_constant_p(value) || value < -2048 || value > 2047) return a + vInteger(value);
    vInteger d{unset{}};
    return d.template immediate<opcode::SFPIADD, no_flags | 1>(a, value), d;
  }
  template <class T, typename only<is_whole<T>>::type = 0>
  friend ALWI vInteger operator+(T b, const vInteger& a) {
    return a + b;
  }
  template <class T, typename only<is_whole<T>>::type = 0>
  friend ALWI vInteger operator-(const vInteger& a, T b) {
    return a + -static_cast<int32_t>(b);
  }
  template <class T, typename only<is_whole<T>>::type = 0>
  friend ALWI vInteger operator-(T a, const vInteger& b) {
    return vInteger(static_cast<int32_t>(a)) - b;
  }
  ALWI vInteger operator-() const { return vInteger(0) - *this; }
  ALWI vInteger operator+() const { return *this; }
  ALWI vInteger operator~() const {
    vInteger d{unset{}};
    return d.invert(*this), d;
  }
  // By 0 to 31. To the right vInt keeps its sign.
  ALWI vInteger operator<<(int by) const {
    vInteger d{unset{}};
    return d.template immediate<opcode::SFPSHFT, 5>(*this, by), d;
  }
  ALWI vInteger operator>>(int by) const {
    vInteger d{unset{}};
    return d.template immediate < opcode::SFPSHFT, with_sign ? 7 : 5 > (*this, -by), d;
  }
  template <bool s>
  ALWI vInteger operator<<(const vInteger<s>& by) const {
    vInteger d = *this;
    return d.template combine < opcode::SFPSHFT, with_sign ? 2 : 0 > (by), d;
  }
  template <bool s>
  ALWI vInteger operator>>(const vInteger<s>& by) const {
    return *this << -by;
  }
  template <class T>
  ALWI vInteger& operator+=(const T& o) {
    return *this = *this + o;
  }
  template <class T>
  ALWI vInteger& operator-=(const T& o) {
    return *this = *this - o;
  }
  template <class T>
  ALWI vInteger& operator<<=(const T& by) {
    return *this = *this << by;
  }
  template <class T>
  ALWI vInteger& operator>>=(const T& by) {
    return *this = *this >> by;
  }
  ALWI vInteger& operator&=(const vInteger& o) { return *this = *this & o; }
  ALWI vInteger& operator|=(const vInteger& o) { return *this = *this | o; }
  ALWI vInteger& operator^=(const vInteger& o) { return *this = *this ^ o; }
  ALWI vInteger& operator++() { return *this += 1; }
  ALWI vInteger& operator--() { return *this -= 1; }
  ALWI vInteger operator++(int) {
    const vInteger before = *this;
    return *this += 1, before;
  }
  ALWI vInteger operator--(int) {
    const vInteger before = *this;
    return *this -= 1, before;
  }

 private:
  static constexpr uint32_t no_flags = tensix::vector::no_flags;
};
using vInt = vInteger<true>;
using vUInt = vInteger<false>;

// One of each: without a sign.
#define TENSIX_SFPI_MIXED(op)                                           \
  template <bool s>                                                     \
  ALWI vUInt operator op(const vInteger<s>& a, const vInteger<!s>& b) { \
    return vUInt(a) op vUInt(b);                                        \
  }
TENSIX_SFPI_MIXED(+)
TENSIX_SFPI_MIXED(-)
TENSIX_SFPI_MIXED(&)
TENSIX_SFPI_MIXED(|)
TENSIX_SFPI_MIXED(^)
#undef TENSIX_SFPI_MIXED

// Integers that a program may say have fewer bits, and those of a sign and a magnitude. vMag: without a sign bit.
using vMag = vUInt;
template <uint32_t bits>
class vNarrow : public vUInt {
 public:
  using vUInt::vUInt;
  ALWI explicit vNarrow(const vUInt& x) : vUInt(x) {}
};
using vUInt16 = vNarrow<16>;
using vUInt8 = vNarrow<8>;
class vSMag : public vBits {
 public:
  ALWI vSMag() = default;
  ALWI explicit vSMag(unset u) : vBits(u) {}
  ALWI explicit vSMag(uint32_t bits) : vBits(unset{}) { constant(bits); }
  vSMag(const vSMag&) = default;
  ALWI vSMag& operator=(const vSMag& o) { return assign(o), *this; }
};
class vSMag16 : public vSMag {
 public:
  using vSMag::vSMag;
};
class vSMag8 : public vSMag16 {
 public:
  using vSMag16::vSMag16;
};

// The same 32 bits as another type.
template <class to>
ALWI to reinterpret(const vFloat& x) {
  to d{unset{}};
  d.lreg() = x.lreg();
  return d;
}
template <class to>
ALWI to reinterpret(const vBits& x) {
  to d{unset{}};
  d.lreg() = x.lreg();
  return d;
}
template <class to, class from>
ALWI to as(const from& x) {
  return reinterpret<to>(x);
}
// 0, 2, 4, ... 62: twice the number of the lane.
ALWI vInt lane_numbers_twice() {
  vInt d{unset{}};
  if constexpr (computes)
    asm volatile inline(".word %1 + (tensix_lreg_%0 << 6)\n tensix_writes %0"
                        : "=f"(d.lreg())
                        : "i"(tensix::device::rotated(word_of(opcode::SFPMOV) | tensix::vector::lane_number_twice << 8)));
  return d;
}

}  // namespace sfpi
