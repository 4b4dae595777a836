// SPDX-License-Identifier: Apache-2.0
// The names of SFPI's vector types, for tt-llk's kernels to be parsed: what uses none of them in the end compiles, what does ends with
// the error below, since the instructions of vector expressions are the work of the vendor's compiler. Numbers of modes: the ISA pages.
#pragma once
#include <cstdint>
#include <type_traits>
#include "lltt.h"

#define TENSIX_NEEDS_SFPI [[gnu::error("needs SFPI's compiler")]]

namespace sfpi {
struct vector {
  vector() = default;
  TENSIX_NEEDS_SFPI vector(const vector&);
  template <class T> TENSIX_NEEDS_SFPI vector(const T&);
  TENSIX_NEEDS_SFPI vector& operator=(const vector&);
  template <class T> TENSIX_NEEDS_SFPI vector& operator=(const T&);
  template <class T> TENSIX_NEEDS_SFPI vector& operator[](const T&);
  TENSIX_NEEDS_SFPI vector operator++(int);
  TENSIX_NEEDS_SFPI vector& operator++();
};
TENSIX_NEEDS_SFPI bool lanes(const vector&);

#define TENSIX_TYPE(name)         \
  struct name : vector {          \
    using vector::vector;         \
    using vector::operator=;      \
    name() = default;             \
    TENSIX_NEEDS_SFPI name(const vector&); \
  };
TENSIX_TYPE(vFloat) TENSIX_TYPE(vInt) TENSIX_TYPE(vUInt) TENSIX_TYPE(sFloat16a) TENSIX_TYPE(sFloat16b)
#undef TENSIX_TYPE

template <class... T> using if_vector = std::enable_if_t<(std::is_base_of_v<vector, T> || ...), int>;
#define TENSIX_UNARY(op) template <class T, if_vector<T> = 0> TENSIX_NEEDS_SFPI T operator op(const T&);
TENSIX_UNARY(-) TENSIX_UNARY(~) TENSIX_UNARY(!)
#define TENSIX_BINARY(op) template <class A, class B, if_vector<A, B> = 0> TENSIX_NEEDS_SFPI vFloat operator op(const A&, const B&);
TENSIX_BINARY(+) TENSIX_BINARY(-) TENSIX_BINARY(*) TENSIX_BINARY(&) TENSIX_BINARY(|) TENSIX_BINARY(^) TENSIX_BINARY(<<)
TENSIX_BINARY(>>) TENSIX_BINARY(<) TENSIX_BINARY(<=) TENSIX_BINARY(>) TENSIX_BINARY(>=) TENSIX_BINARY(==) TENSIX_BINARY(!=)
TENSIX_BINARY(&&) TENSIX_BINARY(||)
#define TENSIX_ASSIGN(op) template <class A, class B, if_vector<A> = 0> TENSIX_NEEDS_SFPI A& operator op(A&, const B&);
TENSIX_ASSIGN(+=) TENSIX_ASSIGN(-=) TENSIX_ASSIGN(*=) TENSIX_ASSIGN(&=) TENSIX_ASSIGN(|=) TENSIX_ASSIGN(^=) TENSIX_ASSIGN(<<=)
TENSIX_ASSIGN(>>=)
#undef TENSIX_UNARY
#undef TENSIX_BINARY
#undef TENSIX_ASSIGN

template <class T> TENSIX_NEEDS_SFPI T reinterpret(const vector&);

#define TENSIX_FUNCTION(name) template <class... T> TENSIX_NEEDS_SFPI vFloat name(const T&...);
TENSIX_FUNCTION(abs) TENSIX_FUNCTION(addexp) TENSIX_FUNCTION(approx_exp) TENSIX_FUNCTION(approx_recip) TENSIX_FUNCTION(copysgn)
TENSIX_FUNCTION(exexp) TENSIX_FUNCTION(exexp_nodebias) TENSIX_FUNCTION(exman8) TENSIX_FUNCTION(exman9)
TENSIX_FUNCTION(float_to_fp16a) TENSIX_FUNCTION(float_to_fp16b) TENSIX_FUNCTION(float_to_int16) TENSIX_FUNCTION(float_to_int8)
TENSIX_FUNCTION(float_to_uint16) TENSIX_FUNCTION(float_to_uint8) TENSIX_FUNCTION(int32_to_float) TENSIX_FUNCTION(lut)
TENSIX_FUNCTION(lut2) TENSIX_FUNCTION(lut2_sign) TENSIX_FUNCTION(lz) TENSIX_FUNCTION(setexp) TENSIX_FUNCTION(setman)
TENSIX_FUNCTION(setsgn) TENSIX_FUNCTION(shft) TENSIX_FUNCTION(vec_min_max) TENSIX_FUNCTION(vec_swap)
#undef TENSIX_FUNCTION

extern vector dst_reg, l_reg;
extern vFloat vConst0, vConst1, vConstNeg1, vConst0p8373, vConstFloatPrgm0, vConstFloatPrgm1, vConstFloatPrgm2;
extern vInt vConstIntPrgm0, vConstIntPrgm1, vConstIntPrgm2;
enum class LRegs { LReg0, LReg1, LReg2, LReg3, LReg4, LReg5, LReg6, LReg7 };

// Modes of instructions that kernels write by hand.
constexpr unsigned SFPARECIP_MOD1_RECIP = 0, SFPENCC_MOD1_EU_R1 = 0, SFPEXEXP_MOD1_SET_CC_SGN_EXP = 2, SFPEXEXP_MOD1_SET_CC_COMP_EXP = 8;
constexpr unsigned SFPIADD_MOD1_ARG_IMM = 1, SFPIADD_MOD1_ARG_2SCOMP_LREG_DST = 2, SFPIADD_MOD1_CC_LT0 = 0, SFPIADD_MOD1_CC_NONE = 4,
                   SFPIADD_MOD1_CC_GTE0 = 8;
constexpr unsigned SFPLOADI_MOD0_FLOATB = 0, SFPLOADI_MOD0_USHORT = 2, SFPLOADI_MOD0_SHORT = 4, SFPLOADI_MOD0_UPPER = 8,
                   SFPLOADI_MOD0_LOWER = 10;
constexpr unsigned SFPLOAD_MOD0_FMT_SRCB = 0, SFPSTORE_MOD0_FMT_SRCB = 0, SFPMUL24_MOD1_LOWER = 0, SFPSWAP_MOD1_VEC_MIN_MAX = 1;
constexpr unsigned SFPSETCC_MOD1_LREG_LT0 = 0, SFPSETCC_MOD1_LREG_NE0 = 2, SFPSETCC_MOD1_LREG_GTE0 = 4, SFPSETCC_MOD1_LREG_EQ0 = 6;
constexpr unsigned SFPSHFT2_MOD1_SHFT_LREG = 5, SFPSHFT2_MOD1_SHFT_IMM = 6, SFPSTOCHRND_RND_STOCH = 1;
constexpr unsigned SFPSTOCHRND_MOD1_FP32_TO_FP16B = 1, SFPSTOCHRND_MOD1_FP32_TO_UINT16 = 6, SFPSTOCHRND_MOD1_FP32_TO_INT16 = 7;
}  // namespace sfpi

#define sfpi_inline [[gnu::always_inline]] inline
#define v_if(x) if (::sfpi::lanes(x))
#define v_elseif(x) else if (::sfpi::lanes(x))
#define v_else else
#define v_endif
#define v_block if (true)
#define v_endblock
#define v_and(x) ::sfpi::lanes(x)
