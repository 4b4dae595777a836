// SPDX-License-Identifier: Apache-2.0
// The order of events, against a sorted set of them.
#include "models/noc/noc_flight_events.h"

#include <random>
#include <set>
#include <tuple>

#include "catch.h"

using namespace tensix;

namespace {
using key = std::tuple<cycle_t, unsigned, unsigned, uint64_t, size_t, uint32_t>;  // as it is put

key key_of(const noc_flight_event& e) {
  return {e.cycle(), static_cast<unsigned>(e.kind()), static_cast<unsigned>(e.first & 0xffff), e.second >> 10, e.step(),
          e.flight};
}
}  // namespace

TEST_CASE("packets' events leave by cycle, kind, link, number and step, wherever they are put", "[noc]") {
  std::mt19937_64 random(1);
  const auto below = [&](uint64_t n) { return random() % n; };
  for (unsigned round = 0; round < 200; ++round) {
    noc_flight_events events;
    std::set<key> wanted;
    cycle_t now = round % 2 ? 0 : uint64_t{1} << 45;
    const uint64_t reach = 1 + below(round % 3 ? 80 : 400);  // around the 64 cycles of the ring
    const unsigned kinds_of_links = round % 5 ? 1000 : 2;    // many are alike
    for (uint32_t flight = 0; flight < 400; ++flight) {
      for (uint64_t n = below(4); n > 0; --n) {
        const cycle_t cycle = below(8) ? now + below(reach) : now - std::min(now, below(100));  // some are late
        const key k{cycle,
                    static_cast<unsigned>(below(3)),
                    static_cast<unsigned>(below(kinds_of_links)),
                    below(kinds_of_links) << 38 | flight * 7919 % 1021,
                    below(1024),
                    flight};  // a number is one flight's
        if (!wanted.insert(k).second) continue;
        const auto& [c, kind, link, number, step, of] = k;
        events.put({c, static_cast<noc_flight_step>(kind), link, number, step, of});
      }
      if (below(32) == 0) now += below(2000);  // nothing for a while
      while (!wanted.empty() && (std::get<0>(*wanted.begin()) <= now || flight == 399)) {
        REQUIRE_FALSE(events.empty());
        REQUIRE(events.next() == std::get<0>(*wanted.begin()));
        REQUIRE(key_of(events.take()) == *wanted.begin());
        wanted.erase(wanted.begin());
        if (below(3) == 0) break;  // and others come between
      }
      now += below(4);
    }
    while (!wanted.empty()) {
      REQUIRE(key_of(events.take()) == *wanted.begin());
      wanted.erase(wanted.begin());
    }
    REQUIRE(events.empty());
    REQUIRE(events.next() == never);
  }
}
