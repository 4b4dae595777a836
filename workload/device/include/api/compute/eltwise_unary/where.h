// SPDX-License-Identifier: Apache-2.0
// One of two tiles, datum by datum.
#pragma once
#include "api/compute/common.h"
#include "tensix/vector_tiles.h"
#include "tensix_types.h"

namespace ckernel {

ALWI void where_tile_init() {}
// Dst tile `odst`: the datum of tile `idst1` where that of `idst0` is not 0 (all bits: -0 is none), else that of `idst2`. Bits as they
// are, of all formats that Dst has. 6 cycles for 32 datums.
template <DataFormat data_format>
ALWI void where_tile(uint32_t idst0, uint32_t idst1, uint32_t idst2, uint32_t odst) {
  called();
  tensix::device::run_function<tensix::device::where_function>(idst0, idst1, idst2, odst);
}
// Older names.
ALWI void where_fp32_tile(uint32_t idst0, uint32_t idst1, uint32_t idst2, uint32_t odst) {
  called();
  where_tile<DataFormat::Float32>(idst0, idst1, idst2, odst);
}
ALWI void where_int32_tile(uint32_t idst0, uint32_t idst1, uint32_t idst2, uint32_t odst) {
  called();
  where_tile<DataFormat::Int32>(idst0, idst1, idst2, odst);
}

}  // namespace ckernel
using namespace ckernel;
