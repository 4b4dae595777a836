#include "cosim/capi/simulation_state.h"

namespace tensix {

simulation_state::simulation_state() : context_(new sc_core::sc_simcontext) { calendar_.leave_kernel(); }

simulation_state::~simulation_state() {
  enter();
  delete context_;
  leave();
  time_state::present = &time_state::process_own;
}

}  // namespace tensix
