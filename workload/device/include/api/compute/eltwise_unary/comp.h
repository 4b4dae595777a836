// Comparisons with a number: of floats, 1.0 or 0.0; of int32, with --fp32-dest, 1 or 0 as integers. No init is
// needed. Cycles: docs/vector-functions.md.
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

// ltz_tile_init(); ltz_tile(idst): of floats with 0.
TENSIX_COMPARISON_WITH_ZERO(ltz, lt)
TENSIX_COMPARISON_WITH_ZERO(gtz, gt)
TENSIX_COMPARISON_WITH_ZERO(lez, le)
TENSIX_COMPARISON_WITH_ZERO(gez, ge)
TENSIX_COMPARISON_WITH_ZERO(eqz, eq)
TENSIX_COMPARISON_WITH_ZERO(nez, ne)

}  // namespace ckernel
using namespace ckernel;
