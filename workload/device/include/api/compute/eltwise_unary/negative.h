// SPDX-License-Identifier: Apache-2.0
// -x
#pragma once
#include "api/compute/common.h"
#include "tensix/vector_integers.h"

namespace ckernel {

// Dst tile `idst`, in its place. -x. Accuracy, special values, cycles: docs/vector-functions.md.
ALWI void negative_tile_init() { tensix::device::vector_function_init<tensix::vector::function::neg>(); }
ALWI void negative_tile(uint32_t idst) {
  called();
  tensix::device::vector_function_tile<tensix::vector::function::neg>(idst);
}
// Of int32, with --fp32-dest; -2^31 stays.
TENSIX_INTEGER_UNARY(negative_tile_int32, negative)

}  // namespace ckernel
using namespace ckernel;
