// SPDX-License-Identifier: Apache-2.0
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
  bool recorded() const { return recorder() != nullptr; }
  path_use use(path_kind kind) const { return {kind, number_}; }

  // The core is in cycle `e`: its event; 0: nothing is recorded.
  event_id event_at(cycle_t e) { return recorder() ? record_event(e) : 0; }
  // The same, of what it starts in cycle `e`; one round of a poll is not waited for by what comes behind it.
  event_id starts_in(cycle_t e) { return recorder() ? record_start(e) : 0; }
  // [from, to) of its account.
  void spent(stall_reason why, cycle_t from, cycle_t to) {
    if (!recorder()) return;
    if (why == stall_reason::none) record_busy(from, to);
    else record_stall(why, from, to);
  }

  // ---- Loops that only wait, by the pcs of their first and last instruction: a second round begins; the core goes on behind it
  void loop_waits(uint32_t first, uint32_t last, cycle_t t);
  void loop_ended(uint32_t first, uint32_t last, cycle_t t, bool in_first_round);

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
  // Nothing enters EX1 before so many cycles behind the retirement of the instruction before, which has just left it.
  void await_serialised(cycle_t retires, cycle_t cycles) {
    if (recorder()) record_serialised(retires, cycles);
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
  std::array<cause, 8> awaited_{};
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
  event_id poll_over_ = 0;  // the core's event with which a poll has ended
  void record_polled();
  void go_back_to_first_look();
  void go_back(const cause& to, uint64_t number);
  // Places outside the core that it has read last, each with its last two reads. `enough`: the loop that only waits has ended with it.
  struct one_read {
    cycle_t cycle = 0, latency = 0;
    uint64_t seq = 0;
    uint32_t pc = 0, value = 0;  // value: of the word, if it is in L1
    path_use use;
    cause made, answer;
    bool enough = false;
  };
  // In a loop that only waits: the first look of all, and that of the loop.
  struct place_read {
    uint32_t word = ~0u;
    one_read last, before;
    cause first, in_loop;
  };
  std::array<place_read, 8> reads_{};
  unsigned reads_count_ = 0;
  // Before the loop that waits: the answer to the first look at what it waits for, if it was in vain, and the number of that load.
  cause looked_in_vain_;
  uint64_t looked_in_vain_number_ = 0;
  place_read* read_of(uint32_t address);
  void has_read(const core_load& p, const cause& made, cycle_t cycle, path_use use, cycle_t latency);
  event_id find_in_round(const place_read& r, const cause& change, cycle_t read, path_use load, cycle_t latency, cycle_t round);
  bool in_vain_before(const place_read& r, uint32_t first, uint32_t last) const;
  cause changed_last(uint32_t address) const;

  cause_recorder* recorder() const { return *recorder_; }
  event_id begin(cycle_t cycle, path_kind kind);
  cause& answer_of(uint64_t number) { return answer_[number & core_ring_mask]; }
  event_id record_event(cycle_t e);
  event_id record_start(cycle_t e);
  bool goes_on(cycle_t& from, cycle_t to);
  void record_busy(cycle_t from, cycle_t to);
  void record_stall(stall_reason why, cycle_t from, cycle_t to);
  void record_awaited(const riscv_instruction& d);
  void record_awaited_load(uint64_t number);
  void record_serialised(cycle_t retires, cycle_t cycles);
  cause from_outside(stall_reason why) const;
  std::pair<cause, uint32_t> poll_changed(cycle_t until) const;
  static uint32_t value_of(const core_load& p);
  cause finds_more(const core_load& p, const cause& made, cycle_t read, path_use load, cycle_t latency);
  event_id ends_poll(const core_load& p, cycle_t read, const cause& change);
};

}  // namespace tensix
