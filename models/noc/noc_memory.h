// SPDX-License-Identifier: Apache-2.0
// What lies behind a network interface: reads and writes of packets' data, in time. Of L1 (models/noc_interface/noc_l1.h) and of DRAM
// (models/dram/dram_endpoint.h).
#pragma once
#include <cstdint>

#include "models/noc/noc_packet.h"
#include "models/observe/causes.h"
#include "models/time/cycle.h"

namespace tensix {

class noc_memory_if {
 public:
  // Each with what it had to wait for, if causes are recorded.
  struct owner_if {
    virtual ~owner_if() = default;
    // Of a read: its first data are there in cycle `in`, all the others as fast as a link takes them or later.
    virtual void first_data(uint32_t job, cycle_t in, const cause& by) = 0;
    virtual void read_done(uint32_t job, const cause& by) = 0;    // all are, in the present cycle
    virtual void write_taken(uint32_t job, const cause& by) = 0;  // whoever reads from now on gets what was written
  };
  virtual ~noc_memory_if() = default;
  // Jobs are numbers of the owner's; `asked` is the event of the call, if causes are recorded. Reads are begun in the order of
  // the calls; `into` holds `bytes` bytes until `read_done`.
  virtual void read(uint32_t job, uint64_t address, uint32_t bytes, uint8_t* into, event_id asked) = 0;
  // A write's first flit is there; its last one. `packet` stays as it is until `write_taken`.
  virtual void write_begins(uint32_t job, const noc_packet& packet, event_id asked) = 0;
  virtual void write_ends(uint32_t job, const noc_packet& packet, event_id asked) = 0;
  // One read and write of the 16 bytes in which the packet's address lies: `noc_atomic` of them. Then `write_taken`.
  virtual void atomic(uint32_t job, const noc_packet& packet, uint32_t& before, event_id asked) = 0;
};

}  // namespace tensix
