// SPDX-License-Identifier: Apache-2.0
// How busy everybody was over a whole run: counts add up at every length, and memory stays the same.
#include "pages/run/density_recorder.h"

#include <numeric>

#include "catch.h"

using namespace tensix;

namespace {

uint64_t sum(const density_recorder::counts& all) { return std::accumulate(all.begin(), all.end(), uint64_t{0}); }

}  // namespace

TEST_CASE("intervals double as the run grows, and lose no cycle") {
  for (const uint64_t end : {1u, 7u, 511u, 512u, 513u, 1024u, 1025u, 99999u, 1u << 20}) {
    CAPTURE(end);
    density_recorder r;
    r.introduced("t0", account_of::thread);
    r.introduced("matrix_unit", account_of::unit);
    uint64_t busy = 0, waits = 0;
    for (uint64_t at = 0, i = 0; at < end; at += 1 + i % 7, ++i) {
      const uint64_t to = std::min(end, at + 1 + i % 7);
      (i % 2 ? busy : waits) += to - at;
      r.counted("t0", i % 2 ? stall_reason::none : stall_reason::semwait, at, at + 1 + i % 7);  // the last one beyond the end
    }
    r.counted("matrix_unit", stall_reason::none, end / 2, end + 5);  // told late, and beyond the end
    const auto h = r.finish(end);
    const uint64_t intervals = (end + h.interval - 1) / h.interval;
    CHECK(intervals <= density_recorder::most_intervals);
    CHECK((h.interval == 1 || 2 * intervals > density_recorder::most_intervals));
    const auto& t0 = h.rows[0].states;
    CHECK(sum(t0[0]) == busy);
    CHECK(sum(t0[static_cast<size_t>(stall_reason::semwait)]) == waits);
    CHECK(sum(h.rows[1].states[0]) == end - end / 2);
    for (const auto& row : h.rows)
      for (const auto& counts : row.states)
        if (!counts.empty()) {
          CHECK(counts.size() == intervals);
          for (const uint64_t n : counts)
            if (n > h.interval) FAIL(n << " cycles in an interval of " << h.interval);
        }
  }
}

TEST_CASE("cycles count in the interval in which they lie") {
  density_recorder r;
  r.introduced("t0", account_of::thread);
  r.counted("t0", stall_reason::none, 0, 600);
  r.counted("t0", stall_reason::mutex, 600, 601);
  r.counted("t0", stall_reason::none, 1000, 1001);
  r.counted("nobody", stall_reason::none, 0, 10);
  const auto h = r.finish(1024);
  CHECK(h.interval == 2);
  REQUIRE(h.rows.size() == 1);
  const auto& busy = h.rows[0].states[0];
  CHECK(busy[0] == 2);
  CHECK(busy[299] == 2);
  CHECK(busy[300] == 0);
  CHECK(busy[500] == 1);
  CHECK(h.rows[0].states[static_cast<size_t>(stall_reason::mutex)][300] == 1);
}
