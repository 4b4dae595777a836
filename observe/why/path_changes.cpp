// SPDX-License-Identifier: Apache-2.0
// What a path_recorder tells its listener: when the instructions on the path were pushed, and what the run would be if the programs
// did less.
#include <algorithm>

#include "observe/why/path_recorder.h"

namespace tensix {
namespace {

bool is_core(path_use use) { return row_of(use.kind()).of == resource_of::core; }

}  // namespace

// An instruction comes from the push that is behind its arrival; that is the latest of those that it can have waited for.
void path_recorder::find_pushes() {
  const auto& all = events();
  for (size_t i = pushed_.size(); i < all.size(); ++i) {
    const cause_recorder::event& e = all[i];
    uint64_t pushed = path_listener::not_pushed;
    if (e.tile) {  // its programs are not known
    } else if (is_core(e.rest) && e.word) {
      const cause* const by = e.first < causes().size() ? &causes()[e.first] : nullptr;
      const bool from_queue = by && known(by->after) && by->cycles + by->also_cycles == 0;  // the core had gone on
      pushed = from_queue ? all[by->after - first()].cycle : e.cycle;
    } else if (e.thread >= 0 && !is_core(e.rest)) {
      for_causes(i, [&](const cause&, size_t before, uint64_t) {
        if (all[before].thread != e.thread || pushed_[before] == path_listener::not_pushed) return;
        if (pushed == path_listener::not_pushed || pushed_[before] > pushed) pushed = pushed_[before];
      });
    }
    pushed_.push_back(pushed);
  }
}

void path_recorder::tell_changes(size_t to) {
  change_off_.resize(wishes_.listener->changes());
  const int64_t end = 2 * static_cast<int64_t>(events()[to].cycle);
  for (unsigned c = 0; c < change_off_.size(); ++c) {
    change_off_[c] = end - end_with(c, to);
    wishes_.listener->would_save(c, static_cast<uint64_t>(std::max<int64_t>(0, change_off_[c]) / 2));
  }
}

// As end_if, in half cycles: what the cores did for the change, and the instructions that they pushed for it, take no time.
int64_t path_recorder::end_with(unsigned change, size_t to) {
  const auto& all = events();
  const path_listener& asked = *wishes_.listener;
  time_.resize(to + 1);
  time_[0] = 2 * static_cast<int64_t>(all[0].cycle) - change_off_[change];
  const auto left = [&](path_use use, uint64_t from, uint64_t cycles, size_t of) {
    if (cycles == 0) return int64_t{0};
    uint64_t saved = 0;
    if (all[of].tile) return 2 * static_cast<int64_t>(cycles);
    if (use.kind() == path_kind::producer || use.kind() == path_kind::consumer)
      return static_cast<int64_t>(cycles * (2 - asked.saved_halves(change, use)));
    if (is_core(use)) saved = asked.saved(change, use.which(), from, from + cycles);
    else if (all[of].thread >= 0 && pushed_[of] != path_listener::not_pushed)
      saved = asked.saves(change, static_cast<unsigned>(all[of].thread), pushed_[of]) ? cycles : 0;
    return 2 * static_cast<int64_t>(cycles - std::min(saved, cycles));
  };
  // Causes of event i that are none then: of a core that goes on what others do, of the feed the room for its tile.
  const auto only_own = [&](size_t i) {
    return is_core(all[i].rest) && asked.goes_on(change, all[i].rest.which(), all[i].cycle);
  };
  const auto is_producer = [](path_use use) { return use.kind() == path_kind::producer; };
  const auto only_feed = [&](size_t i) {
    bool brings = false, takes = false;  // both: the end of the feed
    if (all[i].rest.kind() == path_kind::outside && asked.has_room(change))
      for_causes(i, [&](const cause& by, size_t, uint64_t) {
        brings = brings || is_producer(by.use);
        takes = takes || by.use.kind() == path_kind::consumer;
      });
    return brings && !takes;
  };
  for (size_t i = 1; i <= to; ++i) {
    int64_t t = bindings_[i].before == 0 ? time_[0] : INT64_MIN;
    const bool own = only_own(i), feed = !own && only_feed(i);
    if (own) t = time_[0];
    for_causes(i, [&](const cause& by, size_t before, uint64_t over) {
      if (own && !(is_core(all[before].rest) && all[before].rest.which() == all[i].rest.which())) return;
      if (feed && !is_producer(by.use)) return;
      const size_t of = all[before].word ? before : i;
      const int64_t then = time_[before] + left(by.use, all[before].cycle, by.cycles, of) +
                           left(by.also, all[before].cycle + by.cycles, by.also_cycles, of);
      t = std::max(t, over > all[i].cycle ? t : then);
    });
    time_[i] = t + left(all[i].rest, bindings_[i].over, all[i].cycle - bindings_[i].over, i);
  }
  return time_[to];
}

}  // namespace tensix
