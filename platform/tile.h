// SPDX-License-Identifier: Apache-2.0
// The tile: construction and binding of all modules; nothing else.
//
//   core[0..4]  RISC-V T0, T1, T2, B and NC: target sockets with the RISC-V-visible address map (models/riscv_port); where
//               nothing is bound there is no core
//   noc         the NoC side of L1: byte addresses of L1
//   noc_interface(n)  its sockets take and give packets of NoC n (models/noc); nothing need be bound to them
//
// An sc_module that anyone can put into a larger platform; one AICLK cycle is clock_period_ps of SystemC time (1 ns).
#pragma once
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <systemc>
#include <tlm>
#include <utility>
#include <vector>

#include "models/frontend/frontend.h"
#include "models/memory/noc_overlay.h"
#include "models/mover/tdma_risc.h"
#include "models/riscv_port/coprocessor_bus.h"
#include "models/riscv_port/riscv_port.h"
#include "platform/hardware_counters.h"
#include "platform/late_elaboration.h"
#include "platform/parameters.h"
#include "platform/tile_parts.h"

namespace tensix {

enum class hazard_kind;

class hazard_watch;

// A module beside a tile that is a client of its L1, and so is built anew with it (riscv_cores).
class reset_with_tile_if {
 public:
  virtual ~reset_with_tile_if() = default;
  virtual void unmake() = 0;
  virtual void make_again() = 0;
};

class tensix_tile : public sc_core::sc_module, private scalar_environment_if, private l1_elsewhere_if, private noc_mmio_if {
 public:
  sc_core::sc_vector<riscv_port::outer_socket> core;
  tlm_utils::simple_target_socket<tensix_tile> noc;

  // Takes presets (platform/parameter_presets.h) and checks the parameters (platform/parameters.h: what it throws); the factories of `parts` serve during construction, and again in
  // reset(). Throws std::invalid_argument if a part is missing.
  tensix_tile(sc_core::sc_module_name name, const parameters& parameters, const tile_parts& parts = {});
  ~tensix_tile() override;

  // In the present cycle, before anything of the tile happens in it: all that it holds is as at the beginning of a simulation, but
  // for the bytes of L1. What was under way is dropped, also what units would still have written; RTL sees rst_n low. Observers
  // stay, and accounts go on; other counters (bytes, accesses of L1) begin anew. Every part is built anew where it stood: what
  // tile() and unit() have returned is the new one. For the cores' side it is the same as a power-up: whoever is at core[] has
  // to begin anew as well.
  // Throws std::logic_error, and does nothing, from within a process of the calendar; before the simulation has started, or behind
  // SystemC's time (tlm_global_quantum); while a
  // process of SystemC is within a call of core[] or noc (end it before: sc_process_handle::reset or kill); if a network
  // interface is bound, for packets on their way cannot be taken back.
  void reset();
  uint64_t resets() const { return resets_; }  // so far
  // Before the simulation: what is reset with it.
  void reset_with(reset_with_tile_if& other) { reset_with_.push_back(&other); }

  const parameters& configuration() const { return parameters_; }
  tensix_state& state() { return state_; }
  const tensix_functions& functions() const { return functions_; }  // what a unit keeps beside the state (LRegs, ...)

  // Called whenever bytes of L1 have been written, in the cycle in which they are there.
  std::vector<std::function<void(uint32_t address, uint32_t bytes)>> l1_written;
  // The one listener to registers, data RAMs, mailboxes and tile control; before a run.
  void listen_to_registers(core_registers_listener_if& l) { shared_by_cores_.control.listener = &l; }
  // A register of tile control that holds what was written, by its offset.
  uint32_t control_word(uint32_t offset) const {
    uint32_t value = 0;
    shared_by_cores_.control.peek(offset, value);
    return value;
  }
  // Called at each report of undefined behaviour, of either policy; unset: SC_REPORT_WARNING (models/observe/report_ids.def).
  std::function<void(const diagnosis&)> on_report;
  // Called after undefined behaviour with the policy `stop`; unset: sc_stop().
  std::function<void()> on_fault;
  // Reports every hazard that platform/hazards.h knows; before a run. Without `report`: SC_REPORT_WARNING.
  void watch_hazards(std::function<void(const std::string& text, hazard_kind kind)> report = {});
  // After a run that came to its end in `cycle`: what that leaves to the next.
  void report_leftovers(cycle_t cycle);
  void note_l1_written(uint32_t address, uint32_t bytes);

  // Observation. Accounts are closed by `close_accounts` (at the end of a run, before they are read).
  std::vector<std::pair<std::string, account*>> unit_accounts();
  std::vector<std::pair<std::string, account*>> thread_accounts();
  std::vector<std::pair<std::string, account*>> noc_accounts();  // of network interfaces that something is bound to
  void close_accounts(cycle_t end);
  // From now on everything that happens is reported to `o`, beside all other observers (models/observe/observer.h); no more.
  void attach(observer& o);
  void detach(const observer& o);
  // What its parts were given: for those that look at a unit's surroundings.
  const tile_context& context() const { return *context_; }
  // One line for each core, thread and unit that waits, and for what; empty if none does.
  std::string who_waits() const;

  // What a core's CSRs tt_cfg_qstatus and tt_cfg_bstatus show in the present cycle.
  std::pair<uint32_t, uint32_t> status_of(unsigned accessor) const;

  l1_if& memory() { return *l1_; }
  const overlay_if& overlay() const { return overlay_; }
  noc_interface_if& noc_interface(unsigned number) { return *noc_[number]; }
  // The tile's registers as packets reach them; at once, and not within a process of the calendar.
  noc_mmio_if& registers_of_noc() { return *this; }
  // Something is bound to its network interfaces.
  bool on_noc() const { return noc_[0]->to_noc().size() != 0; }
  // The chip, and the tile's place on it (counted as NoC 0 does).
  const noc_grid& grid() const { return grid_; }
  noc_coordinate place() const { return place_; }
  tensix_unit& unit(tile_unit u) { return *unit_[static_cast<unsigned>(u)]; }
  frontend& thread(unsigned t) { return *frontend_[t]; }
  core_push_if& pushes(unsigned t) { return *port_[t]; }
  // Nothing goes on in the background: no instruction in a thread, no mover job, no command of TDMA-RISC, no store in a core's
  // queue.
  bool background_idle() const;

 private:
  const parameters parameters_;
  const tile_parts parts_;
  std::unique_ptr<late_elaboration> anew_;  // what has been built anew lives in it
  std::map<const void*, void*> left_;       // within reset(): parts that have been destroyed, and where they stood as a whole
  std::vector<reset_with_tile_if*> reset_with_;
  uint64_t resets_ = 0;
  size_t observing_parts_ = 0;                              // parts that are observers, the first ones
  unsigned calls_ = 0;                                      // of `noc`, by processes of SystemC, that are under way
  std::vector<std::pair<std::string, account*>> reported_;  // threads' and units' accounts, by the names that observers know
  tensix_state state_;
  dst_users dst_users_;
  dst_arbiter dst_arbiter_;
  noc_overlay overlay_;
  shared_by_cores shared_by_cores_;
  coprocessor_bus coprocessor_bus_;
  tensix_functions functions_;
  const noc_grid grid_;
  const noc_coordinate place_;

  bool quiet_ = false;  // what is written to L1 just now is reported at the end of its transfer

  src_hand_over hand_over_;
  std::optional<tile_context> context_;
  std::unique_ptr<l1_if> l1_;
  std::unique_ptr<throttle_if> throttle_;
  std::unique_ptr<unpacker_if> unpacker_[2];
  std::unique_ptr<tensix_unit> matrix_unit_, vector_unit_, packers_, misc_unit_;
  std::unique_ptr<config_unit_if> config_unit_;
  std::unique_ptr<sync_unit_if> sync_unit_;
  std::unique_ptr<scalar_unit_if> scalar_unit_;
  std::unique_ptr<mover_if> mover_;
  std::unique_ptr<noc_interface_if> noc_[2];
  std::array<tensix_unit*, tile_units> unit_{};  // all of them, in the order of tile_unit
  std::unique_ptr<tdma_risc> tdma_risc_;
  std::array<std::unique_ptr<frontend>, thread_count> frontend_;
  std::unique_ptr<hazard_watch> hazards_;  // if asked for
  std::function<void(const std::string& text, hazard_kind kind)> hazard_report_;
  by_core<std::unique_ptr<riscv_port>> port_;
  tlm_utils::simple_initiator_socket<tensix_tile, 128> noc_to_l1_;

  struct poll_waker : gate_listener_if {
    poll_waker(tensix_tile& t, polled_place w) : tile(t), changed(w) {}
    void state_changed(cycle_t) override { tile.shared_by_cores_.poll_again(changed); }
    tensix_tile& tile;
    const polled_place changed;
  } semaphores_changed_{*this, polled_place::semaphore}, registers_changed_{*this, polled_place::other};
  hardware_counters_of_tile counters_{*this};

  void report_to_observers();
  std::vector<account*> all_accounts();
  template <class Factory, class Part>
  void make_part(std::unique_ptr<Part>& owner, const Factory& factory, const char* member, const tile_context& c);
  template <class Part>
  void unmake_part(std::unique_ptr<Part>& owner);
  void unmake();
  void make_again();
  void make_hazards();
  void require_resettable() const;
  void build();
  void bind_threads();
  void bind_ports();
  void bind_units();
  void bind_noc_to_l1();
  void bind_noc();
  void start_of_simulation() override;
  // scalar_environment_if
  cycle_t conditions_met(unsigned thread, uint32_t conditions, cycle_t now) const override;
  bool thcon_port_taken(cycle_t cycle) const override { return config_unit_->wrote_thcon(cycle); }
  cycle_t register_load(uint32_t address, cycle_t arrives) override;
  void gprs_changed() override { registers_changed_.state_changed(now_cycle()); }
  // noc_mmio_if
  uint32_t mmio_load(uint32_t address) override { return coprocessor_bus_.load("noc", address); }
  void mmio_store(uint32_t address, uint32_t value) override { coprocessor_bus_.store("noc", address, value); }
  // l1_elsewhere_if
  void bring(uint32_t address, uint32_t bytes) override { move_l1(tlm::TLM_READ_COMMAND, address, bytes); }
  void take(uint32_t address, uint32_t bytes) override { move_l1(tlm::TLM_WRITE_COMMAND, address, bytes); }
  void move_l1(tlm::tlm_command command, uint32_t address, uint32_t bytes);
  void noc_b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& t);
  unsigned int noc_transport_dbg(tlm::tlm_generic_payload& payload);
  bool noc_get_direct_mem_ptr(tlm::tlm_generic_payload& payload, tlm::tlm_dmi& dmi);
  void noc_invalidate_direct_mem_ptr(sc_dt::uint64 first, sc_dt::uint64 last);
};

}  // namespace tensix
