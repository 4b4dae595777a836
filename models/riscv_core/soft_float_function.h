// SPDX-License-Identifier: Apache-2.0
// Binary floating point in integers: correctly rounded IEEE 754, and the two liberties that the cores take. Layer 1.
// Source: IEEE 754 and the RISC-V F extension (canonical NaN, flags, conversions); ISA documentation, BabyRISCV,
// InstructionSet.
#pragma once
#include <cstdint>

namespace tensix::soft_float {

struct format {
  unsigned exponent_bits, fraction_bits;
  int bias() const { return (1 << (exponent_bits - 1)) - 1; }
  uint32_t exponent_mask() const { return (1u << exponent_bits) - 1; }
  uint32_t fraction_mask() const { return (1u << fraction_bits) - 1; }
  uint32_t sign_bit() const { return 1u << (exponent_bits + fraction_bits); }
  uint32_t infinity() const { return exponent_mask() << fraction_bits; }
  uint32_t quiet_nan() const { return infinity() | 1u << (fraction_bits - 1); }
};
inline constexpr format single{8, 23}, half{5, 10}, bfloat{8, 7};

enum class rounding : uint8_t { nearest_even, to_zero };
inline constexpr uint32_t inexact = 1, underflow = 2, overflow = 4, invalid = 16;  // as in fcsr

struct environment {
  rounding mode = rounding::nearest_even;
  bool flush = false;  // add, multiply, multiply_add: subnormal operands count as zero, subnormal results become zero
  uint32_t flags = 0;  // raised ones are added
};

uint32_t add(format f, uint32_t a, uint32_t b, environment& e);
uint32_t multiply(format f, uint32_t a, uint32_t b, environment& e);
uint32_t multiply_add(format f, uint32_t a, uint32_t b, uint32_t c, environment& e);  // a * b + c, rounded once
uint32_t minimum(format f, uint32_t a, uint32_t b, environment& e);
uint32_t maximum(format f, uint32_t a, uint32_t b, environment& e);
bool equal(format f, uint32_t a, uint32_t b, environment& e);
bool less(format f, uint32_t a, uint32_t b, environment& e);
bool less_or_equal(format f, uint32_t a, uint32_t b, environment& e);
uint32_t convert(format from, format to, uint32_t a, environment& e);
uint32_t from_integer(format f, uint32_t value, bool is_signed, environment& e);
uint32_t to_integer(format f, uint32_t a, bool is_signed, environment& e);
uint32_t classify(format f, uint32_t a);  // one bit of ten, as fclass

}  // namespace tensix::soft_float
