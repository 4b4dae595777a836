// SPDX-License-Identifier: Apache-2.0
// What an L1 whose arbiter is a block of RTL has in the place of the model (rtl_l1.h) and beside it (l1_shadow.h): the clients'
// socket, and the block at its clock, with the requests on its pins.
#pragma once
#include <tlm_utils/multi_passthrough_target_socket.h>

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cosim/rtl/l1_requests.h"
#include "cosim/rtl/rtl_clock.h"

namespace tensix {

class l1_by_rtl : public l1_if, public clocked_if, public pins_if, protected l1_beats_if {
 public:
  tlm_utils::multi_passthrough_target_socket<l1_by_rtl, 128> clients;

  // Told when RTL holds, or gives, other bytes than were written (cycle, text). Unset: that ends the run.
  std::function<void(cycle_t cycle, const std::string& text)> wrong_data;

  l1_socket& client_socket() override { return clients; }

  void reset(bool asserted) override {
    in_reset_ = asserted;
    if (asserted) requests_.reset();
    block_->reset(asserted);
  }
  bool edge(cycle_t cycle) override {
    if (in_reset_) {
      block_->edge();
      return false;
    }
    // Of the edges that are made up for, those of cycles without work change nothing.
    if (clock_.mode() == rtl_clock_mode::lazy && !at_work()) {
      requests_.skip(cycle);
      return false;
    }
    return one_edge(cycle);
  }
  bool at_work() const override { return !requests_.open().empty() || requests_.holds(requests_.next()); }
  std::vector<pin> pins() override { return requests_.pins(); }
  void settle_pins(uint64_t cycle) override {
    if (at_work()) requests_.settle(cycle);
    else block_->settle();
  }

 protected:
  l1_by_rtl(const sc_core::sc_module_name& name, const l1_parameters& parameters, rtl_clock& clock,
            std::unique_ptr<l1_block> block, l1_pin_order order)
      : l1_if(name),
        clients("clients"),
        parameters_(parameters),
        clock_(clock),
        block_(std::move(block)),
        requests_(this->name(), parameters_, *block_, order, *this) {
    clients.register_nb_transport_fw(this, &l1_by_rtl::nb_transport_fw);
    clients.register_b_transport(this, &l1_by_rtl::b_transport);
    clients.register_transport_dbg(this, &l1_by_rtl::transport_dbg);
    clients.register_get_direct_mem_ptr(this, &l1_by_rtl::get_direct_mem_ptr);
  }

  void write_beat(const l1_rtl_transfer& t, uint32_t beat, uint32_t* wdata, uint16_t& wstrb) const override;
  void read_beat(const l1_rtl_transfer& t, uint32_t beat, const uint32_t* rdata) const override;
  void other_bytes(l1_rtl_transfer& t, uint32_t beat, cycle_t cycle, const uint8_t* rtl, const uint8_t* right) override;
  // The payload's bytes of a beat, where they belong in the word.
  static void lay_beat(const l1_rtl_transfer& t, uint32_t beat, uint8_t* word);

  const l1_parameters parameters_;
  rtl_clock& clock_;
  const std::unique_ptr<l1_block> block_;
  l1_requests requests_;

 private:
  bool in_reset_ = false;

  virtual bool one_edge(cycle_t cycle) = 0;  // whether it has changed anything
  virtual tlm::tlm_sync_enum nb_transport_fw(int id, tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                             sc_core::sc_time& t) = 0;
  virtual void b_transport(int id, tlm::tlm_generic_payload& payload, sc_core::sc_time& t) = 0;
  virtual unsigned int transport_dbg(int id, tlm::tlm_generic_payload& payload) = 0;
  virtual bool get_direct_mem_ptr(int id, tlm::tlm_generic_payload& payload, tlm::tlm_dmi& dmi) = 0;
};

}  // namespace tensix
