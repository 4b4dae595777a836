// The larger and the smaller of two tiles of Dst.
#pragma once
#include "api/compute/eltwise_binary_sfpu.h"
#include "tensix/vector_integers.h"

namespace ckernel {

// The larger, the smaller of int32, with --fp32-dest.
TENSIX_INTEGER_INIT(binary_max_int32_tile_init)
TENSIX_INTEGER_INIT(binary_min_int32_tile_init)
TENSIX_INTEGERS(binary_max_int32_tile, max)
TENSIX_INTEGERS(binary_min_int32_tile, min)

}  // namespace ckernel
using namespace ckernel;
