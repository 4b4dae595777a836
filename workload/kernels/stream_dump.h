// SPDX-License-Identifier: Apache-2.0
// A built-in kernel as a stream file (docs/stream-format.md), to start from: what its three cores do, line by line, with all its
// tiles in L1. Cores and units do the same in the same cycles as with an unlimited feed, since tiles then are there whenever they
// are wanted. No SystemC.
#pragma once
#include <string>
#include <vector>

#include "workload/kernels/kernel_function.h"

namespace tensix {

// `banks` of L1; `heading`: comment lines. Throws std::invalid_argument if the tiles do not fit into L1.
std::string stream_of(const kernel_options& options, const std::vector<operand>& operands, uint32_t banks,
                      const std::vector<std::string>& heading);

}  // namespace tensix
