// A tile of one number.
#pragma once
#include "api/compute/common.h"
#include "tensix/vector_binary.h"

namespace ckernel {

ALWI void fill_tile_init() {}
// All of Dst tile `idst` becomes `value`, rounded to what Dst holds. A cycle for 32 datums.
ALWI void fill_tile(uint32_t idst, float value) {
  called();
  tensix::device::run_fill(idst, __builtin_bit_cast(uint32_t, value));
}

}  // namespace ckernel
using namespace ckernel;
