// SPDX-License-Identifier: Apache-2.0
// A throttle arbiter of one's own: where the unpackers share ports and both want more than x1, each gets half.
#pragma once
#include "models/unpacker/throttle_arbiter.h"
#include "platform/tile_parts.h"

namespace own {

class throttle : public tensix::throttle_if {
 public:
  throttle(const sc_core::sc_module_name& name, const tensix::tile_context& c)
      : throttle_if(name), numbers_(c.configuration.throttle) {}

  uint32_t begin(unsigned which, tensix::fetch_speed wanted) override {
    fetches_[which] = true, wanted_[which] = wanted;
    look_.arm(tensix::now_cycle());
    return given_[which] = share(which);
  }
  void end(unsigned which) override {
    fetches_[which] = false;
    look_.arm(tensix::now_cycle());
  }
  uint32_t wanted_bytes(tensix::fetch_speed s) const override { return numbers_.bytes[static_cast<unsigned>(s)]; }

  inline static uint64_t changes = 0;  // rates that were changed in the midst of a fetch

 private:
  const tensix::throttle_parameters numbers_;
  bool fetches_[2] = {};
  tensix::fetch_speed wanted_[2] = {};
  uint32_t given_[2] = {};
  tensix::activation look_{tensix::slot::throttle, tensix::method<&throttle::tell>(this)};

  uint32_t share(unsigned which) const {
    const auto x1 = tensix::fetch_speed::x1;
    const bool halves = numbers_.shared_ports && fetches_[0] && fetches_[1] && wanted_[0] > x1 && wanted_[1] > x1;
    return halves ? wanted_bytes(static_cast<tensix::fetch_speed>(static_cast<unsigned>(wanted_[which]) - 1))
                  : wanted_bytes(wanted_[which]);
  }
  void tell() {
    look_.begin();
    for (unsigned which = 0; which < 2; ++which)
      if (fetches_[which] && given_[which] != share(which)) {
        ++changes;
        listener_[which]->rate_changed(given_[which] = share(which));
      }
  }
};

}  // namespace own
