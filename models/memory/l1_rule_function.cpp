// SPDX-License-Identifier: Apache-2.0
#include "models/memory/l1_rule.h"

#include "models/memory/l1_counts.h"

namespace tensix {

const char* name(l1_client client) {
  static constexpr const char* names[] = {"unpacker0",
                                          "unpacker1",
                                          "unpacker0_exponents",
                                          "unpacker1_exponents",
                                          "packer0",
                                          "packer1",
                                          "packer2",
                                          "packer3",
                                          "scalar_unit",
                                          "mover",
                                          "mover_writes",
                                          "riscv_b",
                                          "riscv_t0",
                                          "riscv_t1",
                                          "riscv_t2",
                                          "noc",
                                          "riscv_nc"};
  return names[static_cast<int>(client)];
}

l1_wiring::l1_wiring(const l1_parameters& p)
    : banks(p.banks),
      ports(p.ports),
      atomic_cycles(p.atomic_cycles),
      arbiter_phase(p.arbiter_phase),
      bank_policy(rules_of(p.bank_policy)),
      port_policy(rules_of(p.port_policy)) {
  for (size_t client = 0; client < l1_clients; ++client) {
    uint64_t all = 0;
    for (const uint32_t port : p.client_ports[client]) all |= uint64_t{1} << port;
    lowest_ports[client].fill(all);
    port_count[client] = 0;
    uint64_t lowest = 0;
    for (uint64_t rest = all; rest; rest &= rest - 1) {
      lowest_ports[client][port_count[client]++] = lowest;
      lowest |= rest & -rest;
    }
  }
}

l1_served l1_counts::total() const {
  l1_served all = beats_;
  for (size_t client = 0; client < l1_clients; ++client)
    for (uint32_t n = 1; n <= most_l1_lanes; ++n)
      if (const uint64_t cycles = port_cycles_[client][n])
        for (uint64_t ports = w_.lowest_ports[client][n]; ports; ports &= ports - 1)
          all.port_beats[lowest_bit(ports)] += cycles;
  uint64_t beats = 0;
  for (size_t bank = 0; bank < all.bank_beats.size(); ++bank) all.bank_beats[bank] += beats += bank_steps_[bank];
  return all;
}

}  // namespace tensix
