// SPDX-License-Identifier: Apache-2.0
// Plays one core's steps on a tile: the initiator on a core socket, in the place of a RISC-V core. It costs what the parameters
// say: a push so many cycles, a store so many; loads take what the tile answers.
#pragma once
#include <tlm_utils/simple_initiator_socket.h>
#include <memory>
#include <systemc>
#include <vector>

#include "models/riscv_port/riscv_port.h"
#include "models/time/strand.h"
#include "platform/parameters.h"
#include "workload/players/player_account.h"
#include "workload/players/player_if.h"
#include "workload/streams/program.h"

namespace tensix {

class stream_player : public sc_core::sc_module, public player_if {
 public:
  tlm_utils::simple_initiator_socket<stream_player> socket;

  stream_player(sc_core::sc_module_name name, unsigned core, const player_parameters& parameters,
                std::unique_ptr<step_source> steps);
  ~stream_player() override {  // ours, not the payload's, wherever the run ended
    payload_.clear_extension(&poll_);
    payload_.clear_extension(&ttinsn_);
  }

  void bind_to(tlm::tlm_base_target_socket_b<>& core) override { socket.bind(core); }
  unsigned core() const override { return core_; }
  bool done() const override { return done_; }
  cycle_t finished_at() const { return finished_at_; }
  // In whose `causes` it records how long it takes for what; null: none.
  const tensix_state* recorded_in = nullptr;
  core_push_if* pushes = nullptr;  // of T0, T1 and T2; null: they go through the socket
  const std::vector<mark>& marks() const override { return marks_; }
  std::string where() const override;
  bool restart(std::unique_ptr<step_source> steps) override;
  player_account* activity() override { return &activity_; }

 private:
  const unsigned core_;
  const player_parameters parameters_;
  std::unique_ptr<step_source> steps_;
  step current_;
  bool done_ = false;
  cycle_t finished_at_ = 0;
  std::vector<mark> marks_;
  sc_core::sc_time ahead_;  // how far the core is ahead of the simulation time
  uint64_t spent_cycles_ = 0;
  sc_core::sc_time spent_;  // those, as time: what is spent is mostly the same
  tlm::tlm_generic_payload payload_;
  uint8_t data_[4] = {};
  player_account activity_;
  poll_extension poll_;
  ttinsn_extension ttinsn_;

  void play();
  uint64_t own_ticks() const { return cycle_time::now_ticks() + ahead_.value(); }
  stall_reason load_reason_of(uint32_t address);
  struct known_reason {  // by address: a core loads few words, again and again
    uint32_t address = 1;
    stall_reason why = stall_reason::none;
  };
  known_reason reasons_[16];
  void push(uint32_t word);
  void load(uint32_t address, uint32_t& value);
  void store(uint32_t address, uint32_t value);
  bool access(tlm::tlm_command command, uint32_t address, uint32_t& value);
  void spend(uint64_t cycles, path_kind on);
  void note_step();
  uint64_t last_step_ = ~uint64_t{0}, steps_in_cycle_ = 0;  // picoseconds; directives in a row without any time
  bool takes_no_time_ = false;
  bool too_long_ = false;  // it asked for more cycles than simulated time has
  void poll(const step& s);
  strand run_{slot_of(slot::riscv, core_), method<&stream_player::play>(this)};
};

}  // namespace tensix
