// Comparisons with a number of int32, with --fp32-dest. One init serves all functions of integers. Cycles:
// docs/vector-functions.md. 1 or 0, as integers.
#pragma once
#include "compute_kernel_api/common.h"
#include "tensix/vector_integers.h"

namespace ckernel {

TENSIX_INTEGER_INIT(unary_lt_tile_init)
TENSIX_INTEGER(unary_lt_tile_int32, lt)
TENSIX_INTEGER_INIT(unary_gt_tile_init)
TENSIX_INTEGER(unary_gt_tile_int32, gt)
TENSIX_INTEGER_INIT(unary_le_tile_init)
TENSIX_INTEGER(unary_le_tile_int32, le)
TENSIX_INTEGER_INIT(unary_ge_tile_init)
TENSIX_INTEGER(unary_ge_tile_int32, ge)
TENSIX_INTEGER_INIT(unary_eq_tile_init)
TENSIX_INTEGER(unary_eq_tile_int32, eq)
TENSIX_INTEGER_INIT(unary_ne_tile_init)
TENSIX_INTEGER(unary_ne_tile_int32, ne)

}  // namespace ckernel
using namespace ckernel;
