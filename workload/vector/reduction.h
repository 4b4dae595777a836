// SPDX-License-Identifier: Apache-2.0
// Many rows or columns of a tile to one. LReg 0 to 3 take what is next, LReg 4 to 7 have the results so far. Freestanding.
#pragma once
#include "workload/vector/rows.h"

namespace tensix::vector {

enum class reduction : uint32_t { sum, average, larger, smaller };
// Integers: two's complement of 32 bits; 32 bits without sign; fewer.
enum class datum_kind : uint32_t { floats, integers, naturals, small_naturals };

constexpr bool adds(reduction r) { return r == reduction::sum || r == reduction::average; }
// d = d and c.
constexpr void combine(sequence& s, reduction r, datum_kind k, uint32_t d, uint32_t c) {
  if (r == reduction::larger) s.min_max(c, d);
  else if (r == reduction::smaller) s.min_max(d, c);
  else if (k == datum_kind::floats) s.plus(d, d, c);
  else s.add_integer(d, c);
}
// The unit orders signs and magnitudes: what has the place of `d` in that order, and back.
constexpr void to_order(sequence& s, datum_kind k, uint32_t d) {
  if (k == datum_kind::integers) s.where(d, if_negative).bit_not(d, d).set_sign(d, d, 1).everywhere();
  if (k == datum_kind::naturals) s.bit_not(d, d).where(d, if_not_negative).bit_not(d, d).set_sign(d, d, 0).everywhere();
}
constexpr void from_order(sequence& s, datum_kind k, uint32_t d) {
  if (k == datum_kind::naturals) s.where(d, if_not_negative).set_sign(d, d, 1).bit_not(d, d).everywhere().bit_not(d, d);
  else to_order(s, k, d);
}
constexpr sequence begin_reduction(reduction r, datum_kind k) {
  sequence s;
  for (uint32_t i = 0; i < 4 && !adds(r); ++i) to_order(s, k, l4 + i);
  return s;
}
constexpr sequence reduce_more(reduction r, datum_kind k) {
  sequence s;
  for (uint32_t i = 0; i < 4 && !adds(r); ++i) to_order(s, k, l0 + i);
  for (uint32_t i = 0; i < 4; ++i) combine(s, r, k, l4 + i, l0 + i);
  return s;
}
constexpr void combine_four(sequence& s, reduction r, datum_kind k) {
  combine(s, r, k, l4, l5);
  combine(s, r, k, l6, l7);
  combine(s, r, k, l4, l6);
}
// As it goes to Dst.
constexpr void finish(sequence& s, reduction r, datum_kind k, uint32_t d, width w) {
  if (!adds(r)) from_order(s, k, d);
  else if (k == datum_kind::floats) round(s, d, w);
}
// An average of 32 numbers; of integers towards zero.
constexpr void divide_by_32(sequence& s, datum_kind k) {
  constexpr uint32_t one_32nd = 0x3d000000;
  if (k == datum_kind::floats) {
    s.mul_constant(l4, one_32nd);
    return;
  }
  if (k == datum_kind::integers) s.where(l4, if_negative).add_integer_constant(l4, l4, 31).everywhere();
  s.shift(l4, l4, -5, k == datum_kind::integers);
}
// LReg 4 to 7 are quarters of four rows: row 0 becomes all of them.
constexpr sequence reduce_to_row(reduction r, datum_kind k, width w) {
  sequence s;
  s.transpose();
  combine_four(s, r, k);
  if (r == reduction::average) divide_by_32(s, k);
  finish(s, r, k, l4, w);
  return s.transpose();
}
// LReg 4: all columns of a row in each, so that the first is, too.
constexpr sequence reduce_to_column(reduction r, datum_kind k, width w) {
  sequence s;
  combine_four(s, r, k);
  for (uint32_t by = 1; by < 8; by *= 2) {
    s.rotate(l5, l4);
    for (uint32_t i = 1; i < by; ++i) s.rotate(l5, l5);
    combine(s, r, k, l4, l5);
  }
  finish(s, r, k, l4, w);
  return s;
}
// LReg 4 to 7, a sum, to Dst.
constexpr sequence end_sum(datum_kind k, width w) {
  sequence s;
  for (uint32_t i = 0; i < 4; ++i) finish(s, reduction::sum, k, l4 + i, w);
  return s;
}

}  // namespace tensix::vector
