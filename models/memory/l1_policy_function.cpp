// SPDX-License-Identifier: Apache-2.0
#include "models/memory/l1_policy.h"

#include <iterator>

namespace tensix {

namespace {

unsigned lowest(uint64_t mask) { return static_cast<unsigned>(__builtin_ctzll(mask)); }

// The asker whose key is least; of equal ones that of the oldest request.
template <class Key>
unsigned least(uint64_t asking, Key&& key) {
  unsigned best = lowest(asking);
  for (uint64_t rest = asking & (asking - 1); rest; rest &= rest - 1)
    if (key(lowest(rest)) < key(best)) best = lowest(rest);
  return best;
}

// Bank: the next client behind the one served last. Ports: one after the other, beginning with another one every cycle.
namespace round_robin {
unsigned bank_winner(const l1_asker* askers, uint64_t asking, l1_client last) {
  constexpr unsigned clients = static_cast<unsigned>(l1_client::count);
  return least(asking, [&](unsigned i) {
    return (static_cast<unsigned>(askers[i].client) + clients - 1 - static_cast<unsigned>(last)) % clients;
  });
}
unsigned port_turn(const l1_asker*, uint64_t left, unsigned first) {
  const uint64_t from_first = left & ~uint64_t{0} << first;
  return lowest(from_first ? from_first : left);
}
}  // namespace round_robin

// The client with the lowest number (l1_client): unpackers before packers before all others.
namespace fixed {
unsigned bank_winner(const l1_asker* askers, uint64_t asking, l1_client) {
  return least(asking, [&](unsigned i) { return askers[i].client; });
}
unsigned port_turn(const l1_asker* askers, uint64_t left, unsigned) { return bank_winner(askers, left, {}); }
}  // namespace fixed

// Who could have begun first.
namespace oldest {
unsigned bank_winner(const l1_asker* askers, uint64_t asking, l1_client) {
  return least(asking, [&](unsigned i) { return askers[i].start; });
}
unsigned port_turn(const l1_asker* askers, uint64_t left, unsigned) { return bank_winner(askers, left, {}); }
}  // namespace oldest

constexpr l1_policy_rules rules[] = {
    {"round_robin", round_robin::bank_winner, round_robin::port_turn},
    {"fixed", fixed::bank_winner, fixed::port_turn},
    {"oldest", oldest::bank_winner, oldest::port_turn},
};
static_assert(std::size(rules) == static_cast<size_t>(l1_policy::count), "every l1_policy has a row, in its order");

}  // namespace

const l1_policy_rules& rules_of(l1_policy policy) { return rules[static_cast<size_t>(policy)]; }

std::vector<std::string> l1_policy_names() {
  std::vector<std::string> names;
  for (const l1_policy_rules& r : rules) names.emplace_back(r.name);
  return names;
}

}  // namespace tensix
