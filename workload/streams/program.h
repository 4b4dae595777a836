// SPDX-License-Identifier: Apache-2.0
// What one RISC-V core does, as a sequence of steps: the common form of a thread of a stream file and of a built-in kernel.
// Played with time by `stream_player` (workload/streams) and without time by `functional_machine` (tests/functional).
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "models/contracts/cores.h"

namespace tensix {

// Streams are of the cores that the coprocessor knows: T0, T1, T2 and B. NC sees none of it.
inline constexpr unsigned stream_cores = core_nc;

enum class comparison : uint8_t { eq, ne, lt, le, gt, ge };  // unsigned
inline bool compare(uint32_t a, comparison how, uint32_t b) {
  switch (how) {
    case comparison::eq: return a == b;
    case comparison::ne: return a != b;
    case comparison::lt: return a < b;
    case comparison::le: return a <= b;
    case comparison::gt: return a > b;
    default: return a >= b;
  }
}
// The same for a poll_extension.
inline auto compare_function(comparison how) -> bool (*)(uint32_t masked, uint32_t value) {
  static constexpr bool (*functions[])(uint32_t, uint32_t) = {
      [](uint32_t a, uint32_t b) { return a == b; }, [](uint32_t a, uint32_t b) { return a != b; },
      [](uint32_t a, uint32_t b) { return a < b; },  [](uint32_t a, uint32_t b) { return a <= b; },
      [](uint32_t a, uint32_t b) { return a > b; },  [](uint32_t a, uint32_t b) { return a >= b; }};
  return functions[static_cast<int>(how)];
}

// Simulated time ends at 1.8e16 cycles; what one number may ask for ends before.
inline constexpr uint64_t most_cycles = 1'000'000'000'000'000;

struct step {
  enum class kind_t : uint8_t {
    push,   // words[0..count): into the thread's instruction FIFO
    store,  // value to address (32 bits, RISC-V view)
    load,   // from address, value unused
    copy,   // load from address, store to address2
    poll,   // load from address until (word & mask) how value
    sync,   // until every instruction this thread has pushed has executed
    mark,   // note the cycle under `name`
    delay   // `cycles` of other work of the core
  };
  kind_t kind = kind_t::sync;
  comparison how = comparison::eq;
  uint32_t count = 0;
  uint32_t address = 0, address2 = 0, value = 0, mask = ~0u;
  uint64_t cycles = 0;
  const uint32_t* words = nullptr;    // valid until the next call of next()
  const std::string* name = nullptr;  // likewise
  int line = 0;                       // of the stream file, 0: none
};

// The steps of one core, in order. Loops are unrolled by the source, so arbitrarily long programs need no memory.
class step_source {
 public:
  virtual ~step_source() = default;
  virtual bool next(step& out) = 0;  // false: the core is done
};

struct l1_range {
  uint32_t address = 0, bytes = 0;
};

}  // namespace tensix
