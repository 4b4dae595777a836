// SPDX-License-Identifier: Apache-2.0
// Differences of integers: Int32 and UInt32 with --fp32-dest, UInt16. No init is needed. Cycles: docs/vector-functions.md.
#pragma once
#include "api/compute/common.h"
#include "tensix/vector_integers.h"

namespace ckernel {

TENSIX_INTEGER_INIT(sub_int_tile_init)
TENSIX_INTEGER_INIT(rsub_int_tile_init)
// sub_int_tile<format>(idst0, idst1, odst): the first less the second; rsub the other way round. The older names say the format.
TENSIX_INTEGERS_BY_FORMAT(sub_int_tile, sub)
TENSIX_INTEGERS_BY_FORMAT(rsub_int_tile, rsub)
TENSIX_INTEGERS(sub_int32_tile, sub)
TENSIX_INTEGERS(rsub_int32_tile, rsub)
TENSIX_INTEGERS_AS(sub_uint32_tile, sub, uint32)
TENSIX_INTEGERS_AS(rsub_uint32_tile, rsub, uint32)
TENSIX_INTEGERS_AS(sub_uint16_tile, sub, uint16)
TENSIX_INTEGERS_AS(rsub_uint16_tile, rsub, uint16)

}  // namespace ckernel
using namespace ckernel;
