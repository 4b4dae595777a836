// SPDX-License-Identifier: Apache-2.0
// Who is told of a run's path piece by piece, and may ask what the run would be without some of what the cores did. No SystemC.
#pragma once
#include <cstdint>

#include "models/observe/path_resources.h"

namespace tensix {

class path_listener {
 public:
  static constexpr uint64_t not_pushed = ~uint64_t{0};
  virtual ~path_listener() = default;

  // A stretch of the path, the last of a piece first. `thread`: whose instruction, pushed by its core in cycle `pushed`.
  virtual void on_path(path_use use, uint64_t from, uint64_t to, int thread, uint64_t pushed) = 0;
  // Changes of the programs that are asked for: how many, and of the cycles [from, to) of a core how many change number c would save;
  // whether the instruction that thread pushed then would be saved.
  virtual unsigned changes() const = 0;
  virtual uint64_t saved(unsigned change, unsigned core, uint64_t from, uint64_t to) const = 0;
  virtual bool saves(unsigned change, unsigned core, uint64_t pushed) const = 0;
  // Whether a core does not wait in this cycle for what others do; of a feed's use the part that would be saved, in halves; whether
  // the feed of the inputs does not wait for room.
  virtual bool goes_on(unsigned change, unsigned core, uint64_t cycle) const = 0;
  virtual unsigned saved_halves(unsigned change, path_use use) const = 0;
  virtual bool has_room(unsigned change) const = 0;
  // With them so far the run would be so many cycles shorter.
  virtual void would_save(unsigned change, uint64_t cycles) = 0;
  // Nothing before this cycle is asked for any more.
  virtual void piece_ended(uint64_t cycle) = 0;
};

}  // namespace tensix
