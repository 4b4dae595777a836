// Shifts of int32, with --fp32-dest. No init is needed. Cycles: docs/vector-functions.md. By
// less than 0 or more than 31: 0. The logical one shifts zeros in.
#pragma once
#include "api/compute/common.h"
#include "tensix/vector_integers.h"

namespace ckernel {

TENSIX_INTEGER_INIT(binary_shift_tile_init)
TENSIX_INTEGERS(binary_left_shift_tile, left_shift)
TENSIX_INTEGERS(binary_left_shift_int32_tile, left_shift)
TENSIX_INTEGERS(binary_right_shift_tile, right_shift)
TENSIX_INTEGERS(binary_right_shift_int32_tile, right_shift)
TENSIX_INTEGERS(binary_logical_right_shift_tile, logical_right_shift)
TENSIX_INTEGERS(binary_logical_right_shift_int32_tile, logical_right_shift)

}  // namespace ckernel
using namespace ckernel;
