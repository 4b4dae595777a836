// Guesses where control flow goes: for each of the last branches and jumps its target and a two-bit counter. The documentation
// says that all control flow is predicted, and not how; but it gives a sequence after which nothing of the past is left: 28
// branches that are not taken, wherever they lie (InstructionRAM, Wormhole). So branches count whether taken or not, any 28
// displace all others, and where they lie does not matter.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tensix {

class branch_predictor {
 public:
  explicit branch_predictor(uint32_t entries) : entry_(entries) {}
  void forget() {
    for (entry& e : entry_) e = entry{};
  }
  // What it will guess is the same, as long as nothing is displaced.
  bool same_as(const branch_predictor& other) const {
    for (size_t i = 0; i < entry_.size(); ++i) {
      const entry &a = entry_[i], &b = other.entry_[i];
      if (a.pc != b.pc || a.target != b.target || a.counter != b.counter) return false;
    }
    return true;
  }
  // The branch or jump at `pc` goes to `next`: was it predicted? What is not known is taken to go straight on.
  bool right(uint32_t pc, uint32_t next) {
    entry& e = entry_of(pc);
    const bool right = (e.counter >= 2 ? e.target : pc + 4) == next, taken = next != pc + 4;
    if (taken) {
      e.counter = e.target != next ? 2 : e.counter < 3 ? e.counter + 1 : 3;
      e.target = next;
    } else if (e.counter) {
      --e.counter;
    }
    e.used = ++uses_;
    return right;
  }

 private:
  struct entry {
    uint32_t pc = 1, target = 0;
    uint8_t counter = 0;  // from 2 on: taken
    uint64_t used = 0;
  };
  std::vector<entry> entry_;
  uint64_t uses_ = 0;

  // Its own, or the one that was used longest ago, made its own.
  entry& entry_of(uint32_t pc) {
    entry* oldest = entry_.data();
    for (entry& e : entry_) {
      if (e.pc == pc) return e;
      if (e.used < oldest->used) oldest = &e;
    }
    *oldest = {pc, 0, 1, 0};
    return *oldest;
  }
};

}  // namespace tensix
