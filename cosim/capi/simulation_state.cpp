#include "cosim/capi/simulation_state.h"

#include <utility>

namespace tensix {

simulation_state::simulation_state() : context_(new sc_core::sc_simcontext) { calendar_.leave_kernel(); }

simulation_state::~simulation_state() {
  enter();
  exchange();
  loaded_ = nullptr;
  delete context_;
  leave();
}

void simulation_state::enter() {
  if (loaded_ != this) {
    if (loaded_) loaded_->exchange();
    exchange();
    loaded_ = this;
  }
  outside_ = std::exchange(sc_core::sc_curr_simcontext, context_);
}

void simulation_state::leave() { sc_core::sc_curr_simcontext = outside_; }

void simulation_state::exchange() {
  std::swap(calendar::only, calendar_);
  cycle_time::exchange(time_);
}

}  // namespace tensix
