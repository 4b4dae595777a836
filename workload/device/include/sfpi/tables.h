// SPDX-License-Identifier: Apache-2.0
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
  vFloat d{unset{}};
  if constexpr (computes) {
    register float r0 asm("ft0") = l0.lreg();
    register float r1 asm("ft1") = l1.lreg();
    register float r2 asm("ft2") = l2.lreg();
    register float r3 asm("ft3") = x.lreg();
    asm volatile inline(
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
  vFloat d{unset{}};
  if constexpr (computes) {
    using namespace tensix::insn::SFPLUTFP32;
    register float r0 asm("ft0") = l0;
    register float r1 asm("ft1") = l1;
    register float r2 asm("ft2") = l2;
    register float r3 asm("ft3") = x.lreg();
    register float r4 asm("ft4") = l4;
    register float r5 asm("ft5") = l5;
    register float r6 asm("ft6") = l6;
    asm volatile inline(
        "tensix_reads %1\n tensix_reads %2\n tensix_reads %3\n tensix_reads %4\n tensix_reads %5\n tensix_reads %6\n"
        " tensix_reads %7\n .word %8 + (tensix_lreg_%0 << 6)\n tensix_multiplies %0"
        : "=f"(d.lreg())
        : "f"(r0), "f"(r1), "f"(r2), "f"(r3), "f"(r4), "f"(r5), "f"(r6),
          "i"(tensix::device::rotated(word_of(opcode::SFPLUTFP32) | instr_mod1.place(mode) | mod1_mirror.place(mode))));
  }
  return d;
}
// Mode 10 of SFPLUTFP32: the LReg of the result is the one that LReg 7 names.
template <uint32_t sign>
ALWI vFloat lut_of_three(const vFloat& x, const vUInt& l0, const vUInt& l1, const vUInt& l2) {
  vFloat d{unset{}};
  if constexpr (computes) {
    using namespace tensix::insn::SFPLUTFP32;
    constexpr uint32_t mode = 10 | sign;
    register float r0 asm("ft0") = l0.lreg();
    register float r1 asm("ft1") = l1.lreg();
    register float r2 asm("ft2") = l2.lreg();
    register float r3 asm("ft3") = x.lreg();
    register float r7 asm("ft7") = vUInt(4).lreg();
    register float result asm("ft4");
    asm volatile inline(
        "tensix_reads %1\n tensix_reads %2\n tensix_reads %3\n tensix_reads %4\n tensix_reads %5\n"
        " .word %6 + (tensix_lreg_%0 << 6)\n tensix_multiplies %0"
        : "=f"(result)
        : "f"(r0), "f"(r1), "f"(r2), "f"(r3), "f"(r7),
          "i"(tensix::device::rotated(word_of(opcode::SFPLUTFP32) | instr_mod1.place(mode) | mod1_mirror.place(mode))));
    d.lreg() = result;
  }
  return d;
}
}  // namespace detail

// lut and lut2 give the result the sign of x; lut_sign and lut2_sign leave it that of the sum.
#define TENSIX_SFPI_LUT(lut, lut2, sign)                                                                                       \
  ALWI vFloat lut(const vFloat& x, const vUInt& l0, const vUInt& l1, const vUInt& l2) {                                        \
    return detail::lut_of_8_bits<sign>(x, l0, l1, l2);                                                                         \
  }                                                                                                                            \
  /* Whole numbers: a in l0 to l2, c in l4 to l6, for |x| below 1, below 2, and from there on. */                              \
  ALWI vFloat lut2(const vFloat& x, const vFloat& l0, const vFloat& l1, const vFloat& l2, const vFloat& l4, const vFloat& l5,  \
                   const vFloat& l6) {                                                                                         \
    return detail::lut_of_six<detail::three_of_fp32 | sign>(x, l0.lreg(), l1.lreg(), l2.lreg(), l4.lreg(), l5.lreg(),          \
                                                            l6.lreg());                                                        \
  }                                                                                                                            \
  /* Two of FP16 in each, the lower half first: for |x| below 0.5, 1, 1.5, 2, 3 (`mode` 2: 4), and from there on. */           \
  ALWI vFloat lut2(const vFloat& x, const vUInt& l0, const vUInt& l1, const vUInt& l2, const vUInt& l4, const vUInt& l5,       \
                   const vUInt& l6, int mode = 1) {                                                                            \
    using namespace detail;                                                                                                    \
    if (mode == 1) return lut_of_six<six_of_fp16 | sign>(x, l0.lreg(), l1.lreg(), l2.lreg(), l4.lreg(), l5.lreg(), l6.lreg()); \
    return lut_of_six<six_of_fp16_to_4 | sign>(x, l0.lreg(), l1.lreg(), l2.lreg(), l4.lreg(), l5.lreg(), l6.lreg());           \
  }                                                                                                                            \
  template <int mode>                                                                                                          \
  ALWI vFloat lut2(const vFloat& x, const vUInt& l0, const vUInt& l1, const vUInt& l2, const vUInt& l4, const vUInt& l5,       \
                   const vUInt& l6) {                                                                                          \
    static_assert(mode == 1 || mode == 2, "the last step is at 3 (mode 1) or 4 (mode 2)");                                     \
    return lut2(x, l0, l1, l2, l4, l5, l6, mode);                                                                              \
  }                                                                                                                            \
  /* Three of FP16: a in the upper half, c in the lower. */                                                                    \
  ALWI vFloat lut2(const vFloat& x, const vUInt& l0, const vUInt& l1, const vUInt& l2) {                                       \
    return detail::lut_of_three<sign>(x, l0, l1, l2);                                                                          \
  }
TENSIX_SFPI_LUT(lut, lut2, detail::retains_sign)
TENSIX_SFPI_LUT(lut_sign, lut2_sign, 0)
#undef TENSIX_SFPI_LUT

// In sums and products of floats: part of the instruction.
template <class V, uint32_t register_number>
struct operand_of {};
template <uint32_t register_number>
struct operand_of<vFloat, register_number> : lreg_constant<register_number> {};

// LReg 11 to 14: a number for all lanes, in none of the eight. Outside of v_if. The functions of the compute API (exp_tile_init and
// the like) keep their own numbers there: another init is needed behind a change of them.
template <class V, uint32_t register_number>
struct programmable_constant : operand_of<V, register_number> {
  ALWI void operator=(const V& all) const {
    if constexpr (computes) {
      register float r0 asm("ft0") = all.lreg();  // what SFPCONFIG reads
      asm volatile inline("tensix_reads %0\n .word %1"
                          :
                          : "f"(r0), "i"(tensix::device::rotated(word_of(opcode::SFPCONFIG) |
                                                                 tensix::insn::SFPCONFIG::config_dest.place(register_number))));
      tensix::device::constant_changed(register_number);
    }
  }
  template <class T>
  ALWI void operator=(const T& value) const {
    *this = V(value);
  }
  ALWI operator V() const {
    V v{unset{}};
    if constexpr (computes)
      asm volatile inline(".word %1 + (tensix_lreg_%0 << 6)\n tensix_writes %0"
                          : "=f"(v.lreg())
                          : "i"(tensix::device::rotated(word_of(opcode::SFPMOV) | register_number << 8)));
    return v;
  }
};
inline constexpr programmable_constant<vFloat, 12> vConstFloatPrgm0{};
inline constexpr programmable_constant<vFloat, 13> vConstFloatPrgm1{};
inline constexpr programmable_constant<vFloat, 14> vConstFloatPrgm2{};
inline constexpr programmable_constant<vInt, 12> vConstIntPrgm0{};
inline constexpr programmable_constant<vInt, 13> vConstIntPrgm1{};
inline constexpr programmable_constant<vInt, 14> vConstIntPrgm2{};

// What LRegs 8 to 11 and 15 are. 0 and 1 are numbers of the core to compare with; an assignment is one instruction.
inline constexpr float vConst0 = 0.0f, vConst1 = 1.0f, vConstNeg1 = -1.0f;
template <class V, uint32_t register_number>
struct fixed_constant : operand_of<V, register_number> {
  ALWI operator V() const {
    V v{unset{}};
    if constexpr (computes)
      asm volatile inline(".word %1 + (tensix_lreg_%0 << 6)\n tensix_writes %0"
                          : "=f"(v.lreg())
                          : "i"(tensix::device::rotated(word_of(opcode::SFPMOV) | register_number << 8)));
    return v;
  }
};
inline constexpr fixed_constant<vFloat, 8> vConst0p8373{};
inline constexpr fixed_constant<vInt, tensix::vector::lane_number_twice> vConstTileId{};

// l_reg[LRegs::LReg3]: the LReg by its number, as instructions by name (TTI_SFPMAD(...)) leave it or want it. What is read is taken over
// as it is; what is written stays there until a vFloat, vInt or vUInt is made.
enum class LRegs : uint8_t { LReg0, LReg1, LReg2, LReg3, LReg4, LReg5, LReg6, LReg7, LRegCount };
class lreg_by_number {
 public:
  ALWI constexpr explicit lreg_by_number(uint32_t number) : number_(number) {}
  ALWI void operator=(const vFloat& value) const { write(value.lreg()); }
  ALWI void operator=(const vBits& value) const { write(value.lreg()); }
  ALWI void operator=(const lreg_by_number& other) const { *this = vFloat(other); }
  ALWI operator vFloat() const { return read<vFloat>(); }
  ALWI operator vInt() const { return read<vInt>(); }
  ALWI operator vUInt() const { return read<vUInt>(); }
  ALWI operator vSMag() const { return read<vSMag>(); }
  ALWI void in_use() const {}

 private:
  uint32_t number_;
#define TENSIX_BY_NUMBER(n)        \
  case n: {                        \
    register float r asm("ft" #n); \
    TENSIX_BY_NUMBER_DO            \
  } break;
#define TENSIX_BY_NUMBERS \
  TENSIX_BY_NUMBER(0)     \
  TENSIX_BY_NUMBER(1)     \
  TENSIX_BY_NUMBER(2)     \
  TENSIX_BY_NUMBER(3) TENSIX_BY_NUMBER(4) TENSIX_BY_NUMBER(5) TENSIX_BY_NUMBER(6) TENSIX_BY_NUMBER(7)
  template <class T>
  ALWI T read() const {
    T v{unset{}};
    if constexpr (computes) switch (number_) {
#define TENSIX_BY_NUMBER_DO                          \
  asm volatile inline("tensix_writes %0" : "=f"(r)); \
  v.lreg() = r;
        TENSIX_BY_NUMBERS
#undef TENSIX_BY_NUMBER_DO
      }
    return v;
  }
  ALWI void write(float value) const {
    if constexpr (computes) switch (number_) {
#define TENSIX_BY_NUMBER_DO \
  r = value;                \
  asm volatile inline("tensix_reads %0" : : "f"(r));
        TENSIX_BY_NUMBERS
#undef TENSIX_BY_NUMBER_DO
      }
  }
#undef TENSIX_BY_NUMBERS
#undef TENSIX_BY_NUMBER
};
struct lreg_file {
  ALWI constexpr lreg_by_number operator[](LRegs number) const { return lreg_by_number(static_cast<uint32_t>(number)); }
};
inline constexpr lreg_file l_reg{};

}  // namespace sfpi
