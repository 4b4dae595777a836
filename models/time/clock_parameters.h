// SPDX-License-Identifier: Apache-2.0
// Legal lengths of a cycle. All slots (models/time/cycles.h) lie in the first half of a cycle; what stands beside a tile may use the
// other (RTL clocks: the half of a cycle). No SystemC.
#pragma once
#include <cstdint>

namespace tensix {

inline constexpr uint64_t least_cycle_ps = 512, most_cycle_ps = 1000000;

}  // namespace tensix
