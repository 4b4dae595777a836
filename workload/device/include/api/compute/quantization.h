// SPDX-License-Identifier: Apache-2.0
// Between floats and integers of 8 bits, which Dst holds as int32: with --fp32-dest.
#pragma once
#include "api/compute/common.h"
#include "tensix/vector_conversion.h"

namespace ckernel {

// `zero_point`: the bits of an FP32 number. All rounded to the nearest, ties away from zero. Cycles: docs/vector-functions.md.
// Dst tile `idst0` (floats) times `idst1` (floats) plus the zero point, as an integer from -127 to 127.
ALWI void quant_tile_init(const uint32_t zero_point) {
  tensix::device::init_quantising<tensix::device::quantising::quant>(zero_point);
}
ALWI void quant_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
  called();
  tensix::device::run_quantising<tensix::device::quantising::quant>(idst0, idst1, odst);
}
// The same for a tile `idst0` of integers.
ALWI void requant_tile_init(const uint32_t zero_point) {
  tensix::device::init_quantising<tensix::device::quantising::requant>(zero_point);
}
ALWI void requant_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
  called();
  tensix::device::run_quantising<tensix::device::quantising::requant>(idst0, idst1, odst);
}
// Dst tile `idst0` (integers) plus the zero point, times `idst1` (floats): floats.
ALWI void dequant_tile_init(const uint32_t zero_point) {
  tensix::device::init_quantising<tensix::device::quantising::dequant>(zero_point);
}
ALWI void dequant_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
  called();
  tensix::device::run_quantising<tensix::device::quantising::dequant>(idst0, idst1, odst);
}

}  // namespace ckernel
using namespace ckernel;
