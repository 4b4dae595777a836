// What a core records of causes (observe/causes.h), if a recorder is there. It does one thing after the other, as its account
// says; what comes from outside - the end of a poll, a load's answer, a line of its program, room in the instruction FIFO - is a
// cause beside that. All of it does nothing without a recorder.
#pragma once
#include "models/riscv_core/riscv_core_surroundings.h"

namespace tensix {

struct core_load;

class core_causes {
 public:
  explicit core_causes(riscv_core_parts& core);
  path_use use(path_kind kind) const { return {kind, number_}; }

  // The core is in cycle `e`: its event; 0: nothing is recorded.
  event_id event_at(cycle_t e) { return recorder() ? record_event(e) : 0; }
  // [from, to) of its account.
  void spent(stall_reason why, cycle_t from, cycle_t to) {
    if (!recorder()) return;
    if (why == stall_reason::none) record_busy(from, to);
    else record_stall(why, from, to);
  }

  // ---- Of the wait that goes into the account next
  void await(const cause& c) {
    if (recorder() && c.after && awaited_count_ < awaited_.size()) awaited_[awaited_count_++] = c;
  }
  void await_store() { await(gone_by_); }  // the last one that has left the queue
  // Instruction d waits for its operands and for room in the retire queue, a fence, or what is ordered like one, for all before
  // it: loads that these come from.
  void await_answers(const riscv_instruction& d) {
    if (recorder()) record_awaited(d);
  }
  // It waits for load `number`, whose place it takes.
  void await_load(uint64_t number) {
    if (recorder()) record_awaited_load(number);
  }
  void await_none() { awaited_count_ = 0; }

  // ---- Loads: the result of the present instruction comes from the data RAM or the cache; a load from L1 has read in cycle
  // `read`; one through the port has ended with event `by`
  void local_load(cycle_t e);
  void l1_answered(const core_load& p, cycle_t read);
  void atomic_answered(const core_load& p, cycle_t read, cycle_t cycles);
  void port_answered(const core_load& p, event_id by, cycle_t latency);

  // ---- Stores: one to L1, posted by event `posted`, leaves the queue now (returns its event), and is there, having left in
  // cycle `since`; one through the port is where it went
  event_id store_leaves(event_id posted, cycle_t release, uint32_t address, unsigned bytes);
  void store_written(event_id left, unsigned bytes, cycle_t since);
  void store_gone(event_id by) { gone_by_ = by; }

 private:
  riscv_core_parts& core_;
  const unsigned number_;
  cause_recorder* const* const recorder_;
  unsigned awaited_count_ = 0;
  std::array<cause, 5> awaited_{};
  event_id gone_by_ = 0;                   // the last store from the queue is where it went
  cause poll_ended_by_;                    // the load that last ended a poll is answered
  std::array<cause, core_ring> answer_{};  // of loads, by number: when the result is there
  cycle_t recorded_until_ = 0;             // of its time
  // A poll, and what the core has done behind it, that is not recorded yet: if what ends it is known, it is that which was waited
  // for, and no cycle of the rounds.
  struct {
    cycle_t from = 0, polls_until = 0, until = 0;
    bool any() const { return until > from; }
  } polled_;
  void record_polled();

  cause_recorder* recorder() const { return *recorder_; }
  event_id begin(cycle_t cycle, path_kind kind);
  cause& answer_of(uint64_t number) { return answer_[number & core_ring_mask]; }
  event_id record_event(cycle_t e);
  bool goes_on(cycle_t& from, cycle_t to);
  void record_busy(cycle_t from, cycle_t to);
  void record_stall(stall_reason why, cycle_t from, cycle_t to);
  void record_awaited(const riscv_instruction& d);
  void record_awaited_load(uint64_t number);
  cause from_outside(stall_reason why) const;
  cause poll_changed(cycle_t until) const;
  event_id ends_poll(const core_load& p, cycle_t read, const cause& change);
};

}  // namespace tensix
