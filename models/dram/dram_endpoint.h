// SPDX-License-Identifier: Apache-2.0
// The network interface of a DRAM tile: requests of a NoC become accesses of its channel's socket. Three such ports of a channel show
// the same bytes. Source: ISA documentation, NoC/MemoryMap (DRAM tiles); facts on time: docs/noc.md.
#pragma once
#include <deque>
#include <systemc>

#include "models/dram/dram_parameters.h"
#include "models/memory/l1_initiator.h"
#include "models/noc/noc_link.h"
#include "models/noc/noc_server.h"
#include "models/observe/diagnostics.h"

namespace tensix {

// What the interfaces of a channel share, of causes: its last data.
struct dram_causes {
  unsigned channel = 0;
  event_id last = 0;
};

struct dram_endpoint_parameters {
  dram_parameters dram;
  uint32_t to_router_cycles = 5, receive_cycles = 6, answer_cycles = 2, packet_gap_cycles = 2;  // as noc_interface's
  uint32_t clock_mhz = 1350;
};

class dram_endpoint : public sc_core::sc_module,
                      private noc_memory_if,
                      private noc_link::owner_if,
                      private noc_input::owner_if,
                      private noc_server::owner_if {
 public:
  l1_initiator memory{"memory", completes<&dram_endpoint::moved>(this)};  // to the channel
  dram_endpoint(sc_core::sc_module_name name, const dram_endpoint_parameters& parameters, const noc_causes& causes,
                dram_causes& of_channel, diagnostics& diagnose, uint64_t channel_bytes);
  noc_initiator_socket& to_noc() { return link_.output.socket; }
  noc_target_socket& from_noc() { return input_.socket; }
  bool idle() const { return input_.idle() && server_.idle() && link_.idle() && pending_writes_ == 0; }

 private:
  const dram_endpoint_parameters parameters_;
  const noc_causes& causes_;
  dram_causes& of_channel_;
  diagnostics& diagnose_;
  const uint64_t channel_bytes_;
  noc_link link_;
  noc_input input_;
  noc_server server_;
  // A packet's data move in accesses, which come back in the order in which they were asked for.
  struct part {
    uint32_t job;
    bool read, first, last;
    uint32_t bytes;
    event_id asked;
  };
  std::deque<part> parts_;
  struct held {  // a write whose data are here, in the order in which they came
    uint32_t job;
    event_id here;
    uint64_t behind;  // bytes that had been written when there is room for the last of it
  };
  std::deque<held> held_;
  uint64_t put_in_ = 0, written_ = 0;  // bytes of writes
  uint32_t pending_writes_ = 0;
  struct acknowledge {
    uint32_t job;
    cause by;
    cycle_t cycle;
  };
  std::deque<acknowledge> acknowledges_;
  activation run_;
  std::deque<std::vector<uint8_t>> buffers_;  // data of writes on their way

  bool fits(const noc_packet& packet) const;
  void access(tlm::tlm_command command, uint32_t job, uint64_t address, uint32_t bytes, uint8_t* data, event_id asked);
  event_id data_of(const part& p);
  void moved(l1_payload& t);
  void room(event_id by);
  void process();

  // noc_memory_if
  void read(uint32_t job, uint64_t address, uint32_t bytes, uint8_t* into, event_id asked) override;
  void write_begins(uint32_t, const noc_packet&, event_id) override {}
  void write_ends(uint32_t job, const noc_packet& packet, event_id asked) override;
  void atomic(uint32_t job, const noc_packet& packet, uint32_t& before, event_id asked) override;
  // noc_link::owner_if
  void leaves(uint32_t, cycle_t) override {}
  void has_left(uint32_t, cycle_t) override {}
  // noc_input::owner_if
  void first_flit(noc_arrival& a) override { server_.first_flit(a); }
  void last_flit(noc_arrival& a) override { server_.last_flit(a, input_); }
  // noc_server::owner_if
  void arrived(const noc_packet&) override {}
  void received(const noc_packet&) override {}
  void served(const noc_packet&) override {}
};

}  // namespace tensix
