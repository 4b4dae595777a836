// SPDX-License-Identifier: Apache-2.0
// a + w * (b - a)
#pragma once
#include "api/compute/common.h"
#include "tensix/vector_pairs.h"
#include "tensix_types.h"

namespace ckernel {

ALWI void lerp_tile_init() {}
// Of Dst tiles `idst0`, `idst1`, `idst2` (w) to `odst`. The difference is rounded, and the result.
template <DataFormat data_format>
ALWI void lerp_tile(uint32_t idst0, uint32_t idst1, uint32_t idst2, uint32_t odst) {
  called();
  tensix::device::run_function<tensix::device::between_function>(idst0, idst1, idst2, odst);
}

}  // namespace ckernel
using namespace ckernel;
