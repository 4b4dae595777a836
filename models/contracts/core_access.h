// SPDX-License-Identifier: Apache-2.0
// What a RISC-V core may add to an access through its port (models/riscv_port); all ignorable.
#pragma once
#include <cstdint>
#include <tlm>
#include "models/observe/causes.h"
#include "models/time/cycles.h"

namespace tensix {

// Load until (word & mask) HOW value (an initiator may as well loop itself).
struct poll_extension : tlm::tlm_extension<poll_extension> {
  uint32_t mask = ~0u, value = 0;
  bool (*holds)(uint32_t masked, uint32_t value) = nullptr;
  uint64_t period = 0;  // cycles from one load to the next; 0: those of the load itself
  uint64_t began = 0;   // set on return: the cycle in which the last load, the one that ended the poll, began
  tlm::tlm_extension_base* clone() const override { return new poll_extension(*this); }
  void copy_from(const tlm::tlm_extension_base& other) override { *this = static_cast<const poll_extension&>(other); }
};

// The core has a pipeline and a store queue of its own: a store that has to wait holds its caller, and does not enter the port's
// queue. `by`: if causes are recorded, the event of the access in the core; on return that of its end at the port.
struct core_store_extension : tlm::tlm_extension<core_store_extension> {
  bool only_if_room = false;  // a push does not wait for room in the FIFO
  uint32_t pushed = 0;        // words that were pushed
  uint32_t pc = 0;            // of a push: its instruction, behind which those fused with it stand
  event_id by = 0;
  tlm::tlm_extension_base* clone() const override { return new core_store_extension(*this); }
  void copy_from(const tlm::tlm_extension_base& other) override { *this = static_cast<const core_store_extension&>(other); }
};

// Stores of a thread's core that are on their way to units.
class core_stores_if {
 public:
  // First cycle >= now in which there is none; never: not known yet.
  virtual cycle_t stores_done(cycle_t now) const = 0;
  // What makes that true of the stores before that event, if causes are recorded.
  virtual cause stores_by(event_id before) const = 0;

 protected:
  ~core_stores_if() = default;
};

// The way of a thread's words beside the core's socket, without a transaction each.
class core_push_if {
 public:
  // As b_transport with a store of the word to the core's instruction FIFO; `delay` as there.
  virtual void push_word(uint32_t word, bool ttinsn, sc_core::sc_time& delay) = 0;

 protected:
  ~core_push_if() = default;
};

// A push that is a .ttinsn, not a store to the instruction FIFO's address: it gets there sooner.
struct ttinsn_extension : tlm::tlm_extension<ttinsn_extension> {
  bool applies = true;
  tlm::tlm_extension_base* clone() const override { return new ttinsn_extension(*this); }
  void copy_from(const tlm::tlm_extension_base& other) override { *this = static_cast<const ttinsn_extension&>(other); }
};

}  // namespace tensix
