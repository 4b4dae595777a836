// Banks, ports and arbitration of L1. platform/parameters.h has them of all units. No SystemC.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "models/memory/l1_client.h"

namespace tensix {

// Legal values of l1.bank_policy and l1.port_policy; the rules themselves: l1_policy.h.
enum class l1_policy : uint8_t { round_robin, fixed, oldest, count };
std::vector<std::string> l1_policy_names();

struct l1_parameters {
  uint32_t size_kib = 1536;
  uint32_t banks = 32;  // power of two
  uint32_t ports = 42;
  uint32_t accumulate_bank_cycles = 2;             // bank slots a beat of an accumulating write takes
  uint32_t atomic_cycles = 5;                      // bank and port cycles of an atomic or of a write narrower than 16 bytes
  l1_policy bank_policy = l1_policy::round_robin;  // which of those that ask for a bank gets it
  l1_policy port_policy = l1_policy::round_robin;  // who takes ports first
  // Ports of each client; a client with several may use as many at once as it has lanes.
  std::array<std::vector<uint32_t>, static_cast<int>(l1_client::count)> client_ports;
};

}  // namespace tensix
