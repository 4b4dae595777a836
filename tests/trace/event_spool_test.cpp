// SPDX-License-Identifier: Apache-2.0
// The store of a trace's events: order, and what does not fit its memory.
#include "observe/trace/event_spool.h"
#include "catch.h"

using namespace tensix;

namespace event_spool_test {
namespace {
uint64_t random_state = 88172645463325252ull;
uint64_t random_number() {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  return random_state ^= random_state << 17;
}
}  // namespace

TEST_CASE("records come back in order of cycle, then channel, then of their coming; in memory or from the file") {
  for (const size_t records : {size_t{0}, size_t{1}, size_t{5000}, size_t{1200000}}) {
    constexpr size_t channels = 7;
    event_spool spool(channels, "spool_test.json");
    std::vector<uint64_t> cycle(channels), count(channels);
    uint64_t check = 0;
    for (size_t i = 0; i < records; ++i) {
      const size_t channel = random_number() % (channels - 1);  // the last one stays empty
      cycle[channel] += random_number() % 4;
      const auto word = static_cast<uint32_t>(random_number());
      spool.append(channel, {cycle[channel], count[channel]++, word, 0, 0});
      check += word;
    }
    size_t channel = 0, last_channel = 0, n = 0;
    uint64_t last = 0;
    std::vector<uint64_t> seen(channels);
    trace_record r;
    while (spool.next(channel, r)) {
      if (r.cycle < last || (n && r.cycle == last && channel < last_channel)) FAIL("out of order");
      if (r.value != seen[channel]++) FAIL("lost or twice");
      last = r.cycle;
      last_channel = channel;
      check -= r.word;
      ++n;
    }
    CHECK(n == records);
    CHECK(check == 0);
    CHECK_FALSE(spool.next(channel, r));
  }
}

TEST_CASE("of a value only changes are kept, and of a cycle the last one") {
  event_spool spool(1, "spool_test.json");
  for (const auto& [cycle, value] :
       std::vector<std::pair<uint64_t, uint64_t>>{{3, 1}, {3, 2}, {5, 2}, {7, 3}, {8, 3}, {9, 4}, {9, 3}, {12, 0}})
    spool.change(0, {cycle, value, 0, 0, 0});
  std::vector<std::pair<uint64_t, uint64_t>> kept;
  size_t channel = 0;
  for (trace_record r; spool.next(channel, r);) kept.emplace_back(r.cycle, r.value);
  CHECK(kept == std::vector<std::pair<uint64_t, uint64_t>>{{3, 2}, {7, 3}, {12, 0}});
}

}  // namespace event_spool_test
