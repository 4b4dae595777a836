// SPDX-License-Identifier: Apache-2.0
// Sync unit: semaphores, mutexes, and the acceptance of wait instructions (which then sit in their thread's wait gate).
// Source: ISA documentation, SyncUnit: one of {SEMINIT, SEMPOST, SEMGET, STALLWAIT, SEMWAIT, STREAMWAIT, RISC-V semaphore
// write} a cycle in total, latency one cycle; ATGETM and ATRELM one cycle, several a cycle if on different mutexes.
#pragma once
#include <systemc>
#include <vector>

#include "models/contracts/ports.h"
#include "models/contracts/semaphore_losses.h"
#include "models/sync_unit/sync_unit_function.h"
#include "models/sync_unit/sync_unit_parameters.h"

namespace tensix {

class sync_unit : public sync_unit_if, public semaphore_losses_if {
 public:
  sync_unit(sc_core::sc_module_name name, const sync_unit_parameters& parameters, tensix_state& state,
            sync_unit_function& function);

  issue_response offer(const issue_request& request) override;
  cycle_t drained_from(unsigned thread, cycle_t now) const override;
  cause drained_by(unsigned thread) const override { return busy_by_[thread]; }
  std::string waits_for() const override;
  std::string semaphore_losses() const override;
  cycle_t riscv_store(unsigned core, unsigned semaphore_index, uint32_t value, cycle_t cycle, const cause& why = {}) override;

 protected:
  // For RTL in its place (cosim/rtl/rtl_issue_units.h): what ATGETM waits for once its mutex serves it: that another thread frees
  // it; the instruction starts; the cycle in which a core's store that arrives in `cycle` has the slot of semaphores.
  virtual issue_response turn(const issue_request& r);
  void start(const issue_request& r);
  virtual cycle_t slot_for_store(cycle_t cycle);
  const sync_unit_parameters parameters_;

 private:
  struct pending {
    cycle_t due;
    uint32_t word;  // instruction, or 0: RISC-V store
    uint8_t thread, semaphore_index, value;
    cause by;  // if causes are recorded
  };
  tensix_state& state_;
  sync_unit_function& function_;
  std::vector<pending> queue_;
  cycle_t slot_free_ = 0;                    // the one slot for semaphore and wait instructions
  cycle_t mutex_free_[mutex_count] = {};     // an instruction on this mutex was accepted in the cycle before
  uint8_t mutex_waiting_[mutex_count] = {};  // threads whose ATGETM was refused
  cycle_t busy_until_[thread_count] = {};
  cause slot_free_by_, released_by_[mutex_count], busy_by_[thread_count];
  struct lost_changes {
    uint64_t count = 0;
    cycle_t last = 0;  // takes effect, or would
    uint8_t thread = 0;
    bool store = false;  // of the thread's core
  };
  lost_changes lost_gets_[semaphore_count], lost_posts_[semaphore_count];
  activation run_{slot::sync_unit, method<&sync_unit::process>(this)};
  void process();
  void start_mutex(const issue_request& r, unsigned m);
  void tell_semaphores(const pending& p);
  void note_lost(const pending& p);
};

}  // namespace tensix
