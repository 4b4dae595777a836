// tensix-tlm replay: a recorded unit by itself, the model's own or RTL (units.NAME=rtl).
#include <iostream>

#include "app/cli/commands.h"
#include "cosim/rtl/rtl_units.h"
#include "observe/events/unit_replay.h"

namespace tensix {

int replay_command(const command_line& options) {
  const tile_unit unit = recordable_unit(options.replay_unit);
  unit_recording record = unit_recording::load(options.replay_file);
  if (record.unit != unit)
    throw usage_error("replay " + options.replay_unit + ": " + options.replay_file + " is a record of " +
                      tile_unit_names[static_cast<unsigned>(record.unit)]);
  record.configuration.units = {};
  apply_settings(record.configuration, options.settings);
  const chosen_parts chosen = parts_of(record.configuration);
  unit_replay replay("replay", record, chosen.parts);
  if (chosen.environment && (chosen.environment->shadows || !chosen.environment->clock_if_made()))
    throw usage_error("replay " + options.replay_unit + ": the one unit that can be RTL is units." + options.replay_unit +
                      "=rtl; the record takes the place of a shadow");
  replay.run();
  if (replay.difference().empty()) std::cout << replay.offers() << " offers are answered as in the record\n";
  else std::cout << "first difference: " << replay.difference() << "\n";
  return replay.difference().empty() ? 0 : 1;
}

}  // namespace tensix
