// SPDX-License-Identifier: Apache-2.0
// A number less a tile
#pragma once
#include "api/compute/eltwise_unary/binop_with_scalar.h"
#include "tensix/vector_integers.h"

namespace ckernel {

// Dst tile `idst`, in its place: the number, FP32 bits, less x.
ALWI void rsub_tile_init() {}
ALWI void rsub_tile(uint32_t idst, uint32_t param0) {
  called();
  rsub_unary_tile(idst, param0);
}
// Of int32, with --fp32-dest.
TENSIX_INTEGER_INIT(rsub_unary_int32_tile_init)
TENSIX_INTEGER(rsub_unary_int32_tile, rsub)

}  // namespace ckernel
using namespace ckernel;
