// SPDX-License-Identifier: Apache-2.0
#include "testbench/run/windows.h"

#include <algorithm>

#include "models/time/calendar.h"

namespace tensix {

uint64_t due_ticks() {
  if (!sc_core::sc_pending_activity()) return never;
  return sc_core::sc_time_stamp().value() + sc_core::sc_time_to_pending_activity().value();
}

bool windows::run_to(cycle_t next, cycle_t until, const std::function<bool()>& stopped) {
  cycle_t reached = 0;
  while (next < until) {
    reached = std::min(next + cycles_, until);
    run_here_(reached);
    rank_writer mine;
    const uint64_t due = due_ticks();
    mine.put<cycle_t>(due == never ? never : due / cycle_ticks());
    mine.put<uint8_t>(stopped());
    mine.bytes += network_.sent();
    std::vector<std::string_view> sent;
    next = never;
    bool stop = false;
    for (const std::string_view bytes : ranks_.exchange(mine.bytes)) {
      rank_reader theirs(bytes);
      next = std::min(next, theirs.get<cycle_t>());
      stop |= theirs.get<uint8_t>() != 0;
      sent.push_back(theirs.rest());
    }
    next = std::max(reached, std::min(next, network_.apply(sent)));
    if (stop) return false;
  }
  if (reached < until) run_here_(until);
  return true;
}

}  // namespace tensix
