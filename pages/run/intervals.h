// SPDX-License-Identifier: Apache-2.0
// Cycles by successive intervals of a run, whose length doubles as the run grows. No SystemC.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

namespace tensix {

using interval_counts = std::vector<uint64_t>;

// The cycles of [from, to), each to its interval of so many cycles; there is room for all.
inline void count_cycles(interval_counts& all, uint64_t from, uint64_t to, uint64_t interval) {
  for (uint64_t at = from; at < to;) {
    const uint64_t until = std::min(to, (at / interval + 1) * interval);
    all[at / interval] += until - at;
    at = until;
  }
}

// Of intervals of twice the length: as many, the second half empty. An even number.
inline void double_intervals(interval_counts& all) {
  for (size_t i = 0; i < all.size(); ++i) all[i] = 2 * i < all.size() ? all[2 * i] + all[2 * i + 1] : 0;
}

}  // namespace tensix
