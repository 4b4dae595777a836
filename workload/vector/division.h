// SPDX-License-Identifier: Apache-2.0
// Integers of 32 bits: quotients, remainders, common divisors and multiples. By 0: nothing that means anything.
#pragma once
#include "workload/vector/conversion.h"
#include "workload/vector/reciprocal.h"

namespace tensix::vector {

enum class division : uint32_t {
  cut,
  floor,
  remainder,
  modulo
};  // quotient to zero, down; remainder as the dividend, the divisor

namespace dividing {
// 2^33, and 2^10 less. What is added to the first has units of 2^10.
inline constexpr uint32_t units = c11, units_less_one = c13, to_integer = c14;
inline constexpr uint32_t bits_units = 0x50000000, bits_units_less_one = 0x4ffffffe, bits_to_integer = 0x4b000000;

constexpr void constants(program& p) {
  p.constants.special_constant(units, bits_units).special_constant(units_less_one, bits_units_less_one);
  p.constants.special_constant(to_integer, bits_to_integer);
}
// Magnitudes, up to 2^31: l2 = l0 / l1, l0 the rest. First in units of 2^10, one less than the quotient by FP32 numbers, so that the
// rest is not negative; the rest's quotient, rounded; one less where that is too much. Uses l3, l5 to l7.
constexpr void magnitudes(sequence& s) {
  constexpr bool upper = true;
  magnitude_to_float(s, l2, l1);
  s.approximate_reciprocal(l3, l2).mad(l5, l3, l2, one, negate_a).mad(l3, l5, l3, l3);
  s.mad(l5, l3, l2, one, negate_a).mad(l3, l5, l3, l3);
  magnitude_to_float(s, l5, l0);
  s.mad(l5, l5, l3, units_less_one).min_max(units, l5).fraction(l2, l5);
  s.mul24(l6, l2, l1).shift(l2, l2, 10).shift(l6, l6, 10).reverse_subtract_integer(l6, l0);
  magnitude_to_float(s, l5, l6);
  s.mad(l5, l5, l3, to_integer).fraction(l5, l5).shift(l3, l1, -23);
  s.mul24(l3, l5, l3).mul24(l7, l5, l1, upper).mul24(l0, l5, l1).add_integer(l2, l5);
  s.add_integer(l3, l7).shift(l3, l3, 23).add_integer(l0, l3).reverse_subtract_integer(l0, l6);
  s.where(l0, if_negative).add_integer(l0, l1).add_integer_constant(l2, l2, -1).everywhere();
}
constexpr void load_magnitude(sequence& s, uint32_t d, uint32_t row) { s.load(d, row, as_int32).integer_absolute(d, d); }
}  // namespace dividing

// Two tiles of int32.
constexpr program divide_integers(division d) {
  program p;
  dividing::constants(p);
  sequence& s = p.step;
  dividing::load_magnitude(s, l0, 0);
  dividing::load_magnitude(s, l1, second_tile);
  dividing::magnitudes(s);
  s.load(l5, 0, as_int32);
  if (d != division::remainder) s.load(l6, second_tile, as_int32);
  if (d == division::cut || d == division::floor) {
    s.bit_xor(l5, l6).where(l5, if_negative).reverse_subtract_integer(l2, zero);
    if (d == division::floor) s.where(l0, if_not_zero).add_integer_constant(l2, l2, -1);
    s.everywhere().store(l2, next_step, as_int32);
    return p;
  }
  s.where(l5, if_negative).reverse_subtract_integer(l0, zero).everywhere();
  if (d == division::modulo) {
    s.move(l5, l6).bit_xor(l5, l0).where(l5, if_negative).where(l0, if_not_zero).add_integer(l0, l6).everywhere();
  }
  s.store(l0, next_step, as_int32);
  return p;
}

// The quotient of two tiles of int32 as FP32: that of the FP32 numbers nearest to them, once corrected. By 0: infinity, 0 / 0 no number.
constexpr program divide_integers_as_floats() {
  program p;
  p.constants.special_constant(c11, positive_infinity).special_constant(c13, bits_two);
  sequence& s = p.step;
  s.load(l0, second_tile, as_int32), integer_to_float(s, datum::int32), s.move(l5, l0);
  reciprocal_of(s, l0, l6, l2, c11, c13, width::wide);
  s.load(l0, 0, as_int32), integer_to_float(s, datum::int32);
  s.mul(l2, l0, l6).where(l5, if_not_zero).mad(l3, l2, l5, l0, negate_a).mad(l2, l3, l6, l2).everywhere().store(l2);
  return p;
}

// Steps of which a part is repeated.
struct repeated_program {
  sequence constants, head, part, tail;
  uint32_t times = 0;
};

// The greatest common divisor of two tiles, of magnitudes up to 2^31 - 1; 0 and x have x. Two numbers have that of the smaller one and
// of their difference, from which twos are taken out that the other one has not: 30 times, since the sum of both, freed of twos, is
// halved each time.
namespace dividing {
// l0: less the one number, l1: the other, l3: the place of the last bit that is one in either, as 31 less that, negated. l1 has it.
constexpr void gcd_head(sequence& s) {
  load_magnitude(s, l0, 0);
  load_magnitude(s, l1, second_tile);
  s.move(l2, l0).bit_or(l2, l1).move(l3, l2).reverse_subtract_integer(l3, zero).bit_and(l3, l2).leading_zeros(l3, l3);
  s.move(l2, l1).shift_by(l2, l3).where(l2, if_zero).swap(l0, l1).everywhere();
  s.reverse_subtract_integer(l0, zero).reverse_subtract_integer(l3, zero);
}
// In lanes where l0 is not zero.
constexpr void gcd_round(sequence& s) {
  s.integer_absolute(l2, l0).bit_and(l0, l2).leading_zeros(l0, l0, true).add_integer(l0, l3).shift_by(l2, l0).move(l0, l2);
  s.min_max(l1, l0).reverse_subtract_integer(l0, l1);
}
}  // namespace dividing
constexpr repeated_program common_divisor() {
  repeated_program p;
  dividing::gcd_head(p.head);
  dividing::gcd_round(p.part);
  p.times = 30;
  p.tail.everywhere().store(l1, next_step, as_int32);
  return p;
}
// The least common multiple, its last 32 bits: one number over the divisor, times the other; 0 of 0 and any.
constexpr repeated_program common_multiple() {
  repeated_program p = common_divisor();
  program constants;
  dividing::constants(constants);
  p.constants = constants.constants;
  sequence s;
  s.everywhere();
  dividing::load_magnitude(s, l0, 0);
  dividing::magnitudes(s);
  dividing::load_magnitude(s, l1, second_tile);
  s.move(l0, l2), multiply_integers(s);
  s.store(l2, next_step, as_int32);
  p.tail = s;
  return p;
}

}  // namespace tensix::vector
