// SPDX-License-Identifier: Apache-2.0
// An L1 of one's own: docs/l1-protocol.md as a plain loop over cycles. While a transfer is open it looks once a cycle at what
// the cycle before has asked for, lets every bank choose a client, and gives out ports.
#pragma once
#include <tlm_utils/multi_passthrough_target_socket.h>

#include <list>
#include <memory>
#include <vector>

#include "models/memory/l1_responses.h"
#include "models/time/strand.h"
#include "platform/tile_parts.h"

namespace own {

class l1 : public tensix::l1_if {
 public:
  tlm_utils::multi_passthrough_target_socket<l1, 128> clients;

  l1(const sc_core::sc_module_name& name, const tensix::tile_context& c);
  tensix::l1_socket& client_socket() override { return clients; }
  unsigned int debug(tlm::tlm_generic_payload& payload) override { return transport_dbg(0, payload); }

  inline static uint64_t beats = 0;  // served

 private:
  struct transfer {
    tlm::tlm_generic_payload* payload = nullptr;
    tensix::l1_access* access = nullptr;
    std::shared_ptr<tensix::l1_access> plain;  // that of a payload without the extension
    int socket = 0;
    tensix::tile_event* blocked = nullptr;  // who waits in b_transport
    tensix::cycle_t start = 0, done = tensix::never;
    std::vector<uint32_t> words;  // of its beats: address / 16
    std::vector<bool> served;
    uint32_t first = 0;  // beat that is not served
    uint32_t lanes = 1, hold = 0;
    uint32_t bank_cycles = 0, port_cycles = 0;  // in which it was refused
  };
  const tensix::l1_parameters numbers_;
  tensix::l1_storage& bytes_;
  tensix::l1_responses<decltype(clients)> responses_{clients};
  std::list<transfer> open_;                            // in the order in which they count
  std::vector<tensix::cycle_t> bank_free_, port_free_;  // from then on
  std::vector<unsigned> bank_last_;                     // client that a bank served last when several asked
  unsigned turn_ = 0;                                   // whose port it is first
  tensix::cycle_t served_until_ = 0;                    // cycles before this one are over
  tensix::activation step_{tensix::slot::l1, tensix::method<&l1::step>(this)};

  void step();
  void one_cycle(tensix::cycle_t cycle);
  std::vector<transfer*> competitors(tensix::cycle_t cycle);
  std::vector<uint32_t> wishes(const transfer& t) const;
  void finish(transfer& t);
  bool accept(int socket, tlm::tlm_generic_payload& payload, tensix::cycle_t start, tensix::tile_event* blocked);
  tlm::tlm_sync_enum nb_transport_fw(int, tlm::tlm_generic_payload&, tlm::tlm_phase&, sc_core::sc_time&);
  void b_transport(int, tlm::tlm_generic_payload&, sc_core::sc_time&);
  unsigned int transport_dbg(int, tlm::tlm_generic_payload&);
  bool get_direct_mem_ptr(int, tlm::tlm_generic_payload&, tlm::tlm_dmi&);
};

}  // namespace own
