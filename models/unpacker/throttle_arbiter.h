// SPDX-License-Identifier: Apache-2.0
// What the two unpackers share: the address phase (one UNPACR at a time) and, where their L1 read ports are shared, the
// documented arbitration: both state the speed they want (x1, x2, x4) and get what the table gives for the pair. Source: ISA
// documentation, UNPACR_Regular (performance).
#pragma once
#include <array>
#include <systemc>

#include "models/contracts/throttle.h"
#include "models/unpacker/throttle_parameters.h"

namespace tensix {

class throttle_arbiter : public throttle_if {
 public:
  throttle_arbiter(sc_core::sc_module_name name, const throttle_parameters& parameters);

  uint32_t begin(unsigned which, fetch_speed wanted) override;
  void end(unsigned which) override;
  uint32_t wanted_bytes(fetch_speed s) const override { return parameters_.bytes[static_cast<unsigned>(s)]; }

 private:
  struct side {
    bool active = false;
    fetch_speed wanted = fetch_speed::x1;
    uint32_t bytes = 0;
  };
  const throttle_parameters parameters_;
  side side_[2];
  activation run_{slot::throttle, method<&throttle_arbiter::process>(this)};
  uint32_t granted(unsigned which) const;
  void process();
};

}  // namespace tensix
