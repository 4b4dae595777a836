// SPDX-License-Identifier: Apache-2.0
// What the two unpackers get of their ports. platform/parameters.h has them of all units. No SystemC.
#pragma once
#include <array>
#include <cstdint>

#include "models/contracts/fetch_speed.h"

namespace tensix {

struct throttle_parameters {
  bool shared_ports = false;                     // false: private ports, each gets what it wants
  std::array<uint32_t, 3> bytes = {16, 32, 64};  // bytes a cycle of x1, x2, x4
  struct pair {
    fetch_speed unpacker0, unpacker1;
  };
  // granted[wish of unpacker 0][wish of unpacker 1]
  std::array<std::array<pair, 3>, 3> granted = {{
      {{{fetch_speed::x1, fetch_speed::x1}, {fetch_speed::x1, fetch_speed::x2}, {fetch_speed::x1, fetch_speed::x4}}},
      {{{fetch_speed::x2, fetch_speed::x1}, {fetch_speed::x1, fetch_speed::x1}, {fetch_speed::x1, fetch_speed::x2}}},
      {{{fetch_speed::x4, fetch_speed::x1}, {fetch_speed::x2, fetch_speed::x1}, {fetch_speed::x2, fetch_speed::x2}}},
  }};
};

}  // namespace tensix
