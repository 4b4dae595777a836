// SPDX-License-Identifier: Apache-2.0
#include "models/unpacker/throttle_arbiter.h"

namespace tensix {

throttle_arbiter::throttle_arbiter(sc_core::sc_module_name name, const throttle_parameters& parameters)
    : throttle_if(name), parameters_(parameters) {}

uint32_t throttle_arbiter::granted(unsigned which) const {
  fetch_speed s = side_[which].wanted;
  if (parameters_.shared_ports && side_[0].active && side_[1].active) {
    const auto& p = parameters_.granted[static_cast<unsigned>(side_[0].wanted)][static_cast<unsigned>(side_[1].wanted)];
    s = which ? p.unpacker1 : p.unpacker0;
  }
  return wanted_bytes(s);
}

uint32_t throttle_arbiter::begin(unsigned which, fetch_speed wanted) {
  side_[which].active = true;
  side_[which].wanted = wanted;
  side_[which].bytes = granted(which);
  if (parameters_.shared_ports && side_[which ^ 1].active) run_.arm(now_cycle());
  return side_[which].bytes;
}

void throttle_arbiter::end(unsigned which) {
  side_[which].active = false;
  if (parameters_.shared_ports && side_[which ^ 1].active) run_.arm(now_cycle());
}

// One step: a fetch has begun or ended in this cycle; an unpacker whose rate is another now fetches with it from this cycle on.
void throttle_arbiter::process() {
  run_.begin();
  for (unsigned which = 0; which < 2; ++which) {
    side& s = side_[which];
    if (!s.active) continue;
    const uint32_t bytes = granted(which);
    if (bytes == s.bytes) continue;
    s.bytes = bytes;
    listener_[which]->rate_changed(bytes);
  }
}

}  // namespace tensix
