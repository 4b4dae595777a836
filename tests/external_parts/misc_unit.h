// SPDX-License-Identifier: Apache-2.0
// A miscellaneous unit of one's own: the shortest unit there is (docs/extending.md shows this file).
#pragma once
#include "platform/tile_parts.h"

namespace own {

class misc_unit : public tensix::tensix_unit {
 public:
  misc_unit(const sc_core::sc_module_name& name, const tensix::tile_context& c) : tensix_unit(name), c_(c) {}

  // Takes one instruction of each thread a cycle, and is done with it at the end of the cycle.
  tensix::issue_response offer(const tensix::issue_request& r) override {
    const tensix::src_changes changes = c_.functions.misc_unit.execute(r.word, r.thread);  // what it computes; or RTL does
    c_.hand_over.changed(changes, r.cycle, activity().name());                             // SETDVALID
    worked(r, r.cycle, r.cycle + 1);
    return tensix::issue_response::accept(r.cycle + 1);
  }
  tensix::cycle_t drained_from(unsigned, tensix::cycle_t now) const override { return now; }

 private:
  const tensix::tile_context c_;
};

}  // namespace own
