// SPDX-License-Identifier: Apache-2.0
// The number of a cycle of AICLK, for code without simulated time (models/time/cycles.h has the rest). No SystemC.
#pragma once
#include <cstdint>

namespace tensix {

using cycle_t = uint64_t;
inline constexpr cycle_t never = ~cycle_t{0};

}  // namespace tensix
