// SPDX-License-Identifier: Apache-2.0
// What a path's listener wants to know: when the instructions on the path were pushed, and what the run would be if the programs did
// less.
#pragma once
#include <cstdint>
#include <vector>

#include "observe/why/path_listener.h"
#include "observe/why/path_piece.h"

namespace tensix {

class path_changes {
 public:
  // Of events that have been recorded since the last call.
  void find_pushes(const path_piece& piece);
  // When the core pushed the event's instruction, or path_listener::not_pushed.
  uint64_t pushed(size_t event) const { return event < pushed_.size() ? pushed_[event] : path_listener::not_pushed; }
  // What each change would save, up to event `to` of this piece.
  void tell(const path_piece& piece, size_t to, path_listener& listener);
  // This event is the next piece's first one.
  void begin_at(size_t event) { pushed_.erase(pushed_.begin(), pushed_.begin() + static_cast<std::ptrdiff_t>(event)); }

 private:
  std::vector<uint64_t> pushed_;    // by event
  path_listener::by_change off_{};  // in half cycles
  struct changed_event {
    path_listener::by_change times;  // when it would be, in half cycles
    unsigned saving;                 // the changes that save its instruction
  };
  std::vector<changed_event> changed_;  // scratch

  path_listener::by_change ends(const path_piece& piece, size_t to, const path_listener& asked);
};

}  // namespace tensix
