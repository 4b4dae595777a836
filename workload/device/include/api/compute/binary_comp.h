// SPDX-License-Identifier: Apache-2.0
// Comparisons of integers, with --fp32-dest: 1 or 0, as integers. No init is needed. Cycles: docs/vector-functions.md.
#pragma once
#include "api/compute/common.h"
#include "tensix/vector_integers.h"

namespace ckernel {

TENSIX_INTEGER_INIT(lt_int32_tile_init)
TENSIX_INTEGERS(lt_int32_tile, lt)
TENSIX_INTEGER_INIT(gt_int32_tile_init)
TENSIX_INTEGERS(gt_int32_tile, gt)
TENSIX_INTEGER_INIT(le_int32_tile_init)
TENSIX_INTEGERS(le_int32_tile, le)
TENSIX_INTEGER_INIT(ge_int32_tile_init)
TENSIX_INTEGERS(ge_int32_tile, ge)
TENSIX_INTEGER_INIT(eq_int32_tile_init)
TENSIX_INTEGERS(eq_int32_tile, eq)
TENSIX_INTEGER_INIT(ne_int32_tile_init)
TENSIX_INTEGERS(ne_int32_tile, ne)

}  // namespace ckernel
using namespace ckernel;
