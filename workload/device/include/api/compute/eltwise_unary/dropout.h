// SPDX-License-Identifier: Apache-2.0
// Datums left out by chance.
#pragma once
#include "api/compute/common.h"
#include "tensix/vector_pairs.h"

namespace ckernel {

// Seeds the vector unit's generator, and all others of the tile.
ALWI void dropout_kernel_init(uint32_t seed = 0) { tensix::device::seed_random(seed); }
// Dst tile `idst` times a number, given by its bits as FP32; 0 with a probability of `probability` / (2^31 - 1).
ALWI void dropout_tile(uint32_t idst, uint32_t probability, uint32_t scale_factor) {
  called();
  tensix::device::run_with_two<tensix::device::dropout_words>(idst, scale_factor, probability);
}

}  // namespace ckernel
using namespace ckernel;
