// SPDX-License-Identifier: Apache-2.0
// Shifts of int32, with --fp32-dest. No init is needed. Cycles: docs/vector-functions.md. By
// more than 31: 0.
#pragma once
#include "api/compute/common.h"
#include "tensix/vector_integers.h"

namespace ckernel {

TENSIX_INTEGER_INIT(left_shift_tile_init)
TENSIX_INTEGER(left_shift_tile, left_shift)

}  // namespace ckernel
using namespace ckernel;
