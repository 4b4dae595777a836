// SPDX-License-Identifier: Apache-2.0
// A word of L1 that a host writes over the NoC in a certain cycle. No SystemC.
#pragma once
#include <cstdint>

namespace tensix {

struct host_store {
  uint64_t cycle;
  uint32_t address, value;
};

}  // namespace tensix
