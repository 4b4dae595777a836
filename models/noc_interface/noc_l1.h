// SPDX-License-Identifier: Apache-2.0
// L1 behind a network interface: packets' data by as many lanes as a link has, the interface's reads one after the other, and so
// its writes.
#pragma once
#include <deque>
#include <functional>
#include <vector>

#include "models/memory/l1_initiator.h"
#include "models/noc/noc_causes.h"
#include "models/noc/noc_memory.h"
#include "models/noc_interface/noc_mmio_if.h"
#include "models/observe/diagnostics.h"

namespace tensix {

class noc_l1 : public noc_memory_if {
 public:
  l1_initiator l1{"l1", completes<&noc_l1::moved>(this)};

  // `stream`: of the interface (l1_access::stream). `first_data_cycles`: from a read's first beat to the link. `change_cycles`: for
  // which a bank is taken by a beat that is written in part (l1.atomic_cycles); `where`: in which slot those come to their end.
  noc_l1(owner_if& owner, noc_mmio_if& mmio, const noc_causes& causes, diagnostics& diagnose, uint32_t l1_bytes, uint8_t stream,
         uint32_t first_data_cycles, uint32_t change_cycles, slot where);

  void read(uint32_t job, uint64_t address, uint32_t bytes, uint8_t* into, event_id asked) override;
  void write_begins(uint32_t job, const noc_packet& packet, event_id asked) override;
  void write_ends(uint32_t job, const noc_packet& packet, event_id asked) override;
  void atomic(uint32_t job, const noc_packet& packet, uint32_t& before, event_id asked) override;
  uint64_t lost_to_ports() const { return lost_to_ports_; }
  uint64_t lost_to_banks() const { return lost_to_banks_; }

 private:
  owner_if& owner_;
  noc_mmio_if& mmio_;
  const noc_causes& causes_;
  diagnostics& diagnose_;
  const uint32_t l1_bytes_, first_data_cycles_, change_cycles_;
  struct reading {
    uint32_t job;
    uint64_t address;
    uint32_t bytes;
    uint8_t* into;
    event_id asked, begun = 0;
  };
  std::deque<reading> reads_;  // the first is under way
  event_id last_read_ = 0;
  struct writing {
    uint32_t job;
    const noc_packet* packet;
    event_id first, last = 0;  // flits
    bool in_memory = false, all_here = false;
    uint32_t* before = nullptr;  // of an atomic
  };
  std::deque<writing> writes_;
  struct change {  // of a part of a beat: L1 reads it, and writes it back
    uint32_t job;
    cycle_t done;
    event_id by;
  };
  std::deque<change> changes_;
  activation run_;
  uint8_t scratch_[most_packet_bytes] = {};
  uint64_t lost_to_ports_ = 0, lost_to_banks_ = 0;

  void begin_read();
  void time_write(writing& w, uint64_t address, uint32_t bytes, l1_operation operation);
  void finish(std::deque<writing>::iterator w);
  void moved(l1_payload& t);
  void process();
  void tell_words(const noc_packet& p, event_id by);
  cycle_t beats(uint64_t address, uint32_t bytes) const {
    return (l1_beats_of(static_cast<uint32_t>(address), bytes) + l1.usual.lanes - 1) / l1.usual.lanes;
  }
  unsigned debug(tlm::tlm_command command, uint64_t address, uint8_t* data, uint32_t bytes);
};

}  // namespace tensix
