// SPDX-License-Identifier: Apache-2.0
// Random numbers.
#pragma once
#include "api/compute/common.h"
#include "tensix/vector_pairs.h"

namespace ckernel {

// Seeds the vector unit's generator, and all others of the tile.
ALWI void rand_tile_init(uint32_t seed = 0) { tensix::device::seed_random(seed); }
// Dst tile `idst`: numbers from `from` up to, but without, from + scale, both the bits of FP32 numbers, of 23 random bits each. A 16-bit
// Dst cuts them. 7 cycles for 32 datums.
ALWI void rand_tile(uint32_t idst, uint32_t from, uint32_t scale) {
  called();
  tensix::device::run_with_two<tensix::device::uniform_words>(idst, scale, from);
}

}  // namespace ckernel
using namespace ckernel;
