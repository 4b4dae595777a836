// SPDX-License-Identifier: Apache-2.0
// Bits of int32, with --fp32-dest. No init is needed. Cycles: docs/vector-functions.md.
#pragma once
#include "api/compute/common.h"
#include "tensix/vector_integers.h"

namespace ckernel {

TENSIX_INTEGER_INIT(bitwise_not_tile_init)
ALWI void bitwise_not_tile(uint32_t idst) {
  called();
  tensix::device::run_on_integers<tensix::device::integer_not_words>(idst);
}

}  // namespace ckernel
using namespace ckernel;
