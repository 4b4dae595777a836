// SPDX-License-Identifier: Apache-2.0
// What the page's timeline draws, as JSON: slices of the window in which they are exact, how busy each was over the whole
// run, and the critical path. Bounded however long the run.
#pragma once
#include <nlohmann/json.hpp>

#include "observe/why/critical_path.h"
#include "pages/run/density_recorder.h"
#include "pages/run/window_recorder.h"

namespace tensix {

nlohmann::ordered_json window_data(const window_recorder::window& w, uint64_t wanted_cycles,
                                   const std::vector<window_recorder::moved>& moved);
nlohmann::ordered_json density_data(const density_recorder::history& h);

constexpr size_t most_path_stretches = 4000;  // that the page has one by one
// Those stretches one by one that lie in [from, to), all if they are few; how the others share the intervals of the run.
nlohmann::ordered_json path_data(const critical_path& path, uint64_t interval, uint64_t from, uint64_t to);

}  // namespace tensix
