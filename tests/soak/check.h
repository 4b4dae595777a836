// SPDX-License-Identifier: Apache-2.0
// All properties of one program.
#pragma once
#include "tests/soak/bench.h"
#include "tests/soak/coverage.h"

namespace tensix::soak {

// What the programs of a batch have in common.
enum class kind_of_batch : uint8_t {
  plain,
  two_orders,       // run once more on a tile whose units were constructed in another order
  by_cores,         // RISC-V cores do the steps
  across_the_line,  // undefined on purpose
};

// What has been done so far.
struct tally {
  uint64_t simulations = 0, datums = 0;  // datums: of the matrix unit, compared with the reference
  coverage* reached = nullptr;           // if somebody wants to know
};

// Runs `p` on `b`; for a share of the seeds also with observers, cut at some cycle, or with cores and threads taking turns
// otherwise in the machine without time, whose matrix unit is then held against its reference. The first property that does not
// hold is the answer; what was done is added to `done`.
answer check(bench& b, const program& p, kind_of_batch kind, tally& done);

// The file to keep: the stream that still fails, with what it takes to see it.
std::string finding_text(const program& p, const variation& v, uint64_t variation_seed, kind_of_batch kind, const answer& a,
                         size_t before);

}  // namespace tensix::soak
