// SPDX-License-Identifier: Apache-2.0
// The two decisions in a cycle of L1's arbitration that are a matter of policy: which of those that ask for a bank gets it, and
// who takes ports next. All else stands in l1_rule.h, and in docs/l1-protocol.md. Policies have no state of their own. No SystemC.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "models/memory/l1_client.h"
#include "models/time/cycle.h"

namespace tensix {

// Legal values of l1.bank_policy and l1.port_policy, in the order of the table in l1_policy_function.cpp.
enum class l1_policy : uint8_t { round_robin, fixed, oldest, count };

struct l1_asker {  // a transfer that competes in this cycle; they are numbered in the order of their requests
  l1_client client;
  cycle_t start;  // first cycle in which it could compete
};
// A read and a write of every client, and of the NoC's two further streams.
inline constexpr size_t most_l1_askers = 40;
static_assert(most_l1_askers >= 2 * static_cast<size_t>(l1_client::count) + 4);

struct l1_policy_rules {
  const char* name;
  // Which of `asking` (bit i: asker i, at least one) gets a bank. `last`: the client served there last among several.
  unsigned (*bank_winner)(const l1_asker* askers, uint64_t asking, l1_client last);
  // Which of `left` (likewise) takes ports next. `first`: one further in every cycle in which several compete.
  unsigned (*port_turn)(const l1_asker* askers, uint64_t left, unsigned first);
};
const l1_policy_rules& rules_of(l1_policy policy);
std::vector<std::string> l1_policy_names();

}  // namespace tensix
