// tensix-tlm replay: a recorded unit by itself, the model's own.
#include <iostream>

#include "testbench/cli/commands.h"
#include "testbench/events/unit_replay.h"

namespace tensix {

int replay_command(const command_line& options) {
  const tile_unit unit = recordable_unit(options.replay_unit);
  const unit_recording record = unit_recording::load(options.replay_file);
  if (record.unit != unit)
    throw usage_error("replay " + options.replay_unit + ": " + options.replay_file + " is a record of " +
                      tile_unit_names[static_cast<unsigned>(record.unit)]);
  unit_replay replay("replay", record, tile_parts());
  replay.run();
  if (replay.difference().empty()) std::cout << replay.offers() << " offers are answered as in the record\n";
  else std::cout << "first difference: " << replay.difference() << "\n";
  return replay.difference().empty() ? 0 : 1;
}

}  // namespace tensix
