// SPDX-License-Identifier: Apache-2.0
#include "observe/zones/zone_recorder.h"

#include <algorithm>

namespace tensix {

zone_recorder::zone_recorder(const core_programs& programs, const std::string& output, const by_core<own_file>* own)
    : programs_(programs),
      profiles_(own),
      own_(own ? *own : by_core<own_file>()),
      spool_(core_count, output),
      spent_(core_count, output) {}

void zone_recorder::introduced(const char* who, account_of what) {
  one_account a{who, what};
  if (what == account_of::core) {
    const unsigned core = next_core_++;
    if (programs_.at(core) && programs_[core]->has_zones()) a.core = core, names_[core] = who;
  }
  accounts_.push_back(a);
  spool_.add_channels(1);
}

void zone_recorder::counted(const char* who, stall_reason why, uint64_t from, uint64_t to) {
  if (why == stall_reason::in_reset && profiles_)
    for (unsigned core = 0; core < core_count; ++core)
      if (names_[core] == who) {
        auto& [coming, open] = profiled_[core];
        while (!coming.empty() && coming.front().first <= from) coming.pop_front();
        open.clear();
      }
  const auto at = std::find_if(accounts_.begin(), accounts_.end(), [who](const one_account& a) { return a.who == who; });
  if (at == accounts_.end()) return;
  if (at->why == why && at->to == from && at->to > at->from) {
    at->to = to;
    return;
  }
  store(static_cast<size_t>(at - accounts_.begin()));
  at->why = why, at->from = from, at->to = to;
}

void zone_recorder::store(size_t account) {
  const one_account& a = accounts_[account];
  if (a.to > a.from) spool_.append(core_count + account, {a.from, a.to, 0, static_cast<uint16_t>(a.why), 0});
}

// The mark itself belongs to what is around the zone.
void zone_recorder::marked(const char* who, uint32_t pc, uint64_t cycle) {
  for (unsigned core = 0; core < core_count; ++core) {
    if (names_[core] != who) continue;
    const elf_image::zone_mark* const mark = programs_[core]->zone_mark_at(pc);
    if (!mark) continue;
    cycle += mark->what != elf_image::zone_mark::ends;
    spool_.append(core, {cycle, 0, pc, 0, 0});
    if (profiles_) profiled_[core].coming.emplace_back(cycle, mark);
  }
}

void zone_recorder::spent(const char* who, uint32_t pc, uint32_t, stall_reason why, uint64_t from, uint64_t to) {
  if (!profiles_) return;
  for (unsigned core = 0; core < core_count; ++core) {
    if (names_[core] != who) continue;
    if (!programs_[core]->profiler_zones().empty()) spent_.append(core, {from, to, pc, static_cast<uint16_t>(why), 0});
    profile(core, pc, why, from, to);
  }
}

void zone_recorder::profile(unsigned core, uint32_t pc, stall_reason why, uint64_t from, uint64_t to) {
  auto& [coming, open] = profiled_[core];
  while (from < to) {
    for (; !coming.empty() && coming.front().first <= from; coming.pop_front()) pass_profiled(core, *coming.front().second);
    const uint64_t until = coming.empty() ? to : std::min(to, coming.front().first);
    for (profile_recorder* const zone : open) zone->spent(names_[core], pc, 0, why, from, until);
    from = until;
  }
}

void zone_recorder::profile_buffered(const by_core<std::vector<buffered_mark>>& buffered) {
  for (unsigned core = 0; core < core_count; ++core)
    for (const buffered_mark& m : buffered[core]) profiled_[core].coming.emplace_back(m.cycle, &m.mark);
  size_t core;
  trace_record r;
  while (spent_.next(core, r))
    profile(static_cast<unsigned>(core), r.word, static_cast<stall_reason>(r.kind), r.cycle, r.value);
}

void zone_recorder::pass_profiled(unsigned core, const elf_image::zone_mark& mark) {
  auto& open = profiled_[core].open;
  if (mark.what == elf_image::zone_mark::ends) {
    if (!open.empty()) open.pop_back();
    return;
  }
  const auto [at, added] = profile_of_.try_emplace(zone_name(core, mark.name, mark.file, mark.line), programs_, own_);
  if (added)
    for (const one_account& a : accounts_)
      if (a.what == account_of::core) at->second.introduced(a.who, a.what);
  open.push_back(&at->second);
}

// ---- Afterwards, all in the order of time -----------------------------------------------------------------------------------

size_t zone_recorder::new_row(unsigned core, const elf_image::zone_mark* mark) {
  row r;
  r.zone.core = names_[core];
  r.mark = mark;
  if (mark) {
    r.zone.name = mark->name;
    r.zone.file = mark->file;
    r.zone.line = mark->line;
    r.zone.sum = mark->what == elf_image::zone_mark::begins_sum;
  }
  for (const one_account& a : accounts_) r.zone.accounts.push_back({a.who, a.what, {}, 0});
  if (path_) r.path.resize(path_->resources.size());
  rows_.push_back(std::move(r));
  return rows_.size() - 1;
}

// What was counted since counts for the zones that the core is in.
void zone_recorder::advance(unsigned core, uint64_t cycle) {
  one_core& c = cores_[core];
  if (cycle <= c.until) return;
  const uint64_t cycles = cycle - c.until;
  std::vector<size_t> in;
  for (const open_zone& z : c.open) in.push_back(z.row);
  if (in.empty()) in.push_back(c.outside);
  rows_[in.back()].zone.self += cycles;
  for (size_t i = 0; i < accounts_.size(); ++i) {
    const one_account& a = accounts_[i];
    cycles_by_reason now = a.cycles;
    if (a.from < cycle) now[static_cast<size_t>(a.why)] += std::min(a.to, cycle) - a.from;
    uint64_t claimed = 0;
    for (size_t why = 0; why < now.size(); ++why) {
      const uint64_t more = now[why] - c.seen[i][why];
      if (!more) continue;
      claimed += more;
      for (const size_t r : in) rows_[r].zone.accounts[i].cycles[why] += more;
    }
    c.seen[i] = now;
    for (const size_t r : in) rows_[r].zone.accounts[i].idle += cycles - claimed;
  }
  if (path_) {
    const auto& all = path_->stretches;
    while (c.stretch < all.size() && all[c.stretch].to <= c.until) ++c.stretch;
    for (size_t s = c.stretch; s < all.size() && all[s].from < cycle; ++s)
      for (const size_t r : in) rows_[r].path[all[s].resource] += std::min(all[s].to, cycle) - std::max(all[s].from, c.until);
  }
  c.until = cycle;
}

void zone_recorder::pass(unsigned core, const elf_image::zone_mark& mark, uint64_t cycle) {
  one_core& c = cores_[core];
  advance(core, cycle);
  if (mark.what != elf_image::zone_mark::ends) {
    const auto same = [&](size_t r) {
      const elf_image::zone_mark& m = *rows_[r].mark;
      return m.name == mark.name && m.file == mark.file && m.line == mark.line;
    };
    const auto known = std::find_if(c.rows.begin(), c.rows.end(), same);
    size_t r;
    if (known != c.rows.end()) {
      r = *known;
    } else {
      c.rows.push_back(r = new_row(core, &mark));
      rows_[r].zone.first_begin = cycle;
    }
    c.open.push_back({r, cycle});
    report_.events.push_back({cycle, static_cast<uint32_t>(r), true});
    return;
  }
  if (c.open.empty()) return;  // the core was reset within
  const open_zone z = c.open.back();
  c.open.pop_back();
  zone_report& zone = rows_[z.row].zone;
  const uint64_t took = cycle - z.begin;
  if (zone.count++ == 0) zone.first = zone.least = took;
  zone.least = std::min(zone.least, took);
  zone.most = std::max(zone.most, took);
  zone.total += took;
  report_.events.push_back({cycle, static_cast<uint32_t>(z.row), false});
}

void zone_recorder::end_all(unsigned core, uint64_t cycle) {
  one_core& c = cores_[core];
  advance(core, cycle);
  for (const open_zone& z : c.open) {
    ++rows_[z.row].zone.unfinished;
    rows_[z.row].zone.unfinished_cycles += cycle - z.begin;
  }
  c.open.clear();
}

// Those that lie in front of cycle `until`: what was counted by then is known.
void zone_recorder::pass_buffered(const by_core<std::vector<buffered_mark>>& buffered, uint64_t until) {
  for (unsigned core = 0; core < core_count; ++core) {
    if (!names_[core]) continue;
    for (size_t& next = cores_[core].buffered; next < buffered[core].size() && buffered[core][next].cycle < until; ++next)
      pass(core, buffered[core][next].mark, buffered[core][next].cycle);
  }
}

zones_report zone_recorder::finish(uint64_t cycles, const critical_path* path, const by_core<std::string>& own_sources,
                                   const by_core<std::vector<buffered_mark>>& buffered) {
  path_ = path && !path->stretches.empty() && path->stretches.back().to == cycles ? path : nullptr;
  for (size_t i = 0; i < accounts_.size(); ++i) {
    store(i);
    accounts_[i].from = accounts_[i].to = 0;
  }
  for (unsigned core = 0; core < core_count; ++core)
    if (names_[core]) {
      cores_[core].seen.resize(accounts_.size());
      cores_[core].outside = new_row(core, nullptr);
    }
  size_t channel;
  trace_record r;
  while (spool_.next(channel, r)) {
    pass_buffered(buffered, std::min(r.cycle, cycles));
    if (channel < core_count) {
      const auto core = static_cast<unsigned>(channel);
      if (r.cycle < cycles) pass(core, *programs_[core]->zone_mark_at(r.word), r.cycle);
      continue;
    }
    one_account& a = accounts_[channel - core_count];
    a.cycles[static_cast<size_t>(a.why)] += a.to - a.from;
    a.why = static_cast<stall_reason>(r.kind);
    a.from = r.cycle;
    a.to = std::max(a.from, std::min(r.value, cycles));
    if (a.core < core_count && a.why == stall_reason::in_reset) end_all(a.core, a.from);
  }
  pass_buffered(buffered, cycles);
  if (profiles_) profile_buffered(buffered);
  for (unsigned core = 0; core < core_count; ++core)
    if (names_[core]) end_all(core, cycles);
  return in_order(own_sources);
}

zones_report zone_recorder::in_order(const by_core<std::string>& own_sources) {
  std::vector<uint32_t> place(rows_.size());
  for (unsigned core = 0; core < core_count; ++core) {
    if (!names_[core]) continue;
    std::vector<size_t> rows = cores_[core].rows;
    rows.push_back(cores_[core].outside);
    for (const size_t r : rows) {
      place[r] = static_cast<uint32_t>(report_.zones.size());
      zone_report& zone = rows_[r].zone;
      if (!rows_[r].mark) zone.total = zone.self;
      for (size_t i = 0; i < rows_[r].path.size(); ++i)
        if (rows_[r].path[i]) zone.path.emplace_back(path_->resources[i].name, rows_[r].path[i]);
      std::stable_sort(zone.path.begin(), zone.path.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
      if (const auto at = profile_of_.find(zone_name(core, zone.name, zone.file, zone.line));
          rows_[r].mark && at != profile_of_.end())
        zone.profile = at->second.finish(own_sources);
      report_.zones.push_back(std::move(zone));
    }
  }
  for (zone_event& e : report_.events) e.zone = place[e.zone];
  return std::move(report_);
}

}  // namespace tensix
