// SPDX-License-Identifier: Apache-2.0
// The pins of an issue stage of which an instruction waits for its unit, for what earlier ones have taken, and for something
// outside (docs/cosim-units.md): those of tt_issue_if, and what an instruction needs, decoded. `Block` is verilated_block<VTOP>; the
// names of the pins are those of examples/rtl/unit_issue/unit_issue.sv.
#pragma once
#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "cosim/rtl/issue_port.h"
#include "cosim/rtl/rtl_units.h"

namespace tensix {

// What an instruction needs of its unit's issue stage. Cycles count from the one in which it issues.
struct unit_use {
  bool slot = false;                                               // it shares the unit,
  bool holds = false;                                              // which it has until its thread goes on
  uint32_t cycles = 0;                                             // for so long
  uint32_t first_waits = 0, first_takes = 0, first_cycles = 0;     // masks of 8
  uint32_t second_waits = 0, second_takes = 0, second_cycles = 0;  // masks of 17
  uint32_t empty = 0;                                              // until it is complete; 0: it holds nothing
  bool asks = false;                                               // for what lies outside
};
// Why it is refused, of the three kinds.
struct unit_reasons {
  stall_reason slot = stall_reason::unit_busy, first = stall_reason::unit_busy, second = stall_reason::unit_busy;
};
// What lies outside, once nothing else is in the way.
struct unit_turn {
  issue_response answer = issue_response::accept(0);
  bool keeps = false;  // refused: it keeps the unit while it waits,
  bool tried = false;  // or has had it for an attempt in vain
};

template <class Block>
struct unit_issue_block {
  Block rtl;
  explicit unit_issue_block(const char* name) : rtl(name) {}
};

template <class Block>
class unit_issue_port : private unit_issue_block<Block>, public issue_port<Block> {
 public:
  // `top`: the block's name in messages. `source`: rtl, then RTL has to go by its turn, or shadow.
  unit_issue_port(const char* top, const std::string& unit, const unit_reasons& why, rtl_environment& environment,
                  unit_source source)
      : unit_issue_block<Block>(top), issue_port<Block>(unit, environment.clock(), this->rtl), unit_(unit), source_(source) {
    auto& pins = this->rtl.top;
    pins.slot_why = static_cast<uint8_t>(why.slot);
    pins.first_why = static_cast<uint8_t>(why.first);
    pins.second_why = static_cast<uint8_t>(why.second);
    pins.turn = 7;
    pins.turn_keeps = pins.turn_tried = 0;
    pins.slot_taken = 0;
  }

  std::function<unit_use(const issue_request&)> use;
  std::function<unit_turn(const issue_request&)> turn = [](const issue_request&) { return unit_turn(); };
  // Until when the thread has something in the unit that the issue stage does not know of.
  std::function<cycle_t(unsigned thread, cycle_t now)> beyond = [](unsigned, cycle_t now) { return now; };

  // Throws rtl_failure if RTL, in the place of a unit, does not go by its turn.
  issue_response ask(const issue_request& r) {
    asked_ = given_ = false;
    const issue_response answer = issue_port<Block>::ask(r);
    if (source_ != unit_source::rtl) return answer;
    if (answer.accepted && now_.asks && !given_)
      fail(r, asked_ ? "starts although it is not its turn" : "starts without asking (ask)");
    if (!answer.accepted && given_) fail(r, "has been given its turn, and does not start");
    return answer;
  }

  cycle_t drained_from(unsigned thread, cycle_t now) {
    const cycle_t outside = beyond(thread, now);
    return std::max(outside, issue_port<Block>::drained_from(thread, now));
  }
  // The first cycle in which the unit is free, and the one in which it is again, behind what others have given it.
  cycle_t slot_free() {
    this->clock().up_to(now_cycle());
    return now_cycle() + this->rtl.top.slot_in;
  }
  void take_slot(cycle_t free) {
    this->clock().up_to(now_cycle());
    this->rtl.top.slot_taken = static_cast<uint16_t>(std::min<cycle_t>(free - now_cycle(), 0xfff));
    this->rtl.settle();
    this->clock().wake();
  }

  std::vector<pin> pins() override {
    const auto& top = this->rtl.top;
    std::vector<pin> all = issue_port<Block>::pins();
    all.insert(all.end(), {{"drained_in", 36, &top.drained_in},
                           {"use_slot", 3, &top.use_slot},
                           {"use_holds", 3, &top.use_holds},
                           {"use_cycles", 36, &top.use_cycles},
                           {"first_waits", 24, &top.first_waits},
                           {"first_takes", 24, &top.first_takes},
                           {"first_cycles", 36, &top.first_cycles},
                           {"second_waits", 51, &top.second_waits},
                           {"second_takes", 51, &top.second_takes},
                           {"second_cycles", 36, &top.second_cycles},
                           {"use_empty", 36, &top.use_empty},
                           {"use_asks", 3, &top.use_asks},
                           {"ask", 3, &top.ask},
                           {"turn", 3, &top.turn},
                           {"turn_why", 15, &top.turn_why},
                           {"turn_keeps", 3, &top.turn_keeps},
                           {"turn_tried", 3, &top.turn_tried},
                           {"slot_in", 12, &top.slot_in},
                           {"slot_taken", 12, &top.slot_taken}});
    return all;
  }

 private:
  const std::string unit_;
  const unit_source source_;
  unit_use now_;                        // of the present offer
  bool asked_ = false, given_ = false;  // the same
  bool turn_low_ = false;               // until the next edge
  cycle_t again_[thread_count] = {};

  // Field number `thread` of a packed array with fields of so many bits.
  template <class Pin>
  static void set(Pin& pin, unsigned thread, unsigned bits, uint64_t value) {
    const uint64_t most = (uint64_t{1} << bits) - 1, all = pin;
    pin = static_cast<Pin>((all & ~(most << (bits * thread))) | std::min(value, most) << (bits * thread));
  }
  [[noreturn]] void fail(const issue_request& r, const char* what) const {
    throw rtl_failure(unit_ + " (RTL), cycle " + std::to_string(r.cycle) + ": T" + std::to_string(r.thread) + " \"" +
                      disassemble(r.word) + "\" " + what + " (docs/cosim-units.md)");
  }

  void drive(const issue_request& r) override {
    auto& top = this->rtl.top;
    now_ = use(r);
    again_[r.thread] = never;
    set(top.use_slot, r.thread, 1, now_.slot);
    set(top.use_holds, r.thread, 1, now_.holds);
    set(top.use_cycles, r.thread, 12, now_.cycles);
    set(top.first_waits, r.thread, 8, now_.first_waits);
    set(top.first_takes, r.thread, 8, now_.first_takes);
    set(top.first_cycles, r.thread, 12, now_.first_cycles);
    set(top.second_waits, r.thread, 17, now_.second_waits);
    set(top.second_takes, r.thread, 17, now_.second_takes);
    set(top.second_cycles, r.thread, 12, now_.second_cycles);
    set(top.use_empty, r.thread, 12, now_.empty);
    set(top.use_asks, r.thread, 1, now_.asks);
  }
  bool reply(const issue_request& r) override {
    auto& top = this->rtl.top;
    if (!(top.ask >> r.thread & 1)) return false;
    asked_ = true;
    const unit_turn t = turn(r);
    given_ = t.answer.accepted;
    if (given_) return false;  // turn is high
    turn_low_ = true;
    again_[r.thread] = t.answer.again;
    set(top.turn, r.thread, 1, 0);
    set(top.turn_why, r.thread, 5, static_cast<unsigned>(t.answer.why));
    set(top.turn_keeps, r.thread, 1, t.keeps);
    set(top.turn_tried, r.thread, 1, t.tried);
    return true;
  }
  void fall() override {
    auto& top = this->rtl.top;
    top.turn = 7;
    top.turn_keeps = top.turn_tried = 0;
    top.slot_taken = 0;
    turn_low_ = false;
  }
  bool input_high() const override { return turn_low_ || this->rtl.top.slot_taken; }
  cycle_t input_changes(const issue_request& r, stall_reason) override { return again_[r.thread]; }
  bool drained_in_is_whole() const override { return true; }
};

}  // namespace tensix
