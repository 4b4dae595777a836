// SPDX-License-Identifier: Apache-2.0
// What a run says of its zones (docs/zones.md): windows of a core between the marks that it passes. No SystemC.
#pragma once
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "models/observe/observer.h"
#include "workload/elf/core_profile.h"

namespace tensix {

// Of a unit, thread, core or feed in the windows of a zone.
struct zone_account {
  std::string name;
  account_of what = account_of::unit;
  cycles_by_reason cycles{};  // the first: busy
  uint64_t idle = 0;
};

// Cycles are those from behind the mark at which a zone begins up to the mark at which it ends; zones in it are part of it.
struct zone_report {
  std::string core;        // "core_t1"
  std::string name, file;  // both empty: all that lies in no zone of the core
  unsigned line = 0;
  bool sum = false;                                    // DeviceZoneScopedSumN1
  uint64_t count = 0;                                  // times that it has ended
  uint64_t first_begin = 0;                            // the cycle in which it began for the first time
  uint64_t first = 0, least = 0, most = 0, total = 0;  // cycles of those times
  uint64_t self = 0;                                   // of `total` and `unfinished_cycles`: in no zone within it
  uint64_t unfinished = 0, unfinished_cycles = 0;      // times that it had not ended with the run, or a reset of the core
  // Of `total` and `unfinished_cycles`: each account adds up to them, and so does the path, if it was recorded whole.
  std::vector<zone_account> accounts;
  std::vector<std::pair<std::string, uint64_t>> path;  // resource, cycles: the longest first

  std::vector<core_profile> profile;  // of the core, if it was asked for: one, or none if no cycle was spent

  uint64_t cycles() const { return total + unfinished_cycles; }
  bool outside() const { return name.empty() && file.empty(); }
};

// A mark that was passed.
struct zone_event {
  uint64_t cycle;  // a zone is in the cycles from that of its begin up to that of its end
  uint32_t zone;   // index into zones_report::zones
  bool begins;
};

struct zones_report {
  std::vector<zone_report> zones;  // by core; those of a core by their first begin, then what lies outside
  std::vector<zone_event> events;  // in the order of their cycles
};

}  // namespace tensix
