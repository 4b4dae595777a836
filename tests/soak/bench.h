// SPDX-License-Identifier: Apache-2.0
// One elaborated tile beside one machine without time. Every program runs in a child process of its own (fork), so that each
// begins at reset though SystemC allows one simulation a process, and a crash is an answer like others.
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "platform/parameters.h"
#include "platform/tile_parts.h"
#include "tests/soak/untimed.h"

namespace tensix::soak {

enum class verdict : uint8_t {
  passed,
  undefined,        // the machine without time calls it undefined
  stuck,            // the machine without time cannot go on
  racy,             // its result depends on who is faster
  timed_ended,      // the tile did not end as the machine without time did
  other_data,       // the tile computed something else
  other_reference,  // the matrix unit calculates something else than its reference
  other_accounts,   // busy + stalls + idle is not what elapsed
  too_fast,         // fewer cycles than the least for the bytes moved
  other_if_seen,    // other data or cycles with observers
  other_if_cut,     // other data up to a cycle if the run ends there
  other_order,      // other data or cycles with units constructed in another order
  crashed,
  hung
};
const char* name(verdict v);

struct variation {
  parameters p;
  std::array<tile_unit, tile_units> order;
  std::string settings;  // "name=value ..." against the configuration it began with, for people
};
// Legal parameters, most at their defaults, and an order of construction; the same for the same seed.
variation vary(uint64_t seed);

struct request {
  bool observed = false;            // with every observer of the library
  std::optional<uint64_t> look_at;  // sums up what there is at the beginning of that cycle, and goes on
  std::optional<uint64_t> end_at;   // or ends there
  bool across_the_line = false;     // the program is meant to be undefined: it has to be said, by both machines
};

struct answer {
  verdict what = verdict::passed;
  uint64_t cycles = 0, digest = 0;
  uint64_t digest_then = 0;  // at request::look_at
  uint64_t instructions = 0;
  bool left_out = false;  // too long for the cores' code: nothing was run
  char text[3000] = {};
};

class bench {
 public:
  // `by_cores`: RISC-V cores do the program's steps between random programs of their own, instead of players.
  explicit bench(const variation& v, bool by_cores = false);
  ~bench();
  // In a child. Of the machine without time and of the tile: ends alike, same data, accounts, bounds.
  answer run(const program& p, const request& r = {});
  packers_of_tile packers() const;

 private:
  struct inside;
  std::unique_ptr<inside> inside_;
};

}  // namespace tensix::soak
