// Integers of 32 bits in Dst: sign and magnitude, as buffers of int32 hold them; computed in two's complement, modulo 2^32.
#pragma once
#include "workload/vector/program.h"

namespace tensix::vector {

enum class integer_operation : uint32_t {
  add,
  sub,
  rsub,
  mul,
  bit_and,
  bit_or,
  bit_xor,
  left_shift,
  right_shift,
  logical_right_shift,  // two's complement
  max,
  min,
  lt,
  gt,
  le,
  ge,
  eq,
  ne  // by magnitude and sign
};
constexpr bool in_twos_complement(integer_operation op) { return op < integer_operation::max; }

// SFPCAST goes both ways: negative, the magnitude's complement, the sign kept.
constexpr void change_notation(sequence& s, uint32_t d) { s.to_magnitude(d, d); }

// l0 *= l1, the last 32 bits: 16 bits a factor, since SFPMUL24 takes 23. Uses l2, l3, l5 to l7.
constexpr void multiply_integers(sequence& s) {
  constexpr bool upper = true;
  s.shift(l2, l0, -16).shift(l3, l1, -16).constant(l5, 0xffff).bit_and(l0, l5).bit_and(l1, l5);
  s.mul24(l2, l2, l1).mul24(l3, l3, l0).mul24(l6, l0, l1, upper).mul24(l7, l0, l1);
  s.add_integer(l2, l3).shift(l2, l2, 16).shift(l6, l6, 23).add_integer(l2, l6).move(l0, l7).add_integer(l0, l2);
}
// l0 shifted by l1: 0 by less than 0 or more than 31. Uses l2.
constexpr void shift_integer(sequence& s, bool right, bool arithmetic) {
  s.shift(l2, l1, -5).where(l2, if_not_zero).constant(l0, 0).everywhere();
  if (right) s.reverse_subtract_integer(l1, zero);
  s.shift_by(l0, l1, arithmetic);
}
// l0 = op(l0, l1); a comparison 1 or 0.
constexpr void integer_body(sequence& s, integer_operation op) {
  using o = integer_operation;
  if (in_twos_complement(op)) change_notation(s, l0), change_notation(s, l1);
  switch (op) {
    case o::add: s.add_integer(l0, l1); break;
    case o::sub: s.reverse_subtract_integer(l1, l0).move(l0, l1); break;
    case o::rsub: s.reverse_subtract_integer(l0, l1); break;
    case o::mul: multiply_integers(s); break;
    case o::bit_and: s.bit_and(l0, l1); break;
    case o::bit_or: s.bit_or(l0, l1); break;
    case o::bit_xor: s.bit_xor(l0, l1); break;
    case o::left_shift: shift_integer(s, false, false); break;
    case o::right_shift: shift_integer(s, true, true); break;
    case o::logical_right_shift: shift_integer(s, true, false); break;
    case o::max: s.min_max(l1, l0); break;
    case o::min: s.min_max(l0, l1); break;
    case o::lt: s.greater(l1, l0, to_mask).move(l0, l1); break;
    case o::gt: s.greater(l0, l1, to_mask); break;
    case o::le: s.not_greater(l0, l1, to_mask); break;
    case o::ge: s.not_greater(l1, l0, to_mask).move(l0, l1); break;
    case o::eq: s.move(l2, l0).not_greater(l0, l1, to_mask).not_greater(l1, l2, to_mask).bit_and(l0, l1); break;
    case o::ne: s.move(l2, l0).greater(l0, l1, to_mask).greater(l1, l2, to_mask).bit_or(l0, l1); break;
  }
  if (in_twos_complement(op)) change_notation(s, l0);
  else if (op >= o::lt) s.shift(l0, l0, -31);
}

// Two tiles, as binary(); a tile and a number in LReg 4, in two's complement; all bits turned round.
constexpr program integer_binary(integer_operation op) {
  program p;
  p.step.load(l0, 0, as_int32).load(l1, 0, as_int32);
  integer_body(p.step, op);
  p.step.store(l0, next_step, as_int32);
  return p;
}
constexpr program integer_with_scalar(integer_operation op) {
  program p;
  p.step.load(l0, 0, as_int32).to_magnitude(l1, l4);
  integer_body(p.step, op);
  p.step.store(l0, next_step, as_int32);
  return p;
}
constexpr program integer_not() {
  program p;
  p.step.load(l0, 0, as_int32);
  change_notation(p.step, l0);
  p.step.bit_not(l0, l0);
  change_notation(p.step, l0);
  p.step.store(l0, next_step, as_int32);
  return p;
}

}  // namespace tensix::vector
