// SPDX-License-Identifier: Apache-2.0
// Sums of integers: Int32 and UInt32 with --fp32-dest, UInt16. No init is needed. Cycles: docs/vector-functions.md.
#pragma once
#include "api/compute/common.h"
#include "tensix/vector_integers.h"

namespace ckernel {

TENSIX_INTEGER_INIT(add_int_tile_init)
// add_int_tile<format>(idst0, idst1, odst); the older names say the format.
TENSIX_INTEGERS_BY_FORMAT(add_int_tile, add)
TENSIX_INTEGERS(add_int32_tile, add)
TENSIX_INTEGERS_AS(add_uint32_tile, add, uint32)
TENSIX_INTEGERS_AS(add_uint16_tile, add, uint16)

}  // namespace ckernel
using namespace ckernel;
