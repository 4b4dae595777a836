// SPDX-License-Identifier: Apache-2.0
// Random traffic for an L1.
#pragma once
#include <algorithm>
#include <random>
#include <utility>

#include "tests/seed.h"
#include "timing/l1_reference.h"

namespace tensix::l1_reference {

class source {
 public:
  explicit source(unsigned seed) : random_(seeded(seed)) {}
  uint32_t below(uint32_t n) { return static_cast<uint32_t>(random_() % n); }
  bool once_in(uint32_t n) { return below(n) == 0; }

  // Private ports for each client, as far as they go, or a few that all share.
  l1_parameters ports(bool shared) {
    l1_parameters p;
    p.size_kib = memory_bytes / 1024;
    p.banks = 1u << below(9);
    p.ports = shared ? 1 + below(8) : 16 + below(49);
    p.accumulate_bank_cycles = 1 + below(6);
    p.atomic_cycles = 1 + below(8);
    for (int c = 0; c < clients_count; ++c) {
      auto& own = p.client_ports[static_cast<size_t>(c)];
      if (shared)
        for (uint32_t port = 0; port < p.ports; ++port)
          if (once_in(2)) own.push_back(port);
      if (!shared)
        for (uint32_t port = static_cast<uint32_t>(c); port < p.ports; port += clients_count) own.push_back(port);
      if (own.empty()) own.push_back(below(p.ports));
      std::shuffle(own.begin(), own.end(), random_);
    }
    return p;
  }

  // `pressure`: how many requests a hundred cycles.
  traffic over(l1_parameters p, size_t requests, uint32_t pressure, uint32_t clients, bool streams) {
    traffic t;
    t.parameters = std::move(p);
    t.before = l1_storage(memory_bytes);
    for (auto& b : t.before) b = static_cast<uint8_t>(random_());
    const cycle_t length = requests * 100 / pressure;
    const uint32_t words = once_in(2) ? 64 : 2048;  // how far apart
    std::vector<l1_client> who;
    for (uint32_t i = 0; i < clients; ++i) who.push_back(static_cast<l1_client>(below(clients_count)));
    for (size_t i = 0; i < requests; ++i) {
      request r;
      r.call = 1 + random_() % length;
      r.client = who[below(clients)];
      r.write = once_in(2);
      r.poll = once_in(8);
      r.by_initiator = once_in(8);
      r.lanes = once_in(3) ? 1 : 1 + below(once_in(8) ? 64 : 8);
      r.address = 16 * below(words);
      r.bytes = 16 * (1 + below(once_in(4) ? 64 : 8));
      const uint32_t shape = below(10);
      if (shape == 0) r.bytes = 1u << below(4);  // narrow
      if (shape == 1) r.address += below(16), r.bytes = 1 + below(60);
      if (shape == 2) {
        r.address += 4 * below(4);
        r.row_bytes = 4 * (1 + below(16));
        r.row_stride = 16 * below(40);
        r.rows = 1 + below(12);
        r.bytes = r.row_bytes * r.rows;
      }
      if (once_in(6)) r.operation = once_in(2) ? l1_operation::atomic : l1_operation::accumulate;
      if (r.operation == l1_operation::atomic) r.bytes = std::min(r.bytes, 64u), r.row_bytes = 0, r.rows = 1;
      if (once_in(5)) r.delay = below(12);
      if (streams) r.stream = static_cast<uint8_t>(below(4));
      if (r.client >= l1_client::riscv_b && r.client <= l1_client::riscv_t2 && once_in(2)) {
        r.ahead = static_cast<uint8_t>(1 + static_cast<int>(r.client) - static_cast<int>(l1_client::riscv_b));
        r.delay = below(20);
      }
      if (r.write && once_in(4))
        for (uint32_t k = 1 + below(20); k > 0; --k) r.enables.push_back(once_in(2) ? 0xff : 0);
      const uint32_t before = i > 0 ? below(static_cast<uint32_t>(i)) : 0;
      if (i > 0 && once_in(6) && t.requests[before].thread < 0) r.after = static_cast<int>(before);
      else if (once_in(12)) r.thread = static_cast<int>(below(blocking_threads)), r.call = below(60), r.ahead = 0;
      else if (r.bytes > 64 && once_in(4))
        for (uint32_t k = 1 + below(3); k > 0; --k) r.rates.emplace_back(r.call + below(40), 1 + below(once_in(4) ? 64 : 8));
      std::stable_sort(r.rates.begin(), r.rates.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
      r.data.resize(r.bytes);
      for (auto& b : r.data) b = static_cast<uint8_t>(random_());
      t.requests.push_back(std::move(r));
    }
    return t;
  }

 private:
  std::mt19937 random_;
};

}  // namespace tensix::l1_reference
