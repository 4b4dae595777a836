// units.l1=shadow: L1 is the model, and a block of RTL sees the same requests. Grants are compared beat by beat, cycle and port;
// where they are not the same, rtl_environment::differs is told, and both go on. Data are not: the model's clients may move them
// past any L1 (DMI).
#pragma once
#include <tlm_utils/multi_passthrough_target_socket.h>
#include <tlm_utils/simple_initiator_socket.h>

#include <map>
#include <memory>
#include <vector>

#include "cosim/rtl/l1_requests.h"
#include "cosim/rtl/rtl_units.h"
#include "platform/tile_parts.h"

namespace tensix {

class l1_shadow : public l1_if, public clocked_if, public pins_if {
 public:
  tlm_utils::multi_passthrough_target_socket<l1_shadow, 128> clients;

  l1_shadow(const sc_core::sc_module_name& name, const tile_context& c, rtl_environment& environment,
            std::unique_ptr<l1_block> block, l1_pin_order order);
  ~l1_shadow() override { finish(); }

  l1_socket& client_socket() override { return clients; }
  unsigned int debug(tlm::tlm_generic_payload& payload) override { return model_.debug(payload); }
  l1_served served() override { return model_.served(); }
  void report_to(trace_sink* sink) override { model_.report_to(sink); }
  void report_events_to(event_tap* tap) override { beats_.further = tap; }
  cycle_t first_unreported() const override { return model_.first_unreported(); }
  void report_open() override { model_.report_open(); }
  std::pair<bool, cycle_t> use(cycle_t cycle) const override { return model_.use(cycle); }

  void reset(bool asserted) override;
  bool edge(cycle_t cycle) override;
  bool at_work() const override { return !requests_.open().empty() || requests_.holds(requests_.next()); }
  std::vector<pin> pins() override { return requests_.pins(); }
  void settle_pins(uint64_t cycle) override {
    if (at_work()) requests_.settle(cycle);
    else block_->settle();
  }

 private:
  // Beats of the model, passed on to who else wants to know.
  struct beats_of_model : event_listener {
    l1_shadow& owner;
    event_tap* further = nullptr;
    explicit beats_of_model(l1_shadow& o) : owner(o) {}
    void l1_beat(uint64_t transfer, uint32_t beat, uint32_t word, unsigned port, uint64_t cycle) override;
    void l1_complete(const l1_completed& t) override;
  };
  enum class side : uint8_t { model, rtl };
  struct grant {
    side of;
    uint32_t word;
    unsigned port;
    cycle_t cycle;
  };
  // What the RTL's transfers are made of: the clients' payloads are theirs again when the model has completed them.
  struct copy {
    tlm::tlm_generic_payload payload;
    const tlm::tlm_generic_payload* original = nullptr;  // null: the model has completed it
    int socket = 0;
  };
  tlm_utils::simple_initiator_socket<l1_shadow, 128> to_model_;
  rtl_environment& environment_;
  rtl_clock& clock_;
  const l1_parameters parameters_;
  l1_memory model_;
  const std::unique_ptr<l1_block> block_;
  l1_requests requests_;
  beats_of_model beats_{*this};
  std::vector<std::unique_ptr<copy>> copies_, spare_;
  std::map<std::pair<uint64_t, uint32_t>, grant> waiting_;  // by transfer and beat: of one side so far
  bool in_reset_ = false;

  void compare(side of, uint64_t transfer, uint32_t beat, uint32_t word, unsigned port, cycle_t cycle);
  void mirror(int socket, const tlm::tlm_generic_payload& payload, cycle_t start);
  bool one_edge(cycle_t cycle);
  void finish();
  void end_of_simulation() override { finish(); }
  tlm::tlm_sync_enum nb_transport_fw(int id, tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& t);
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& t);
  void b_transport(int id, tlm::tlm_generic_payload& payload, sc_core::sc_time& t);
  unsigned int transport_dbg(int, tlm::tlm_generic_payload& payload) { return model_.debug(payload); }
  bool get_direct_mem_ptr(int, tlm::tlm_generic_payload& payload, tlm::tlm_dmi& dmi) {
    return to_model_->get_direct_mem_ptr(payload, dmi);
  }
};

}  // namespace tensix
