// SPDX-License-Identifier: Apache-2.0
// Between two numbers
#pragma once
#include "api/compute/common.h"
#include "tensix/vector_integers.h"

namespace ckernel {

// Dst tile `idst`, in its place: not less than `param0`, then not more than `param1`. FP32 bits, rounded to what Dst holds. A NaN
// becomes `param1`, one with a sign `param0`. No init is needed.
TENSIX_VECTOR_INIT(clamp_tile_init, clamp)
TENSIX_VECTOR_2(clamp_tile, clamp)
// The same of int32, with --fp32-dest.
ALWI void clamp_tile_int32(uint32_t idst, uint32_t param0, uint32_t param1) {
  called();
  tensix::device::run_clamp(idst, param0, param1);
}

}  // namespace ckernel
using namespace ckernel;
