// Contract 4, observation: every cycle of a unit or thread is busy, stalled for a named reason, or idle.
//
// Claims are made in the order of their beginning; what overlaps with an earlier claim is counted once, for the earlier one.
// What nobody claims is idle, so busy + all stalls + idle = elapsed by construction, and a test holds every unit to it.
#pragma once
#include <array>
#include <cstdint>
#include <string>

#include "models/contracts/reasons.h"

namespace tensix {

// Hears what accounts count, as it is claimed.
class trace_sink {
 public:
  virtual ~trace_sink() = default;
  // `who` was busy (none) or waited for `why` in [from, to). The stretches of one account follow one another and do not
  // overlap; they may reach into the future.
  virtual void counted(const char* who, stall_reason why, uint64_t from, uint64_t to) = 0;
};

class account {
 public:
  // From now on `sink` (null: nobody) is told of every claim, under `name`, which must outlive the account's use. What
  // reclassify() and close() correct later is not told.
  void report_to(trace_sink* sink, const char* name) {
    sink_ = sink;
    name_ = name;
  }
  void busy(uint64_t from, uint64_t to) { claim(stall_reason::none, from, to); }
  void stalled(stall_reason why, uint64_t from, uint64_t to) { claim(why, from, to); }
  // For modules that know their state at every moment: from `cycle` on the unit is busy (none), stalled (its reason) or idle
  // (fifo_empty). Not to be mixed with claims.
  void enter(stall_reason state, uint64_t cycle) {
    if (state == state_) return;
    if (state_ != stall_reason::fifo_empty) claim(state_, since_, cycle);
    state_ = state;
    since_ = cycle;
  }
  // Counts the present state up to `cycle`, so that what it was may be told apart with reclassify().
  void settle(uint64_t cycle) {
    if (state_ != stall_reason::fifo_empty) claim(state_, since_, cycle);
    since_ = cycle;
  }
  // `cycles` counted as busy were in truth stalled for `why`.
  void reclassify(stall_reason why, uint64_t cycles) {
    uint64_t& busy_so_far = cycles_[0];
    const uint64_t moved = cycles < busy_so_far ? cycles : busy_so_far;
    busy_so_far -= moved;
    cycles_[static_cast<int>(why)] += moved;
  }
  // Ends the account: what was claimed beyond `end` is taken back.
  void close(uint64_t end) {
    enter(stall_reason::fifo_empty, end);
    if (cursor_ > end) {
      const uint64_t excess = cursor_ - end;
      uint64_t& last = cycles_[static_cast<int>(last_)];
      last -= excess < last ? excess : last;
      cursor_ = end;
    }
    if (end > elapsed_) elapsed_ = end;
  }
  uint64_t busy_cycles() const { return cycles_[0]; }
  uint64_t stall_cycles(stall_reason why) const { return cycles_[static_cast<int>(why)]; }
  uint64_t elapsed() const { return elapsed_; }
  uint64_t idle_cycles() const {
    uint64_t used = 0;
    for (uint64_t c : cycles_) used += c;
    return elapsed_ - used;
  }

 private:
  std::array<uint64_t, static_cast<int>(stall_reason::count)> cycles_{};  // index 0: busy
  uint64_t cursor_ = 0, elapsed_ = 0;
  stall_reason last_ = stall_reason::none;
  stall_reason state_ = stall_reason::fifo_empty;
  uint64_t since_ = 0;
  trace_sink* sink_ = nullptr;
  const char* name_ = "";
  void claim(stall_reason why, uint64_t from, uint64_t to) {
    if (from < cursor_) from = cursor_;
    if (to <= from) return;
    cycles_[static_cast<int>(why)] += to - from;
    cursor_ = to;
    last_ = why;
    if (sink_) sink_->counted(name_, why, from, to);
  }
};

// Turns refused offers of a unit into stalled cycles: from the first refusal to the acceptance, each stretch under its reason.
// That another thread has the unit is no stall of the unit.
class refusals {
 public:
  void refused(account& a, stall_reason why, uint64_t cycle) {
    if (why == why_) return;
    settle(a, cycle);
    why_ = why;
    since_ = cycle;
  }
  void accepted(account& a, uint64_t cycle) {
    settle(a, cycle);
    why_ = stall_reason::none;
  }

 private:
  stall_reason why_ = stall_reason::none;
  uint64_t since_ = 0;
  void settle(account& a, uint64_t cycle) {
    if (why_ != stall_reason::none && why_ != stall_reason::other_thread) a.stalled(why_, since_, cycle);
  }
};

}  // namespace tensix
