// SPDX-License-Identifier: Apache-2.0
// x * log(y)
#pragma once
#include "api/compute/common.h"
#include "tensix/vector_pairs.h"

namespace ckernel {

// Of Dst tile `idst0` and `idst1` to `odst`; no number for a negative y, and for x = y = 0. Cycles: docs/vector-functions.md.
ALWI void xlogy_binary_tile_init() { tensix::device::init_function_of_tiles<tensix::device::logarithm_times_function>(); }
ALWI void xlogy_binary_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
  called();
  tensix::device::run_pair<tensix::device::logarithm_times_function>(idst1, idst0, odst);
}

}  // namespace ckernel
using namespace ckernel;
