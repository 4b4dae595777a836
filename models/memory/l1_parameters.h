// SPDX-License-Identifier: Apache-2.0
// Numbers of L1 (docs/parameters.md, `l1.*`). No SystemC.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "models/memory/l1_client.h"
#include "models/memory/l1_policy.h"

namespace tensix {

struct l1_parameters {
  uint32_t size_kib = 1536;
  uint32_t banks = 32;  // power of two
  uint32_t ports = 42;
  uint32_t accumulate_bank_cycles = 2;             // bank slots a beat of an accumulating write takes
  uint32_t atomic_cycles = 5;                      // bank and port cycles of an atomic or of a write narrower than 16 bytes
  l1_policy bank_policy = l1_policy::round_robin;  // which of those that ask for a bank gets it
  l1_policy port_policy = l1_policy::round_robin;  // who takes ports first
  uint32_t arbiter_phase = 0;                      // by how many turns round_robin is further at the start
  // The `error_at`-th transfer of that client is answered with an error (0: none): what the others do then can be tried.
  l1_client error_client = l1_client::unpacker0;
  uint32_t error_at = 0;
  // Ports of each client; a client with several may use as many at once as it has lanes.
  std::array<std::vector<uint32_t>, l1_clients> client_ports;
};

}  // namespace tensix
