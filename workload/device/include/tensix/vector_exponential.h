// SPDX-License-Identifier: Apache-2.0
// T1: e^x in TT-Metalium's forms: of multiples of x, of some of a tile's faces, of part of each face.
#pragma once
#include "tensix/vector.h"

namespace tensix::device {

inline constexpr uint32_t fp32_one = 0x3f800000;

// 1 / ln 2 times a number, FP32 bits, rounded: 24 bits by 24, of which the upper 24 stay.
constexpr uint32_t times_log2_e(uint32_t bits) {
  if (bits == fp32_one) return vector::exponential::bits_log2_e;
  const uint32_t exponent = bits >> 23 & 255;
  if (exponent == 0) return 0;
  constexpr uint64_t log2_e = (vector::exponential::bits_log2_e & 0x7fffff) | 0x800000;
  uint64_t product = log2_e * ((bits & 0x7fffff) | 0x800000);  // of [2^46, 2^48)
  const uint32_t above = product >> 47 ? 24 : 23;
  product = ((product >> (above - 1)) + 1) >> 1;
  return (bits & 0x80000000) | (static_cast<uint32_t>(product) + ((exponent + above - 24) << 23));
}

// The approximate variant of e^(scale * x).
template <uint32_t scale>
struct scaled_exponential {
  struct constants {
    static constexpr vector::sequence words() { return vector::fast::exponential(times_log2_e(scale)).constants; }
  };
};
template <bool fast, uint32_t scale>
ALWI void init_exponential() {
  if constexpr (computes) {
    constexpr auto f = vector::function::exp;
    if constexpr (fast) {
      issue<typename scaled_exponential<scale>::constants>();
      if (checked) vector_unit.initialised = vector_id(f, true);
    } else {
      init_vector_function<f, false>();
    }
  }
}

// `part`: of a face as many times 32 datums. `scale`: BF16 bits.
template <bool fast, bool scaled, int part>
ALWI void run_exponential(uint32_t tile, int faces, uint32_t scale) {
  using vector::function;
  static_assert(part >= 0 && part <= 8, "a face has 8 times 32 datums");
  if constexpr (computes) {
    check_math(vector_unit.initialised == vector_id(function::exp, fast), tile);
    constexpr function f = scaled ? function::exp_scaled : function::exp;
    if constexpr (scaled) run_vector_faces<f, fast, part>(tile, faces, scale << 16);
    else run_vector_faces<f, fast, part>(tile, faces);
  }
}

}  // namespace tensix::device
