// SPDX-License-Identifier: Apache-2.0
// Guesses where control flow goes: for each of the last branches and jumps its target, and a two-bit counter for each outcome of
// the branches just before it. The documentation says that all control flow is predicted, and that csr.cfg0 selects a history
// (BpHistSel; CSRs, Blackhole), not how. What is inferred from measurements of Blackhole:
//
//   entries   a loop over 64 branches that are not taken, and its own, loses nothing: 16 entries are too few
//   history   of two branches with the same outcome, in turn taken and not (the unpack context of a tile), one is predicted: the
//             other one stands just before it. Both would be with a history long enough to reach the tile before
//
// Wormhole's has a sequence after which nothing of the past is left: 28 branches that are not taken (InstructionRAM). So branches
// count whether taken or not, and other ones displace the one that was used longest ago.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tensix {

class branch_predictor {
 public:
  static constexpr unsigned most_history = 3, most_entries = 256;
  branch_predictor(uint32_t entries, uint32_t history_bits) : history_mask_((1u << history_bits) - 1), entry_(entries) {}
  void forget() {
    for (entry& e : entry_) e = entry{};
    history_ = 0;
    ++version_;
  }
  // Becomes a copy of another one, as far as what it will guess depends on it.
  void become(const branch_predictor& other) {
    history_ = other.history_;
    if (version_ == other.version_) return;
    version_ = other.version_;
    entry_ = other.entry_;
  }
  // What it will guess is the same, as long as nothing is displaced.
  bool same_as(const branch_predictor& other) const {
    if (history_ != other.history_) return false;
    if (version_ == other.version_) return true;
    const auto same = [](const entry& a, const entry& b) {
      return a.pc == b.pc && a.target == b.target && a.counter == b.counter;
    };
    return std::equal(entry_.begin(), entry_.end(), other.entry_.begin(), other.entry_.end(), same);
  }
  // Where it will guess that the branch or jump at `pc` goes, as the history is now.
  uint32_t guess(uint32_t pc, bool conditional) const {
    const auto known = [pc](const entry& e) { return e.pc == pc; };
    const auto e = std::find_if(entry_.begin(), entry_.end(), known);
    return e != entry_.end() && e->counter[conditional ? history_ : 0] >= 2 ? e->target : pc + 4;
  }
  // The branch or jump at `pc` goes to `next`: was it predicted? What is not known is taken to go straight on. Jumps are no
  // part of the history, and do not depend on it.
  bool right(uint32_t pc, uint32_t next, bool conditional) {
    entry& e = entry_of(pc);
    uint8_t& counter = e.counter[conditional ? history_ : 0];
    const bool right = (counter >= 2 ? e.target : pc + 4) == next, taken = next != pc + 4;
    const uint8_t before = counter;
    if (taken && e.target != next) {
      if (!e.target) e.counter.fill(2);  // taken for the first time
      counter = 2;
      e.target = next;
      ++version_;
    } else if (taken) {
      counter = std::min<uint8_t>(counter + 1, 3);
    } else if (counter) {
      --counter;
    }
    version_ += counter != before;
    if (conditional) history_ = (history_ << 1 | taken) & history_mask_;
    e.used = ++uses_;
    return right;
  }

 private:
  struct entry {
    uint32_t pc = 1, target = 0;
    uint64_t used = 0;
    std::array<uint8_t, 1u << most_history> counter{};  // by the history; from 2 on: taken
  };
  uint32_t history_ = 0;  // outcomes of the last branches, the last one in bit 0
  uint32_t history_mask_;
  std::vector<entry> entry_;
  uint64_t uses_ = 0, version_ = 1;       // version_: grows when an entry changes
  std::array<uint8_t, 1024> probable_{};  // entry of a branch, by bits of its address

  // Its own, or the one that was used longest ago, made its own.
  entry& entry_of(uint32_t pc) {
    uint8_t& probable = probable_[pc / 4 % probable_.size()];
    if (entry_[probable].pc == pc) return entry_[probable];
    size_t oldest = 0;
    for (size_t i = 0; i < entry_.size(); ++i) {
      if (entry_[i].pc == pc) return entry_[probable = static_cast<uint8_t>(i)];
      if (entry_[i].used < entry_[oldest].used) oldest = i;
    }
    entry& e = entry_[probable = static_cast<uint8_t>(oldest)];
    e = entry{};
    e.pc = pc;
    e.counter.fill(1);
    ++version_;
    return e;
  }
};

}  // namespace tensix
