// SPDX-License-Identifier: Apache-2.0
// SFPARECIP: approximate reciprocal and exponential.
#include <array>

#include "models/vector_unit/vector_unit_function.h"

namespace tensix {

using namespace sfpu;

namespace {

// ApproxRecip's mantissa for the upper seven mantissa bits i: 2^15 / (128.5 + i) - 128, rounded (never a tie).
constexpr uint32_t reciprocal_mantissa(uint32_t i) { return (65536 + (257 + 2 * i) / 2) / (257 + 2 * i) - 128; }

// ApproxExp's table covers the BF16 values from 2^-6 up to 2: e^x, truncated to seven mantissa bits of the exponent that the
// result is given (1 below 0.6953125, else 2; a result from 4 on carries into the exponent).
constexpr uint32_t exp_first = 0x3c80, exp_last = 0x4000, exp_two = 0x3f32;
constexpr uint8_t exponential_mantissa(uint32_t bf16) {
  constexpr unsigned fraction = 30;
  const uint64_t x = (uint64_t{128} | (bf16 & 0x7f)) << (fraction - 7 + (bf16 >> 7) - 127);
  uint64_t sum = uint64_t{1} << fraction, term = sum;
  for (uint64_t n = 1; n < 20; ++n) sum += term = (term * x >> fraction) / n;
  if (bf16 < exp_two) return static_cast<uint8_t>((sum >> (fraction - 7)) - 128);
  const uint64_t result = sum >> (fraction - 6);
  return static_cast<uint8_t>(result < 256 ? result - 128 : result >> 1);
}
constexpr auto make_exponential_table() {
  std::array<uint8_t, exp_last - exp_first> table{};
  for (uint32_t i = 0; i < table.size(); ++i) table[i] = exponential_mantissa(exp_first + i);
  return table;
}
constexpr auto exponential_table = make_exponential_table();

// Both take magnitudes.
constexpr uint32_t approximate_reciprocal(uint32_t x) {
  if (x < 0x00800000) return 0x7f800000;
  if (x >= 0x7e800000) return 0;
  return (253 - (x >> 23)) << 23 | reciprocal_mantissa((x >> 16) & 0x7f) << 16;
}
constexpr uint32_t approximate_exponential(uint32_t x) {
  const uint32_t low = x & 0xffff, index = x >> 16;
  if (x < 0x00800000) return 0x3f800000;
  if (index < exp_first) return 0x3f810000 | low;
  if (index >= exp_last) return 0x40800000 | low;
  return (index < exp_two ? 0x3f800000u : 0x40000000u) | uint32_t{exponential_table[index - exp_first]} << 16 | low;
}

}  // namespace

void vector_unit_function::approximate(const operation& o) {
  const uint32_t *x = o.lreg[o.vc], *condition = o.lreg[o.vb];
  uint32_t result[lanes];
  for (unsigned i = 0; i < lanes; ++i) {
    const uint32_t sign = x[i] & sign_bit, magnitude = x[i] & ~sign_bit;
    if (o.mode == 0) result[i] = sign | approximate_reciprocal(magnitude);
    else if (o.mode == 1) result[i] = condition[i] & sign_bit ? approximate_reciprocal(magnitude) : x[i];
    else result[i] = sign | approximate_exponential(magnitude);
  }
  write_lanes(o.vd, o.enabled, result);
}

}  // namespace tensix
