// SPDX-License-Identifier: Apache-2.0
// The multiply-add sub-unit: FP32 multiplication and addition, piecewise linear tables, 23-bit integer multiplication.
#include "models/vector_unit/vector_unit_function.h"

namespace tensix {

using namespace sfpu;

namespace {

constexpr uint32_t one = 0x3f800000, two = 0x40000000;
constexpr uint32_t negate_a = 1, negate_c = 2;

// Table entries of SFPLUT: sign, three bits of negative exponent, four of mantissa.
constexpr uint32_t widen_8(uint32_t x) {
  return x == 0xff ? 0 : (x & 0x80) << 24 | (127 - (x >> 4 & 7)) << 23 | (x & 15) << 19;
}
// Table entries of SFPLUTFP32: FP16, but without denormals and zeros, and what is no number is zero.
constexpr uint32_t widen_16(uint32_t x) {
  const uint32_t exponent = x >> 10 & 31;
  return (x & 0x8000) << 16 | (exponent == 31 ? 0 : 112 + exponent) << 23 | (x & 0x3ff) << 13;
}

// What the floating-point adder makes of a 23-bit product and an addend that is not zero: the product counts as having the
// exponent of 4.
constexpr uint32_t add_to_product(uint32_t product, uint32_t addend) {
  constexpr uint32_t product_exponent = 129;
  const uint32_t exponent = addend >> 23 & 0xff;
  if (exponent == 0) return product;
  const uint32_t larger = exponent > product_exponent ? exponent : product_exponent;
  const uint32_t by = (larger - exponent) & 31, extended = (0x800000 | (addend & 0x7fffff)) << 3, shifted = extended >> by;
  product >>= (larger - product_exponent) & 31;
  if (shifted == 0) return product;
  const uint32_t lost = (shifted << by) ^ extended;
  return (product + shifted + (lost > 0xffff ? 0x10000 : 0)) & 0x7fffff;
}

}  // namespace

void vector_unit_function::multiply_and_add(const operation& o) {
  alignas(32) uint32_t result[lanes];
  if (!(o.mode & (negate_a | negate_c | indirect_a))) {
    multiply_add(o.lreg[o.va], o.lreg[o.vb], o.lreg[o.vc], result);
  } else {
    const uint32_t flip_a = o.mode & negate_a ? sign_bit : 0, flip_c = o.mode & negate_c ? sign_bit : 0;
    alignas(32) uint32_t a[lanes], c[lanes];
    for (unsigned i = 0; i < lanes; ++i) a[i] = o.lreg[o.va][i] ^ flip_a, c[i] = o.lreg[o.vc][i] ^ flip_c;
    if (o.mode & indirect_a)
      for (unsigned i = 0; i < lanes; ++i) a[i] = o.lreg[o.lreg[7][i] & 15][i] ^ flip_a;
    multiply_add(a, o.lreg[o.vb], c, result);
  }
  write_indirect(o, o.mode & indirect_d, result);
}

// VC + immediate.
void vector_unit_function::add_immediate(const operation& o) {
  const uint32_t flip_c = o.mode & negate_c ? sign_bit : 0;
  alignas(32) uint32_t a[lanes], b[lanes], c[lanes], result[lanes];
  for (unsigned i = 0; i < lanes; ++i) a[i] = o.imm << 16, b[i] = one, c[i] = o.lreg[o.vc][i] ^ flip_c;
  multiply_add(a, b, c, result);
  write_indirect(o, o.mode & indirect_d, result);
}

// VC * immediate.
void vector_unit_function::multiply_immediate(const operation& o) {
  const uint32_t flip_c = o.mode & negate_c ? sign_bit : 0;
  alignas(32) uint32_t a[lanes], b[lanes], c[lanes], result[lanes];
  for (unsigned i = 0; i < lanes; ++i) a[i] = o.imm << 16, b[i] = o.lreg[o.vc][i] ^ flip_c, c[i] = 0;
  multiply_add(a, b, c, result);
  write_indirect(o, o.mode & indirect_d, result);
}

void vector_unit_function::write_indirect(const operation& o, bool indirect, const uint32_t (&result)[lanes]) {
  if (!indirect || o.vd == 16) {
    write_lanes(o.vd, o.enabled, result);
    return;
  }
  uint32_t targets[16] = {};
  for (unsigned i = 0; i < lanes; ++i) targets[o.lreg[7][i] & 15] |= o.enabled & 1u << i;
  for (unsigned r = 0; r < 8; ++r)
    if (targets[r]) write_lanes(r, targets[r], result);
}

void vector_unit_function::multiply_24(const operation& o) {
  constexpr uint32_t upper = 1;
  const uint32_t *b = o.lreg[o.vb], *c = o.lreg[o.vc];
  uint32_t a[lanes], result[lanes], any_c = 0;
  for (unsigned i = 0; i < lanes; ++i) a[i] = o.lreg[o.va][i], any_c |= c[i];
  if (o.mode & indirect_a)
    for (unsigned i = 0; i < lanes; ++i) a[i] = o.lreg[o.lreg[7][i] & 15][i];
  if (o.mode & upper) {
    for (unsigned i = 0; i < lanes; ++i)
      result[i] = static_cast<uint32_t>((uint64_t{a[i] & 0x7fffff} * (b[i] & 0x7fffff)) >> 23);
  } else {
    for (unsigned i = 0; i < lanes; ++i) result[i] = (a[i] * b[i]) & 0x7fffff;
  }
  if (any_c)
    for (unsigned i = 0; i < lanes; ++i) result[i] = add_to_product(result[i], c[i]);
  write_indirect(o, o.mode & indirect_d, result);
}

// LReg 3 selects an entry by its magnitude. Entries are halves of an LReg, or whole ones.
void vector_unit_function::lookup(const operation& o) {
  constexpr uint32_t sixteen_bits = 2, far_cut = 1, keep_sign = 4, three_entries = 10;
  alignas(32) uint32_t a[lanes], b[lanes], c[lanes], result[lanes];
  const auto entry = [&](unsigned base, unsigned i) {
    return b[i] < one ? o.lreg[base][i] : b[i] < two ? o.lreg[base + 1][i] : o.lreg[base + 2][i];
  };
  const uint32_t* x = o.lreg[3];
  for (unsigned i = 0; i < lanes; ++i) b[i] = x[i] & ~sign_bit;
  if (o.code == opcode::SFPLUT) {
    for (unsigned i = 0; i < lanes; ++i) a[i] = widen_8(entry(0, i) >> 8 & 0xff), c[i] = widen_8(entry(0, i) & 0xff);
  } else if (!(o.mode & sixteen_bits)) {
    for (unsigned i = 0; i < lanes; ++i) a[i] = entry(0, i), c[i] = entry(4, i);
  } else if ((o.mode & three_entries) == three_entries) {
    for (unsigned i = 0; i < lanes; ++i) a[i] = widen_16(entry(0, i) >> 16), c[i] = widen_16(entry(0, i) & 0xffff);
  } else {
    const uint32_t cut = o.mode & far_cut ? 0x40800000 : 0x40400000;  // 4 or 3
    for (unsigned i = 0; i < lanes; ++i) {
      const uint32_t split = b[i] < one ? 0x3f000000 : b[i] < two ? 0x3fc00000 : cut;  // 0.5, 1.5
      const uint32_t half = b[i] < split ? 0 : 16;
      a[i] = widen_16(entry(0, i) >> half & 0xffff), c[i] = widen_16(entry(4, i) >> half & 0xffff);
    }
  }
  multiply_add(a, b, c, result);
  if (o.mode & keep_sign)
    for (unsigned i = 0; i < lanes; ++i) result[i] = (result[i] & ~sign_bit) | (x[i] & sign_bit);
  write_indirect(o, o.mode & indirect_d, result);
}

}  // namespace tensix
