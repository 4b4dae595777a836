// SPDX-License-Identifier: Apache-2.0
// tensix-tlm replay: a recorded unit by itself, the model's own or RTL (units.NAME=rtl).
#include <iostream>

#include "app/cli/commands.h"
#include "cosim/rtl/rtl_units.h"
#include "observe/events/unit_replay.h"

namespace tensix {

int replay_command(const replay_options& options) {
  const tile_unit unit = recordable_unit(options.unit);
  unit_recording record = unit_recording::load(options.file);
  if (record.unit != unit)
    throw usage_error("replay " + options.unit + ": " + options.file + " is a record of " +
                      tile_unit_names[static_cast<unsigned>(record.unit)]);
  record.configuration = record.configuration.without_rtl();
  apply_settings(record.configuration, options.settings);
  const chosen_parts chosen = parts_of(record.configuration);
  unit_replay replay("replay", record, chosen.parts);
  if (chosen.environment && (chosen.environment->shadows || !chosen.environment->clock_if_made()))
    throw usage_error("replay " + options.unit + ": the one unit that can be RTL is units." + options.unit +
                      "=rtl; the record takes the place of a shadow");
  replay.run();
  if (replay.difference().empty()) std::cout << replay.offers() << " offers are answered as in the record\n";
  else std::cout << "first difference: " << replay.difference() << "\n";
  return replay.difference().empty() ? 0 : 1;
}

}  // namespace tensix
