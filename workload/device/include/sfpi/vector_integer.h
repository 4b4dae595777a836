// vInt and vUInt: 32 integers of 32 bits, two's complement, in an LReg. No multiplication, no division.
#pragma once
#include "sfpi/vector_float.h"

namespace sfpi {

class vBits {  // what both have in common
 public:
  ALWI float& lreg() { return r_; }
  ALWI const float& lreg() const { return r_; }

 protected:
  ALWI vBits() {
    if constexpr (computes) asm volatile("tensix_writes %0" : "=f"(r_));
  }
  ALWI void constant(uint32_t value) {
    if constexpr (computes) {
      const uint32_t loadi = word_of(opcode::SFPLOADI);
      if (__builtin_constant_p(value) && (value < 0x8000 || value >= 0xffff8000))  // 16 bits with a sign
        asm volatile(".word %1 + (tensix_lreg_%0 << 22)\n tensix_writes %0"
                     : "=f"(r_)
                     : "i"(tensix::device::rotated(loadi | 4u << 16 | (value & 0xffff))));
      else vFloat::tensix_set_constant(r_, value);
    }
  }
  ALWI void assign(const vBits& o) {
    if constexpr (computes) TENSIX_LREG_1("tensix_writes", word_of(opcode::SFPMOV), "+f"(r_), o.r_);
  }
  // r = r op o. SFPIADD and SFPSHFT read their operands unseen by the stall logic.
  template <opcode op, uint32_t mode>
  ALWI void combine(const vBits& o) {
    if constexpr (computes)
      asm volatile(
          "tensix_reads %0\n tensix_reads %1\n tensix_overlooked %0\n .word %2 + (tensix_lreg_%0 << 6) + "
          "(tensix_lreg_%1 << 10)\n tensix_writes %0"
          : "+f"(r_)
          : "f"(o.r_), "i"(tensix::device::rotated(word_of(op) | mode)));
  }
  // r = op(o) with 12 bits of immediate.
  template <opcode op, uint32_t mode>
  ALWI void immediate(const vBits& o, int32_t imm12) {
    if constexpr (computes)
      asm volatile("tensix_reads %1\n .word %2 + (tensix_lreg_%0 << 6) + (tensix_lreg_%1 << 10)\n tensix_writes %0"
                   : "=f"(r_)
                   : "f"(o.r_),
                     "i"(tensix::device::rotated(word_of(op) | mode | (static_cast<uint32_t>(imm12) & 0xfff) << 12)));
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
  ALWI vInteger(int value) { constant(static_cast<uint32_t>(value)); }
  ALWI vInteger(uint32_t value) { constant(value); }
  ALWI vInteger(unsigned value) : vInteger(static_cast<uint32_t>(value)) {}  // 0x80000000 and more, as they are written
  ALWI vInteger(const vInteger<!with_sign>& o) { r_ = o.lreg(); }
  vInteger(const vInteger&) = default;
  ALWI vInteger& operator=(const vInteger& o) { return assign(o), *this; }

  friend ALWI vInteger operator+(vInteger a, const vInteger& b) { return a.template combine<opcode::SFPIADD, no_flags>(b), a; }
  friend ALWI vInteger operator-(const vInteger& a, vInteger b) {
    return b.template combine<opcode::SFPIADD, no_flags | tensix::vector::subtract_from_c>(a), b;
  }
  friend ALWI vInteger operator&(vInteger a, const vInteger& b) { return a.template combine<opcode::SFPAND, 0>(b), a; }
  friend ALWI vInteger operator|(vInteger a, const vInteger& b) { return a.template combine<opcode::SFPOR, 0>(b), a; }
  friend ALWI vInteger operator^(vInteger a, const vInteger& b) { return a.template combine<opcode::SFPXOR, 0>(b), a; }
  ALWI vInteger operator~() const {
    vInteger d;
    return d.invert(*this), d;
  }
  // By a constant, 0 to 31. To the right vInt keeps its sign.
  ALWI vInteger operator<<(int by) const {
    vInteger d;
    return d.template immediate<opcode::SFPSHFT, 5>(*this, by), d;
  }
  ALWI vInteger operator>>(int by) const {
    vInteger d;
    return d.template immediate < opcode::SFPSHFT, with_sign ? 7 : 5 > (*this, -by), d;
  }
  ALWI vInteger& operator+=(const vInteger& o) { return *this = *this + o; }
  ALWI vInteger& operator-=(const vInteger& o) { return *this = *this - o; }
  ALWI vInteger& operator&=(const vInteger& o) { return *this = *this & o; }
  ALWI vInteger& operator|=(const vInteger& o) { return *this = *this | o; }
  ALWI vInteger& operator^=(const vInteger& o) { return *this = *this ^ o; }

 private:
  static constexpr uint32_t no_flags = tensix::vector::no_flags;
};
using vInt = vInteger<true>;
using vUInt = vInteger<false>;

// The same 32 bits as another type.
template <class to, class from>
ALWI to reinterpret(const from& x) {
  to d;
  d.lreg() = x.lreg();
  return d;
}
// 0, 2, 4, ... 62: twice the number of the lane.
ALWI vInt lane_numbers_twice() {
  vInt d;
  if constexpr (computes)
    asm volatile(".word %1 + (tensix_lreg_%0 << 6)\n tensix_writes %0"
                 : "=f"(d.lreg())
                 : "i"(tensix::device::rotated(word_of(opcode::SFPMOV) | tensix::vector::lane_number_twice << 8)));
  return d;
}

}  // namespace sfpi
