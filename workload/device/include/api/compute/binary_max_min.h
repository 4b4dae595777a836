// The larger and the smaller of two tiles of Dst.
#pragma once
#include "api/compute/eltwise_binary_sfpu.h"
#include "tensix/vector_integers.h"

namespace ckernel {

// Of integers, with --fp32-dest. No init is needed.
TENSIX_INTEGER_INIT(binary_max_int32_tile_init)
TENSIX_INTEGER_INIT(binary_min_int32_tile_init)
TENSIX_INTEGERS(binary_max_int32_tile, max)
TENSIX_INTEGERS(binary_min_int32_tile, min)
TENSIX_INTEGER_INIT(binary_max_uint32_tile_init)
TENSIX_INTEGER_INIT(binary_min_uint32_tile_init)
TENSIX_INTEGERS_AS(binary_max_uint32_tile, max, uint32)
TENSIX_INTEGERS_AS(binary_min_uint32_tile, min, uint32)

}  // namespace ckernel
using namespace ckernel;
