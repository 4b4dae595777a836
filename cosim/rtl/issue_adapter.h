// SPDX-License-Identifier: Apache-2.0
// A unit of a tile whose issue stage is RTL. `Port` is an issue_port<...>, or a class derived from it that drives inputs of the
// block's own; a class derived from this adapter says in starts() what an instruction computes and for how long it has the unit.
// `Base` is the class of the unit: tensix_unit, what the tile knows it as (models/contracts/ports.h), or the model's, of which
// all but the decision when an instruction issues remains in use. docs/cosim-issue.md walks through one.
#pragma once
#include <string>
#include <utility>

#include "cosim/rtl/issue_port.h"
#include "models/contracts/unit.h"

namespace tensix {

// Whether the unit's account counts the cycles in which it refuses: those of the matrix and the vector unit do.
enum class refusals_count : bool { no, yes };

template <class Port, class Base = tensix_unit, refusals_count Counts = refusals_count::yes>
class issue_adapter : public Base {
 public:
  issue_response offer(const issue_request& r) override {
    const issue_response answer = port_.ask(r);
    if (!answer.accepted) {
      if (Counts == refusals_count::yes) this->refusals_.refused(this->account_, answer.why, r.cycle);
      return answer;
    }
    if (Counts == refusals_count::yes) this->refusals_.accepted(this->account_, r.cycle);
    starts(r);
    return answer;
  }
  cycle_t drained_from(unsigned thread, cycle_t now) const override { return port_.drained_from(thread, now); }
  std::string waits_for() const override {
    const std::string behind = Base::waits_for(), rtl = port_.waits_for();
    return behind.empty() || rtl.empty() ? behind + rtl : behind + "; " + rtl;
  }

 protected:
  // The port outlives the adapter's use. `base`: what the constructor of Base takes behind the name.
  template <class... Arguments>
  issue_adapter(const sc_core::sc_module_name& name, Port& port, Arguments&&... base)
      : Base(name, std::forward<Arguments>(base)...), port_(port) {
    port.changed = [this](cycle_t cycle) { this->notify(cycle); };
  }
  // Valid and ready: it issues at the end of this cycle. Afterwards worked(...) has been called.
  virtual void starts(const issue_request& r) = 0;

 private:
  Port& port_;
};

}  // namespace tensix
