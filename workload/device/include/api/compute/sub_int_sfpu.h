// Differences of int32, with --fp32-dest. No init is needed. Cycles: docs/vector-functions.md.
#pragma once
#include "api/compute/common.h"
#include "tensix/vector_integers.h"

namespace ckernel {

TENSIX_INTEGER_INIT(sub_int_tile_init)
TENSIX_INTEGER_INIT(rsub_int_tile_init)
TENSIX_INTEGERS(sub_int32_tile, sub)
TENSIX_INTEGERS(rsub_int32_tile, rsub)

}  // namespace ckernel
using namespace ckernel;
