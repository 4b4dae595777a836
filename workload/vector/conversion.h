// SPDX-License-Identifier: Apache-2.0
// Between floats and integers, and integers of one width and another.
#pragma once
#include "workload/vector/integers.h"

namespace tensix::vector {

inline constexpr uint32_t two_to_31 = 0x4f000000;

// 32 bits without sign to FP32: d, of c. (The unit takes the upper bit for a sign.)
constexpr void magnitude_to_float(sequence& s, uint32_t d, uint32_t c) {
  s.to_float(d, c).where(d, if_negative).constant(d, two_to_31).everywhere();
}

enum class datum : uint32_t { floating, int32, uint32, uint16, uint8 };
constexpr integer_format as_integers(datum d) {
  return d == datum::int32 ? integer_format::int32 : d == datum::uint16 ? integer_format::uint16 : integer_format::uint32;
}

// Floats are cut to integers, but for uint16, to which they are rounded, ties away from zero. What is too large for int32, and no
// number, becomes -2^31; uint32, uint16: too large the largest, negative 0; uint8: the last 8 bits.
constexpr void float_to_integer(sequence& s, datum to) {
  switch (to) {
    case datum::uint16: s.min_max(zero, l0).round_to(l1, l0, to_uint16); return;
    case datum::uint32:
      s.constant(l1, 0).where(l0, if_not_negative).exponent(l2, l0).where(l2, if_not_negative).bit_not(l1, zero);
      s.add_integer_constant(l2, l2, -32).where(l2, if_negative).add_integer_constant(l2, l2, 9);
      s.significand(l1, l0).shift_by(l1, l2).everywhere();
      return;
    default:
      s.constant(l1, 0).exponent(l2, l0).where(l2, if_not_negative).constant(l1, 0x80000000);
      s.add_integer_constant(l2, l2, -31).where(l2, if_negative).add_integer_constant(l2, l2, 8);
      s.significand(l1, l0).shift_by(l1, l2).everywhere();
      s.where(l0, if_negative).reverse_subtract_integer(l1, zero).everywhere();
      if (to == datum::uint8) s.constant(l2, 255).bit_and(l1, l2);
  }
}
// l0, to the LReg that it gives.
constexpr uint32_t integer_to_float(sequence& s, datum from) {
  switch (from) {
    case datum::int32: s.integer_absolute(l1, l0), magnitude_to_float(s, l1, l1), s.keep_sign(l0, l1); return l0;
    case datum::uint32:
      s.absolute(l1, l0).to_float(l1, l1).where(l0, if_negative).add_constant(l1, two_to_31).everywhere();
      return l1;
    default: s.to_float(l0, l0); return l0;
  }
}
// l0 in its place. uint16: what is larger becomes the largest, negative 0; uint8: the last 8 bits.
constexpr void integer_to_integer(sequence& s, datum from, datum to) {
  if (to == datum::uint8) {
    s.constant(l1, 255).bit_and(l0, l1);
  } else if (to == datum::uint16 && from != datum::uint16) {
    if (from == datum::int32) s.min_max(zero, l0);
    s.shift(l1, l0, -16).where(l1, if_not_zero).constant(l0, 0xffff).everywhere();
  }
}
// In the place. Integers become floats that are rounded to BF16 if they are to be that: to the nearest, ties away from zero.
constexpr program convert(datum from, datum to, bool to_bf16) {
  program p;
  sequence& s = p.step;
  const uint32_t in = from == datum::floating ? as_dst : dst_mode(as_integers(from));
  const uint32_t out = to == datum::floating ? as_dst : dst_mode(as_integers(to));
  uint32_t result = l0;
  s.load(l0, 0, in);
  if (from != datum::floating && to != datum::floating) integer_to_integer(s, from, to);
  else if (to != datum::floating) float_to_integer(s, to), result = l1;
  else result = integer_to_float(s, from);
  if (to == datum::floating && to_bf16) s.round_to(result, result, to_fp16b);
  s.store(result, next_step, out);
  return p;
}
// FP32 in a 32-bit Dst to BF16: to the nearest, ties to even; a NaN stays one.
constexpr program round_to_even() {
  program p;
  p.tile.constant(l4, 1).constant(l5, 0x7fff).constant(l6, 0xffff0000);
  p.step.load(l0).shift(l1, l0, -16).bit_and(l1, l4).add_integer(l1, l5).add_integer(l1, l0).bit_and(l1, l6).store(l1);
  return p;
}

// Quantisation of FP32 (first tile) by a scale (second), with a zero point in LReg 11, a float: integers of 8 bits with sign, as int32.
constexpr void quantise(sequence& s) {
  s.mad(l0, l0, l1, c11).round_to(l0, l0, to_int8);
  change_notation(s, l0);
  s.store(l0, next_step, as_int32);
}
constexpr program quantisation() {
  program p;
  p.step.load(l0).load(l1, second_tile);
  quantise(p.step);
  return p;
}
// Of integers: the first tile is int32.
constexpr program requantisation() {
  program p;
  p.step.load(l0, 0, as_int32).load(l1, second_tile).to_magnitude(l0, l0).to_float(l0, l0);
  quantise(p.step);
  return p;
}
// (int32 + zero point) * scale.
constexpr program dequantisation() {
  program p;
  p.step.load(l0, 0, as_int32).load(l1, second_tile).to_magnitude(l0, l0).to_float(l0, l0);
  p.step.plus(l0, l0, c11).mul(l0, l0, l1).store(l0);
  return p;
}

}  // namespace tensix::vector
