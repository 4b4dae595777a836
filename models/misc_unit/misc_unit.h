// SPDX-License-Identifier: Apache-2.0
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
  misc_unit(sc_core::sc_module_name name, misc_unit_function& function, src_hand_over& hand_over)
      : tensix_unit(name), function_(function), hand_over_(hand_over) {}
  issue_response offer(const issue_request& r) override {
    cause started;
    if (cause_recorder* causes = hand_over_.causes()) started = {causes->last(), path_kind::misc, 1};
    hand_over_.changed(function_.execute(r.word, r.thread), r.cycle, account_.name(), started);
    worked(r, r.cycle, r.cycle + 1);
    return issue_response::accept(r.cycle + 1);
  }
  cycle_t drained_from(unsigned, cycle_t now) const override { return now; }

 private:
  misc_unit_function& function_;
  src_hand_over& hand_over_;
};

}  // namespace tensix
