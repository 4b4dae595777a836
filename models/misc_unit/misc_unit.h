// Miscellaneous unit: ADC instructions, SETDVALID. One instruction of each thread a cycle, one cycle each.
// Source: ISA documentation, MiscellaneousUnit.
#pragma once
#include <systemc>

#include "models/contracts/unit.h"
#include "models/hand_over/src_hand_over.h"
#include "models/misc_unit/misc_unit_function.h"

namespace tensix {

class misc_unit : public tensix_unit {
 public:
  misc_unit(sc_core::sc_module_name name, tensix_state& state, misc_unit_function& function, src_hand_over& hand_over)
      : tensix_unit(name), state_(state), function_(function), hand_over_(hand_over) {}
  issue_response offer(const issue_request& r) override {
    const src_client before[2] = {state_.srca.filling().allowed_client, state_.srcb.filling().allowed_client};
    const unsigned given = function_.execute(r.word, r.thread);
    for (unsigned which = 0; which < 2; ++which) {
      if (!((given >> which) & 1)) continue;
      const src_register& s = which ? state_.srcb : state_.srca;
      if (before[which] == src_client::unpackers) hand_over_.given_up(which, s.unpack_bank ^ 1, r.cycle, account_.name());
      else hand_over_.side_changed(r.cycle);  // it was the matrix unit's already
    }
    worked(r, r.cycle, r.cycle + 1);
    return issue_response::accept(r.cycle + 1);
  }
  cycle_t drained_from(unsigned, cycle_t now) const override { return now; }

 private:
  tensix_state& state_;
  misc_unit_function& function_;
  src_hand_over& hand_over_;
};

}  // namespace tensix
