// SPDX-License-Identifier: Apache-2.0
// Records why things happen (models/observe/causes.h) and works out the critical path of the run. docs/critical-path.md.
//
// What is recorded is looked at in pieces, so that memory does not grow with the run: a piece ends at an event on the path to the
// latest one, and the next piece begins there, or some way on (wishes::all). No SystemC.
#pragma once
#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "models/observe/causes.h"
#include "observe/why/critical_path.h"
#include "observe/why/path_listener.h"

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
  struct binding {                        // what an event waited for last
    size_t before = 0;
    cause by;
    uint64_t over = 0;  // the cycle in which that was over
  };
  struct use_so_far {
    uint64_t cycles = 0, stretches = 0, slack = ~uint64_t{0};
    bool used = false, followed = false;
    int64_t halved_off = 0, free_off = 0;  // by so many half cycles earlier the piece would have begun
    uint64_t rounds_if_halved = 0;         // half cycles of that path in rounds of polls of which too little is known
  };
  const wishes wishes_;
  const size_t few_;
  uint64_t resumes_in_ = 0;
  uint64_t tried_ = 0, pieces_ = 0, looked_at_ = 0;  // pieces so far; those that explain something, and their cycles
  uint64_t stands_for_ = 0;                          // the run up to this cycle
  std::array<double, path_use::codes> estimate_{};   // up to there
  std::array<double, path_use::codes> share_{};      // of the piece last looked at
  std::array<use_so_far, path_use::codes> uses_{};
  // By whose what-ifs they are (answers_for): the half cycles of each use on the path if those took half as long.
  std::map<unsigned, std::array<int64_t, path_use::codes>> halved_path_;
  using use_set = std::array<bool, path_use::codes>;
  struct joint {  // uses that are halved together: answers_for, in the order in which they were found
    std::vector<unsigned> codes;
    int64_t off = 0;  // half cycles
  };
  std::vector<joint> joints_;
  std::vector<std::string> holders_;                        // by number
  std::array<uint8_t, path_use::codes> holder_{};           // of each use, if it is known: number + 1
  std::map<unsigned, std::pair<uint64_t, uint64_t>> ties_;  // by holder: cycles that it has on its longest path, and its loss
  uint64_t tied_cycles_ = 0;                                // of the pieces that these are of
  uint64_t brings_ = 0, takes_ = 0;                         // cycles of the feed's ends
  std::vector<path_stretch> stretches_;
  std::array<uint64_t, 256> in_tile_{};          // cycles of the path, but for those of the NoCs between tiles
  std::map<uint32_t, uint64_t> waits_for_link_;  // by noc_wait_word
  uint64_t contradictions_ = 0;
  std::vector<binding> bindings_;
  // Scratch, of what-ifs: by event, when it would be with each of so many changes.
  static constexpr size_t at_once = 16;
  template <class Time>
  using times_of = std::array<Time, at_once>;
  std::tuple<std::vector<times_of<int32_t>>, std::vector<times_of<int64_t>>> times_;
  // Scratch, of ties.
  std::tuple<std::vector<int32_t>, std::vector<int64_t>> ways_;
  std::vector<uint8_t> leads_;  // by event of the piece: whether it leads to the last one
  // For the listener. By event: when the core pushed its instruction.
  std::vector<uint64_t> pushed_;
  path_listener::by_change change_off_{};  // in half cycles
  struct changed_event {
    path_listener::by_change times;  // when it would be, in half cycles
    unsigned saving;                 // the changes that save its instruction
  };
  std::vector<changed_event> changed_;  // scratch

  // Calls f(cause, the event before, the cycle in which it is over) for those of event i that are not forgotten. Returns how many
  // would be over too late, and were left out.
  template <class F>
  uint64_t for_causes(size_t i, F f) const;
  void full() override;
  void bind();
  size_t latest(uint64_t until) const;
  void take_path(size_t to);
  size_t follow(size_t to, size_t least);
  void take_piece(size_t to, bool last_one = false);
  void stands_until(uint64_t cycle);
  void settle_estimate(uint64_t cycles);
  critical_path result(uint64_t cycles);
  void add(path_use use, uint64_t from, uint64_t to, const event& of);
  void add_places(critical_path& path) const;
  void count_feeds(size_t to);
  void what_if(size_t to);
  // What nothing explains.
  static bool has_no_cause(path_kind kind) {
    return kind == path_kind::outside || kind == path_kind::core_wait || kind == path_kind::thread_wait;
  }
  // What was so in this run, and may be otherwise in another one.
  static bool may_change(path_kind kind) {
    return has_no_cause(kind) || kind == path_kind::noc_wait || kind == path_kind::turn || kind == path_kind::l1_access ||
           kind == path_kind::fetch_lost || kind == path_kind::pack_lost || kind == path_kind::feed_lost;
  }
  static bool has_parameter(path_use use) { return *row_of(use.kind()).parameter != 0; }
  // Whose what-ifs are those of `use`: of a kind with a parameter the first one.
  static unsigned answers_for(path_use use) { return has_parameter(use) ? path_use(use.kind()).code : use.code; }
  const rounds_of_looks* rounds_of(size_t event) const;
  template <class At, class Scaled>
  int64_t found_in_rounds(const rounds_of_looks& r, At at, Scaled scaled, cause& held_by) const;
  struct changed_uses {
    use_set of{};
    unsigned halves = 2;  // of the time that goes into them
  };
  static int64_t scaled(const changed_uses& change, path_use use, uint64_t cycles);
  static int64_t scaled(const changed_uses& change, const cause& by);
  template <class At>
  int64_t time_with(size_t i, const changed_uses& change, At at, cause& held_by) const;
  template <class F>
  void for_changes(size_t to, const std::vector<changed_uses>& changes, F f);
  template <class Time>
  const std::vector<times_of<Time>>& times_with(size_t to, const std::vector<changed_uses>& changes);
  template <class At, class Add>
  void for_changed_path(size_t to, const changed_uses& change, At at, Add add) const;
  use_set uses_in_piece(size_t to) const;
  static use_set set_of(path_use use);
  void halve_together(size_t to);
  unsigned holder_number(path_use use);
  void ties(size_t from, size_t to);
  void find_leading(size_t from, size_t to);
  template <class Weight>
  void longest_of(size_t from, size_t to, const std::vector<unsigned>& tied, const std::array<uint8_t, path_use::codes>& lane);
  bool scaled_with(path_use of, path_use use) const { return has_parameter(use) ? of.kind() == use.kind() : of == use; }
  std::string in_its_place(path_use use, uint64_t cycles) const;
  void slacks(size_t to);
  void find_pushes();
  void tell_changes(size_t to);
  path_listener::by_change ends_with_changes(size_t to);
};

template <class F>
uint64_t path_recorder::for_causes(size_t i, F f) const {
  const auto& all = events();
  const size_t end = i + 1 < all.size() ? all[i + 1].first : causes().size();
  uint64_t too_late = 0;
  for (size_t c = all[i].first; c < end; ++c) {
    const cause& by = causes()[c];
    const event_id before = by.after - first();
    if (before >= i) continue;
    const uint64_t over = all[before].cycle + by.cycles + by.also_cycles;
    if (over > all[i].cycle) ++too_late;
    else f(by, before, over);
  }
  return too_late;
}

}  // namespace tensix
