// SPDX-License-Identifier: Apache-2.0
// The pins of tt_issue_if (cosim/rtl/sv) on the side of the tile: what the wait gates offer becomes valid and word, and
// ready, reason, hold, drained become what models/contracts/issue.h answers. docs/cosim-issue.md draws it.
//
// `Block` is verilated_block<VTOP>, or a class in C++ with the same members: `top` with pins named issue_*, settle(), edge(f),
// reset(bool). Two pins are optional: issue_active (without it the block is at work until it is drained), and drained_in[3] of 12
// bits, cycles from now until a thread is drained (without it the block is looked at in every cycle while a thread waits for that).
//
// Threads offer one after the other within a cycle, thread 0 first, and each is answered at once. So an answer may not depend
// on what threads of higher numbers offer: a block that takes `ready` away again ends the run (why: docs/cosim-issue.md).
#pragma once
#include <algorithm>
#include <functional>
#include <string>
#include <type_traits>
#include <utility>

#include "cosim/rtl/pins.h"
#include "cosim/rtl/rtl_clock.h"
#include "cosim/rtl/rtl_failure.h"
#include "models/contracts/issue.h"
#include "models/registers/config_words.h"
#include "models/time/calendar.h"

namespace tensix {

template <class Top, class = void>
struct has_issue_active : std::false_type {};
template <class Top>
struct has_issue_active<Top, std::void_t<decltype(std::declval<Top&>().issue_active)>> : std::true_type {};
template <class Top, class = void>
struct has_drained_in : std::false_type {};
template <class Top>
struct has_drained_in<Top, std::void_t<decltype(std::declval<Top&>().drained_in)>> : std::true_type {};

template <class Block>
class issue_port : public clocked_if, public pins_if {
 public:
  static constexpr unsigned unknown_hold = 255;

  // A refusal that says nothing of its end is asked again, and a thread that does not drain is looked at, for clock.quiet_edges()
  // cycles in which no pin changes; then nothing is expected of the block any more.
  issue_port(std::string name, rtl_clock& clock, Block& block)
      : name_(std::move(name)), clock_(clock), block_(block), delays_(clock.delays(name_ + " issue")) {
    clock_.attach(*this, name_);
    for (unsigned t = 0; t < thread_count; ++t) {
      block_.top.issue_word[t] = 0;
      block_.top.issue_number[t] = 0;
    }
    block_.top.issue_valid = 0;
  }
  issue_port(const issue_port&) = delete;
  issue_port& operator=(const issue_port&) = delete;

  // Told when a thread that was refused without a cycle, or not drained without a cycle, shall look again.
  std::function<void(cycle_t)> changed;

  issue_response ask(const issue_request& r) {
    if (const cycle_t from = later_[r.thread].from(delays_, r.cycle); from > r.cycle)
      return issue_response::refuse(stall_reason::unit_busy, from);
    clock_.up_to(r.cycle);
    const uint32_t bit = 1u << r.thread;
    block_.top.issue_valid |= static_cast<uint8_t>(bit);
    block_.top.issue_word[r.thread] = r.word;
    block_.top.issue_number[r.thread] = taken_[r.thread];
    drive(r);
    block_.settle();
    if (reply(r)) block_.settle();
    clock_.wake();
    answers_are_final(r.cycle);
    answered_ |= bit;
    const unsigned hold = block_.top.issue_hold >> (8 * r.thread) & 0xff;
    if (block_.top.issue_ready & bit) {
      accepted_ |= bit;
      later_[r.thread].happened();
      ++taken_[r.thread];
      last_change_ = r.cycle;
      awaits_ready_ &= ~bit;
      return issue_response::accept(r.cycle + 1 + hold);
    }
    const auto why = static_cast<stall_reason>(block_.top.issue_reason >> (5 * r.thread) & 0x1f);
    refused_[r.thread] = why;
    return issue_response::refuse(why, again(r, why, hold));
  }
  // The tile does not go through with what `r` offered in this cycle (shadow: the model has refused it).
  void withdraw(const issue_request& r) {
    const uint32_t bit = 1u << r.thread;
    block_.top.issue_valid &= static_cast<uint8_t>(~bit);
    if (accepted_ & bit) --taken_[r.thread];
    answered_ &= ~bit;
    accepted_ &= ~bit;
    block_.settle();
  }

  // As issue_if::drained_from; `now` may be over already.
  cycle_t drained_from(unsigned thread, cycle_t now) {
    const cycle_t present = now_cycle();
    clock_.up_to(present);
    const uint32_t bit = 1u << thread;
    if constexpr (has_drained_in<decltype(block_.top)>::value) {
      const uint64_t cycles = packed12(block_.top.drained_in, thread);
      if (cycles || (!drained_in_is_whole() && (accepted_ & bit)))
        return present + std::max<uint64_t>(cycles, 1);  // what issues is over at its edge at the earliest
    } else if ((accepted_ & bit) || !(block_.top.issue_drained & bit)) {
      awaits_drained_ |= bit;
      watch_.arm(present + 1);
      return never;
    }
    return std::max(now, drained_since_[thread]);
  }

  std::string waits_for() const {
    std::string text;
    for (unsigned t = 0; t < thread_count; ++t) {
      const std::string of = "T" + std::to_string(t);
      if (awaits_ready_ >> t & 1) text += ", issue_ready is low for " + of + " (" + tensix::name(refused_[t]) + ")";
      if (awaits_drained_ >> t & 1) text += ", issue_drained is low for " + of;
    }
    return text.empty() ? text : "RTL" + text.substr(1);
  }

  // ---- clocked_if
  void reset(bool asserted) override {
    block_.top.issue_valid = 0;
    answered_ = accepted_ = 0;
    fall();
    block_.reset(asserted);
    in_reset_ = asserted;
    if (asserted) return;
    block_.settle();
    drained_ = block_.top.issue_drained;
    if (!sc_core::sc_is_running()) return;
    for (cycle_t& since : drained_since_) since = now_cycle();
    news(now_cycle() + 1);
  }
  bool edge(cycle_t cycle) override {
    if (may_skip()) return false;
    const pins_out before = outputs();
    const uint32_t leaves = drained_in_is_whole() ? leaves_something() : accepted_;
    block_.edge([this] {
      block_.top.issue_valid = 0;
      fall();
    });
    const uint32_t issued = leaves;
    answered_ = accepted_ = 0;
    if (in_reset_) return true;
    // An instruction that is over at the edge at which it issues leaves the pin high: the thread is drained from here on, too.
    const uint32_t rises = block_.top.issue_drained & (~drained_ | issued);
    drained_ = block_.top.issue_drained;
    for (unsigned t = 0; t < thread_count; ++t)
      if (rises >> t & 1) drained_since_[t] = cycle + 1;
    if (outputs() == before && !(issued & rises)) return false;
    news(cycle + 1);
    return true;
  }
  bool at_work() const override {
    if constexpr (has_issue_active<decltype(block_.top)>::value) return block_.top.issue_active;
    return block_.top.issue_drained != 7;
  }

  std::vector<pin> pins() override {
    const auto& t = block_.top;
    std::vector<pin> all;
    add_pin(all, "issue_valid", 3, t.issue_valid);
    add_pin(all, "issue_word", 96, t.issue_word);
    add_pin(all, "issue_number", 96, t.issue_number);
    add_pin(all, "issue_ready", 3, t.issue_ready);
    add_pin(all, "issue_reason", 15, t.issue_reason);
    add_pin(all, "issue_hold", 24, t.issue_hold);
    add_pin(all, "issue_drained", 3, t.issue_drained);
    if constexpr (has_issue_active<decltype(block_.top)>::value) add_pin(all, "issue_active", 1, t.issue_active);
    if constexpr (has_drained_in<decltype(block_.top)>::value)
      add_pin(all, "drained_in", std::is_integral_v<std::remove_reference_t<decltype(t.drained_in)>> ? 36 : 12, t.drained_in);
    return all;
  }

 protected:
  // Inputs beside the interface: what belongs to this offer;
  virtual void drive(const issue_request&) {}
  // those that depend on the block's outputs in the same cycle (true: it has to be looked at again);
  virtual bool reply(const issue_request&) { return false; }
  // what they are from an edge on; whether one is high, so that the next edge counts even if the block is not active.
  virtual void fall() {}
  virtual bool input_high() const { return false; }
  // Not ready, with hold 255: the cycle in which the input that it waits for changes (never: `changed` will be called).
  virtual cycle_t input_changes(const issue_request&, stall_reason) { return never; }

  // Whether 0 in drained_in says, of what issues in this cycle, that the block holds nothing of it from this very cycle on.
  virtual bool drained_in_is_whole() const { return false; }

  rtl_clock& clock() { return clock_; }
  Block& block() { return block_; }
  bool first_of_its_cycle() const { return answered_ == 0; }

 private:
  struct pins_out {
    uint32_t ready, drained;
    uint64_t active;
    bool operator==(const pins_out& o) const { return ready == o.ready && drained == o.drained && active == o.active; }
  };

  const std::string name_;
  rtl_clock& clock_;
  Block& block_;
  random_delay delays_;
  delayed_once later_[thread_count];                // the next offer of each thread
  uint32_t answered_ = 0, accepted_ = 0;            // threads, in the present cycle
  uint32_t awaits_ready_ = 0, awaits_drained_ = 0;  // threads that wait to be notified
  uint32_t drained_ = 7;
  bool in_reset_ = false;
  cycle_t drained_since_[thread_count] = {};
  uint32_t taken_[thread_count] = {};
  stall_reason refused_[thread_count] = {};
  cycle_t last_change_ = 0;  // of an output
  bool news_ = false, looking_ = false;
  activation watch_{slot::rtl, method<&issue_port::look>(this)};

  template <class Packed>
  static uint64_t packed12(const Packed& p, unsigned thread) {
    if constexpr (std::is_integral_v<Packed>) return p >> (12 * thread) & 0xfff;
    else return p[thread];
  }
  // Threads of which something issues in this cycle that the block will hold.
  uint32_t leaves_something() const {
    uint32_t threads = accepted_;
    if constexpr (has_drained_in<decltype(block_.top)>::value)
      for (unsigned t = 0; t < thread_count; ++t)
        if (packed12(block_.top.drained_in, t) == 0) threads &= ~(1u << t);
    return threads;
  }
  pins_out outputs() const {
    const auto& top = block_.top;
    pins_out o{top.issue_ready, top.issue_drained, 0};
    if constexpr (has_issue_active<decltype(block_.top)>::value) o.active = top.issue_active;
    if constexpr (has_drained_in<decltype(block_.top)>::value)
      for (unsigned t = 0; t < thread_count; ++t) o.active |= packed12(top.drained_in, t) << (12 * t + 12);
    return o;
  }
  // Edges that change nothing are left out where that cannot be observed: issue_active promises that.
  bool may_skip() const {
    if constexpr (has_issue_active<decltype(block_.top)>::value)
      return clock_.mode() == rtl_clock_mode::lazy && !in_reset_ && !block_.top.issue_active && !block_.top.issue_valid &&
             !input_high();
    return false;
  }
  cycle_t again(const issue_request& r, stall_reason why, unsigned hold) {
    if (hold == unknown_hold) return input_changes(r, why);
    if (hold > 0) return r.cycle + 1 + hold;
    if (r.cycle < last_change_ + clock_.quiet_edges()) return r.cycle + 1;
    awaits_ready_ |= 1u << r.thread;
    return never;
  }
  void answers_are_final(cycle_t cycle) const {
    const uint32_t now = block_.top.issue_ready & answered_;
    if (now == accepted_) return;
    const unsigned t = static_cast<unsigned>(__builtin_ctz(now ^ accepted_));
    throw rtl_failure(name_ + " (RTL), cycle " + std::to_string(cycle) + ": issue_ready[" + std::to_string(t) +
                      "] has changed after thread " + std::to_string(t) +
                      " was answered; it may depend on threads of lower numbers only (docs/cosim-issue.md)");
  }
  void news(cycle_t cycle) {
    last_change_ = cycle;
    news_ = awaits_ready_ || awaits_drained_;
    if (news_ && !looking_) watch_.arm(cycle);
  }
  // In every cycle while a thread waits to be notified: it is, if something has changed; until nothing has for long.
  void look() {
    const cycle_t now = activation::begin();
    looking_ = true;
    clock_.up_to(now);
    looking_ = false;
    if (news_) {
      news_ = false;
      awaits_ready_ = awaits_drained_ = 0;
      if (changed) changed(now);
    } else if (awaits_drained_ && now < last_change_ + clock_.quiet_edges()) {
      watch_.arm(now + 1);
    }
  }
};

}  // namespace tensix
