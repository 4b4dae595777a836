// A number less a tile
#pragma once
#include "api/compute/eltwise_unary/binop_with_scalar.h"

namespace ckernel {

// Dst tile `idst`, in its place: the number, FP32 bits, less x.
ALWI void rsub_tile_init() {}
ALWI void rsub_tile(uint32_t idst, uint32_t param0) {
  called();
  rsub_unary_tile(idst, param0);
}

}  // namespace ckernel
using namespace ckernel;
