// The tile: construction and binding of all modules; nothing else.
//
//   core[0..2]  RISC-V T0, T1, T2 and core[3] B: target sockets with the RISC-V-visible address map (models/riscv_port)
//   noc         the NoC side of L1: byte addresses of L1
//
// An sc_module that anyone can put into a larger platform; one AICLK cycle is 1 ns of SystemC time.
#pragma once
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>
#include <functional>
#include <memory>
#include <string>
#include <systemc>
#include <tlm>
#include <utility>
#include <vector>

#include "models/config_unit/config_unit.h"
#include "models/frontend/frontend.h"
#include "models/hand_over/src_hand_over.h"
#include "models/matrix_unit/matrix_unit.h"
#include "models/memory/l1.h"
#include "models/misc_unit/misc_unit.h"
#include "models/mover/mover.h"
#include "models/mover/tdma_risc.h"
#include "models/packer/packer.h"
#include "models/riscv_port/riscv_port.h"
#include "models/scalar_unit/scalar_unit.h"
#include "models/sync_unit/sync_unit.h"
#include "models/unpacker/unpacker.h"
#include "models/vector_unit/vector_unit.h"
#include "platform/hazards.h"
#include "platform/parameters.h"

namespace tensix {

class tensix_tile : public sc_core::sc_module {
 public:
  sc_core::sc_vector<tlm::tlm_target_socket<>> core;
  tlm_utils::simple_target_socket<tensix_tile> noc;

  tensix_tile(sc_core::sc_module_name name, const parameters& parameters);

  const parameters& configuration() const { return parameters_; }
  tensix_state& state() { return state_; }

  // Called whenever bytes of L1 have been written by anybody, in the cycle in which they are there.
  std::vector<std::function<void(uint32_t address, uint32_t bytes)>> l1_written;
  // Called when a register, a core's data RAM or a mailbox may have changed; before a run.
  void on_register_change(std::function<void()> told) { mailboxes_.told = std::move(told); }
  // Called when a register of tile control has been stored to, by whomever; before a run.
  void on_tile_control_store(std::function<void(uint32_t offset, uint32_t value)> told) {
    mailboxes_.control.stored = std::move(told);
  }
  // Called after undefined behaviour with the policy `stop`; unset: sc_stop().
  std::function<void()> on_fault;
  // Reports every race that platform/hazards.h knows; before a run.
  void watch_hazards(std::function<void(const std::string&)> report);
  void note_l1_written(uint32_t address, uint32_t bytes);

  // Observation. Accounts are closed by `close_accounts` (at the end of a run, before they are read).
  std::vector<std::pair<std::string, account*>> unit_accounts();
  std::vector<std::pair<std::string, account*>> thread_accounts();
  void close_accounts(cycle_t end);
  // From now on `sink` is told what happens (models/observe/trace_sink.h); before a run.
  void report_to(trace_sink& sink);
  // One line for everybody who waits, and for what; empty if nobody does.
  std::string who_waits() const;

  l1_memory& memory() { return l1_; }
  unpacker& unpack(unsigned which) { return which ? unpacker1_ : unpacker0_; }
  packers& pack() { return packers_; }
  matrix_unit& math() { return matrix_unit_; }
  frontend& thread(unsigned t) { return *frontend_[t]; }
  noc_overlay& overlay() { return overlay_; }
  mover& move() { return mover_; }
  // Nothing goes on in the background: no mover job, no command of TDMA-RISC, no store in a core's queue.
  bool background_idle() const;

 private:
  const parameters parameters_;
  std::vector<std::pair<std::string, account*>> reported_;  // accounts by the names that a sink knows
  tensix_state state_;
  dst_arbiter dst_arbiter_;
  noc_overlay overlay_;
  mailboxes mailboxes_;

  l1_memory l1_;
  src_hand_over hand_over_;
  throttle_arbiter throttle_;
  unpacker unpacker0_, unpacker1_;
  matrix_unit matrix_unit_;
  vector_unit vector_unit_;
  packers packers_;
  config_unit config_unit_;
  sync_unit sync_unit_;
  scalar_unit scalar_unit_;
  mover mover_;
  tdma_risc tdma_risc_;
  misc_unit misc_unit_;
  std::array<std::unique_ptr<frontend>, thread_count> frontend_;
  std::unique_ptr<hazard_watch> hazards_;  // if asked for
  std::array<std::unique_ptr<riscv_port>, 4> port_;
  tlm_utils::simple_initiator_socket<tensix_tile, 128> noc_to_l1_;

  struct poll_waker : gate_listener_if {
    explicit poll_waker(tensix_tile& t) : tile(t) {}
    void state_changed(cycle_t) override { tile.mailboxes_.poll_again(); }
    tensix_tile& tile;
  } poll_waker_{*this};

  void bind_threads();
  void bind_side_effects();
  void bind_register_writes();
  void bind_noc();
  void noc_b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& t);
  unsigned int noc_transport_dbg(tlm::tlm_generic_payload& payload);
  bool noc_get_direct_mem_ptr(tlm::tlm_generic_payload& payload, tlm::tlm_dmi& dmi);
  uint32_t coprocessor_load(uint32_t address);
  void coprocessor_store(uint32_t address, uint32_t value);
};

}  // namespace tensix
