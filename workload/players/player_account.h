// SPDX-License-Identifier: Apache-2.0
// Where the cycles of a player's core went: busy while it pushes, stores or does other work, stalled for what it waits for, idle
// when it is done. Each is counted once, also if the core runs ahead of the simulation.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "models/observe/account.h"
#include "models/time/cycles.h"

namespace tensix {

// A word that a core polls, and the cycles that passed until it had the value.
struct polled_word {
  uint32_t address;
  uint64_t cycles;
};

class player_account {
 public:
  // An access begins, or is over, at the core's own time in ticks (models/time/cycles.h). Its own first cycles are work, the rest is `why`.
  void begins(stall_reason why, uint64_t ticks) {
    why_ = why;
    began_ticks_ = ticks;
    waits_ = true;
  }
  void over(uint64_t ticks, uint64_t own_cycles = 0) {
    waits_ = false;
    if (ticks != began_ticks_) waited(began_ticks_ / cycle_ticks() + own_cycles, why_, ticks / cycle_ticks());
  }
  // The same of a poll: up to `last_load` it waited for the word, from then on for the load that brought the value.
  void poll_begins(uint32_t address, uint64_t ticks) {
    begins(stall_reason::poll, ticks);
    polls_ = address;
  }
  void poll_over(uint64_t last_load, stall_reason load, uint64_t ticks) {
    waits_ = false;
    waited_for_word(last_load);
    waited(last_load, load, ticks / cycle_ticks());
  }
  void pushed(uint64_t cycles) {
    ++pushes_;
    pushing_ += cycles;
  }
  void stored(uint64_t cycles) { storing_ += cycles; }
  // The core is done: idle from this cycle on.
  void done(uint64_t cycle) {
    account_.busy(busy_from_, cycle);
    done_ = true;
  }
  // What is going on is counted up to `end`, and the account closed there.
  void close(uint64_t end) {
    if (waits_ && why_ == stall_reason::poll) waited_for_word(end);
    else if (waits_) waited(began_ticks_ / cycle_ticks(), why_, end);
    if (!waits_ && !done_) account_.busy(busy_from_, end);
    waits_ = false;
    busy_from_ = end;
    account_.close(end);
  }
  // It begins again, in `cycle`, wherever it was.
  void begin_again(uint64_t cycle) {
    close(cycle);
    done_ = false;
  }
  // The same of a copy, while the run goes on.
  player_account closed(uint64_t end) const {
    player_account copy = *this;
    copy.account_.report_to(nullptr, account_.name());
    copy.close(end);
    return copy;
  }
  void report_to(observer* tap, const char* name) { account_.report_to(tap, name); }
  uint64_t pushes() const { return pushes_; }  // words
  // Of its busy cycles.
  uint64_t pushing() const { return std::min(pushing_, account_.busy_cycles()); }
  uint64_t storing() const { return std::min(storing_, account_.busy_cycles() - pushing()); }
  const account& cycles() const { return account_; }
  const std::vector<polled_word>& polled() const { return polled_; }  // in the order in which they were first polled

 private:
  account account_;
  std::vector<polled_word> polled_;
  uint64_t pushes_ = 0, pushing_ = 0, storing_ = 0, busy_from_ = 0, began_ticks_ = 0;
  uint32_t polls_ = 0;
  stall_reason why_ = stall_reason::none;
  bool waits_ = false, done_ = false;

  void waited(uint64_t from, stall_reason why, uint64_t until) {
    if (from > until) from = until;
    account_.busy(busy_from_, from);
    account_.stalled(why, from, until);
    busy_from_ = until;
  }
  void waited_for_word(uint64_t until) {
    const uint64_t from = began_ticks_ / cycle_ticks();
    account_.busy(busy_from_, from < until ? from : until);
    if (from < until) {
      account_.spent(0, polls_, stall_reason::poll, from, until);
      cycles_of(polls_) += until - from;
    }
    busy_from_ = until;
  }
  uint64_t& cycles_of(uint32_t address) {
    for (polled_word& w : polled_)
      if (w.address == address) return w.cycles;
    polled_.push_back({address, 0});
    return polled_.back().cycles;
  }
};

}  // namespace tensix
