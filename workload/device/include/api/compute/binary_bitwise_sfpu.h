// Bits of the two's complement of int32, with --fp32-dest. No init is needed. Cycles:
// docs/vector-functions.md.
#pragma once
#include "api/compute/common.h"
#include "tensix/vector_integers.h"

namespace ckernel {

TENSIX_INTEGER_INIT(binary_bitwise_tile_init)
TENSIX_INTEGERS(bitwise_and_binary_tile, bit_and)
TENSIX_INTEGERS(bitwise_or_binary_tile, bit_or)
TENSIX_INTEGERS(bitwise_xor_binary_tile, bit_xor)

}  // namespace ckernel
using namespace ckernel;
