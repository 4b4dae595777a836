// SPDX-License-Identifier: Apache-2.0
// Bits of int32, with --fp32-dest. No init is needed. Cycles: docs/vector-functions.md.
#pragma once
#include "api/compute/common.h"
#include "tensix/vector_integers.h"

namespace ckernel {

TENSIX_INTEGER_INIT(bitwise_or_tile_init)
TENSIX_INTEGER(bitwise_or_tile, bit_or)

}  // namespace ckernel
using namespace ckernel;
