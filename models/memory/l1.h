// SPDX-License-Identifier: Apache-2.0
// L1: 1536 KiB in single-ported banks of 16-byte words behind ports. Any port reaches any bank; in one cycle a bank serves one
// beat and a port one client, chosen by policy (l1_policy.h) among those that ask (ISA documentation, L1: round robin).
//
// Time is worked out lazily: the arbitration of past cycles is replayed only when a transfer is added, changed or due, in plain
// code without kernel events, so a transfer costs one activation however many beats it has. The way of a transfer stands at the
// beginning of l1.cpp.
#pragma once
#include <tlm_utils/multi_passthrough_target_socket.h>
#include <deque>
#include <memory>
#include <systemc>
#include <tlm>
#include <vector>

#include "models/memory/l1_if.h"
#include "models/memory/l1_injected_error.h"
#include "models/memory/l1_observer.h"
#include "models/memory/l1_parameters.h"
#include "models/memory/l1_reporting.h"
#include "models/memory/l1_responses.h"
#include "models/memory/l1_rule.h"
#include "models/registers/l1_storage.h"
#include "models/time/strand.h"

namespace tensix {

class l1_memory : public l1_if, public l1_errors_if {
 public:
  tlm_utils::multi_passthrough_target_socket<l1_memory, 128> clients;

  l1_memory(sc_core::sc_module_name name, const l1_parameters& parameters, l1_storage& bytes);

  const l1_parameters& parameters() const { return parameters_; }
  l1_socket& client_socket() override { return clients; }
  unsigned int debug(tlm::tlm_generic_payload& payload) override { return transport_dbg(0, payload); }
  l1_served served() override;  // replays the arbitration up to the present cycle
  void count_blocked() override { observer_.count_blocked(); }
  bool serves_others(l1_client client, unsigned first) const override;
  void report_to(observer* tap) override {
    observer_.report_to(tap);
    reporting_.report_to(tap);
  }
  cycle_t first_unreported() const override { return reporting_.first_unreported(now_.active, now_.cycle); }
  std::string unmet() const override { return error_.unmet(); }
  void report_open() override {
    reporting_.report_open(now_.active, [&](const transfer& t) { return reporting_.describe(t, bytes_.data()); });
  }
  std::pair<bool, cycle_t> use(cycle_t cycle) const override { return reporting_.use(now_.active, cycle); }

 protected:
  // All bytes, read and write; who derives may refuse (docs/l1-protocol.md, "Who moves the bytes").
  virtual bool get_direct_mem_ptr(int id, tlm::tlm_generic_payload& payload, tlm::tlm_dmi& dmi);

 private:
  struct transfer : l1_pending {
    bool plain = false;  // its access is from plain_
  };
  struct arbitration : l1_state {  // up to the cycle that is replayed next
    using l1_state::l1_state;
    std::vector<transfer> active;  // in the order of their requests
  };
  static constexpr uint32_t most_lanes = most_l1_lanes;
  const l1_parameters parameters_;
  const l1_wiring wiring_;
  l1_storage& bytes_;
  arbitration now_;
  activation run_{slot::l1, method<&l1_memory::process>(this)};
  l1_observer observer_;
  l1_reporting reporting_;
  l1_responses<decltype(clients)> responses_{clients};
  l1_injected_error error_{parameters_};
  std::deque<l1_access> plain_;  // of payloads without the extension
  std::vector<l1_access*> free_plain_;
  std::deque<tile_event> waiters_;  // free events of b_transport
  std::vector<tile_event*> free_waiters_;
  uint64_t transfers_ = 0;  // so far, if events are reported

  void process();
  void replay(cycle_t until);  // not included
  inline void decide(const l1_competitors& competing, cycle_t until, l1_decision& d) const;
  void arm_first();
  cycle_t may_be_done(const transfer& t) const;  // not before
  void add(transfer& t);
  inline void complete(transfer& t);
  inline void move_data(const transfer& t);
  transfer make_transfer(int id, tlm::tlm_generic_payload& payload, cycle_t start);
  inline bool accept(tlm::tlm_generic_payload& payload);

  tlm::tlm_sync_enum nb_transport_fw(int id, tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& t);
  void b_transport(int id, tlm::tlm_generic_payload& payload, sc_core::sc_time& t);
  unsigned int transport_dbg(int id, tlm::tlm_generic_payload& payload);
};

}  // namespace tensix
