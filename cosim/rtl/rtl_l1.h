// SPDX-License-Identifier: Apache-2.0
// An L1 made of RTL (docs/cosim-l1.md): what clients ask for by docs/l1-protocol.md goes to the pins of a block that has arbiter
// and banks. Who is granted what, and with it every completion, is the block's; so are the bytes: DMI is refused.
//
//   parts.l1 = [&](const tile_context& c) {
//     return std::make_unique<rtl_l1>("l1", c.configuration.l1, environment.clock(), std::make_unique<my_block>(), l1_pin_order::by_port);
//   };
#pragma once
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "cosim/rtl/l1_by_rtl.h"
#include "models/memory/l1_injected_error.h"
#include "models/memory/l1_responses.h"
#include "models/time/strand.h"
#include "platform/tile_parts.h"

namespace tensix {

class rtl_l1 : public l1_by_rtl, public l1_errors_if {
 public:
  rtl_l1(const sc_core::sc_module_name& name, const l1_parameters& parameters, rtl_clock& clock,
         std::unique_ptr<l1_block> block, l1_pin_order order);

  unsigned int debug(tlm::tlm_generic_payload& payload) override { return transport_dbg(0, payload); }
  l1_served served() override;
  void report_to(observer* tap) override;
  cycle_t first_unreported() const override { return reporting_.first_unreported(requests_.open(), requests_.next()); }
  void report_open() override;
  std::pair<bool, cycle_t> use(cycle_t cycle) const override { return reporting_.use(requests_.open(), cycle); }

  std::string waits_for() const override { return requests_.who_waits(); }
  std::string unmet() const override { return error_.unmet(); }

 private:
  random_delay asks_later_{clock_.delays("l1 l1_req")};
  l1_responses<decltype(clients)> responses_{clients};
  activation run_{slot::l1, method<&rtl_l1::process>(this)};
  l1_injected_error error_{parameters_};
  std::deque<tile_event> waiters_;  // free events of b_transport
  std::vector<tile_event*> free_waiters_;
  l1_reporting reporting_;
  std::vector<uint8_t> carried_;  // by address: what the transfer just reported has carried
  uint32_t quiet_ = 0;            // cycles without a grant

  uint32_t size() const { return parameters_.size_kib * 1024; }
  bool one_edge(cycle_t cycle) override;
  void process();
  void arm_first();
  void add(int socket, tlm::tlm_generic_payload& payload, cycle_t start, tile_event* waiter);
  void complete(l1_rtl_transfer& t);
  l1_completed describe(const l1_rtl_transfer& t);
  void beat_granted(const l1_rtl_transfer& t, uint32_t beat, unsigned port, cycle_t cycle) override;
  void read_all(const l1_rtl_transfer& t) const;
  bool accept(tlm::tlm_generic_payload& payload);
  bool granted(const tlm::tlm_generic_payload& payload, cycle_t before);
  tlm::tlm_sync_enum nb_transport_fw(int id, tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& t) override;
  void b_transport(int id, tlm::tlm_generic_payload& payload, sc_core::sc_time& t) override;
  unsigned int transport_dbg(int id, tlm::tlm_generic_payload& payload) override;
  bool get_direct_mem_ptr(int id, tlm::tlm_generic_payload& payload, tlm::tlm_dmi& dmi) override;
};

}  // namespace tensix
