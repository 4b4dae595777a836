// SPDX-License-Identifier: Apache-2.0
// What the runs of a lever_plan say.
#pragma once
#include <nlohmann/json.hpp>
#include <string>

#include "app/levers/lever_plan.h"
#include "app/sweep/sweep.h"

namespace tensix {

// The object that --out writes (docs/levers.md); levers are sorted by effect. Throws if the run as it is has no cycles.
nlohmann::ordered_json lever_result(const lever_plan& plan, const row_source& row);
// The table for people; `most` levers at most, 0: all with an effect.
std::string lever_text(const nlohmann::ordered_json& result, size_t most);

}  // namespace tensix
