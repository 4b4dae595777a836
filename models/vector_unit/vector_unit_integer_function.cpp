// SPDX-License-Identifier: Apache-2.0
// Integers, bits, and the fields of floating-point numbers: lane by lane, without rounding.
#include "models/vector_unit/vector_unit_function.h"

namespace tensix {

using namespace sfpu;

namespace {
constexpr uint32_t fraction = 0x7fffff, exponent = 0x7f800000;
constexpr uint32_t immediate = 1;  // mode bit of SFPSETEXP, SFPSETMAN and SFPSETSGN
}  // namespace

// LaneFlags of the enabled lanes become x != 0, or the complement. (Not `(x[i] != 0 ? 1u : 0u) << i`, here and in the other
// files: with -fsanitize=undefined g++ 12 makes wrong code of it.)
void vector_unit_function::set_flags(const operation& o, const uint32_t (&x)[lanes], bool complement) {
  uint32_t flags = 0;
  for (unsigned i = 0; i < lanes; ++i) flags |= uint32_t{x[i] != 0} << i;
  lane_enabled = (lane_enabled & ~o.enabled) | ((complement ? ~flags : flags) & o.enabled);
}

void vector_unit_function::bitwise_and(const operation& o) {
  lanewise(o, [](uint32_t b, uint32_t c) { return b & c; });
}
void vector_unit_function::bitwise_or(const operation& o) {
  lanewise(o, [](uint32_t b, uint32_t c) { return b | c; });
}
void vector_unit_function::bitwise_xor(const operation& o) {
  lanewise(o, [](uint32_t b, uint32_t c) { return b ^ c; });
}
void vector_unit_function::bitwise_not(const operation& o) {
  lanewise(o, [](uint32_t, uint32_t c) { return ~c; });
}

// The documentation keeps the sign of -infinity too; the bits of the public simulator, which only NaNs keep, are taken.
void vector_unit_function::absolute(const operation& o) {
  if (o.mode & 1) lanewise(o, [](uint32_t, uint32_t c) { return c > 0xff800000u ? c : c & ~sign_bit; });
  else lanewise(o, [](uint32_t, uint32_t c) { return c & sign_bit ? 0u - c : c; });
}

void vector_unit_function::add_integers(const operation& o) {
  constexpr uint32_t with_immediate = 1, subtract = 2, no_flags = 4, not_negative = 8;
  if (!writable(o.vd)) return;
  const uint32_t *b = o.lreg[o.vb], *c = o.lreg[o.vc];
  uint32_t result[lanes], flag[lanes];
  if (o.mode & with_immediate) {
    const uint32_t imm = o.imm & 0x800 ? o.imm | 0xfffff000u : o.imm;
    for (unsigned i = 0; i < lanes; ++i) result[i] = c[i] + imm;
  } else if (o.mode & subtract) {
    for (unsigned i = 0; i < lanes; ++i) result[i] = c[i] - b[i];
  } else {
    for (unsigned i = 0; i < lanes; ++i) result[i] = c[i] + b[i];
  }
  const uint32_t old = lane_enabled;
  for (unsigned i = 0; i < lanes; ++i) flag[i] = o.mode & no_flags ? old >> i & 1 : result[i] >> 31;
  if (o.vd < 8) set_flags(o, flag, o.mode & not_negative);
  write_lanes(o.vd, o.enabled, result);
}

void vector_unit_function::leading_zeros(const operation& o) {
  constexpr uint32_t not_zero = 2, without_sign = 4, complement = 8;
  if (!writable(o.vd)) return;
  const uint32_t* c = o.lreg[o.vc];
  const uint32_t mask = o.mode & without_sign ? ~sign_bit : ~0u, old = lane_enabled;
  uint32_t result[lanes], flag[lanes];
  for (unsigned i = 0; i < lanes; ++i) {
    const uint32_t x = c[i] & mask;
    result[i] = x ? static_cast<uint32_t>(__builtin_clz(x)) : 32;
    flag[i] = o.mode & not_zero ? x : old >> i & 1;
  }
  if (o.vd < 8) set_flags(o, flag, o.mode & complement);
  write_lanes(o.vd, o.enabled, result);
}

// The modes that are not documented do on silicon what the lower bits say; 4 and 6 as 0 and 2.
void vector_unit_function::bitwise_shift(const operation& o) {
  constexpr uint32_t by_immediate = 1, arithmetic = 2, shifts_vc = 4;
  const uint32_t imm = o.imm & 0x800 ? o.imm | 0xfffff000u : o.imm;
  const bool by_imm = o.mode & by_immediate, of_vc = by_imm && (o.mode & shifts_vc), keeps_sign = o.mode & arithmetic;
  lanewise(o, [=](uint32_t b, uint32_t c) {
    const uint32_t x = of_vc ? c : b, by = by_imm ? imm : c, right = (0u - by) & 31;
    const uint32_t ones = keeps_sign && (x & sign_bit) && right ? ~0u << (32 - right) : 0;
    return by & sign_bit ? x >> right | ones : x << (by & 31);
  });
}

void vector_unit_function::divide_by_power_of_2(const operation& o) {
  const uint32_t imm8 = o.imm & 0xff;
  if (o.mode & 1)
    lanewise(o, [=](uint32_t, uint32_t c) {
      return (c & exponent) == exponent ? c : (c & ~exponent) | ((c + (imm8 << 23)) & exponent);
    });
  else lanewise(o, [=](uint32_t, uint32_t c) { return (c & ~exponent) | imm8 << 23; });
}

void vector_unit_function::extract_exponent(const operation& o) {
  constexpr uint32_t with_bias = 1, negative = 2, complement = 8;
  if (!writable(o.vd)) return;
  const uint32_t bias = o.mode & with_bias ? 0 : 127, old = lane_enabled;
  const uint32_t* c = o.lreg[o.vc];
  uint32_t result[lanes], flag[lanes];
  for (unsigned i = 0; i < lanes; ++i) {
    result[i] = (c[i] >> 23 & 0xff) - bias;
    flag[i] = o.mode & negative ? result[i] >> 31 : old >> i & 1;
  }
  if (o.vd < 8) set_flags(o, flag, o.mode & complement);
  write_lanes(o.vd, o.enabled, result);
}

void vector_unit_function::extract_mantissa(const operation& o) {
  const uint32_t hidden = o.mode & 1 ? 0 : fraction + 1;
  lanewise(o, [=](uint32_t, uint32_t c) { return hidden | (c & fraction); });
}

void vector_unit_function::set_exponent(const operation& o) {
  const uint32_t imm8 = o.imm & 0xff;
  if (o.mode & immediate) lanewise(o, [=](uint32_t, uint32_t c) { return (c & ~exponent) | imm8 << 23; });
  else if (o.mode & 2) lanewise(o, [=](uint32_t b, uint32_t c) { return (c & ~exponent) | (b & exponent); });
  else lanewise(o, [=](uint32_t b, uint32_t c) { return (c & ~exponent) | (b & 0xff) << 23; });
}

void vector_unit_function::set_mantissa(const operation& o) {
  const uint32_t mantissa = o.imm << 11;
  if (o.mode & immediate) lanewise(o, [=](uint32_t, uint32_t c) { return (c & ~fraction) | mantissa; });
  else lanewise(o, [=](uint32_t b, uint32_t c) { return (c & ~fraction) | (b & fraction); });
}

void vector_unit_function::set_sign(const operation& o) {
  const uint32_t sign = o.imm << 31;
  if (o.mode & immediate) lanewise(o, [=](uint32_t, uint32_t c) { return (c & ~sign_bit) | sign; });
  else lanewise(o, [=](uint32_t b, uint32_t c) { return (c & ~sign_bit) | (b & sign_bit); });
}

}  // namespace tensix
