// SPDX-License-Identifier: Apache-2.0
// a + v * b / c
#pragma once
#include "api/compute/common.h"
#include "tensix/vector_pairs.h"
#include "tensix_types.h"

namespace ckernel {

ALWI void addcdiv_tile_init() { tensix::device::init_function_of_tiles<tensix::device::add_quotient_function>(); }
// Of Dst tiles `idst0`, `idst1`, `idst2` to `odst`; `value`: the bits of v as FP32. v * b is rounded, the reciprocal of c, and the result.
template <DataFormat data_format>
ALWI void addcdiv_tile(uint32_t idst0, uint32_t idst1, uint32_t idst2, uint32_t odst, uint32_t value) {
  called();
  tensix::device::run_function_with<tensix::device::add_quotient_function>(value, idst0, idst1, idst2, odst);
}

}  // namespace ckernel
using namespace ckernel;
