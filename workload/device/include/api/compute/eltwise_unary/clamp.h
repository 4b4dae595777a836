// Between two numbers
#pragma once
#include "api/compute/common.h"
#include "tensix/vector.h"

namespace ckernel {

// Dst tile `idst`, in its place: not less than `param0`, then not more than `param1`. FP32 bits, rounded to what Dst holds. A NaN
// becomes `param1`, one with a sign `param0`. No init is needed.
TENSIX_VECTOR_INIT(clamp_tile_init, clamp)
TENSIX_VECTOR_2(clamp_tile, clamp)

}  // namespace ckernel
using namespace ckernel;
