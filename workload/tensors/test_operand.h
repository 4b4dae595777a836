// SPDX-License-Identifier: Apache-2.0
// What tensors may be, and test data for them. No SystemC.
#pragma once
#include <cstdint>

#include "workload/tensors/operand.h"

namespace tensix {

// The largest tensor taken: one that comes from a file must fit a workstation's memory.
inline constexpr uint64_t most_tensor_elements = 1ull << 28;
// Test data, as far as possible such that the format holds them exactly: then the error shown is the computation's.
operand test_operand(uint32_t rows, uint32_t cols, uint64_t seed, tile_format format, value_range range = value_range::any);

}  // namespace tensix
