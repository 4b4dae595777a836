// SPDX-License-Identifier: Apache-2.0
// Bits of integers: Int32 and UInt32 with --fp32-dest, UInt16. No init is needed. Cycles: docs/vector-functions.md.
#pragma once
#include "api/compute/common.h"
#include "tensix/vector_integers.h"

namespace ckernel {

TENSIX_INTEGER_INIT(binary_bitwise_tile_init)
// bitwise_and_binary_tile<format>(idst0, idst1, odst); the older names say the format, or mean int32.
TENSIX_INTEGERS_BY_FORMAT(bitwise_and_binary_tile, bit_and)
TENSIX_INTEGERS(bitwise_and_binary_tile, bit_and)
TENSIX_INTEGERS_AS(bitwise_and_uint32_binary_tile, bit_and, uint32)
TENSIX_INTEGERS_AS(bitwise_and_uint16_binary_tile, bit_and, uint16)
TENSIX_INTEGERS_BY_FORMAT(bitwise_or_binary_tile, bit_or)
TENSIX_INTEGERS(bitwise_or_binary_tile, bit_or)
TENSIX_INTEGERS_AS(bitwise_or_uint32_binary_tile, bit_or, uint32)
TENSIX_INTEGERS_AS(bitwise_or_uint16_binary_tile, bit_or, uint16)
TENSIX_INTEGERS_BY_FORMAT(bitwise_xor_binary_tile, bit_xor)
TENSIX_INTEGERS(bitwise_xor_binary_tile, bit_xor)
TENSIX_INTEGERS_AS(bitwise_xor_uint32_binary_tile, bit_xor, uint32)
TENSIX_INTEGERS_AS(bitwise_xor_uint16_binary_tile, bit_xor, uint16)

}  // namespace ckernel
using namespace ckernel;
