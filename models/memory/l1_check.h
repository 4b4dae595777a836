// SPDX-License-Identifier: Apache-2.0
// Whether a shortcut (l1_shortcuts.h) decides what the rule does: where TENSIX_CHECK_SHORTCUTS is defined, l1_memory asks so of
// every decision. No SystemC.
#pragma once
#include <string>
#include <vector>

#include "models/memory/l1_rule.h"

namespace tensix {

// Follows the decision on one copy of state and transfers, and on another the rule, cycle by cycle; `transfers` in the order of
// their requests. Compares what each competitor gets in each cycle (beats, ports, refusals, who was preferred), and afterwards all
// of the state, of the transfers, and what l1_counts has counted. Returns the first difference, with cycle, transfer and both
// answers; empty: none.
std::string l1_difference(const l1_wiring& w, const l1_state& state, const std::vector<l1_transfer>& transfers,
                          const l1_decision& d);

extern uint64_t l1_shortcuts_checked;  // decisions so far; only where TENSIX_CHECK_SHORTCUTS is defined

}  // namespace tensix
