// SPDX-License-Identifier: Apache-2.0
// The logarithm of the gamma function, in two parts
#pragma once
#include "api/compute/common.h"
#include "tensix/vector_tiles.h"

namespace tensix::device {
struct log_gamma_function {
  static constexpr vector::program program() { return vector::log_gamma_reflected(vector_width); }
};
}  // namespace tensix::device

namespace ckernel {

// Dst tile `idst`, in its place: log(gamma(x)), of 1 - x where x is less than 1/2; exactly 0 at 1 and 2. Accuracy, special values, cycles:
// docs/vector-functions.md.
TENSIX_VECTOR_INIT(lgamma_stirling_tile_init, lgamma_stirling)
TENSIX_VECTOR(lgamma_stirling_tile, lgamma_stirling)

// Of tile `idst0` that has that, `idst1` with log|sin(pi x)| and `idst2` with x to `idst3`: log(gamma(x)) of all x, by reflection where x
// is less than 1/2. No init is needed.
ALWI void lgamma_adjusted_tile_init() {}
ALWI void lgamma_adjusted_tile(uint32_t idst0, uint32_t idst1, uint32_t idst2, uint32_t idst3) {
  called();
  tensix::device::run_function<tensix::device::log_gamma_function>(idst0, idst1, idst2, idst3);
}

}  // namespace ckernel
using namespace ckernel;
