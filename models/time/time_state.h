// What belongs to one simulation beside SystemC's own context: the present instant, the calendar, the strand that runs. Everything
// of models/time finds it by one pointer; in most programs there is one, as long as the program (docs/calendar.md, "Several
// simulations in a process").
#pragma once
#include <cstddef>
#include <cstdint>

namespace tensix {

class calendar;
class strand;

struct time_state {
  explicit constexpr time_state(calendar& of) : entries(of) {}

  // The present instant (cycles.h): picoseconds of a cycle, of the beginning of the present one, and since then.
  uint64_t period = 1000, begin = 0, within = 0;
  uint64_t cycle = 0;
  bool period_set = false;
  bool inside = false;  // the calendar runs a process: the instant is its own, not SystemC's

  calendar& entries;          // calendar.h
  strand* running = nullptr;  // strand.h; null: code of another kind

  // The stack from which strands are resumed (stack_switch.h, for the address sanitizer).
  const void* outer_bottom = nullptr;
  size_t outer_bytes = 0;

  // Of the present simulation.
  static time_state* present;
  static time_state process_own;
};

}  // namespace tensix
