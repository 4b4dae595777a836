// Instructions of the vector unit as functions.
#pragma once
#include "sfpi/dst_reg.h"

namespace sfpi {

#define TENSIX_SFPI_FUNCTION(to, name, from, op, mode)                                                              \
  ALWI to name(const from& x) {                                                                                     \
    to d;                                                                                                           \
    if constexpr (computes) TENSIX_LREG_1("tensix_writes", word_of(opcode::op) | (mode), "=f"(d.lreg()), x.lreg()); \
    return d;                                                                                                       \
  }
TENSIX_SFPI_FUNCTION(vFloat, abs, vFloat, SFPABS, 1)
TENSIX_SFPI_FUNCTION(vInt, abs, vInt, SFPABS, 0)
TENSIX_SFPI_FUNCTION(vInt, exexp, vFloat, SFPEXEXP, 0)            // the exponent
TENSIX_SFPI_FUNCTION(vInt, exexp_nodebias, vFloat, SFPEXEXP, 1)   // with its bias of 127
TENSIX_SFPI_FUNCTION(vInt, exman8, vFloat, SFPEXMAN, 0)           // 24 bits, the leading one with them
TENSIX_SFPI_FUNCTION(vInt, exman9, vFloat, SFPEXMAN, 1)           // 23 bits, without
TENSIX_SFPI_FUNCTION(vFloat, approx_recip, vFloat, SFPARECIP, 0)  // 1 / x within 0.6 %
TENSIX_SFPI_FUNCTION(vFloat, approx_exp, vFloat, SFPARECIP, 2)    // e^x within 1.6 %, x from 0 to 2
TENSIX_SFPI_FUNCTION(vUInt, lz, vInt, SFPLZ, 0)                   // leading zeros
// Rounded to nearest, ties away from zero; a NaN becomes infinity.
TENSIX_SFPI_FUNCTION(vFloat, float_to_bf16, vFloat, SFP_STOCH_RND, 1)
TENSIX_SFPI_FUNCTION(vFloat, float_to_fp16, vFloat, SFP_STOCH_RND, 0)
#undef TENSIX_SFPI_FUNCTION
ALWI vFloat float_to_fp16b(const vFloat& x, int = 0) { return float_to_bf16(x); }
ALWI vFloat float_to_fp16a(const vFloat& x, int = 0) { return float_to_fp16(x); }

// The exponent `e` with its bias; the sign and fraction of x.
ALWI vFloat setexp(const vFloat& x, uint32_t e) {
  vFloat d;
  if constexpr (computes)
    TENSIX_LREG_1("tensix_writes", word_of(opcode::SFPSETEXP) | 1 | (e & 0xff) << 12, "=f"(d.lreg()), x.lreg());
  return d;
}
ALWI vFloat setexp(const vFloat& x, vInt e) {
  if constexpr (computes)
    asm volatile(
        "tensix_reads %0\n tensix_reads %1\n .word %2 + (tensix_lreg_%0 << 6) + (tensix_lreg_%1 << 10)\n tensix_writes %0"
        : "+f"(e.lreg())
        : "f"(x.lreg()), "i"(tensix::device::rotated(word_of(opcode::SFPSETEXP))));
  return reinterpret<vFloat>(e);
}
// The sign 0 or 1; the sign of another.
ALWI vFloat setsgn(const vFloat& x, uint32_t sign) {
  vFloat d;
  if constexpr (computes)
    TENSIX_LREG_1("tensix_writes", word_of(opcode::SFPSETSGN) | 1 | (sign & 1) << 12, "=f"(d.lreg()), x.lreg());
  return d;
}
ALWI vFloat copysgn(const vFloat& x, vFloat sign) {
  if constexpr (computes)
    asm volatile(
        "tensix_reads %0\n tensix_reads %1\n .word %2 + (tensix_lreg_%0 << 6) + (tensix_lreg_%1 << 10)\n tensix_writes %0"
        : "+f"(sign.lreg())
        : "f"(x.lreg()), "i"(tensix::device::rotated(word_of(opcode::SFPSETSGN))));
  return sign;
}
// x * 2^n by its exponent alone: not for 0.
ALWI vFloat addexp(const vFloat& x, int n) {
  vFloat d;
  if constexpr (computes)
    TENSIX_LREG_1("tensix_writes", word_of(opcode::SFPDIVP2) | 1 | (static_cast<uint32_t>(n) & 0xff) << 12, "=f"(d.lreg()),
                  x.lreg());
  return d;
}
// A signed integer as a float, rounded to nearest even.
ALWI vFloat int_to_float(const vInt& x) {
  vFloat d;
  if constexpr (computes) {
    TENSIX_LREG_1("tensix_writes", word_of(opcode::SFPCAST) | 3, "=f"(d.lreg()), x.lreg());
    TENSIX_LREG_1("tensix_writes", word_of(opcode::SFPCAST), "+f"(d.lreg()), d.lreg());
  }
  return d;
}
// a becomes the smaller, b the larger, in the order of the comparisons.
ALWI void vec_min_max(vFloat& a, vFloat& b) {
  if constexpr (computes)
    asm volatile(
        "tensix_reads %0\n tensix_reads %1\n tensix_overlooked %0\n tensix_overlooked %1\n"
        " .word %2 + (tensix_lreg_%0 << 6) + (tensix_lreg_%1 << 10)\n tensix_writes %0\n tensix_writes %1"
        : "+f"(a.lreg()), "+f"(b.lreg())
        : "i"(tensix::device::rotated(word_of(opcode::SFPSWAP) | 1)));
}

}  // namespace sfpi
