// SPDX-License-Identifier: Apache-2.0
#include "observe/trace/perfetto_trace.h"

#include <algorithm>
#include <stdexcept>
#include <string_view>

#include "models/memory/l1_protocol.h"
#include "observe/zones/profiler_buffers.h"

namespace tensix {

perfetto_trace::perfetto_trace(std::string path, trace_window window, trace_origin origin, const core_programs& programs)
    : path_(std::move(path)), window_(window), origin_(std::move(origin)), spool_(channels, path_), programs_(programs) {}

void perfetto_trace::introduced(const char* who, account_of what) {
  if (tracks_.size() == most_accounts) throw std::logic_error("trace: more accounts than it has channels");
  account_track t;
  t.who = who;
  t.what = what;
  if (what == account_of::core)
    cores_.push_back({tracks_.size(), core_code(programs_.at(cores_.size())), {}, 0, programs_[cores_.size()], {}});
  tracks_.push_back(t);
}

size_t perfetto_trace::track_of(const char* who) const {
  size_t i = 0;
  while (i < tracks_.size() && tracks_[i].who != who) ++i;
  return i;
}

void perfetto_trace::slice(size_t channel, uint64_t from, uint64_t to, slice_kind kind, uint32_t word, uint16_t detail) {
  from = std::max(from, window_.from);
  to = std::min(to, window_.to);
  if (from < to) spool_.append(channel, {from, to, word, kind, detail});
}

// ---- Accounts

// A thread is busy from one issue to the next, or to its next wait: each such piece is a slice of its own, named by the
// instruction. A unit's stretches that say the same are one slice.
void perfetto_trace::counted(const char* who, stall_reason why, uint64_t from, uint64_t to) {
  const size_t i = track_of(who);
  if (i == tracks_.size()) return;
  account_track& t = tracks_[i];
  if (t.what == account_of::thread) {
    // What is issued in the cycle in which the run is stopped lies behind the last stretch.
    if (why == stall_reason::none && t.open_cycle < to) end_issue(i, to);
    else if (why != stall_reason::none) slice(accounts_at + i, from, to, stalled, t.held_word, static_cast<uint16_t>(why));
  } else if (t.last.to == from && t.last.why == why && t.last.to > t.last.from) {
    t.last.to = to;
  } else {
    end_stretch(i);
    t.last = {from, to, why, 0};
  }
  if (why != stall_reason::in_reset) return;
  // It is told late: zones that began behind the reset may be open already.
  for (size_t core = 0; core < cores_.size(); ++core)
    while (cores_[core].account == i && !cores_[core].zones.empty() && cores_[core].zones.front().from <= from)
      leave_zone(core, 0, from);
}

void perfetto_trace::end_stretch(size_t i) {
  stretch& s = tracks_[i].last;
  slice(accounts_at + i, s.from, s.to, s.why == stall_reason::none ? busy : stalled, s.word, static_cast<uint16_t>(s.why));
  s = {};
}

void perfetto_trace::issued(const gate_event& e, uint64_t) {
  end_issue(e.thread, e.cycle);
  account_track& t = tracks_[e.thread];
  t.open = true;
  t.open_cycle = e.cycle;
  t.open_word = e.word;
}

void perfetto_trace::end_issue(size_t i, uint64_t to) {
  account_track& t = tracks_[i];
  if (t.open) slice(accounts_at + i, t.open_cycle, to, issue, t.open_word, static_cast<uint16_t>(i));
  t.open = false;
}

void perfetto_trace::refused(const gate_event& e, stall_reason) { tracks_[e.thread].held_word = e.word; }

// ---- Functions of the cores

// The functions in which the instruction is and in which the last one was not begin here.
void perfetto_trace::spent(const char* who, uint32_t pc, uint32_t polled, stall_reason why, uint64_t from, uint64_t to) {
  size_t i = 0;
  while (i < cores_.size() && tracks_[cores_[i].account].who != who) ++i;
  if (i == cores_.size()) {  // a player
    if (const size_t track = track_of(who); track < tracks_.size()) tracks_[track].last.word = polled;
    return;
  }
  core_track& c = cores_[i];
  if (why == stall_reason::poll) tracks_[c.account].last.word = polled;
  const std::vector<uint32_t>& in = c.code.functions(pc);
  if (c.until != from) leave_functions(i, 0, c.until);
  size_t same = 0;
  while (same < c.in.size() && same < in.size() && c.in[same].function == in[same]) ++same;
  leave_functions(i, same, from);
  for (size_t d = same; d < std::min(in.size(), most_nested); ++d) c.in.push_back({in[d], from});
  c.until = to;
}

void perfetto_trace::leave_functions(size_t core, size_t kept, uint64_t cycle) {
  auto& in = cores_[core].in;
  for (size_t d = kept; d < in.size(); ++d)
    slice(functions_at + core * most_nested + d, in[d].from, cycle, d ? inlined : called, in[d].function,
          static_cast<uint16_t>(core));
  in.resize(std::min(in.size(), kept));
}

// ---- Zones of the cores

void perfetto_trace::marked(const char* who, uint32_t pc, uint64_t cycle) {
  for (size_t i = 0; i < cores_.size(); ++i) {
    core_track& c = cores_[i];
    if (tracks_[c.account].who != who || !c.program) continue;
    const elf_image::zone_mark* const mark = c.program->zone_mark_at(pc);
    if (mark && mark->what != elf_image::zone_mark::ends) c.zones.push_back({pc, cycle + 1});
    else if (mark && !c.zones.empty()) leave_zone(i, c.zones.size() - 1, cycle);
  }
}

void perfetto_trace::add_zones(unsigned core, const std::vector<buffered_mark>& marks) {
  for (const auto& [cycle, mark] : marks) {
    auto& zones = cores_.at(core).zones;
    if (mark.what != elf_image::zone_mark::ends) zones.push_back({mark.address, cycle});
    else if (!zones.empty()) leave_zone(core, zones.size() - 1, cycle);
  }
}

void perfetto_trace::leave_zone(size_t core, size_t depth, uint64_t cycle) {
  auto& in = cores_[core].zones;
  if (depth < most_nested)
    slice(zones_at + core * most_nested + depth, in[depth].from, cycle, zone, in[depth].function, static_cast<uint16_t>(core));
  in.erase(in.begin() + static_cast<std::ptrdiff_t>(depth));
}

// ---- Instructions in the units

// One is shown until the unit is done with it, or takes the next; those that begin in one cycle lie in one another.
void perfetto_trace::executed(const char* who, int thread, uint32_t word, uint64_t issue_cycle, uint64_t from, uint64_t to) {
  const size_t i = track_of(who);
  if (i == tracks_.size()) return;
  account_track& t = tracks_[i];
  if (!t.started.empty() && t.started.front().cycle != from) end_started(i, from);
  t.started.push_back({from, to, word, work, thread < 0 ? no_thread : static_cast<uint16_t>(thread)});
  // A PACR works on several read interfaces: one arrow is enough.
  if (thread < 0 || (thread == last_thread_ && issue_cycle == last_issue_)) return;
  last_thread_ = thread;
  last_issue_ = issue_cycle;
  arrow(issue_starts_at + i, issue_ends_at + i, issue_cycle, std::max(from, issue_cycle), static_cast<uint16_t>(thread));
}

void perfetto_trace::end_started(size_t i, uint64_t next) {
  auto& all = tracks_[i].started;
  for (auto& s : all) s.value = std::min(s.value, next);
  std::stable_sort(all.begin(), all.end(), [](const trace_record& a, const trace_record& b) { return a.value > b.value; });
  for (const auto& s : all) slice(work_at + i, s.cycle, s.value, work, s.word, s.detail);
  all.clear();
}

// Both ends must be in the trace: what comes behind the end of the run is left out when the file is written.
void perfetto_trace::arrow(size_t start_channel, size_t end_channel, uint64_t from, uint64_t to, uint16_t start_track) {
  if (from < window_.from || to >= window_.to) return;
  spool_.append(start_channel, {from, to, next_flow_, 0, start_track});
  spool_.append(end_channel, {to, to, next_flow_, 1, 0});
  ++next_flow_;
}

void perfetto_trace::handed_over(const char* by, unsigned which, unsigned bank, unsigned new_owner, uint64_t given,
                                 uint64_t from) {
  const size_t b = 2 * which + bank, i = track_of(by);
  bank_track& t = banks_[b];
  if (t.owner == new_owner) return;
  if (from <= t.since) {
    t.owner = new_owner;
    return;
  }
  slice(banks_at + b, t.since, from, owner, 0, static_cast<uint16_t>(t.owner));
  t = {new_owner, from};
  // An unpacker gives up what it has written some cycles ago; the others do so with an instruction.
  if (i == tracks_.size()) return;
  const bool unpacker = std::string_view(by).substr(0, 8) == "unpacker";
  arrow(hand_over_starts_at + b, hand_over_ends_at + b, given, from,
        static_cast<uint16_t>((unpacker ? accounts_at : work_at) + i));
}

// ---- Counters

// What is before the window counts with what it comes to at its beginning.
void perfetto_trace::counter(size_t channel, uint64_t cycle, uint64_t value, uint32_t more) {
  if (cycle < window_.to) spool_.change(channel, {std::max(cycle, window_.from), value, more, 0, 0});
}

void perfetto_trace::l1_served(const l1_traffic& traffic) {
  const uint64_t end = std::min(traffic.to, window_.to);
  const auto client = static_cast<l1_client>(traffic.client);
  size_t whose = 3;
  if (client == l1_client::unpacker0 || client == l1_client::unpacker0_exponents) whose = 0;
  if (client == l1_client::unpacker1 || client == l1_client::unpacker1_exponents) whose = 1;
  if (client >= l1_client::packer0 && client <= l1_client::packer3) whose = 2;
  const auto beats = static_cast<unsigned>(__builtin_popcountll(traffic.granted));
  for (uint64_t c = std::max(traffic.from, window_.from); c < end;) {
    const uint64_t number = (c - window_.from) / counter_window;
    if (!l1_any_ || number != l1_window_) end_l1_window(number);
    const uint64_t until = std::min(end, window_.from + (number + 1) * counter_window);
    l1_beats_[whose] += beats * (until - c);
    l1_conflicts_ += traffic.bank_conflicts * (until - c);
    c = until;
  }
}

// The windows between two with traffic have none: one record says so for all.
void perfetto_trace::end_l1_window(uint64_t next) {
  const auto put = [this](uint64_t number, uint64_t beats, uint64_t conflicts) {
    const uint64_t cycle = window_.from + number * counter_window;
    spool_.change(bytes_at, {cycle, beats, 0, 0, 0});
    spool_.change(conflicts_at, {cycle, conflicts, 0, 0, 0});
  };
  uint64_t packed = 0;
  for (size_t k = 0; k < l1_beats_.size(); ++k) packed |= l1_beats_[k] << (16 * k);
  if (l1_any_) put(l1_window_, packed, l1_conflicts_);
  const uint64_t quiet = l1_any_ ? l1_window_ + 1 : 0;
  if (next > quiet) put(quiet, 0, 0);
  l1_window_ = next;
  l1_beats_ = {};
  l1_conflicts_ = 0;
  l1_any_ = true;
}

void perfetto_trace::fifo_changed(unsigned thread, int change, uint64_t cycle, uint64_t now) {
  fifo_until(thread, now);
  fifos_[thread].coming.emplace(cycle, change);
}

void perfetto_trace::fifo_until(unsigned thread, uint64_t cycle) {
  fifo& f = fifos_[thread];
  for (; !f.coming.empty() && f.coming.top().first < cycle; f.coming.pop())
    counter(fifos_at + thread, f.coming.top().first, static_cast<uint64_t>(f.depth += f.coming.top().second));
}

void perfetto_trace::queue_changed(const char* who, uint64_t writes, uint64_t cycle) {
  if (const size_t i = track_of(who); i < tracks_.size()) counter(queues_at + i, cycle, writes);
}

void perfetto_trace::semaphore_is(unsigned index, unsigned value, uint64_t cycle) {
  if (index < semaphores) counter(semaphores_at + index, cycle, value);
}

// ---- Critical path

// The stretches follow one another; an arrow wants both of its ends in the window.
void perfetto_trace::add_path(const critical_path& path) {
  const auto inside = [this](uint64_t cycle) { return cycle >= window_.from && cycle < window_.to; };
  for (size_t i = 0; i < path.stretches.size(); ++i) {
    const path_stretch& s = path.stretches[i];
    if (s.from >= s.to) continue;
    const auto resource = static_cast<uint16_t>(s.resource);
    slice(path_at, s.from, s.to, static_cast<slice_kind>(s.thread + 1), s.word, resource);
    if (inside(s.from)) spool_.append(path_owner_at, {s.from, s.from, next_flow_++, 0, resource});
    if (i + 1 == path.stretches.size() || !inside(s.to - 1) || !inside(s.to)) continue;
    spool_.append(path_goes_on_at, {s.to - 1, s.to, next_flow_, 0, 0});
    spool_.append(path_comes_at, {s.to, s.to, next_flow_, 1, 0});
    ++next_flow_;
  }
}

// What was waiting for more to come.
void perfetto_trace::settle(uint64_t cycles) {
  for (size_t i = 0; i < tracks_.size(); ++i) {
    account_track& t = tracks_[i];
    // An instruction that stops the run is issued in the cycle in which it ends.
    if (t.open && t.open_cycle >= cycles)
      slice(accounts_at + i, t.open_cycle, t.open_cycle + 1, stopped, t.open_word, static_cast<uint16_t>(i));
    else end_issue(i, cycles);
    end_stretch(i);
    end_started(i, ~uint64_t{0});
  }
  for (size_t c = 0; c < cores_.size(); ++c) {
    leave_functions(c, 0, cores_[c].until);
    for (auto& zones = cores_[c].zones; !zones.empty();) leave_zone(c, zones.size() - 1, cycles);
  }
  for (size_t b = 0; b < banks; ++b)
    slice(banks_at + b, banks_[b].since, cycles, owner, 0, static_cast<uint16_t>(banks_[b].owner));
  for (unsigned t = 0; t < threads; ++t) fifo_until(t, cycles);
  if (l1_any_) end_l1_window(~uint64_t{0});
}

}  // namespace tensix
