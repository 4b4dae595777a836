// SPDX-License-Identifier: Apache-2.0
// The file of --energy: picojoules by event, and area by part (docs/energy.md).
#pragma once
#include <array>
#include <optional>
#include <string>

#include "observe/energy/energy.h"
#include "platform/parameters.h"

namespace tensix {

enum class energy_event : unsigned {
#define ENERGY_EVENT(name, what) name,
#include "observe/energy/energy_events.def"
#undef ENERGY_EVENT
  count
};
using event_counts = std::array<uint64_t, static_cast<size_t>(energy_event::count)>;

// A report without counts: what the table says of each event, and the area of that configuration. Throws std::runtime_error: no
// such file, no such table, an unknown name (with the nearest right one), a number that is none or negative.
energy_report read_energy_table(const std::string& path, const parameters& p);
void fill(energy_report& report, const event_counts& counts);

}  // namespace tensix
