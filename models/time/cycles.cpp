// SPDX-License-Identifier: Apache-2.0
#include "models/time/cycles.h"

#include <stdexcept>
#include <string>

namespace tensix {

void cycle_time::look_at_kernel() {
  time_state& t = time_state::present;
  const uint64_t ticks = sc_core::sc_time_stamp().value();
  if (ticks - t.begin >= t.period) t.begin = (t.cycle = ticks / t.period) * t.period;  // a division only where a cycle begins
  t.within = ticks - t.begin;
  if (t.of_ps == 1) return;
  t.beyond = t.within % t.of_ps;
  t.within /= t.of_ps;
}

void cycle_time::refine_for(uint32_t period_fs) {
  if (period_fs == 0) return;
  try {
    sc_core::sc_set_time_resolution(1, sc_core::SC_FS);
  } catch (const sc_core::sc_report&) {  // too late, or set already: `set` says whether it does
  }
}

void cycle_time::set(uint64_t period_ps, uint32_t period_fs) {
  const auto refuse = [](const std::string& why) { throw std::invalid_argument("clock_period_ps: " + why); };
  const auto text = [](uint64_t ps, uint64_t fs) {
    return std::to_string(ps) + (fs ? "." + std::to_string(1000 + fs).substr(1) : "") + " ps";
  };
  if (period_ps < least_cycle_ps || period_ps > most_cycle_ps || period_fs > 999)
    refuse("is " + std::to_string(period_ps) + "; possible are " + std::to_string(least_cycle_ps) + " to " +
           std::to_string(most_cycle_ps) + ", with 0 to 999 of clock_period_fs");
  const std::string resolution = sc_core::sc_get_time_resolution().to_string();
  const uint64_t of_ps = sc_core::sc_time(1, sc_core::SC_PS).value();
  if (of_ps == 0)
    refuse("SystemC's time resolution is " + resolution +
           "; a tile needs 1 ps or a finer one (sc_set_time_resolution before everything that has a time)");
  if (period_fs * of_ps % 1000 != 0)
    refuse("a cycle of " + text(period_ps, period_fs) + " is no whole number of SystemC's time resolution, which is " +
           resolution +
           "; call sc_set_time_resolution(1, SC_FS) before everything that has a time, or set clock_period_fs to 0");
  const uint64_t period = period_ps * of_ps + period_fs * of_ps / 1000;
  time_state& t = time_state::present;
  if (t.period_set && (period != t.period || of_ps != t.of_ps))
    refuse("is " + text(period_ps, period_fs) + ", but another tile of this simulation has " +
           text(t.period / t.of_ps, t.period % t.of_ps * 1000 / t.of_ps) +
           "; all have the same (tiles of libtensix_cosim have a period each)");
  t.period_set = true;
  t.period = period;
  t.of_ps = of_ps;
}

}  // namespace tensix
