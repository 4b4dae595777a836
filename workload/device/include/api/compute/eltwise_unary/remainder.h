// SPDX-License-Identifier: Apache-2.0
// What a division by a number leaves, with the sign of the number
#pragma once
#include "api/compute/common.h"
#include "tensix/vector.h"

namespace ckernel {

// Dst tile `idst`, in its place; the number and its reciprocal, FP32 bits. Exact for quotients up to 2^12 and FP32, beyond as far as they
// fit. No init is needed.
ALWI void remainder_tile_init([[maybe_unused]] uint32_t param0, [[maybe_unused]] uint32_t param1) {}
TENSIX_VECTOR_2(remainder_tile, remainder)

}  // namespace ckernel
using namespace ckernel;
