#include "testbench/report/window_recorder.h"

#include <algorithm>

#include "models/isa/isa.h"
#include "testbench/trace/timeline.h"

namespace tensix {

window_recorder::window_recorder(std::optional<uint64_t> from, uint64_t cycles, const core_programs& programs)
    : from_(from), cycles_(cycles), programs_(programs), next_(from.value_or(0)) {}

void window_recorder::introduced(const char* who, account_of what) {
  names_.push_back({who, what, core_code(what == account_of::core ? programs_.at(cores_++) : nullptr)});
}

size_t window_recorder::row_of(const char* who) const {
  size_t i = 0;
  while (i < names_.size() && names_[i].name != who) ++i;
  return i;
}

// Without a wish, candidates begin at 0, 1, 2, 4, 8, ... windows. Of a run of T cycles the last one that begins before T/2 is
// shown; it is one of the last three, because claims may reach a little into the future.
void window_recorder::reach(uint64_t cycle) {
  while (cycle >= next_) {
    window w;
    w.from = next_;
    w.to = next_ > never_begins - cycles_ ? never_begins : next_ + cycles_;
    for (const auto& n : names_) w.rows.push_back({n.name, n.what, n.code, {}, {}});
    windows_.push_back(std::move(w));
    if (windows_.size() > 3) windows_.pop_front();
    if (from_) next_ = never_begins;
    else next_ = next_ ? 2 * next_ : cycles_;
    if (from_) break;
  }
}

void window_recorder::shorten(window& w, uint64_t to) {
  w.to = to;
  w.slices = 0;
  for (auto& r : w.rows)
    for (auto* list : {&r.states, &r.instructions}) {
      while (!list->empty() && list->back().from >= to) list->pop_back();
      for (auto& s : *list) s.to = std::min(s.to, to);
      w.slices += list->size();
    }
}

void window_recorder::add(window& w, std::vector<slice>& slices, slice s) {
  s.from = std::max(s.from, w.from);
  s.to = std::min(s.to, w.to);
  if (s.from >= s.to) return;
  if (!slices.empty() && slices.back().to == s.from && slices.back().what == s.what && slices.back().thread == s.thread) {
    slices.back().to = s.to;
    return;
  }
  slices.push_back(s);
  for (++w.slices; w.slices > most_slices; w.cut = true) shorten(w, w.from + (w.to - w.from) / 2);
}

void window_recorder::counted(const char* who, stall_reason why, uint64_t from, uint64_t to) {
  reach(to - 1);
  if (windows_.empty() || to <= windows_.front().from || from >= windows_.back().to) return;
  const size_t i = row_of(who);
  if (i == names_.size()) return;
  for (auto& w : windows_) add(w, w.rows[i].states, {from, to, static_cast<uint32_t>(why), 0});
}

void window_recorder::spent(const char* who, uint32_t pc, uint32_t polled, stall_reason why, uint64_t from, uint64_t to) {
  if (windows_.empty() || to <= windows_.front().from || from >= windows_.back().to) return;
  const size_t i = row_of(who);
  if (i == names_.size()) return;
  const auto& in = names_[i].code.functions(pc);
  for (auto& w : windows_) {
    row& r = w.rows[i];
    if (why == stall_reason::poll && !r.states.empty() && r.states.back().what == static_cast<uint32_t>(why))
      r.states.back().polled = polled;
    if (r.what == account_of::core) add(w, r.instructions, {from, to, in.back(), in.front()});
  }
}

void window_recorder::issued(unsigned thread, uint32_t word, uint64_t cycle) {
  reach(cycle);
  for (auto& w : windows_) {
    if (cycle < w.from || cycle >= w.to) continue;
    unsigned t = 0;
    for (auto& r : w.rows)
      if (r.what == account_of::thread ? t++ == thread : r.what == account_of::unit && goes_to(word, r.name))
        add(w, r.instructions, {cycle, cycle + 1, word, thread});
  }
}

window_recorder::window window_recorder::finish(uint64_t end) const {
  const window* chosen = nullptr;
  for (const auto& w : windows_)
    if (w.from < end && (from_ || !chosen || w.from <= end / 2)) chosen = &w;
  if (!chosen) {
    window empty;
    empty.from = empty.to = from_.value_or(0);
    return empty;
  }
  window result = *chosen;
  if (end < result.to) shorten(result, end);
  return result;
}

}  // namespace tensix
