// Piecewise linear functions from tables in LRegs, and the constants that a program chooses.
#pragma once
#include "sfpi/vector_integer.h"

namespace sfpi {

// a[i] * |x| + c[i], i from |x|; the table is in LReg 0 to 2 (and 4 to 6), x in LReg 3, to which it is copied. Two of 8 bits in each
// of three: of |x| below 1, below 2, and from there on; a from bits 15 to 8, c from bits 7 to 0, each a sign, three bits e of a negative
// exponent and four m of a fraction: (1 + m / 16) * 2^-e; 0xff is 0.
namespace detail {
enum lut_mode : uint32_t { three_of_fp32 = 0, six_of_fp16 = 2, six_of_fp16_to_4 = 3, retains_sign = 4 };
template <uint32_t mode>
ALWI vFloat lut_of_8_bits(const vFloat& x, const vUInt& l0, const vUInt& l1, const vUInt& l2) {
  vFloat d;
  if constexpr (computes) {
    register float r0 asm("ft0") = l0.lreg();
    register float r1 asm("ft1") = l1.lreg();
    register float r2 asm("ft2") = l2.lreg();
    register float r3 asm("ft3") = x.lreg();
    asm volatile(
        "tensix_reads %1\n tensix_reads %2\n tensix_reads %3\n tensix_reads %4\n"
        " .word %5 + (tensix_lreg_%0 << 22)\n tensix_multiplies %0"
        : "=f"(d.lreg())
        : "f"(r0), "f"(r1), "f"(r2), "f"(r3),
          "i"(tensix::device::rotated(word_of(opcode::SFPLUT) | tensix::insn::SFPLUT::instr_mod0.place(mode))));
  }
  return d;
}
template <uint32_t mode>
ALWI vFloat lut_of_six(const vFloat& x, float l0, float l1, float l2, float l4, float l5, float l6) {
  vFloat d;
  if constexpr (computes) {
    using namespace tensix::insn::SFPLUTFP32;
    register float r0 asm("ft0") = l0;
    register float r1 asm("ft1") = l1;
    register float r2 asm("ft2") = l2;
    register float r3 asm("ft3") = x.lreg();
    register float r4 asm("ft4") = l4;
    register float r5 asm("ft5") = l5;
    register float r6 asm("ft6") = l6;
    asm volatile(
        "tensix_reads %1\n tensix_reads %2\n tensix_reads %3\n tensix_reads %4\n tensix_reads %5\n tensix_reads %6\n"
        " tensix_reads %7\n .word %8 + (tensix_lreg_%0 << 6)\n tensix_multiplies %0"
        : "=f"(d.lreg())
        : "f"(r0), "f"(r1), "f"(r2), "f"(r3), "f"(r4), "f"(r5), "f"(r6),
          "i"(tensix::device::rotated(word_of(opcode::SFPLUTFP32) | instr_mod1.place(mode) | mod1_mirror.place(mode))));
  }
  return d;
}
}  // namespace detail

// The sign is that of the sum, or (lut_sign) that of x.
ALWI vFloat lut(const vFloat& x, const vUInt& l0, const vUInt& l1, const vUInt& l2) {
  return detail::lut_of_8_bits<0>(x, l0, l1, l2);
}
ALWI vFloat lut_sign(const vFloat& x, const vUInt& l0, const vUInt& l1, const vUInt& l2) {
  return detail::lut_of_8_bits<detail::retains_sign>(x, l0, l1, l2);
}
// Whole numbers: a in l0 to l2, c in l4 to l6, for |x| below 1, below 2, and from there on.
ALWI vFloat lut2(const vFloat& x, const vFloat& l0, const vFloat& l1, const vFloat& l2, const vFloat& l4, const vFloat& l5,
                 const vFloat& l6) {
  return detail::lut_of_six<detail::three_of_fp32>(x, l0.lreg(), l1.lreg(), l2.lreg(), l4.lreg(), l5.lreg(), l6.lreg());
}
ALWI vFloat lut2_sign(const vFloat& x, const vFloat& l0, const vFloat& l1, const vFloat& l2, const vFloat& l4, const vFloat& l5,
                      const vFloat& l6) {
  using namespace detail;
  return lut_of_six<three_of_fp32 | retains_sign>(x, l0.lreg(), l1.lreg(), l2.lreg(), l4.lreg(), l5.lreg(), l6.lreg());
}
// Two of FP16 in each, the lower half first: for |x| below 0.5, 1, 1.5, 2, 3 (`mode` 2: 4), and from there on.
template <int mode = 1>
ALWI vFloat lut2(const vFloat& x, const vUInt& l0, const vUInt& l1, const vUInt& l2, const vUInt& l4, const vUInt& l5,
                 const vUInt& l6) {
  static_assert(mode == 1 || mode == 2, "the last step is at 3 (mode 1) or 4 (mode 2)");
  using namespace detail;
  constexpr uint32_t table = mode == 1 ? six_of_fp16 : six_of_fp16_to_4;
  return lut_of_six<table>(x, l0.lreg(), l1.lreg(), l2.lreg(), l4.lreg(), l5.lreg(), l6.lreg());
}
template <int mode = 1>
ALWI vFloat lut2_sign(const vFloat& x, const vUInt& l0, const vUInt& l1, const vUInt& l2, const vUInt& l4, const vUInt& l5,
                      const vUInt& l6) {
  static_assert(mode == 1 || mode == 2, "the last step is at 3 (mode 1) or 4 (mode 2)");
  using namespace detail;
  constexpr uint32_t table = (mode == 1 ? six_of_fp16 : six_of_fp16_to_4) | retains_sign;
  return lut_of_six<table>(x, l0.lreg(), l1.lreg(), l2.lreg(), l4.lreg(), l5.lreg(), l6.lreg());
}

// LReg 12, 13 and 14: a number for all lanes, in none of the eight. Outside of v_if. The functions of the compute API
// (exp_tile_init and the like) keep their own numbers there.
template <uint32_t register_number>
struct programmable_constant {
  ALWI void operator=(float value) const {
    if constexpr (computes) {
      const vFloat all(value);
      register float r0 asm("ft0") = all.lreg();  // what SFPCONFIG reads
      asm volatile("tensix_reads %0\n .word %1"
                   :
                   : "f"(r0), "i"(tensix::device::rotated(word_of(opcode::SFPCONFIG) |
                                                          tensix::insn::SFPCONFIG::config_dest.place(register_number))));
    }
  }
  ALWI operator vFloat() const {
    vFloat v;
    if constexpr (computes)
      asm volatile(".word %1 + (tensix_lreg_%0 << 6)\n tensix_writes %0"
                   : "=f"(v.lreg())
                   : "i"(tensix::device::rotated(word_of(opcode::SFPMOV) | register_number << 8)));
    return v;
  }
};
inline constexpr programmable_constant<12> vConstFloatPrgm0{};
inline constexpr programmable_constant<13> vConstFloatPrgm1{};
inline constexpr programmable_constant<14> vConstFloatPrgm2{};

}  // namespace sfpi
