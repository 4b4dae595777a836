// SPDX-License-Identifier: Apache-2.0
// Comparisons with a number: of floats, 1.0 or 0.0; of integers 1 or 0, of 32 bits with --fp32-dest. No init is needed. Cycles:
// docs/vector-functions.md.
#pragma once
#include "api/compute/common.h"
#include "tensix/vector_comparison.h"

namespace ckernel {

// unary_lt_tile_init(); unary_lt_tile(idst, the number's bits as FP32); unary_lt_tile_int32(idst, number).
TENSIX_COMPARISON(lt)
TENSIX_COMPARISON(gt)
TENSIX_COMPARISON(le)
TENSIX_COMPARISON(ge)
TENSIX_COMPARISON(eq)
TENSIX_COMPARISON(ne)

// ltz_tile_init(); ltz_tile(idst), ltz_tile_int32(idst): with 0.
TENSIX_COMPARISON_WITH_ZERO(ltz, lt)
TENSIX_COMPARISON_WITH_ZERO(gtz, gt)
TENSIX_COMPARISON_WITH_ZERO(lez, le)
TENSIX_COMPARISON_WITH_ZERO(gez, ge)
TENSIX_COMPARISON_WITH_ZERO(eqz, eq)
TENSIX_COMPARISON_WITH_ZERO(nez, ne)
TENSIX_INTEGER_WITH_ZERO(eqz_tile_uint32, eq, uint32)
TENSIX_INTEGER_WITH_ZERO(nez_tile_uint32, ne, uint32)
TENSIX_INTEGER_WITH_ZERO(eqz_tile_uint16, eq, uint16)
TENSIX_INTEGER_WITH_ZERO(nez_tile_uint16, ne, uint16)

}  // namespace ckernel
using namespace ckernel;
