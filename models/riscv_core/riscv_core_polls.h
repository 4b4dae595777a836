// SPDX-License-Identifier: Apache-2.0
// Polls: a loop that changes nothing outside the core, and comes back to the same state, does the same again until something that
// it reads changes: the core sleeps for that.
//
// Recognised at taken branches backwards (and jumps): registers, caches, predictor and the times of everything in the pipeline
// are those of an earlier time, the rounds in between took equally long, and nothing was stored, pushed or taken from a FIFO. What
// was read from outside meanwhile is watched. When some of it changes, the core goes on with the round in which it would have
// been: what this round has read before the change, or has on its way, comes from the record (riscv_core_relive.cpp).
// Loads that cannot be looked at without a trace (wall clock, FIFOs, TDMA-RISC, Dst) are no poll: they are made one by one.
//
// Caches and predictor take some rounds until they repeat. For accounts and causes a loop is a poll if its instructions show that
// it only waits: it loads, and computes from nothing that an earlier round has left (waits()). Its first round, from the first load
// on, is one if another comes behind, or if the core had looked for the same in vain before.
#pragma once
#include "models/memory/l1_initiator.h"
#include "models/riscv_core/riscv_core_execute.h"
#include "models/riscv_core/riscv_core_fetch.h"
#include "models/riscv_core/riscv_core_memory.h"
#include "models/riscv_core/riscv_core_surroundings.h"

namespace tensix {

class core_polls {
 public:
  explicit core_polls(riscv_core_parts& core);
  void reset();
  bool may_sleep = true;  // false: every load of a loop is simulated; such a run never ends by itself

  // ---- What the core does
  void side_effect() { quiet_ = false; }  // it changes something outside, or reads what cannot be looked at
  // A branch or jump at `from` has gone backwards to the pc: may sleep here.
  void came_back(uint32_t from);
  // The instruction at `pc` has not: if that closes the loop, the core has left it.
  void went_on(uint32_t pc, cycle_t t) {
    if (pc == closing_pc_) until_ = std::min(until_, t);
  }
  // A branch or jump goes to `next`, known in cycle t: if that is not in the loop which only waits, the core has left it.
  void goes_to(uint32_t next, cycle_t t) {
    if (waits_ && (next < loop_.first || next > loop_.last)) leave_loop(t);
  }
  // A branch back to `first`, at `last`, was not taken: there was one round, or it has been left already.
  void went_past(uint32_t first, uint32_t last, cycle_t t);
  void note_load(core_load& p);          // is on its way
  void note_answer(const core_load& p);  // has come back
  // The load of cycle e from the data RAM that finds `raw` there: what it brings.
  uint32_t ram_load(uint32_t address, unsigned bytes, cycle_t e, uint32_t raw) {
    if (reliving_ && relive_ram(address, e, raw)) return raw;
    note_ram(address, bytes, raw);
    return raw;
  }
  // A load or atomic of cycle e from elsewhere: true: it comes from the record, and is not to be made.
  bool relive(const riscv_instruction& d, uint32_t address, cycle_t e, stall_reason why) {
    return reliving_ && relive_load(d, address, e, why);
  }

  // ---- What the rest of the tile does; it wakes
  void l1_written(uint32_t address, uint32_t bytes);  // bytes 0: anything
  void l1_used(cycle_t cycle);
  void register_written();
  void store_left();  // of the core's own queue
  void wake() { wake_.notify(); }
  void close(cycle_t end) {
    if (asleep_) until_ = end;
  }

  // ---- For accounts and causes
  bool asleep() const { return asleep_; }
  bool reliving() const { return reliving_; }
  // Up to here the core does what it did the round before.
  cycle_t until() const { return waits_ ? never : std::max(until_, waited_until_); }
  bool waits() const { return waits_; }                      // in the second round, or a later one, of a loop that only waits
  uint32_t pc() const { return waits_ ? loop_.load : pc_; }  // of the first load of a round, and where it loads
  uint32_t address() const { return address_; }
  // All addresses that a round reads, the first few of them.
  struct read_places {
    std::array<uint32_t, 8> address{};
    unsigned count = 0;
    const uint32_t* begin() const { return address.data(); }
    const uint32_t* end() const { return address.data() + count; }
  };
  const read_places& places() const { return places_; }
  bool confirmed() const { return confirmed_; }
  cycle_t period() const { return period_; }  // cycles of a round
  // In cycle e the core repeats what it did a round before.
  bool repeats_in(cycle_t e) const { return confirmed_ && e < until_; }
  // Asleep: a load that is not made would have read in `cycle`.
  bool would_read_in(cycle_t cycle) const;
  std::vector<uint32_t> addresses() const;  // that it polls, asleep
  std::string text() const;                 // "polls ..."

 private:
  static constexpr unsigned max_seen = 512;
  struct snapshot {  // all that decides what the core does next
    cycle_t t = 0;
    uint64_t round = 0, line_changes = 0, stores_gone = 0;
    unsigned stores = 0;
    core_execute::snapshot execute;
    core_memory::snapshot memory;
    branch_predictor predictor{0, 0};
  };
  struct seen_read {  // a load of the last round
    uint32_t pc = 0, address = 0;
    uint8_t bytes = 0;
    bool line = false;  // `data` is a line of L1, otherwise the bytes loaded
    std::array<uint8_t, core_line_bytes> data{};
    sc_core::sc_time instant;  // when it read
    cycle_t issued = 0, ready = 0;
  };
  riscv_core_parts& core_;
  // Branches that went back in this round, and in the last one: the pc if there was one only. Where that does not go back the
  // loop has been left.
  static constexpr uint32_t nowhere = ~0u, several = ~1u;
  uint32_t back_from_ = nowhere, closing_pc_ = nowhere;
  bool quiet_ = false;  // since it last came back it changed nothing outside
  bool reliving_ = false, anchored_ = false, confirmed_ = false, asleep_ = false;
  bool whole_round_ = true;  // the record has all loads since the snapshot
  unsigned seen_count_ = 0;  // as many as there were
  uint64_t rounds_ = 0, next_snapshot_ = 0, seen_epoch_ = 0;
  cycle_t period_ = 0, until_ = 0, waited_until_ = 0;
  uint32_t pc_ = 0, address_ = 0;
  read_places places_;
  struct loop {
    uint32_t first = nowhere, last = nowhere,
             load = 0;  // pcs: of its first and last instruction, of its first load from outside
    bool only_waits = false;
  };
  loop loop_, passed_;  // that has come back last; that has not
  bool waits_ = false;  // the core is in it, and it only waits
  // Places outside the core that it has looked at last, each with its last two looks.
  struct look_at_place {
    uint32_t pc = 0, value = 0;
    cycle_t issued = 0;
    bool enough = false;  // the loop that only waits has ended with it
  };
  struct looked_at {
    uint32_t address = ~0u;
    look_at_place last, before;
  };
  std::array<looked_at, 8> looked_{};
  unsigned looked_count_ = 0;
  void note_look(const core_load& p);
  void first_round_polls(const loop& l, bool alone);
  loop look_at(uint32_t first, uint32_t last) const;
  void enter_loop(uint32_t last);
  void leave_loop(cycle_t t);
  void note_places(uint32_t from_pc, uint32_t to_pc);
  snapshot anchor_;
  std::vector<seen_read> seen_;            // max_seen, once the core runs
  std::vector<const seen_read*> watched_;  // one of each place
  bool watches_l1_ = false;
  cycle_t l1_used_next_ = never;
  tile_event wake_{"wake"};
  l1_payload looks_;  // made once: it allocates

  seen_read* note(uint32_t address, uint8_t bytes, cycle_t issued);
  void note_ram(uint32_t address, unsigned bytes, uint32_t raw);
  void forget_rounds();
  void forget_reads();
  bool settled();
  void take_snapshot();
  void move_snapshot();
  bool same_as_anchor() const;
  bool look(const seen_read& r, std::array<uint8_t, core_line_bytes>& data);
  bool changed(const seen_read& r);
  bool can_be_watched();
  bool uses_l1_alone();
  void sleep();

  // ---- The rounds in which it wakes (riscv_core_relive.cpp)
  unsigned relived_ = 0;  // of seen_
  cycle_t relive_shift_ = 0;
  sc_core::sc_time woken_;
  activation late_in_slot_, late_behind_l1_{slot::l1, method<&core_polls::read_late>(this)};
  deferred late_now_{method<&core_polls::read_late>(this)};
  void begin_to_relive(cycle_t shift);
  bool in_the_past() const;
  const seen_read* next_relived(const sc_core::sc_time& made, const sc_core::sc_time& now, uint32_t address);
  bool relive_ram(uint32_t address, cycle_t e, uint32_t& raw);
  bool relive_load(const riscv_instruction& d, uint32_t address, cycle_t e, stall_reason why);
  void read_late_at(const sc_core::sc_time& instant);
  void read_late();
  bool is_l1(uint32_t address) const;
  // A load of L1, but no atomic, reads the line.
  bool reads_line(const riscv_instruction& d, uint32_t address) const { return is_l1(address) && d.kind != riscv_kind::atomic; }
};

}  // namespace tensix
