// 1 / x
#pragma once
#include "api/compute/common.h"
#include "tensix/vector.h"

namespace ckernel {

// Dst tile `idst`, in its place. 1 / x. Accuracy, special values, cycles: docs/vector-functions.md. `legacy_compat` chooses an older
// algorithm in TT-Metalium, no approximation: here it changes nothing.
template <bool legacy_compat = false>
ALWI void recip_tile_init() {
  tensix::device::vector_function_init<tensix::vector::function::recip>();
}
template <bool legacy_compat = false>
ALWI void recip_tile(uint32_t idst) {
  called();
  tensix::device::vector_function_tile<tensix::vector::function::recip>(idst);
}

}  // namespace ckernel
using namespace ckernel;
