// SPDX-License-Identifier: Apache-2.0
// Whole numbers beside x, fewer decimals
#pragma once
#include "api/compute/common.h"
#include "tensix/vector_decimals.h"

namespace ckernel {

// For all functions of this file; none needs it.
ALWI void rounding_op_tile_init() {}
// Dst tile `idst`, in its place: down, up, to 0; x less what is before its point. Exact.
TENSIX_VECTOR(floor_tile, floor)
TENSIX_VECTOR(ceil_tile, ceil)
TENSIX_VECTOR(trunc_tile, trunc)
TENSIX_VECTOR(frac_tile, frac)
// To `decimals` places behind the point, fewer than none before it: x * 10^decimals, rounded to the nearest whole number, ties to even,
// times 10^-decimals.
ALWI void round_tile(uint32_t idst, int32_t decimals) {
  called();
  using namespace tensix::device;
  vector_function_tile<tensix::vector::function::round>(idst, power_of_ten(decimals), power_of_ten(-decimals));
}
// FP32 to BF16, upwards as often as what is cut off is of BF16's last place: by the vector unit's random numbers.
TENSIX_VECTOR(stochastic_round_tile, stochastic_round)

}  // namespace ckernel
using namespace ckernel;
