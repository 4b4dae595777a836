#include "models/time/cycles.h"

#include <stdexcept>
#include <string>

namespace tensix {

void cycle_time::look_at_kernel(time_state& t) {
  const uint64_t ps = sc_core::sc_time_stamp().value();
  if (ps - t.begin >= t.period) t.begin = (t.cycle = ps / t.period) * t.period;  // a division only where a cycle begins
  t.within = ps - t.begin;
}

void cycle_time::set(uint64_t period_ps) {
  const auto refuse = [](const std::string& why) { throw std::invalid_argument("clock_period_ps: " + why); };
  if (sc_core::sc_get_time_resolution() != sc_core::sc_time(1, sc_core::SC_PS))
    refuse("SystemC's time resolution is " + sc_core::sc_get_time_resolution().to_string() +
           "; a tile needs 1 ps (do not call sc_set_time_resolution)");
  if (period_ps < least_cycle_ps || period_ps > most_cycle_ps)
    refuse("is " + std::to_string(period_ps) + "; possible are " + std::to_string(least_cycle_ps) + " to " +
           std::to_string(most_cycle_ps));
  time_state& t = *time_state::present;
  if (t.period_set && period_ps != t.period)
    refuse("is " + std::to_string(period_ps) + ", but another tile of this simulation has " + std::to_string(t.period) +
           "; all have the same");
  t.period_set = true;
  t.period = period_ps;
}

}  // namespace tensix
