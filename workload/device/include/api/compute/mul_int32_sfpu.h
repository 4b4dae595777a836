// SPDX-License-Identifier: Apache-2.0
// Products of int32, the last 32 bits, with --fp32-dest. No init is needed. Cycles: docs/vector-functions.md.
#pragma once
#include "api/compute/common.h"
#include "api/compute/mul_int_sfpu.h"

namespace ckernel {

TENSIX_INTEGER_INIT(mul_int32_tile_init)
TENSIX_INTEGERS(mul_int32_tile, mul)

}  // namespace ckernel
using namespace ckernel;
