// All properties of one program.
#pragma once
#include "tests/soak/bench.h"

namespace tensix::soak {

// What the programs of a batch have in common.
enum class kind_of_batch : uint8_t {
  plain,
  two_orders,       // run once more on a tile whose units were constructed in another order
  by_cores,         // RISC-V cores do the steps
  across_the_line,  // undefined on purpose
};

// Runs `p` on `b`; for a share of the seeds also with observers, cut at some cycle, or with cores and threads taking turns
// otherwise in the machine without time. `runs` counts simulations. The first property that does not hold is the answer.
answer check(bench& b, const program& p, kind_of_batch kind, uint64_t& runs);

// The file to keep: the stream that still fails, with what it takes to see it.
std::string finding_text(const program& p, const variation& v, uint64_t variation_seed, const answer& a, size_t before);

}  // namespace tensix::soak
