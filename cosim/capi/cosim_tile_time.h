// SPDX-License-Identifier: Apache-2.0
// How time passes in a tile. Inline, and in as few functions as there can be: a run switches stacks, and behind a switch the
// processor predicts every return wrongly, out of each function that it is in.
#pragma once
#include <algorithm>
#include <utility>

#include "cosim/capi/cosim_tile.h"

namespace tensix {

// While it lives, the tile's simulation is the present one of the process, whatever the caller has of SystemC's.
class cosim_tile::inside {
 public:
  explicit inside(cosim_tile& t) : tile_(t), handler_(sc_core::sc_report_handler::get_handler()) {
    tile_.state_.enter();
    std::swap(present_of_rtl(), tile_.rtl_present_);
    sc_core::sc_report_handler::set_handler(throw_reports);
  }
  ~inside() {
    sc_core::sc_report_handler::set_handler(handler_);
    std::swap(present_of_rtl(), tile_.rtl_present_);
    tile_.state_.leave();
  }
  inside(const inside&) = delete;
  inside& operator=(const inside&) = delete;

 private:
  cosim_tile& tile_;
  const sc_core::sc_report_handler_proc handler_;
};

[[gnu::always_inline]] inline void cosim_tile::run_calendar(uint64_t target) {
  try {
    quiet_until_ = calendar::present().run_to(target);
  } catch (...) {
    stopped_ = true;  // half of a cycle has happened
    cycle_ = std::max(cycle_, now_cycle());
    throw;
  }
}

[[gnu::always_inline]] inline bool cosim_tile::run_inside(uint64_t target) {
  if (has_programs_ && !began_) begin_programs();
  if (awake_) wake_cores();
  run_calendar(target);
  if (sim_->tile.state().diagnose.stop()) return stopped_by_program();
  cycle_ = target;
  return true;
}

[[gnu::always_inline]] inline bool cosim_tile::advance_to(uint64_t target) {
  if (target <= quiet_until_) {
    cycle_ = target;
    return true;
  }
  if (stopped_) return false;
  const inside here(*this);
  return run_inside(target);
}

// In one go: what becomes known ends the run before the cycle in which it is seen.
[[gnu::always_inline]] inline bool cosim_tile::wait_until(uint64_t target, unsigned& cores) {
  cores = 0;
  if (news_.from <= cycle_) {
    news_.from = never;
    if (news_.latest > cycle_) find_next_news();
  }
  if (target <= quiet_until_ && target < news_.from) {
    cycle_ = target;
    return true;
  }
  if (stopped_) return false;
  const inside here(*this);
  news_.wanted = true;
  const bool goes_on = run_inside(std::min(target, news_.from));
  news_.wanted = false;
  if (!goes_on) return false;
  if (news_.from <= target) cores = news_.cores;
  cycle_ = std::min(target, news_.from);
  return true;
}

}  // namespace tensix
