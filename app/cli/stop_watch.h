// SPDX-License-Identifier: Apache-2.0
// --stop-at: where the run is to stop, resolved against what runs, and looked for while it does.
#pragma once
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/watched_cores.h"
#include "app/options/stop_place.h"
#include "models/observe/observer.h"
#include "testbench/run/registers_text.h"

namespace tensix {

class stop_watch : private observer {
 public:
  // Before the run, when it is loaded. `stream`: the file that is played, and the lines with steps of it; empty: none is. Throws
  // usage_error for a place that there is not. Must outlive the run.
  stop_watch(const std::vector<stop_place>& places, simulation& sim, watched_cores& cores, const std::string& stream,
             const std::vector<int>& lines);
  // Called when the run is stopped, in that moment.
  std::function<void()> stopped;
  // After the run: why it stopped and what cores and tile hold, lines; or, if it was not there, a line that says so. Empty: no place was
  // asked for.
  std::string text(const run_result& r);
  bool reached() const { return !found_.empty(); }

 private:
  simulation& sim_;
  watched_cores& cores_;
  const std::vector<stop_place> places_;
  std::vector<std::vector<uint8_t>> code_;  // by core, by pc / 4: 1 + the place in places_; 0: none
  std::string found_, held_;
  struct held_word {  // of a data RAM
    size_t core, place;
    uint32_t address, value;
  };
  std::vector<held_word> ram_words_;

  void find_cycle(const stop_place& p);
  void find_word(size_t place);
  void find_code(size_t place);
  void find_stream_line(const stop_place& p, const std::string& stream, const std::vector<int>& lines);
  bool looks(size_t core, uint32_t pc);
  void found(const stop_place& p, const std::string& what);
  std::string hold() const;
  // observer
  void offering(const gate_event& e) override;
  void config_written(unsigned bank, unsigned index, uint32_t value, uint64_t cycle) override;
  void gprs_written(unsigned unit, unsigned thread, unsigned first, unsigned count, uint64_t cycle) override;
  void semaphore_is(unsigned index, unsigned value, uint64_t cycle) override;
  bool wants(const stop_place& p, address_region region, unsigned index, unsigned first, unsigned count) const;
  void written(address_region region, unsigned index, unsigned first, unsigned count, const std::string& what);
};

}  // namespace tensix
