// SPDX-License-Identifier: Apache-2.0
// Two tiles of Dst, datum by datum, by the vector unit.
#pragma once
#include "api/compute/common.h"
#include "tensix/vector_pairs.h"

namespace ckernel {

// Dst tile `idst0` and `idst1`; the result in `odst`, or in the place of the first. Rounded once; division as
// docs/vector-functions.md says; the larger and smaller in the order -NaN, -infinity, ..., -0, +0, ..., infinity, NaN.
// Only division needs its init. Cycles for 32 datums, 16-bit and 32-bit Dst: 6 and 5; larger, smaller 5; division 15
// and 18.
#define TENSIX_BINARY(name, operation)                                                       \
  ALWI void name##_init() {}                                                                 \
  ALWI void name(uint32_t idst0, uint32_t idst1, uint32_t odst) {                            \
    called();                                                                                \
    using words = tensix::device::binary_words<tensix::vector::binary_operation::operation>; \
    tensix::device::run_vector_binary<words>(idst0, idst1, odst);                            \
  }                                                                                          \
  ALWI void name(uint32_t idst0, uint32_t idst1) {                                           \
    called();                                                                                \
    name(idst0, idst1, idst0);                                                               \
  }
TENSIX_BINARY(add_binary_tile, add)
TENSIX_BINARY(sub_binary_tile, sub)
TENSIX_BINARY(rsub_binary_tile, rsub)
TENSIX_BINARY(mul_binary_tile, mul)
TENSIX_BINARY(binary_max_tile, max)
TENSIX_BINARY(binary_min_tile, min)
TENSIX_BINARY(max_binary_tile, max)
TENSIX_BINARY(min_binary_tile, min)
#undef TENSIX_BINARY

ALWI void div_binary_tile_init() { tensix::device::init_vector_divide(); }
ALWI void div_binary_tile(uint32_t idst0, uint32_t idst1) {
  called();
  tensix::device::run_vector_divide(idst0, idst1, idst0);
}
ALWI void div_binary_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
  called();
  tensix::device::run_vector_divide(idst0, idst1, odst);
}

// The first tile to the power of the second; 1.0 where they are equal, else 0.0. Only powers need their init.
ALWI void power_binary_tile_init() { tensix::device::init_function_of_tiles<tensix::device::power_function>(); }
ALWI void power_binary_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
  called();
  tensix::device::run_pair<tensix::device::power_function>(idst0, idst1, odst);
}
ALWI void eq_binary_tile_init() {}
ALWI void eq_binary_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
  called();
  tensix::device::run_pair<tensix::device::equal_function>(idst0, idst1, odst);
}

}  // namespace ckernel
using namespace ckernel;
