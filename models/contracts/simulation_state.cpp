#include "models/contracts/simulation_state.h"

#include <utility>

namespace tensix {

simulation_state::simulation_state() : context_(new sc_core::sc_simcontext) {}

simulation_state::~simulation_state() {
  exchange();
  calendar::only.leave_kernel();
  exchange();
  delete context_;
}

void simulation_state::exchange() {
  std::swap(sc_core::sc_curr_simcontext, context_);
  std::swap(calendar::only, calendar_);
  cycle_time::exchange(time_);
}

}  // namespace tensix
