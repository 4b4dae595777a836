// SPDX-License-Identifier: Apache-2.0
#include "observe/why/path_piece.h"

#include <algorithm>

namespace tensix {

// Of several causes that were over in the same cycle, the one recorded last: units record after the frontends.
uint64_t path_piece::bind() {
  const auto& all = events();
  uint64_t contradictions = 0;
  bindings_.resize(all.size());
  over_.resize(causes().size());
  for (size_t i = 0; i < all.size(); ++i) {
    binding& b = bindings_[i];
    b = {0, {}, i ? all[0].cycle : 0};
    for (size_t c = all[i].first, end = causes_end(i); c < end; ++c) {
      const cause& by = causes()[c];
      const size_t before = place_of(by.after);
      over_[c] = left_out;
      if (before >= i) continue;  // forgotten
      const uint64_t over = all[before].cycle + by.cycles + by.also_cycles;
      if (over > all[i].cycle) {
        ++contradictions;
        continue;
      }
      over_[c] = over;
      if (over >= b.over) b = {before, by, over};
    }
  }
  return contradictions;
}

const rounds_of_looks* path_piece::rounds_of(size_t event) const {
  const event_id id = recorded_.first() + static_cast<event_id>(event);
  const auto r = std::lower_bound(rounds().begin(), rounds().end(), id,
                                  [](const rounds_of_looks& x, event_id found) { return x.found < found; });
  const bool is =
      r != rounds().end() && r->found == id && known(r->change.after) && known(r->first.after) && known(r->in_loop.after);
  return is ? &*r : nullptr;
}

size_t path_piece::latest(uint64_t until) const {
  size_t last = 0;
  for (size_t i = 0; i < events().size(); ++i)
    if (events()[i].cycle <= until && events()[i].cycle >= events()[last].cycle) last = i;
  return last;
}

}  // namespace tensix
