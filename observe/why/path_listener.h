// SPDX-License-Identifier: Apache-2.0
// Who is told of a run's path piece by piece, and may ask what the run would be without some of what the cores did. No SystemC.
#pragma once
#include <array>
#include <cstdint>

#include "models/observe/path_resources.h"

namespace tensix {

class path_listener {
 public:
  static constexpr uint64_t not_pushed = ~uint64_t{0};
  virtual ~path_listener() = default;

  // A stretch of the path, the last of a piece first. `thread`: whose instruction, pushed by its core in cycle `pushed`.
  virtual void on_path(path_use use, uint64_t from, uint64_t to, int thread, uint64_t pushed) = 0;
  // Changes of the programs that are asked for, a bit or a place each. Of the cycles [from, to) of a core: how many they would save is
  // taken off twice, as half cycles, in `times`. Those that would save the instruction that the core pushed in a cycle.
  static constexpr unsigned changes = 8;
  using by_change = std::array<int64_t, changes>;
  virtual void take_off(by_change& times, unsigned core, uint64_t from, uint64_t to) const = 0;
  virtual unsigned saving(unsigned core, uint64_t pushed) const = 0;
  // Those with which a core does not wait in this cycle for what others do; those that halve a feed's use; those with which the feed
  // of the inputs does not wait for room.
  virtual unsigned going_on(unsigned core, uint64_t cycle) const = 0;
  virtual unsigned halving(path_use use) const = 0;
  virtual unsigned giving_room() const = 0;
  // With each so far the run would be so many cycles shorter.
  virtual void would_save(unsigned change, uint64_t cycles) = 0;
  // Nothing before this cycle is asked for any more.
  virtual void piece_ended(uint64_t cycle) = 0;
};

}  // namespace tensix
