// SPDX-License-Identifier: Apache-2.0
// What belongs to one simulation beside SystemC's own context: the present instant, the calendar, the strand that runs. In most
// programs there is one, as long as the program (docs/calendar.md, "Several simulations in a process").
#pragma once
#include <cstddef>
#include <cstdint>

namespace tensix {

class calendar;
class strand;

struct time_state {
  explicit constexpr time_state(calendar* of) : entries(of) {}

  // The present instant (cycles.h): ticks of a cycle, of a picosecond, and of the beginning of the present cycle; whole picoseconds
  // since then, and ticks beyond these, of which the calendar's own instants have none.
  uint64_t period = 1000, of_ps = 1, begin = 0, within = 0, beyond = 0;
  uint64_t cycle = 0;
  bool period_set = false;
  bool inside = false;  // the calendar runs a process: the instant is its own, not SystemC's

  calendar* entries;          // calendar.h
  strand* running = nullptr;  // strand.h; null: code of another kind

  // The stack from which strands are resumed (stack_switch.h, for the address sanitizer).
  const void* outer_bottom = nullptr;
  size_t outer_bytes = 0;

  // Of the present simulation. Most of what a tile does asks for the instant: so it stands behind no pointer, nor, hidden, behind
  // the entry of the global offset table that code for a shared library would have for it.
  [[gnu::visibility("hidden")]] static time_state present;
};

}  // namespace tensix
