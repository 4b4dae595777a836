// SPDX-License-Identifier: Apache-2.0
// The 64 counters of a network interface, and when each changes. Layer 1.
// Source: ISA documentation, NoC/Counters, NoC/MemoryMap (interrupt status; Blackhole).
#pragma once
#include <array>
#include <cstdint>

#include "models/noc/noc_packet.h"

namespace tensix {

// Steps of a packet, as far as counters know them.
enum class noc_step : uint8_t {
  channel_given,  // of a request: first-hop virtual channel (CMD_ACCEPTED, *_STARTED; inline writes: sent)
  leaves,         // of a request: the packet goes out (RD_REQ_SENT, atomics sent, write requests and words sent)
  source_read,    // of a write: its data have been read out of L1 (WRITE_REQS_OUTGOING)
  answered,       // at the initiator: the answer has come and its data are in their place
  arrived,        // at the target: first flit (REQ_ACCEPTED, SLV_*_RECEIVED/STARTED)
  received,       // at the target: last flit of a write
  served          // at the target: done in memory, the answer goes out (slave counters 48-51)
};

class noc_counters {
 public:
  static constexpr unsigned count = 64, outstanding = 16, outgoing = 32;  // the latter two of transaction 0

  uint32_t operator[](unsigned index) const { return value_[index]; }
  // A command with this many packets like `packet` has been given to an initiator.
  void started(const noc_packet& packet, unsigned packets);
  // `packet`: the request, or from `served` on its answer.
  void happened(noc_step step, const noc_packet& packet);
  // NOC_CLEAR_OUTSTANDING_REQ_CNT: bit n clears the count of transaction n.
  void clear_outstanding(uint32_t mask);

  // Bit n: the outstanding count of transaction n has come to 0 (NIU_TRANS_COUNT_RTZ_SOURCE).
  uint32_t reached_zero() const { return reached_zero_; }
  void forget_zero(uint32_t mask) { reached_zero_ &= ~mask; }

 private:
  std::array<uint32_t, count> value_{};
  uint32_t reached_zero_ = 0;
  void add(unsigned index, uint32_t n);
};

}  // namespace tensix
