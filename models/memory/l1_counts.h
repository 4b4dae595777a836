// SPDX-License-Identifier: Apache-2.0
// What L1 has served and refused, by port and bank. No SystemC.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "models/memory/l1_rule.h"

namespace tensix {

// Beats of 16 bytes so far; empty: not counted.
struct l1_served {
  std::vector<uint64_t> port_beats, bank_beats;
  std::vector<uint64_t> bank_conflicts;  // beats that a bank refused, once a cycle
  // Only if they are to be counted: refusals by a bank (those of bank_conflicts) and for want of a port (once a cycle and
  // transfer), at [l1_client that waits * clients + l1_client that had bank or port].
  std::vector<uint64_t> blocked_by_bank, blocked_by_port;
};

// Where a client got its lowest n ports, and a run of banks one behind the other, only that is counted until total() is asked:
// cycles by n, and steps up and down along the banks.
class l1_counts {
 public:
  explicit l1_counts(const l1_wiring& w) : w_(w), bank_steps_(w.banks + 1, 0) {
    beats_.port_beats.assign(w.ports, 0);
    beats_.bank_beats.assign(w.banks, 0);
    beats_.bank_conflicts.assign(w.banks, 0);
  }
  // Before l1_serve.
  void add(const l1_transfer& t, const l1_share& got, cycle_t cycles) {
    const auto client = static_cast<size_t>(t.client);
    const auto beats = static_cast<uint32_t>(cycles == 1 ? got.beats : std::min<cycle_t>(t.beats - t.next, got.beats * cycles));
    if (got.ports != w_.lowest_ports[client][got.beats]) {
      for (uint64_t ports = got.ports; ports; ports &= ports - 1) ++beats_.port_beats[lowest_bit(ports)];
    } else if (cycles == 1) {
      ++port_cycles_[client][beats];
    } else {
      port_cycles_[client][got.beats] += beats / got.beats;
      ++port_cycles_[client][beats % got.beats];
    }
    if (got.is_run(t)) {
      add_run(w_.bank_of(t, 0), beats);
    } else {
      for (uint64_t rest = got.served; rest; rest &= rest - 1) ++beats_.bank_beats[w_.bank_of(t, lowest_bit(rest))];
    }
    for (uint64_t rest = got.refused; rest; rest &= rest - 1) ++beats_.bank_conflicts[w_.bank_of(t, lowest_bit(rest))];
  }
  // Of a beat that something else than l1_rule has decided on.
  void served(unsigned port, uint32_t bank) {
    if (port < beats_.port_beats.size()) ++beats_.port_beats[port];
    ++beats_.bank_beats[bank];
  }
  void refused(uint32_t bank) { ++beats_.bank_conflicts[bank]; }
  l1_served total() const;

 private:
  const l1_wiring& w_;
  l1_served beats_;
  std::array<std::array<uint64_t, most_l1_lanes + 1>, l1_clients> port_cycles_{};
  std::vector<uint64_t> bank_steps_;
  void add_run(uint32_t first, uint32_t beats) {
    const uint32_t banks = w_.banks, end = first + (beats & (banks - 1));
    if (beats >= banks) bank_steps_[0] += beats / banks;
    ++bank_steps_[first];
    --bank_steps_[std::min(end, banks)];
    if (end > banks) {
      ++bank_steps_[0];
      --bank_steps_[end - banks];
    }
  }
};

}  // namespace tensix
