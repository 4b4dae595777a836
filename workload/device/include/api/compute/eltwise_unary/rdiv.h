// SPDX-License-Identifier: Apache-2.0
// A number divided by x
#pragma once
#include "api/compute/common.h"
#include "tensix/vector.h"

namespace ckernel {

enum class RoundingMode : uint8_t { None = 0, Trunc = 1, Floor = 2 };

// Dst tile `dst_index`, in its place: the number, FP32 bits, times 1 / x; a whole number, to 0 or down. `vector_mode` as for exp_tile.
// Accuracy, special values, cycles: docs/vector-functions.md.
TENSIX_VECTOR_INIT(rdiv_tile_init, rdiv)
template <RoundingMode rounding_mode = RoundingMode::None>
ALWI void rdiv_tile(uint32_t dst_index, uint32_t value, int vector_mode = (int)VectorMode::RC) {
  called();
  using tensix::vector::function;
  constexpr function f = rounding_mode == RoundingMode::Floor   ? function::rdiv_floor
                         : rounding_mode == RoundingMode::Trunc ? function::rdiv_trunc
                                                                : function::rdiv;
  tensix::device::vector_function_faces<f, function::rdiv>(dst_index, vector_mode, value);
}

}  // namespace ckernel
using namespace ckernel;
