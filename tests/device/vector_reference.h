// SPDX-License-Identifier: Apache-2.0
// The vector unit's functions in double precision, the formats of Dst, and the distance between two of their numbers.
#pragma once
#include <cmath>
#include <cstdint>
#include <cstring>

#include "workload/vector/functions.h"

namespace tensix {

enum class dst_format { bf16, fp16, fp32 };

inline double fp32_value(uint32_t bits) {
  float f;
  std::memcpy(&f, &bits, sizeof f);
  return f;
}
inline uint32_t fp32_bits(double x) {
  const float f = static_cast<float>(x);
  uint32_t bits;
  std::memcpy(&bits, &f, sizeof bits);
  return bits;
}

// FP16 as Dst has it: no infinities, no NaNs; denormals count as zero in all formats.
struct format_of_dst {
  dst_format format;
  unsigned fraction_bits() const { return format == dst_format::bf16 ? 7 : format == dst_format::fp16 ? 10 : 23; }
  unsigned bits() const { return format == dst_format::fp32 ? 32 : 16; }
  unsigned exponent_bits() const { return format == dst_format::fp16 ? 5 : 8; }
  uint32_t magnitude_mask() const { return (1u << (bits() - 1)) - 1; }
  bool negative(uint32_t x) const { return x >> (bits() - 1) & 1; }
  bool denormal(uint32_t x) const { return (x & magnitude_mask()) >> fraction_bits() == 0; }
  double value(uint32_t x) const {
    const uint32_t magnitude = x & magnitude_mask();
    if (denormal(x)) return negative(x) ? -0.0 : 0.0;
    if (format == dst_format::bf16) return fp32_value(x << 16);
    if (format == dst_format::fp32) return fp32_value(x);
    const double m = std::ldexp(1024 + (magnitude & 1023), static_cast<int>(magnitude >> 10) - 25);
    return negative(x) ? -m : m;
  }
  bool not_a_number(uint32_t x) const {
    return format == dst_format::fp16 ? (x & magnitude_mask()) == magnitude_mask() : std::isnan(value(x));
  }
  // Correctly rounded, ties to even; denormals to zero, FP16's overflow to the largest.
  uint32_t rounded(double x) const {
    const uint32_t sign = std::signbit(x) ? 1u << (bits() - 1) : 0;
    const double m = std::fabs(x);
    const int bias = exponent_bits() == 5 ? 15 : 127, f = static_cast<int>(fraction_bits());
    if (std::isnan(x)) return magnitude_mask();
    const uint32_t top = format == dst_format::fp16 ? magnitude_mask() : 255u << f;
    if (std::isinf(x)) return sign | top;
    if (m == 0) return sign;
    int exponent = 0;
    std::frexp(m, &exponent);  // m in [2^(exponent - 1), 2^exponent)
    const int e = exponent - 1 < 1 - bias ? 1 - bias : exponent - 1;
    const double scaled = std::nearbyint(std::ldexp(m, f - e));
    const double word = scaled + std::ldexp(static_cast<double>(e + bias - 1), f);
    if (scaled < std::ldexp(1, f)) return sign;
    return sign | (word >= top ? top : static_cast<uint32_t>(word));
  }
  // Numbers of the format between the two, one of them counted; zeros are one number.
  uint32_t distance(uint32_t a, uint32_t b) const {
    const auto ordinal = [&](uint32_t x) {
      const int64_t m = denormal(x) ? 0 : static_cast<int64_t>(x & magnitude_mask()) - (int64_t{1} << fraction_bits()) + 1;
      return negative(x) ? -m : m;
    };
    const int64_t d = ordinal(a) - ordinal(b);
    return static_cast<uint32_t>(d < 0 ? -d : d);
  }
};

// `n`: the numbers that the function takes. In vector_functions_reference.h.
double reference(vector::function f, double x, const double* n = nullptr);

}  // namespace tensix
