// SPDX-License-Identifier: Apache-2.0
// What was there
#pragma once
#include "api/compute/common.h"
#include "tensix/vector.h"

namespace ckernel {

// Dst tile `idst`, read and written.
TENSIX_VECTOR_INIT(identity_tile_init, identity)
TENSIX_VECTOR(identity_tile, identity)
// As no bit changes, integers are the same to it.
ALWI void identity_tile_uint32(uint32_t idst) {
  called();
  if constexpr (tensix::device::computes) tensix::device::check_math(true, idst);
}

}  // namespace ckernel
using namespace ckernel;
