// SPDX-License-Identifier: Apache-2.0
// Floats compared with a number, as IEEE 754 has it: 1 or 0.
#pragma once
#include "workload/vector/program.h"

namespace tensix::vector {

enum class float_comparison : uint32_t { lt, gt, le, ge, eq, ne };

// x > y is -x < -y, so that a NaN, which a product always makes +NaN, is behind everything.
constexpr bool compares_negative(float_comparison c) { return c == float_comparison::gt || c == float_comparison::ge; }

// What LReg 4 must hold to compare with the number `bits`: denormal numbers count as 0; below NaN is nothing; and x < y is x <= the
// one before y in the vector unit's total order, in which -0 is one before 0.
constexpr uint32_t comparand(float_comparison c, uint32_t bits) {
  constexpr uint32_t sign = 0x80000000, smallest_normal = 0x00800000;
  const uint32_t magnitude = bits & ~sign;
  if (magnitude > positive_infinity) return sign | not_a_number;
  if (magnitude < smallest_normal) bits = 0;
  else if (compares_negative(c)) bits ^= sign;
  if (c != float_comparison::lt && c != float_comparison::gt) return bits;
  return bits == 0 ? sign : bits & sign ? bits + 1 : bits - 1;
}

// 32 datums. A product with 1 makes -0 and denormal numbers 0.
constexpr sequence compare_with_scalar(float_comparison c) {
  using o = float_comparison;
  sequence s;
  s.load(l0).mad(l0, l0, one, zero, compares_negative(c) ? negate_a : 0);
  if (c == o::eq) s.move(l1, l4).not_greater(l1, l0, to_mask).not_greater(l0, l4, to_mask).bit_and(l0, l1);
  else if (c == o::ne) s.move(l1, l4).greater(l1, l0, to_mask).greater(l0, l4, to_mask).bit_or(l0, l1);
  else s.not_greater(l0, l4, to_mask);
  s.bit_and(l0, one).store(l0);
  return s;
}

}  // namespace tensix::vector
