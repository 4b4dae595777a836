// SPDX-License-Identifier: Apache-2.0
// What the run would be if something took half as long, or no time: the recorded events once more.
#pragma once
#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "observe/why/path_piece.h"
#include "observe/why/path_uses.h"

namespace tensix {

class path_what_if {
 public:
  // The path of a piece up to event `to`. `on_path`: cycles of each use on the path, with those of the pieces before.
  void add(const path_piece& piece, size_t to, const by_use<uint64_t>& on_path);

  // If a use, and all that it answers for, took half as long, or no time: so many cycles less.
  uint64_t halved_off(path_use use) const { return static_cast<uint64_t>(uses_[answers_for(use)].halved_off / 2); }
  uint64_t free_off(path_use use) const { return static_cast<uint64_t>(uses_[answers_for(use)].free_off / 2); }
  // Of the run with that halved: half cycles of each use on its path, null if it was not asked; cycles in rounds of polls of which too
  // little is known.
  const by_use<int64_t>* halved_path(path_use use) const {
    const auto found = halved_path_.find(answers_for(use));
    return found == halved_path_.end() ? nullptr : &found->second;
  }
  uint64_t rounds_if_halved(path_use use) const { return uses_[answers_for(use)].rounds_if_halved / 2; }
  // Who has most of the cycles that halving `use`, which has so many, does not save. Empty: nobody.
  std::string in_its_place(path_use use, uint64_t cycles, const by_use<uint64_t>& on_path) const;
  // By how many cycles a use missed the path; ~0: not known.
  uint64_t slack(path_use use) const { return uses_[use.code].slack; }
  // How long the feeds' ends moved tiles, on the path or not.
  uint64_t brings() const { return brings_; }
  uint64_t takes() const { return takes_; }
  struct joint {  // uses that are halved together: answers_for, in the order in which they were found
    std::vector<unsigned> codes;
    int64_t off = 0;  // half cycles
  };
  const std::vector<joint>& joints() const { return joints_; }

 private:
  struct use_so_far {
    uint64_t slack = ~uint64_t{0};
    int64_t halved_off = 0, free_off = 0;  // by so many half cycles earlier the piece would have begun
    uint64_t rounds_if_halved = 0;         // half cycles
  };
  by_use<use_so_far> uses_{};
  std::map<unsigned, by_use<int64_t>> halved_path_;  // by answers_for
  std::vector<joint> joints_;
  uint64_t brings_ = 0, takes_ = 0;
  // Scratch: by event, when it would be with each of so many changes.
  static constexpr size_t at_once = 16;
  template <class Time>
  using times_of = std::array<Time, at_once>;
  std::tuple<std::vector<times_of<int32_t>>, std::vector<times_of<int64_t>>> times_;

  struct changed_uses {
    by_use<bool> of{};
    unsigned halves = 2;  // of the time that goes into them
  };
  static int64_t scaled(const changed_uses& change, path_use use, uint64_t cycles);
  static int64_t scaled(const changed_uses& change, const cause& by);
  template <class At, class Scaled>
  static int64_t found_in_rounds(const path_piece& piece, const rounds_of_looks& r, At at, Scaled scaled, cause& held_by);
  template <class At>
  static int64_t time_with(const path_piece& piece, size_t i, const changed_uses& change, At at, cause& held_by);
  template <class F>
  void for_changes(const path_piece& piece, size_t to, const std::vector<changed_uses>& changes, F f);
  template <class Time>
  const std::vector<times_of<Time>>& times_with(const path_piece& piece, size_t to, const std::vector<changed_uses>& changes);
  template <class At, class Add>
  static void for_changed_path(const path_piece& piece, size_t to, const changed_uses& change, At at, Add add);
  void each_by_itself(const path_piece& piece, size_t to, const by_use<uint64_t>& on_path);
  void several_together(const path_piece& piece, size_t to, const by_use<uint64_t>& on_path);
  void count_feeds(const path_piece& piece, size_t to);
  void slacks(const path_piece& piece, size_t to);
};

}  // namespace tensix
