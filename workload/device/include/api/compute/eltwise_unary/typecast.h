// SPDX-License-Identifier: Apache-2.0
// A tile of one format to another.
#pragma once
#include "api/compute/common.h"
#include "tensix/vector_conversion.h"

namespace ckernel {

// Of DataFormat, as numbers: what Dst tile `idst` holds, and what it is to hold. Integers of 32 bits want --fp32-dest; UInt8 is one of
// these in Dst. Floats are cut to integers, but rounded to UInt16 (ties away from zero); out of range: Int32 and no number -2^31, UInt32
// and UInt16 0 or the largest, UInt8 the last 8 bits. Integers become BF16 and block formats rounded (ties away from zero), FP32 BF16
// with ties to even. What the unpacker and the packer do costs nothing. Cycles: docs/vector-functions.md.
template <uint32_t IN_DTYPE, uint32_t OUT_DTYPE>
ALWI void typecast_tile_init() {
  tensix::device::init_conversion<static_cast<DataFormat>(IN_DTYPE), static_cast<DataFormat>(OUT_DTYPE)>();
}
template <uint32_t IN_DTYPE, uint32_t OUT_DTYPE>
ALWI void typecast_tile(uint32_t idst) {
  called();
  tensix::device::run_conversion<static_cast<DataFormat>(IN_DTYPE), static_cast<DataFormat>(OUT_DTYPE)>(idst);
}

}  // namespace ckernel
using namespace ckernel;
