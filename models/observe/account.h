// SPDX-License-Identifier: Apache-2.0
// Contract 4, observation: every cycle of a unit or thread is busy, stalled for a named reason, or idle.
//
// Claims are made in the order of their beginning; what overlaps with an earlier claim is counted once, for the earlier one.
// What is not claimed is idle, so busy + all stalls + idle = elapsed by construction, and a test holds every unit to it.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "models/observe/observer.h"

namespace tensix {

// Waits within a stretch of work, known as numbers of cycles only: reason and cycles.
using losses = std::pair<stall_reason, uint64_t>;

// What an unpacker's busy cycles go into (docs/output.md, "busy in").
#define TENSIX_WORK_PARTS(X) X(none) X(fetch) X(address_phase) X(write) X(pipeline)
enum class work_part : uint8_t {
#define X(id) id,
  TENSIX_WORK_PARTS(X)
#undef X
      count
};
inline const char* name(work_part p) {
  static constexpr const char* names[] = {
#define X(id) #id,
      TENSIX_WORK_PARTS(X)
#undef X
  };
  return names[static_cast<int>(p)];
}

// Busy cycles by part; they count when the busy stretch does, so that their sum is what is busy, at every moment.
class work_split {
 public:
  void on(work_part part, uint64_t cycle) {
    if (part == now_) return;
    pass(cycle);
    now_ = part;
  }
  // A busy stretch ends, or is settled; `lost` cycles of its present part were none.
  void commit(uint64_t cycle, uint64_t lost = 0) {
    pass(cycle);
    open_[static_cast<int>(now_)] -= lost;
    for (size_t i = 1; i < open_.size(); ++i) cycles_[i] += open_[i], open_[i] = 0;
  }
  void repeat(const work_split& earlier, const work_split& later, uint64_t times) {
    for (size_t i = 0; i < cycles_.size(); ++i) cycles_[i] += times * (later.cycles_[i] - earlier.cycles_[i]);
  }
  uint64_t cycles(work_part part) const { return cycles_[static_cast<int>(part)]; }

 private:
  std::array<uint64_t, static_cast<int>(work_part::count)> cycles_{}, open_{};
  work_part now_ = work_part::none;
  uint64_t since_ = 0;
  void pass(uint64_t cycle) {
    open_[static_cast<int>(now_)] += cycle - since_;
    since_ = cycle;
  }
};

class account {
 public:
  // From now on every claim is reported to `tap` (null: none) under `name`, which must outlive the account's use. What close()
  // takes back, because it lies behind the end, is not reported.
  void report_to(observer* tap, const char* name) {
    tap_ = tap;
    name_ = name;
  }
  observer* tap() const { return tap_; }
  const char* name() const { return name_; }
  // For observers alone, beside any claim: see observer.
  void executed(int thread, uint32_t word, uint64_t issued, uint64_t from, uint64_t to) {
    if (tap_) tap_->executed(name_, thread, word, issued, from, to);
  }
  void busy(uint64_t from, uint64_t to) { claim(stall_reason::none, from, to); }
  // Busy but for `lost` cycles, each under its reason. Which cycles they were is not known: the last ones are taken.
  template <size_t n>
  void busy_but(uint64_t from, uint64_t to, const losses (&lost)[n]) {
    if (from < cursor_) from = cursor_;
    if (to <= from) return;
    uint64_t left = to - from, all = 0;
    for (const auto& l : lost) all += l.second;
    claim(stall_reason::none, from, to - (all < left ? all : left));
    left = to - cursor_;
    for (const auto& l : lost) {
      const uint64_t cycles = l.second < left ? l.second : left;
      claim(l.first, cursor_, cursor_ + cycles);
      left -= cycles;
    }
  }
  void stalled(stall_reason why, uint64_t from, uint64_t to) { claim(why, from, to); }
  // Busy (none) or stalled, of a RISC-V core: with the instruction, and what it polls, for observers.
  void spent(uint32_t pc, uint32_t polled, stall_reason why, uint64_t from, uint64_t to) {
    if (from < cursor_) from = cursor_;
    claim(why, from, to);
    if (tap_ && from < to) tap_->spent(name_, pc, polled, why, from, to);
  }
  // For modules that know their state at every moment: from `cycle` on the unit is busy (none), stalled (its reason) or idle
  // (no_instruction). Not to be mixed with claims.
  void enter(stall_reason state, uint64_t cycle) {
    if (state != state_) change(state, cycle);
  }
  // Before enter(): the part of its work that a busy unit is at (none: it is not busy). What it loses in it is of that part.
  void works_on(work_part part, uint64_t cycle) {
    split_ = true;
    work_.on(part, cycle);
  }
  // Whether it said so.
  bool split() const { return split_; }
  uint64_t work_cycles(work_part part) const { return work_.cycles(part); }
  // Counts the present state up to `cycle`; what was lost of it, if it is busy, under its reasons.
  template <size_t n>
  void settle(uint64_t cycle, const losses (&lost)[n]) {
    if (state_ == stall_reason::none) {
      const uint64_t before = cycles_[0], from = since_ < cursor_ ? cursor_ : since_;
      busy_but(since_, cycle, lost);
      if (split_) work_.commit(cycle, cycle - from - (cycles_[0] - before));
    } else if (state_ != stall_reason::no_instruction) claim(state_, since_, cycle);
    since_ = cycle;
  }
  // Ends the account: what was claimed beyond `end` is taken back.
  void close(uint64_t end) {
    enter(stall_reason::no_instruction, end);
    if (cursor_ > end) {
      const uint64_t excess = cursor_ - end;
      uint64_t& last = cycles_[static_cast<int>(last_)];
      last -= excess < last ? excess : last;
      cursor_ = end;
    }
    if (end > elapsed_) elapsed_ = end;
  }
  // What lies between two of its states, so many times more; `elapsed` cycles each, which are idle beyond what was claimed.
  void repeat(const account& earlier, const account& later, uint64_t elapsed, uint64_t times) {
    for (size_t i = 0; i < cycles_.size(); ++i) cycles_[i] += times * (later.cycles_[i] - earlier.cycles_[i]);
    elapsed_ += times * elapsed;
    work_.repeat(earlier.work_, later.work_, times);
  }
  // What is not reported yet: the state entered last (no_instruction: none, or it makes claims) and its first cycle. And the last
  // claim, which may reach into the future.
  stall_reason state() const { return state_; }
  uint64_t state_since() const { return since_; }
  stall_reason last_claim() const { return last_; }
  uint64_t claimed_to() const { return cursor_; }
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
  stall_reason state_ = stall_reason::no_instruction;
  uint64_t since_ = 0;
  bool split_ = false;
  work_split work_;
  observer* tap_ = nullptr;
  const char* name_ = "";
  // Out of line: most who enter a state are in it already, in hot code.
  __attribute__((noinline)) void change(stall_reason state, uint64_t cycle) {
    if (split_ && state_ == stall_reason::none) work_.commit(cycle);
    if (state_ != stall_reason::no_instruction) claim(state_, since_, cycle);
    state_ = state;
    since_ = cycle;
  }
  void claim(stall_reason why, uint64_t from, uint64_t to) {
    if (from < cursor_) from = cursor_;
    if (to <= from) return;
    cycles_[static_cast<int>(why)] += to - from;
    cursor_ = to;
    last_ = why;
    if (tap_) tap_->counted(name_, why, from, to);
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
