// SPDX-License-Identifier: Apache-2.0
// Products of integers: Int32 and UInt32 with --fp32-dest, UInt16; their last 32 or 16 bits. No init is needed. Cycles:
// docs/vector-functions.md.
#pragma once
#include "api/compute/common.h"
#include "tensix/vector_integers.h"

namespace ckernel {

template <DataFormat data_format>
ALWI void mul_int_tile_init() {}
TENSIX_INTEGERS_BY_FORMAT(mul_int_tile, mul)
TENSIX_INTEGER_INIT(mul_uint16_tile_init)
TENSIX_INTEGERS_AS(mul_uint16_tile, mul, uint16)

}  // namespace ckernel
using namespace ckernel;
