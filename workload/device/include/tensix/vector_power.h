// SPDX-License-Identifier: Apache-2.0
// T1: powers with whole exponents, by squares and products. Which of these there are is known only as the program runs.
#pragma once
#include "tensix/vector.h"

namespace tensix::device {

struct power_words {
  struct begin {
    static constexpr vector::sequence words() { return vector::sequence{}.load(vector::l0).move(vector::l1, vector::one); }
  };
  struct product {
    static constexpr vector::sequence words() { return vector::sequence{}.mul(vector::l1, vector::l1, vector::l0); }
  };
  struct square {
    static constexpr vector::sequence words() { return vector::sequence{}.mul(vector::l0, vector::l0, vector::l0); }
  };
  struct end {
    static constexpr vector::sequence words() {
      vector::sequence s;
      if (!fp32_dst) s.no_operation();  // rounding does not wait for the product before
      vector::finish(s, vector::l1, vector_width);
      return s;
    }
  };
};

// Of a number that is not negative what is before its point; at most 2^32 - 1. Bits of a denormal number are an integer: kernels
// give the exponent in both ways.
constexpr uint32_t whole_part(uint32_t fp32_bits) {
  if (fp32_bits < 1u << 23) return fp32_bits;
  const int32_t exponent = static_cast<int32_t>(fp32_bits >> 23) - 127;  // a sign makes it large
  if (exponent < 0) return 0;
  if (exponent > 31) return ~0u;
  const uint32_t significand = 0x80000000u | fp32_bits << 8;
  return significand >> (31 - exponent);
}

inline __attribute__((noinline)) void run_power_steps(uint32_t tile, uint32_t exponent) {
  begin_vector(tile);
  for (uint32_t i = 0; i < vector::tile_steps; ++i) {
    issue<power_words::begin>();
    for (uint32_t e = exponent; e; e >>= 1) {
      if (e & 1) issue<power_words::product>();
      if (e > 1) issue<power_words::square>();
    }
    issue<power_words::end>();
  }
  ttinsn<setrwc(0, rwc_dst)>();
  end_vector();
}
ALWI void run_power_iterative(uint32_t tile, uint32_t fp32_bits) {
  if constexpr (computes) {
    check_math(true, tile);
    run_power_steps(tile, whole_part(fp32_bits));
  }
}

}  // namespace tensix::device
