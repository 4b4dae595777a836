// SPDX-License-Identifier: Apache-2.0
// T1: the vector unit compares a tile of Dst with a number.
#pragma once
#include "tensix/vector_integers.h"
#include "workload/vector/comparison.h"

namespace tensix::device {

template <vector::float_comparison c>
struct comparison_words {
  static constexpr vector::sequence words() { return vector::compare_with_scalar(c); }
};
template <vector::float_comparison c>
ALWI void run_comparison(uint32_t tile, uint32_t fp32_bits) {
  if constexpr (computes) {
    check_math(true, tile);
    run_scalar_steps<comparison_words<c>, false>(tile, vector::comparand(c, fp32_bits));
  }
}

}  // namespace tensix::device

// Functions of the API.
#define TENSIX_COMPARISON_INIT(name) \
  ALWI void name() {}
#define TENSIX_COMPARISON(comparison)                                                              \
  TENSIX_COMPARISON_INIT(unary_##comparison##_tile_init)                                           \
  ALWI void unary_##comparison##_tile(uint32_t idst, uint32_t fp32_bits) {                         \
    called();                                                                                      \
    tensix::device::run_comparison<tensix::vector::float_comparison::comparison>(idst, fp32_bits); \
  }                                                                                                \
  TENSIX_INTEGER(unary_##comparison##_tile_int32, comparison)
#define TENSIX_COMPARISON_WITH_ZERO(name, comparison)                                      \
  TENSIX_COMPARISON_INIT(name##_tile_init)                                                 \
  ALWI void name##_tile(uint32_t idst) {                                                   \
    called();                                                                              \
    tensix::device::run_comparison<tensix::vector::float_comparison::comparison>(idst, 0); \
  }                                                                                        \
  TENSIX_INTEGER_WITH_ZERO(name##_tile_int32, comparison, int32)
