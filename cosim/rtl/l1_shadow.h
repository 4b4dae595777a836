// SPDX-License-Identifier: Apache-2.0
// units.l1=shadow: L1 is the model, and a block of RTL sees the same requests, with their data (DMI is refused, so that they come with
// the transfers). Compared are grants, beat by beat, cycle and port; what RTL holds behind each write and gives to each read; and all
// bytes at the end. Where they are not the same, rtl_environment::differs reports it, and both go on.
#pragma once
#include <tlm_utils/simple_initiator_socket.h>

#include <map>
#include <memory>
#include <vector>

#include "cosim/rtl/l1_by_rtl.h"
#include "cosim/rtl/rtl_units.h"
#include "models/memory/l1.h"
#include "platform/tile_parts.h"

namespace tensix {

class l1_shadow : public l1_by_rtl, public l1_errors_if {
 public:
  l1_shadow(const sc_core::sc_module_name& name, const tile_context& c, rtl_environment& environment,
            std::unique_ptr<l1_block> block, l1_pin_order order);
  ~l1_shadow() override { finish(); }

  unsigned int debug(tlm::tlm_generic_payload& payload) override { return transport_dbg(0, payload); }
  l1_served served() override { return model_.served(); }
  void report_to(observer* tap) override {
    beats_.further = tap;
    model_.report_to(&beats_);
  }
  cycle_t first_unreported() const override { return model_.first_unreported(); }
  void report_open() override { model_.report_open(); }
  std::string unmet() const override { return model_.unmet(); }
  std::pair<bool, cycle_t> use(cycle_t cycle) const override { return model_.use(cycle); }

 private:
  // Beats of the model, passed on to the tile's observers.
  struct beats_of_model : observer {
    l1_shadow& owner;
    observer* further = nullptr;
    explicit beats_of_model(l1_shadow& o) : owner(o) {}
    l1_wishes wishes() const override { return {further && further->wishes().traffic, true}; }
    void l1_served(const l1_traffic& traffic) override { further->l1_served(traffic); }
    void l1_beat(uint64_t transfer, uint32_t beat, uint32_t word, unsigned port, uint64_t cycle) override;
    void l1_complete(const l1_completed& t) override;
  };
  enum class side : uint8_t { model, rtl };
  struct grant {
    side of;
    uint32_t word;
    unsigned port;
    cycle_t cycle;
    const char* client;  // by name, if `of` is rtl
  };
  // What the RTL's transfers are made of: the clients' payloads are theirs again when the model has completed them.
  struct copy {
    tlm::tlm_generic_payload payload;
    const tlm::tlm_generic_payload* original = nullptr;  // null: the model has completed it
    int socket = 0;
    std::vector<uint8_t> data, enables;
  };
  tlm_utils::simple_initiator_socket<l1_shadow, 128> to_model_;
  rtl_environment& environment_;
  l1_storage bytes_;  // the model's
  l1_memory model_;
  beats_of_model beats_{*this};
  std::vector<std::unique_ptr<copy>> copies_, spare_;
  std::map<std::pair<uint64_t, uint32_t>, grant> waiting_;  // by transfer and beat: of one side so far
  uint64_t beats_compared_ = 0;
  bool finished_ = false;

  void compare(side of, uint64_t transfer, uint32_t beat, uint32_t word, unsigned port, cycle_t cycle, const char* client);
  void beat_granted(const l1_rtl_transfer& t, uint32_t beat, unsigned port, cycle_t cycle) override {
    compare(side::rtl, t.number, beat, t.word_of(beat), port, cycle, tensix::name(t.client));
  }
  void mirror(int socket, const tlm::tlm_generic_payload& payload, cycle_t start);
  bool one_edge(cycle_t cycle) override;
  void finish();
  void compare_bytes(cycle_t end);
  std::string compared() const;
  void end_of_simulation() override { finish(); }
  tlm::tlm_sync_enum nb_transport_fw(int id, tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& t) override;
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& t);
  void b_transport(int id, tlm::tlm_generic_payload& payload, sc_core::sc_time& t) override;
  unsigned int transport_dbg(int, tlm::tlm_generic_payload& payload) override;
  bool get_direct_mem_ptr(int, tlm::tlm_generic_payload&, tlm::tlm_dmi& dmi) override {
    dmi.allow_none();
    return false;
  }
};

}  // namespace tensix
