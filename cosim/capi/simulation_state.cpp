// SPDX-License-Identifier: Apache-2.0
#include "cosim/capi/simulation_state.h"

namespace tensix {

simulation_state::simulation_state() : context_(new sc_core::sc_simcontext) { calendar_.leave_kernel(); }

simulation_state::~simulation_state() {
  enter();
  delete sc_core::sc_curr_simcontext;
  leave();
}

}  // namespace tensix
