// SPDX-License-Identifier: Apache-2.0
// A generated program: contents of L1 and what each core does, kept as data so that it can be run, printed and cut down.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "workload/streams/program.h"

namespace tensix::soak {

// One step of a core; see `step` for what the members mean to each kind.
struct directive {
  step::kind_t kind = step::kind_t::sync;
  std::vector<uint32_t> words;  // push
  uint32_t address = 0, address2 = 0, value = 0, mask = ~0u;
  comparison how = comparison::eq;
  uint64_t cycles = 0;
  // Directives of one group (of whatever core) need each other: they are left out together or not at all. 0: alone.
  unsigned group = 0;
};

struct memory_fill {
  uint32_t address = 0;  // bytes, multiple of 4
  std::vector<uint32_t> words;
};

struct program {
  uint64_t seed = 0;
  std::vector<memory_fill> memory;
  std::vector<directive> core[stream_cores];
};

// What core `core` does, for a player or a functional machine. Refers to `p`, which must outlive it.
std::unique_ptr<step_source> steps_of(const program& p, unsigned core);

// The same program as a stream file (docs/stream-format.md).
std::string stream_text(const program& p);

}  // namespace tensix::soak
