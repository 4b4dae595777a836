#include "models/time/cycles.h"

#include <stdexcept>
#include <string>
#include <utility>

namespace tensix {

void cycle_time::look_at_kernel() {
  const uint64_t ps = sc_core::sc_time_stamp().value();
  if (ps - begin_ >= period_) begin_ = (cycle_ = ps / period_) * period_;  // a division only where a cycle begins
  within_ = ps - begin_;
}

void cycle_time::set(uint64_t period_ps) {
  const auto refuse = [](const std::string& why) { throw std::invalid_argument("clock_period_ps: " + why); };
  if (sc_core::sc_get_time_resolution() != sc_core::sc_time(1, sc_core::SC_PS))
    refuse("SystemC's time resolution is " + sc_core::sc_get_time_resolution().to_string() +
           "; a tile needs 1 ps (do not call sc_set_time_resolution)");
  if (period_ps < least_cycle_ps || period_ps > most_cycle_ps)
    refuse("is " + std::to_string(period_ps) + "; possible are " + std::to_string(least_cycle_ps) + " to " +
           std::to_string(most_cycle_ps));
  if (set_ && period_ps != period_)
    refuse("is " + std::to_string(period_ps) + ", but another tile of this simulation has " + std::to_string(period_) +
           "; all have the same");
  set_ = true;
  period_ = period_ps;
}

void cycle_time::exchange(values& other) {
  std::swap(period_, other.period);
  std::swap(begin_, other.begin);
  std::swap(within_, other.within);
  std::swap(cycle_, other.cycle);
  std::swap(set_, other.set);
  std::swap(inside_, other.inside);
}

}  // namespace tensix
