// SPDX-License-Identifier: Apache-2.0
// Shifts of integers: Int32 and UInt32 with --fp32-dest, UInt16. By less than 0 or more than 31: 0. The logical one shifts zeros in, the
// other one copies of the sign. No init is needed. Cycles: docs/vector-functions.md.
#pragma once
#include "api/compute/common.h"
#include "tensix/vector_integers.h"

namespace ckernel {

TENSIX_INTEGER_INIT(binary_shift_tile_init)
// binary_left_shift_tile<format>(idst0, idst1, odst); the older names say the format, or mean int32.
TENSIX_INTEGERS_BY_FORMAT(binary_left_shift_tile, left_shift)
TENSIX_INTEGERS(binary_left_shift_tile, left_shift)
TENSIX_INTEGERS(binary_left_shift_int32_tile, left_shift)
TENSIX_INTEGERS_AS(binary_left_shift_uint32_tile, left_shift, uint32)
TENSIX_INTEGERS_AS(binary_left_shift_uint16_tile, left_shift, uint16)
TENSIX_INTEGERS_BY_FORMAT(binary_right_shift_tile, right_shift)
TENSIX_INTEGERS(binary_right_shift_tile, right_shift)
TENSIX_INTEGERS(binary_right_shift_int32_tile, right_shift)
TENSIX_INTEGERS_AS(binary_right_shift_uint32_tile, right_shift, uint32)
TENSIX_INTEGERS_AS(binary_right_shift_uint16_tile, right_shift, uint16)
TENSIX_INTEGERS_BY_FORMAT(binary_logical_right_shift_tile, logical_right_shift)
TENSIX_INTEGERS(binary_logical_right_shift_tile, logical_right_shift)
TENSIX_INTEGERS(binary_logical_right_shift_int32_tile, logical_right_shift)
TENSIX_INTEGERS_AS(binary_logical_right_shift_uint32_tile, logical_right_shift, uint32)
TENSIX_INTEGERS_AS(binary_logical_right_shift_uint16_tile, logical_right_shift, uint16)

}  // namespace ckernel
using namespace ckernel;
