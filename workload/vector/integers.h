// SPDX-License-Identifier: Apache-2.0
// Integers in Dst: two's complement of 32 bits, 32 or 16 bits without sign. Results are the last 32 or 16 bits.
#pragma once
#include "workload/vector/program.h"

namespace tensix::vector {

enum class integer_format : uint32_t { int32, uint32, uint16 };
constexpr uint32_t dst_mode(integer_format f) { return f == integer_format::uint16 ? as_uint16 : as_int32; }

enum class integer_operation : uint32_t {
  add,
  sub,
  rsub,
  mul,
  bit_and,
  bit_or,
  bit_xor,
  left_shift,
  right_shift,          // with copies of the sign
  logical_right_shift,  // with zeros
  max,
  min,
  lt,
  gt,
  le,
  ge,
  eq,
  ne
};

// Two's complement to sign and magnitude, and back: negative, the magnitude's complement, the sign kept.
constexpr void change_notation(sequence& s, uint32_t d) { s.to_magnitude(d, d); }

// l0 * l1 to l2: the upper nine bits of each factor apart, since SFPMUL24 takes 23. Uses l3, l5 to l7.
constexpr void multiply_integers(sequence& s) {
  constexpr bool upper = true;
  s.shift(l2, l0, -23).shift(l3, l1, -23).mul24(l2, l2, l1).mul24(l3, l3, l0).mul24(l6, l0, l1, upper).mul24(l7, l0, l1);
  s.add_integer(l2, l3).add_integer(l2, l6).shift(l2, l2, 23).add_integer(l2, l7);
}
// l0 shifted by l1: 0 by less than 0 or more than 31. Uses l2.
constexpr void shift_integer(sequence& s, bool right, bool arithmetic) {
  s.shift(l2, l1, -5).where(l2, if_not_zero).constant(l0, 0).everywhere();
  if (right) s.reverse_subtract_integer(l1, zero);
  s.shift_by(l0, l1, arithmetic);
}
// The vector unit orders signs and magnitudes. In that order two's complement is the wrong way round where both are negative, and
// numbers without sign are but where neither has the upper bit.
constexpr void swap_if_both(sequence& s, uint32_t condition) {
  s.where(l0, condition).where(l1, condition).swap(l0, l1).everywhere();
}
// l0 and l1 to the smaller and the larger.
constexpr void order_integers(sequence& s, integer_format f) {
  if (f == integer_format::uint32) s.min_max(l1, l0), swap_if_both(s, if_not_negative);
  else s.min_max(l0, l1);
  if (f == integer_format::int32) swap_if_both(s, if_negative);
}
// Whether the first is the greater: 1 or 0; `no`: whether not. Changes both.
constexpr uint32_t compare_integers(sequence& s, integer_format f, bool l0_is_first, bool no) {
  if (f == integer_format::uint32) swap_if_both(s, if_not_negative);
  if (f == integer_format::int32) swap_if_both(s, if_negative);
  const bool l0_first = l0_is_first != (f == integer_format::uint32);
  const uint32_t d = l0_first ? l0 : l1, c = l0_first ? l1 : l0;
  if (no) s.not_greater(d, c, to_mask);
  else s.greater(d, c, to_mask);
  s.shift(d, d, -31);
  return d;
}
// 1 or 0: whether l0 is zero.
constexpr void is_zero(sequence& s) { s.leading_zeros(l0, l0).shift(l0, l0, -5); }
constexpr void is_not_zero(sequence& s) { s.leading_zeros(l0, l0).add_integer_constant(l0, l0, -32).shift(l0, l0, -31); }

// op(l0, l1): the LReg that it is in afterwards; a comparison gives 1 or 0. l1 is changed, l4 is not.
constexpr uint32_t integer_body(sequence& s, integer_operation op, integer_format f) {
  using o = integer_operation;
  switch (op) {
    case o::add: s.add_integer(l0, l1); return l0;
    case o::sub: s.reverse_subtract_integer(l1, l0); return l1;
    case o::rsub: s.reverse_subtract_integer(l0, l1); return l0;
    case o::mul:
      if (f == integer_format::uint16) s.mul24(l2, l0, l1);
      else multiply_integers(s);
      return l2;
    case o::bit_and: s.bit_and(l0, l1); return l0;
    case o::bit_or: s.bit_or(l0, l1); return l0;
    case o::bit_xor: s.bit_xor(l0, l1); return l0;
    case o::left_shift: shift_integer(s, false, false); return l0;
    case o::right_shift: shift_integer(s, true, f != integer_format::uint16); return l0;
    case o::logical_right_shift: shift_integer(s, true, false); return l0;
    case o::max: order_integers(s, f); return l1;
    case o::min: order_integers(s, f); return l0;
    case o::lt: return compare_integers(s, f, false, false);
    case o::gt: return compare_integers(s, f, true, false);
    case o::le: return compare_integers(s, f, true, true);
    case o::ge: return compare_integers(s, f, false, true);
    case o::eq: s.bit_xor(l0, l1), is_zero(s); return l0;
    case o::ne: s.bit_xor(l0, l1), is_not_zero(s); return l0;
  }
  return l0;
}

// Two tiles, as binary().
constexpr program integer_binary(integer_operation op, integer_format f = integer_format::int32) {
  program p;
  p.step.load(l0, 0, dst_mode(f)).load(l1, second_tile, dst_mode(f));
  p.step.store(integer_body(p.step, op, f), next_step, dst_mode(f));
  return p;
}
// A tile and a number in LReg 4.
constexpr program integer_with_scalar(integer_operation op, integer_format f = integer_format::int32) {
  program p;
  p.step.load(l0, 0, dst_mode(f)).move(l1, l4);
  p.step.store(integer_body(p.step, op, f), next_step, dst_mode(f));
  return p;
}
// Less the number `low` becomes this, more than `high` that: LReg 5 and 4.
constexpr program clamp_integer() {
  program p;
  p.step.load(l0, 0, as_int32).move(l1, l5);
  order_integers(p.step, integer_format::int32);
  p.step.move(l0, l4);
  order_integers(p.step, integer_format::int32);
  p.step.store(l0, next_step, as_int32);
  return p;
}
// Its negative, its magnitude, the larger of it and 0.
enum class integer_function : uint32_t { negative, absolute, relu };
constexpr program integer_unary(integer_function f) {
  program p;
  p.step.load(l0, 0, as_int32);
  switch (f) {
    case integer_function::negative: p.step.reverse_subtract_integer(l0, zero); break;
    case integer_function::absolute: p.step.integer_absolute(l0, l0); break;
    case integer_function::relu: p.step.min_max(zero, l0); break;
  }
  p.step.store(l0, next_step, as_int32);
  return p;
}
constexpr program integer_not() {
  program p;
  p.step.load(l0, 0, as_int32).bit_not(l0, l0).store(l0, next_step, as_int32);
  return p;
}
// LReg 4 everywhere.
constexpr program integer_fill(integer_format f) {
  program p;
  p.step.store(l4, next_step, dst_mode(f));
  return p;
}

// Comparisons with 0: 1 or 0.
constexpr program integer_with_zero(integer_operation op, integer_format f) {
  using o = integer_operation;
  program p;
  sequence& s = p.step;
  s.load(l0, 0, dst_mode(f));
  switch (op) {
    case o::eq: is_zero(s); break;
    case o::ne: is_not_zero(s); break;
    case o::lt: s.shift(l0, l0, -31); break;
    case o::ge: s.bit_not(l0, l0).shift(l0, l0, -31); break;
    case o::le: s.add_integer_constant(l1, l0, -1).bit_or(l0, l1).shift(l0, l0, -31); break;
    default: s.add_integer_constant(l1, l0, -1).bit_or(l0, l1).bit_not(l0, l0).shift(l0, l0, -31); break;  // gt
  }
  s.store(l0, next_step, dst_mode(f));
  return p;
}

}  // namespace tensix::vector
