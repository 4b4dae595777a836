// SPDX-License-Identifier: Apache-2.0
// A network interface (NIU) in time: commands of four request initiators, requests of others to its tile, answers.
//
//   command   A store of 1 to CMD_CTRL puts it into one queue. The first of the queue waits until its virtual channel is free on
//             the first link; then CMD_CTRL reads 0. A write reads its data out of L1 and goes out behind the first of them.
//   request   of another interface: read, write or atomic of L1 (noc_server), or of a register that the NoC sees.
//   answer    Its data go to L1; then the counter that software polls has counted it.
// Packets wait for the link, not in the network: docs/noc.md.
// What is protected is for RTL in the place of its command stage. Source: ISA documentation, NoC/MemoryMap, NoC/Counters.
#pragma once
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "models/contracts/noc_port.h"
#include "models/noc/noc_link.h"
#include "models/noc/noc_server.h"
#include "models/noc_interface/noc_interface_parameters.h"
#include "models/noc_interface/noc_l1.h"
#include "models/noc_interface/noc_registers_function.h"

namespace tensix {

class noc_interface : public noc_interface_if,
                      private noc_memory_if::owner_if,
                      private noc_link::owner_if,
                      private noc_input::owner_if,
                      private noc_server::owner_if {
 public:
  // `mmio`: the tile's registers as the NoC sees them. `l1_change_cycles`: for which L1 is at a beat that is written in part.
  noc_interface(sc_core::sc_module_name name, const noc_interface_parameters& parameters, const noc_identity& identity,
                const noc_translation_if& grid, noc_mmio_if& mmio, const noc_causes& causes, diagnostics& diagnose,
                uint32_t l1_bytes, uint32_t l1_change_cycles);

  l1_initiator& l1() { return memory_.l1; }

  uint32_t load(const char* who, uint32_t offset) override { return registers_.load(who, offset); }
  void store(const char* who, uint32_t offset, uint32_t value, event_id by) override;
  bool peek(uint32_t offset, uint32_t& value) const override;
  noc_initiator_socket& to_noc() override { return link_.output.socket; }
  noc_target_socket& from_noc() override { return input_.socket; }
  bool idle() const override;
  bool busy() const override { return !queue_.empty() || sending_ || receiving_ || !server_.idle() || !link_.idle(); }
  std::string waits_for() const override;

 protected:
  const noc_interface_parameters parameters_;
  const noc_causes causes_;
  noc_registers registers_;
  noc_l1 memory_;
  noc_link link_;
  noc_input input_;
  static constexpr uint32_t first_request = 1u << 16;  // numbers of jobs: commands below, requests of others from here on
  noc_server server_;

  // Commands, in the order of their stores.
  struct queued {
    noc_command command;
    cycle_t ready;
    cause by;
    size_t next = 0;  // packet
  };
  std::deque<queued> queue_;
  static constexpr unsigned channels = 8;
  unsigned in_channel_[channels] = {};    // packets with data that hold it
  event_id channel_left_[channels] = {};  // the last of those
  // Of commands, from its channel on until the packet has left.
  struct job {
    bool used = false;
    tlm::tlm_generic_payload* payload = nullptr;
    unsigned channel = 0;
  };
  std::vector<job> jobs_;
  unsigned sending_ = 0;    // jobs in use
  uint64_t waiting_ = 0;    // answers that are to come, but of multicasts
  unsigned receiving_ = 0;  // answers whose data go to L1
  activation run_;

  virtual void process();
  bool channel_free(const noc_packet& p) const {
    // What software leaves to the hardware finds the other buddy free.
    return !p.static_channel || !in_channel_[p.virtual_channel % channels];
  }
  // The first of the queue gives this packet in the present cycle; `last` of its command.
  void give(const noc_packet& packet, uint64_t source, bool last);
  void send(const noc_packet& packet, uint64_t source, event_id given);
  uint32_t new_job(tlm::tlm_generic_payload& payload, unsigned channel);
  virtual void step(noc_step s, const noc_packet& packet, event_id by);
  void tell(uint32_t offset, event_id by);
  void update();
  void answered(noc_arrival& a, const cause& by);
  std::vector<noc_arrival*> answers_;  // by job, from first_answer on
  static constexpr uint32_t first_answer = 1u << 15;

  // noc_memory_if::owner_if
  void first_data(uint32_t job, cycle_t in, const cause& by) override;
  void read_done(uint32_t job, const cause& by) override;
  void write_taken(uint32_t job, const cause& by) override;
  // noc_link::owner_if
  void leaves(uint32_t job, cycle_t cycle) override;
  void has_left(uint32_t job, cycle_t cycle) override;
  // noc_input::owner_if
  void first_flit(noc_arrival& a) override;
  void last_flit(noc_arrival& a) override;
  // noc_server::owner_if
  void arrived(const noc_packet& request) override { step(noc_step::arrived, request, 0); }
  void received(const noc_packet& request) override;
  void served(const noc_packet& request) override { step(noc_step::served, request, 0); }
};

}  // namespace tensix
