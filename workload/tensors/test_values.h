// SPDX-License-Identifier: Apache-2.0
// Test data: values that are known by seed and place alone, so that any part of a matrix can be made when it is wanted. No SystemC.
#pragma once
#include <cstdint>

namespace tensix {

// The same values for the same seed on every machine: sign * (1 + k/2^(bits-1)) * 2^e with -3 <= e <= 1, about one in 32 a
// zero. `significant_bits` 1..24: with 8 or fewer every value is exact in BF16, with 11 or fewer in FP16.
class test_values {
 public:
  // Throws std::invalid_argument for other `significant_bits`.
  explicit test_values(uint64_t seed, unsigned significant_bits = 8);
  // Values number `first` and those that follow.
  void make(uint64_t first, uint32_t count, float* values) const;

 private:
  uint64_t base_;
  unsigned bits_;
};

}  // namespace tensix
