// A unit of a tile whose issue stage is RTL. `Port` is an issue_port<...>, or a class derived from it that drives inputs of the
// block's own; a class derived from this adapter says in starts() what an instruction computes and for how long it has the unit.
// docs/cosim-issue.md walks through one.
#pragma once
#include <string>

#include "cosim/rtl/issue_port.h"
#include "models/contracts/unit.h"

namespace tensix {

template <class Port>
class issue_adapter : public tensix_unit {
 public:
  issue_response offer(const issue_request& r) override {
    const issue_response answer = port_.ask(r);
    if (!answer.accepted) {
      refusals_.refused(account_, answer.why, r.cycle);
      return answer;
    }
    refusals_.accepted(account_, r.cycle);
    starts(r);
    return answer;
  }
  cycle_t drained_from(unsigned thread, cycle_t now) const override { return port_.drained_from(thread, now); }
  std::string waits_for() const override { return port_.waits_for(); }

 protected:
  // The port outlives the adapter's use.
  issue_adapter(const sc_core::sc_module_name& name, Port& port) : tensix_unit(name), port_(port) {
    port.changed = [this](cycle_t cycle) { notify(cycle); };
  }
  // Valid and ready: it issues at the end of this cycle. Afterwards worked(...) has been called.
  virtual void starts(const issue_request& r) = 0;

 private:
  Port& port_;
};

}  // namespace tensix
