// SPDX-License-Identifier: Apache-2.0
// T1: powers, remainders and the like of two and three tiles of floats.
#pragma once
#include "tensix/vector_tiles.h"
#include "workload/vector/random.h"
#include "workload/vector/ternary.h"
#include "workload/vector/two_tiles.h"

namespace tensix::device {

struct logarithm_times_function {
  static constexpr uint32_t number = 0x101;
  static constexpr vector::program program() { return vector::times_logarithm(vector_width); }
};
struct power_function {
  static constexpr uint32_t number = 0x102;
  static constexpr vector::program program() { return vector::power_of_tiles(vector_width); }
};
struct remainder_function {
  static constexpr uint32_t number = 0x103;
  static constexpr vector::program program() { return vector::remainder_of_tiles(vector_width); }
};
struct equal_function {
  static constexpr vector::program program() { return vector::equal(); }
};
struct add_product_function {
  static constexpr vector::program program() { return vector::add_product(vector_width); }
};
struct add_quotient_function {
  static constexpr uint32_t number = 0x104;
  static constexpr vector::program program() { return vector::add_quotient(vector_width); }
};
struct between_function {
  static constexpr vector::program program() { return vector::between(vector_width); }
};

struct uniform_words {
  static constexpr vector::sequence words() { return vector::uniform().step; }
};
struct dropout_words {
  static constexpr vector::sequence words() { return vector::dropout(vector_width).step; }
};
template <class P>
ALWI void run_with_two(uint32_t tile, uint32_t l4, uint32_t l5) {
  if constexpr (computes) {
    check_math(true, tile);
    run_steps_with_two<P>(tile, l4, l5);
  }
}
// Of all lanes, from one seed; the matrix unit's and the packers' generators start anew, too.
ALWI void seed_random(uint32_t seed) {
  if constexpr (computes) {
    ttinsn<word::stallwait(block::config, until_vector_done)>();
    sync();
    set_config(cfg::PRNG_SEED_Seed_Val.word, seed);
    ttinsn<word::stallwait(block::vector, until::riscv_stores_done)>();
  }
}

}  // namespace tensix::device
