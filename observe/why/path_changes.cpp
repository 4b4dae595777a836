// SPDX-License-Identifier: Apache-2.0
#include "observe/why/path_changes.h"

#include <algorithm>

#include "observe/why/path_uses.h"

namespace tensix {

// An instruction comes from the push that is behind its arrival; that is the latest of those that it can have waited for.
void path_changes::find_pushes(const path_piece& piece) {
  const auto& all = piece.events();
  for (size_t i = pushed_.size(); i < all.size(); ++i) {
    const path_piece::event& e = all[i];
    uint64_t pushed = path_listener::not_pushed;
    if (e.tile) {  // its programs are not known
    } else if (is_of_core(e.rest) && e.word) {
      const cause* const by = e.first < piece.causes().size() ? &piece.causes()[e.first] : nullptr;
      const bool from_queue = by && piece.known(by->after) && by->cycles + by->also_cycles == 0;  // the core had gone on
      pushed = from_queue ? all[piece.place_of(by->after)].cycle : e.cycle;
    } else if (e.thread >= 0 && !is_of_core(e.rest)) {
      piece.for_causes(i, [&](const cause&, size_t before, uint64_t) {
        if (all[before].thread != e.thread || pushed_[before] == path_listener::not_pushed) return;
        if (pushed == path_listener::not_pushed || pushed_[before] > pushed) pushed = pushed_[before];
      });
    }
    pushed_.push_back(pushed);
  }
}

void path_changes::tell(const path_piece& piece, size_t to, path_listener& listener) {
  const auto end = 2 * static_cast<int64_t>(piece.events()[to].cycle);
  const path_listener::by_change ends = this->ends(piece, to, listener);
  for (unsigned c = 0; c < path_listener::changes; ++c) {
    off_[c] = end - ends[c];
    listener.would_save(c, static_cast<uint64_t>(std::max<int64_t>(0, off_[c]) / 2));
  }
}

// In half cycles, when event `to` would be, for all changes in one pass: what the cores did for a change, and the instructions that
// they pushed for it, take no time.
path_listener::by_change path_changes::ends(const path_piece& piece, size_t to, const path_listener& asked) {
  constexpr unsigned changes = path_listener::changes;
  using by_change = path_listener::by_change;
  const auto& all = piece.events();
  changed_.resize(to + 1);
  by_change begin;
  for (unsigned c = 0; c < changes; ++c) begin[c] = 2 * static_cast<int64_t>(all[0].cycle) - off_[c];
  const auto saving = [&](size_t i) {
    const bool of_program = all[i].tile == 0 && all[i].thread >= 0 && pushed_[i] != path_listener::not_pushed;
    return of_program ? asked.saving(static_cast<unsigned>(all[i].thread), pushed_[i]) : 0;
  };
  changed_[0] = {begin, saving(0)};
  const auto spend = [&](by_change& times, path_use use, uint64_t from, uint64_t cycles, size_t of) {
    if (cycles == 0) return;
    const auto taken_off = [&](unsigned some, uint64_t less) {
      for (unsigned c = 0; c < changes; ++c) times[c] -= some >> c & 1 ? static_cast<int64_t>(less) : 0;
    };
    for (unsigned c = 0; c < changes; ++c) times[c] += 2 * static_cast<int64_t>(cycles);
    if (all[of].tile) return;
    if (use.kind() == path_kind::producer || use.kind() == path_kind::consumer) taken_off(asked.halving(use), cycles);
    else if (is_of_core(use)) asked.take_off(times, use.which(), from, from + cycles);
    else if (changed_[of].saving) taken_off(changed_[of].saving, 2 * cycles);
  };
  const auto is_producer = [](path_use use) { return use.kind() == path_kind::producer; };
  // Of the feed the room for its tile is no cause then. Both: the end of the feed.
  const auto only_feed = [&](size_t i) {
    bool brings = false, takes = false;
    piece.for_causes(i, [&](const cause& by, size_t, uint64_t) {
      brings = brings || is_producer(by.use);
      takes = takes || by.use.kind() == path_kind::consumer;
    });
    return brings && !takes;
  };
  const unsigned giving_room = asked.giving_room();
  for (size_t i = 1; i <= to; ++i) {
    const path_piece::event& e = all[i];
    // Those with which what others do is no cause, as the core goes on.
    const unsigned own = is_of_core(e.rest) ? asked.going_on(e.rest.which(), e.cycle) : 0;
    const bool feeds = giving_room && e.rest.kind() == path_kind::outside && only_feed(i);
    const unsigned feed = feeds ? giving_room & ~own : 0;
    const bool from_begin = piece.bound(i).before == 0;
    changed_[i].saving = saving(i);
    by_change t;
    for (unsigned c = 0; c < changes; ++c) t[c] = from_begin || own >> c & 1 ? begin[c] : INT64_MIN;
    piece.for_causes(i, [&](const cause& by, size_t before, uint64_t) {
      const path_piece::event& b = all[before];
      const bool same_core = is_of_core(b.rest) && b.rest.which() == e.rest.which();
      const unsigned none = (same_core ? 0 : own) | (is_producer(by.use) ? 0 : feed);
      const size_t of = b.word ? before : i;
      by_change then = changed_[before].times;
      spend(then, by.use, b.cycle, by.cycles, of);
      spend(then, by.also, b.cycle + by.cycles, by.also_cycles, of);
      if (none == 0) {
        for (unsigned c = 0; c < changes; ++c) t[c] = std::max(t[c], then[c]);
      } else {
        for (unsigned c = 0; c < changes; ++c) t[c] = none >> c & 1 ? t[c] : std::max(t[c], then[c]);
      }
    });
    spend(t, e.rest, piece.bound(i).over, e.cycle - piece.bound(i).over, i);
    changed_[i].times = t;
  }
  return changed_[to].times;
}

}  // namespace tensix
