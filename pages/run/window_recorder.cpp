// SPDX-License-Identifier: Apache-2.0
#include "pages/run/window_recorder.h"

#include <algorithm>

namespace tensix {

window_recorder::window_recorder(std::optional<uint64_t> from, std::optional<uint64_t> cycles, const core_programs& programs)
    : from_(from), cycles_(cycles.value_or(default_cycles)), programs_(programs), next_(from.value_or(0)) {
  whole_.whole = !from && !cycles;
  whole_.to = never_begins;
}

void window_recorder::introduced(const char* who, account_of what) {
  names_.push_back({who, what, core_code(what == account_of::core ? programs_.at(cores_++) : nullptr), false, {}, 0, 0});
  whole_.rows.push_back({who, what, names_.back().code, {}, {}});
}

size_t window_recorder::row_of(const char* who) const {
  size_t i = 0;
  while (i < names_.size() && names_[i].who != who) ++i;
  return i;
}

window_recorder::window window_recorder::starting(uint64_t from, uint64_t to) const {
  window w;
  w.from = from;
  w.to = to;
  for (const auto& n : names_) w.rows.push_back({n.who, n.what, n.code, {}, {}});
  return w;
}

// Without a wish, candidates begin at 0, 1, 2, 4, 8, ... windows. Of a run of T cycles the last one that begins before T/2 is
// shown; it is one of the last three, because claims may reach a little into the future.
void window_recorder::reach(uint64_t cycle) {
  while (cycle >= next_) {
    windows_.push_back(starting(next_, next_ > never_begins - cycles_ ? never_begins : next_ + cycles_));
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
      for (auto& s : *list) {
        if (s.to <= to) continue;
        const uint64_t each = (s.to - s.from) / s.times;
        s.to = to;
        s.times = static_cast<uint32_t>((s.to - s.from + each - 1) / each);
      }
      w.slices += list->size();
    }
}

void window_recorder::add(window& w, std::vector<slice>& slices, slice s) {
  s.from = std::max(s.from, w.from);
  s.to = std::min(s.to, w.to);
  if (s.from >= s.to) return;
  if (!slices.empty()) {
    slice& last = slices.back();
    // Instructions of a unit go on if each is as long, as long after its issue, and works with the same.
    const bool alike = last.to == s.from && last.what == s.what && last.thread == s.thread &&
                       last.with.srca_bank == s.with.srca_bank && last.with.srcb_bank == s.with.srcb_bank &&
                       last.with.bytes == 0 && s.with.bytes == 0;
    if (alike && s.issued == 0) {
      last.to = s.to;
      return;
    }
    const uint64_t each = (last.to - last.from) / last.times;
    if (alike && s.to - s.from == each && s.from - s.issued == last.from - last.issued) {
      last.to = s.to;
      ++last.times;
      return;
    }
  }
  slices.push_back(s);
  for (++w.slices; w.slices > most_slices; w.cut = true) {
    if (w.whole) {  // the whole run or nothing
      w = {};
      return;
    }
    shorten(w, w.from + (w.to - w.from) / 2);
  }
}

template <typename Add>
void window_recorder::each(uint64_t from, uint64_t to, const Add& into) {
  if (whole_.whole) into(whole_);
  if (windows_.empty() || to <= windows_.front().from || from >= windows_.back().to) return;
  for (auto& w : windows_) into(w);
}

void window_recorder::counted(const char* who, stall_reason why, uint64_t from, uint64_t to) {
  reach(to - 1);
  const size_t i = row_of(who);
  if (i == names_.size()) return;
  slice s;
  s.from = from, s.to = to, s.what = static_cast<uint32_t>(why);
  each(from, to, [&](window& w) { add(w, w.rows[i].states, s); });
}

void window_recorder::spent(const char* who, uint32_t pc, uint32_t polled, stall_reason why, uint64_t from, uint64_t to) {
  const size_t i = row_of(who);
  if (i == names_.size()) return;
  const auto& in = names_[i].code.functions(pc);
  slice s;
  s.from = from, s.to = to, s.what = in.back(), s.thread = in.front();
  each(from, to, [&](window& w) {
    row& r = w.rows[i];
    if (why == stall_reason::poll && !r.states.empty() && r.states.back().what == static_cast<uint32_t>(why))
      r.states.back().polled = polled;
    if (names_[i].what == account_of::core) add(w, r.instructions, s);
  });
}

void window_recorder::issued(const gate_event& e, uint64_t) {
  reach(e.cycle);
  slice s;
  s.from = e.cycle, s.to = e.cycle + 1, s.what = e.word, s.thread = e.thread;
  each(e.cycle, e.cycle + 1, [&](window& w) {
    unsigned t = 0;
    for (auto& r : w.rows)
      if (r.what == account_of::thread && t++ == e.thread) return add(w, r.instructions, s);
  });
}

void window_recorder::works_with(const char* who, const work_details& details) {
  const size_t i = row_of(who);
  if (i == names_.size()) return;
  row_name& n = names_[i];
  n.has_details = true;
  n.details = details;
  if (!details.bytes) return;
  n.wraps += details.address < n.last_address;
  n.last_address = details.address;
}

// One that has not ended when the unit takes the next of the same thread ends there, as in a trace.
void window_recorder::executed(const char* who, int thread, uint32_t word, uint64_t issue, uint64_t from, uint64_t to) {
  reach(to - 1);
  const size_t i = row_of(who);
  if (i == names_.size()) return;
  row_name& n = names_[i];
  slice s;
  s.from = from, s.to = to, s.what = word, s.thread = thread < 0 ? no_thread : static_cast<uint32_t>(thread);
  s.issued = issue;
  if (n.has_details) s.with = n.details, s.wraps = n.wraps;
  n.has_details = false;
  each(from, to, [&](window& w) {
    auto& all = w.rows[i].instructions;
    for (auto before = all.rbegin(); before != all.rend() && before->to > from; ++before)
      if (before->thread == s.thread && before->from < from && before->times == 1) before->to = from;
    add(w, all, s);
  });
}

std::vector<window_recorder::moved> window_recorder::movements() const {
  std::vector<moved> all;
  for (const auto& n : names_)
    if (n.last_address) all.push_back({n.who, n.last_address, n.wraps});
  return all;
}

window_recorder::window window_recorder::finish(uint64_t end) const {
  const window* chosen = whole_.whole ? &whole_ : nullptr;
  if (!chosen)
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
