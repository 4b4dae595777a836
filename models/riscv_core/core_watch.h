// SPDX-License-Identifier: Apache-2.0
// Who looks at each instruction of a core before it executes: a debugger.
#pragma once
#include <cstdint>

namespace tensix {

class core_watch_if {
 public:
  // The instruction at the core's pc enters EX1 in the present cycle, or, in rounds of a poll that are lived again, in one that has
  // passed; nothing of it has happened. What is done here takes no simulated time. If the pc changes, the core goes on there
  // instead. False: it executes nothing any more.
  virtual bool executes(unsigned core, uint32_t pc) = 0;
  // It has been executed, but for results that come later, and the pc is the next one's, or may be changed; still in the cycle in
  // which it entered EX1, unless it has had to wait there. False: as above.
  virtual bool executed(unsigned core) = 0;

 protected:
  ~core_watch_if() = default;
};

}  // namespace tensix
