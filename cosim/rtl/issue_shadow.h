// SPDX-License-Identifier: Apache-2.0
// A unit of the model, and beside it RTL's issue stage: it gets the same offers, its answers are compared, the model's count. What
// the model refuses and RTL takes is withdrawn. What the model takes and RTL does not, RTL never sees again.
//
// `Unit` is the class of the model; `Port` an issue_port<...>, or a class derived from it that drives inputs of the block's own.
// `First`: who is asked first. RTL, if the model's answer changes what the port drives (banks); the model, if what it is told
// beyond its own pipeline is what the port tells RTL.
#pragma once
#include <string>
#include <utility>

#include "cosim/rtl/issue_port.h"
#include "cosim/rtl/rtl_units.h"

namespace tensix {

enum class asked_first : bool { rtl, model };

template <class Unit, class Port, asked_first First = asked_first::rtl>
class issue_shadow : public Unit {
 public:
  issue_response offer(const issue_request& r) override {
    ++compared_;
    issue_response rtl, model;
    if (First == asked_first::rtl) rtl = port_.ask(r);
    model = Unit::offer(r);
    if (First == asked_first::model) rtl = port_.ask(r);
    if (!same(rtl, model))
      environment_.differs(
          this->basename(), r.cycle,
          "T" + std::to_string(r.thread) + " \"" + disassemble(r.word) + "\": RTL " + text(rtl) + ", model " + text(model));
    if (rtl.accepted && !model.accepted) port_.withdraw(r);
    return model;
  }
  cycle_t drained_from(unsigned thread, cycle_t now) const override {
    const cycle_t model = Unit::drained_from(thread, now);
    compare("T" + std::to_string(thread) + " is drained", port_.drained_from(thread, now), model);
    return model;
  }

 protected:
  // The port outlives the unit's use. `model`: what the constructor of Unit takes behind the name.
  template <class... Model>
  issue_shadow(const sc_core::sc_module_name& name, rtl_environment& environment, Port& port, Model&&... model)
      : Unit(name, std::forward<Model>(model)...), environment_(environment), port_(port) {
    environment.compares(this->basename(), [this] { return summary(); });
  }
  virtual std::string summary() const {
    return std::to_string(compared_) + " answers with their cycles, when a thread is drained";
  }
  void compare(const std::string& what, cycle_t rtl, cycle_t model) const {
    if (rtl == model) return;
    const auto cycle = [](cycle_t c) { return c == never ? std::string("a cycle not known yet") : std::to_string(c); };
    environment_.differs(this->basename(), now_cycle(),
                         what + " from cycle " + cycle(rtl) + " in RTL, " + cycle(model) + " in the model");
  }

  rtl_environment& environment_;
  Port& port_;

 private:
  uint64_t compared_ = 0;

  static bool same(const issue_response& a, const issue_response& b) {
    if (a.accepted != b.accepted) return false;
    return a.accepted ? a.thread_free == b.thread_free : a.why == b.why && a.again == b.again;
  }
  static std::string text(const issue_response& a) {
    if (a.accepted) return "starts it (its thread goes on in cycle " + std::to_string(a.thread_free) + ")";
    return std::string("waits: ") + tensix::name(a.why) + (a.again == never ? "" : " until cycle " + std::to_string(a.again));
  }
};

}  // namespace tensix
