// SPDX-License-Identifier: Apache-2.0
// What can be said of the uses of time without a run.
#pragma once
#include <array>

#include "models/observe/path_resources.h"

namespace tensix {

template <class T>
using by_use = std::array<T, path_use::codes>;  // by path_use::code

// What nothing explains.
inline bool has_no_cause(path_kind kind) {
  return kind == path_kind::outside || kind == path_kind::core_wait || kind == path_kind::thread_wait;
}
// What was so in this run, and may be otherwise in another one.
inline bool may_change(path_kind kind) {
  return has_no_cause(kind) || kind == path_kind::noc_wait || kind == path_kind::turn || kind == path_kind::l1_access ||
         kind == path_kind::fetch_lost || kind == path_kind::pack_lost || kind == path_kind::feed_lost;
}
inline bool is_of_core(path_use use) { return row_of(use.kind()).of == resource_of::core; }
inline bool has_parameter(path_use use) { return *row_of(use.kind()).parameter != 0; }
// Whose what-ifs are those of `use`: of a kind with a parameter the first one.
inline unsigned answers_for(path_use use) { return has_parameter(use) ? path_use(use.kind()).code : use.code; }
// Those that are changed together with `use`.
inline by_use<bool> answered_with(path_use use) {
  by_use<bool> set{};
  for (unsigned code = 0; code < path_use::codes; ++code) set[code] = answers_for(path_use::of_code(code)) == answers_for(use);
  return set;
}

}  // namespace tensix
