// What was there
#pragma once
#include "api/compute/common.h"
#include "tensix/vector.h"

namespace ckernel {

// Dst tile `idst`, read and written.
TENSIX_VECTOR_INIT(identity_tile_init, identity)
TENSIX_VECTOR(identity_tile, identity)

}  // namespace ckernel
using namespace ckernel;
