// SPDX-License-Identifier: Apache-2.0
// Records why things happen (models/observe/causes.h) and works out the critical path of the run. docs/critical-path.md.
//
// What is recorded is looked at in pieces, so that memory does not grow with the run: a piece ends at an event on the path to the
// latest one, and the next piece begins there, or some way on (wishes::all). No SystemC.
#pragma once
#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "models/observe/causes.h"
#include "observe/why/critical_path.h"
#include "observe/why/path_changes.h"
#include "observe/why/path_listener.h"
#include "observe/why/path_piece.h"
#include "observe/why/path_ties.h"
#include "observe/why/path_uses.h"
#include "observe/why/path_what_if.h"

namespace tensix {

class path_recorder : public cause_recorder {
 public:
  struct wishes {
    bool stretches = false;  // critical_path::stretches
    bool what_if = false;    // run_if_halved, run_if_free, slack; otherwise they are `cycles`, `cycles` and 0
    bool all = false;        // of the whole run; otherwise of its beginning, and of pieces of the rest, which costs little
    path_listener* listener = nullptr;  // if `all`; must outlive it
  };
  // `events`: of a piece, or without `all` of the beginning, which is not cut; `few`: of each of the pieces of the rest.
  explicit path_recorder(const wishes& w, size_t events = 0, size_t few = size_t{3} << 11)
      : cause_recorder(events  ? events
                       : w.all ? usual_piece
                               : longest_beginning),
        wishes_(w),
        few_(few) {}

  // Once it has stopped(): nothing is to be recorded until this cycle, then resume.
  uint64_t resumes_in() const { return resumes_in_; }
  void resume(uint64_t cycle);

  // Once, after a run of so many cycles.
  critical_path finish(uint64_t cycles);

  // Causes that would have been over only behind what they are the causes of: an error in what is recorded, but for what repeats
  // itself (a test holds it to 0).
  uint64_t contradictions() const { return contradictions_; }

 private:
  static constexpr size_t usual_piece = size_t{1} << 14, longest_beginning = size_t{1} << 18;
  static constexpr size_t most_stretches = 1'000'000;
  static constexpr uint64_t paused = 15;  // times the length of a piece, at most
  path_piece piece_{*this};
  const wishes wishes_;
  const size_t few_;
  uint64_t resumes_in_ = 0;
  uint64_t tried_ = 0, pieces_ = 0, looked_at_ = 0;  // pieces so far; those that explain something, and their cycles
  uint64_t stands_for_ = 0;                          // the run up to this cycle
  by_use<double> estimate_{};                        // up to there
  by_use<double> share_{};                           // of the piece last looked at
  by_use<uint64_t> cycles_{}, stretches_of_{};       // on the path so far
  by_use<bool> used_{};                              // on it at all
  path_ties ties_;
  path_what_if what_if_;
  path_changes changes_;  // for the listener
  std::vector<path_stretch> stretches_;
  std::array<uint64_t, 256> in_tile_{};          // cycles of the path, but for those of the NoCs between tiles
  std::map<uint32_t, uint64_t> waits_for_link_;  // by noc_wait_word
  uint64_t contradictions_ = 0;

  void full() override;
  size_t follow(size_t to, size_t least);
  void add(path_use use, uint64_t from, uint64_t to, const event& of);
  // In pieces with time between them.
  void take_piece(size_t to, bool last_one = false);
  void stands_until(uint64_t cycle);
  void settle_estimate(uint64_t cycles);
  // The whole path.
  void take_path(size_t to);
  // The result.
  critical_path result(uint64_t cycles);
  path_resource resource(path_use use, uint64_t answered_cycles, uint64_t run) const;
  uint64_t unexplained_if_halved(path_use use, const path_resource& r, uint64_t run) const;
  void add_together(critical_path& path) const;
  void add_places(critical_path& path) const;
};

}  // namespace tensix
