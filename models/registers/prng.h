// SPDX-License-Identifier: Apache-2.0
// The pseudo-random bits of stochastic rounding: a linear feedback shift register of 32 bits. Layer 1.
// Source: ISA documentation, VectorUnit (PRNG), where the step and the seeding by PRNG_SEED are given.
#pragma once
#include <cstdint>

namespace tensix {

constexpr uint32_t step_prng(uint32_t s) {
  const uint32_t taps = (s >> 31 ^ s >> 21 ^ s >> 1 ^ s) & 1;  // parity of bits 31, 21, 1, 0
  return (taps ^ 1) << 31 | s >> 1;
}

// As many steps at once; at most eleven, so that no tap reads a bit that is still to be made.
constexpr uint32_t step_prng(uint32_t s, unsigned steps) {
  uint32_t bits = ~(s >> 21 ^ s >> 1 ^ s);
  for (unsigned by = 1; by < 16; by *= 2) bits ^= bits << by;  // each bit also takes in the one made before it
  if (s >> 31) bits = ~bits;
  return s >> steps | bits << (32 - steps);
}

// Whole words of new bits, one after the other. A step a word would make neighbouring words share 31 bits.
class random_words {
 public:
  explicit random_words(uint32_t seed = 0) { this->seed(seed); }
  void seed(uint32_t seed) {
    state_ = seed;
    next();
  }
  uint32_t next() { return state_ = step_prng(step_prng(step_prng(state_, 11), 11), 10); }

 private:
  uint32_t state_;
};

}  // namespace tensix
