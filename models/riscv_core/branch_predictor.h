// Guesses where control flow goes: for each of the last branches that were taken, its target and a two-bit counter.
// The documentation says that all control flow is predicted, and not how.
#pragma once
#include <cstdint>
#include <vector>

namespace tensix {

class branch_predictor {
 public:
  explicit branch_predictor(uint32_t entries) : entry_(entries) {}
  void forget() {
    for (entry& e : entry_) e = entry{};
  }
  // The branch or jump at `pc` goes to `next`: was it predicted?
  bool right(uint32_t pc, uint32_t next) {
    entry& e = entry_[pc / 4 % entry_.size()];
    const bool known = e.pc == pc, taken = next != pc + 4;
    const bool right = (known && e.counter >= 2 ? e.target : pc + 4) == next;
    if (taken) {
      if (known) e.counter = e.counter < 3 ? e.counter + 1 : 3;
      else e.counter = 2;
      e.pc = pc;
      e.target = next;
    } else if (known && e.counter) {
      --e.counter;
    }
    return right;
  }

 private:
  struct entry {
    uint32_t pc = 1, target = 0;
    uint8_t counter = 0;
  };
  std::vector<entry> entry_;
};

}  // namespace tensix
