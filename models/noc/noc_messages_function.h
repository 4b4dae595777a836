// SPDX-License-Identifier: Apache-2.0
// What interfaces have sent, as bytes: for processes that simulate parts of one chip, each with a network of its own (noc_network::divide).
// Readable by the same program on the same kind of machine only. Layer 1.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/noc/noc_packet.h"
#include "models/time/cycle.h"

namespace tensix {

// When something was said of a packet: in which cycle, how far within it, and then by whom, in which order.
struct noc_instant {
  cycle_t cycle = 0;
  uint64_t within = 0, who = 0, order = 0;
  bool operator<(const noc_instant& o) const {
    if (cycle != o.cycle) return cycle < o.cycle;
    if (within != o.within) return within < o.within;
    if (who != o.who) return who < o.who;
    return order < o.order;
  }
};

struct noc_message {
  noc_instant said;
  uint32_t station = 0;  // that sends
  uint64_t number = 0;   // of the packet among those of the station
  bool last = false;     // its last flit; else its first one
  cycle_t cycle = 0;     // in which the flit is at the first router
  noc_packet packet;     // of the first flit all but the data, of the last flit the data
};

void append(std::string& bytes, const noc_message& message);
// Adds those that stand in `bytes`.
void read_messages(std::string_view bytes, std::vector<noc_message>& messages);

}  // namespace tensix
