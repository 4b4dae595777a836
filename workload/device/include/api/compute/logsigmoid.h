// SPDX-License-Identifier: Apache-2.0
// log(1 / (1 + e^-x))
#pragma once
#include "api/compute/common.h"
#include "tensix/vector_binary.h"

namespace ckernel {

// Of Dst tile `idst_in0` to tile `idst_out`. Tile `idst_in1`, which has e^-x in TT-Metalium's kernels, is not read.
// Accuracy, special values, cycles: docs/vector-functions.md.
ALWI void logsigmoid_tile_init() { tensix::device::vector_function_init<tensix::vector::function::logsigmoid>(); }
ALWI void logsigmoid_tile(uint32_t idst_in0, [[maybe_unused]] uint32_t idst_in1, uint32_t idst_out) {
  called();
  tensix::device::vector_function_to<tensix::vector::function::logsigmoid>(idst_in0, idst_out);
}

}  // namespace ckernel
using namespace ckernel;
