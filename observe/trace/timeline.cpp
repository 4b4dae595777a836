// SPDX-License-Identifier: Apache-2.0
#include "observe/trace/timeline.h"

#include <algorithm>

#include "models/isa/isa.h"
#include "support/text/text_columns.h"

namespace tensix {

namespace {

constexpr size_t widest_line = 150, widest_column = 34, narrowest_column = 6, gap = 2;

// An instruction's fields that say most to a reader who follows the pipeline, these first.
constexpr const char* telling_fields[] = {
    "set_dat_valid", "set_dvalid",    "setvalid",         "clear_dvalid",   "clear_ab_vld",  "cleardvalid",
    "sem_sel",       "wait_sem_cond", "mutex_index",      "wait_res",       "dst",           "where",
    "read_intf_sel", "last",          "cfg_reg",          "cfg_reg_addr",   "setc16_reg",    "lreg_dest",
    "lreg_ind",      "dest_reg_addr", "result_reg_index", "data_reg_index", "reg_index_16b", "src"};
constexpr int most_fields = 2;

// "MVMUL clear_dvalid=3 dst=16": as disassemble() writes it, but two fields at most.
std::string brief(uint32_t word) {
  const instruction_info& i = info_of(word);
  if (!i.name) return disassemble(word);
  std::string text = i.name;
  int shown = 0;
  for (const char* wanted : telling_fields)
    for (const auto& f : i.fields)
      if (shown < most_fields && f.field(word) && std::string_view(f.name) == wanted) {
        text += " " + std::string(wanted) + "=" + std::to_string(f.field(word));
        ++shown;
      }
  return text;
}

std::string heading(std::string account) {
  if (account.size() == 2 && account[0] == 't') return "T" + account.substr(1);
  const size_t unit = account.rfind("_unit");
  return unit == std::string::npos ? account : account.substr(0, unit);
}

std::string cut(const std::string& text, size_t width) {
  return text.size() <= width ? text : text.substr(0, width - 2) + "..";
}

void print_line(std::ostream& out, std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  out << line << "\n";
}

}  // namespace

bool goes_to(uint32_t word, const std::string& unit) {
  const unit_id id = unit_of(word);
  if (id == unit_id::unpacker) return unit == (insn::UNPACR::unpack_block_selection(word) ? "unpacker1" : "unpacker0");
  if (id != unit_id::packer) return unit == name(id);
  const unsigned select = insn::PACR::read_intf_sel(word) ? insn::PACR::read_intf_sel(word) : 1;
  for (unsigned p = 0; p < 4; ++p)
    if (((select >> p) & 1) && unit == "packer" + std::to_string(p)) return true;
  return false;
}

timeline::timeline(uint64_t from, uint64_t lines, const core_programs& programs)
    : from_(from), lines_(lines), programs_(programs) {}

void timeline::introduced(const char* who, account_of what) {
  if (what == account_of::player || what == account_of::feed) return;  // wide enough without
  const bool thread = what == account_of::thread, core = what == account_of::core;
  columns_.push_back({who, who, thread ? static_cast<int>(columns_.size()) : -1, what, {}, core_code(), {}});
  if (core) columns_.back().code = core_code(programs_.at(cores_++));
}

timeline::column* timeline::column_of(const char* who) {
  const auto c = std::find_if(columns_.begin(), columns_.end(), [who](const column& x) { return x.who == who; });
  return c == columns_.end() ? nullptr : &*c;
}

// Every stretch begins with a change, thus with a line of its own: what comes after one stretch more than there are lines is
// beyond the last line. Likewise for what is issued.
void timeline::counted(const char* who, stall_reason why, uint64_t from, uint64_t to) {
  if (to <= from_) return;
  column* const c = column_of(who);
  if (!c) return;
  from = std::max(from, from_);
  auto& all = c->stretches;
  if (!all.empty() && all.back().to == from && all.back().why == why) all.back().to = to;
  else if (all.size() <= lines_) all.push_back({from, to, why});
}

void timeline::spent(const char* who, uint32_t pc, uint32_t, stall_reason, uint64_t from, uint64_t to) {
  if (to <= from_) return;
  column* const c = column_of(who);
  if (!c) return;
  from = std::max(from, from_);
  auto& all = c->functions;
  const uint32_t function = c->code.functions(pc).back();
  if (!all.empty() && all.back().to == from && all.back().word == function) all.back().to = to;
  else if (all.size() <= lines_) all.push_back({from, to, function});
}

void timeline::issued(const gate_event& e, uint64_t) {
  const auto& [thread, word, cycle, unit] = e;
  if (cycle < from_ || thread >= issues_.size()) return;
  auto& all = issues_[thread];
  if (!all.empty() && all.back().to == cycle && all.back().word == word) ++all.back().to;
  else if (all.size() <= lines_) all.push_back({cycle, cycle + 1, word});
}

// Stretches of cycles that show the same, from `from_` to the end, one more than there are lines at most.
std::vector<timeline::row> timeline::rows(uint64_t end) const {
  std::vector<uint64_t> changes;
  const auto change = [&](uint64_t cycle) {
    if (cycle > from_ && cycle < end) changes.push_back(cycle);
  };
  for (const auto& c : columns_) {
    for (const auto& s : c.stretches) change(s.from), change(s.to);
    for (const auto& f : c.functions) change(f.from), change(f.to);
  }
  for (const auto& all : issues_)
    for (const auto& i : all) change(i.from), change(i.to);
  std::sort(changes.begin(), changes.end());
  changes.erase(std::unique(changes.begin(), changes.end()), changes.end());
  changes.push_back(end);

  std::vector<row> result;
  std::vector<size_t> at(columns_.size()), at_function(columns_.size());  // the stretch not yet over, by column
  std::array<size_t, 3> at_issue{};
  uint64_t cycle = from_;
  for (const uint64_t until : changes) {
    std::vector<cell> cells(columns_.size());
    std::array<const issue*, 3> now{};
    for (unsigned t = 0; t < issues_.size(); ++t) {
      size_t& i = at_issue[t];
      while (i < issues_[t].size() && issues_[t][i].to <= cycle) ++i;
      if (i < issues_[t].size() && issues_[t][i].from <= cycle) now[t] = &issues_[t][i];
    }
    for (size_t k = 0; k < columns_.size(); ++k) {
      const column& c = columns_[k];
      size_t& i = at[k];
      while (i < c.stretches.size() && c.stretches[i].to <= cycle) ++i;
      if (i < c.stretches.size() && c.stretches[i].from <= cycle) cells[k].state = c.stretches[i].why;
      size_t& f = at_function[k];
      while (f < c.functions.size() && c.functions[f].to <= cycle) ++f;
      if (f < c.functions.size() && c.functions[f].from <= cycle) cells[k].word = c.functions[f].word, cells[k].takes = 1;
      for (unsigned t = 0; t < now.size(); ++t) {
        if (!now[t]) continue;
        if (c.thread == static_cast<int>(t)) cells[k].word = now[t]->word, cells[k].takes = 1;
        if (c.what == account_of::unit && goes_to(now[t]->word, c.name)) cells[k].takes |= static_cast<uint8_t>(1u << t);
      }
    }
    if (!result.empty() && result.back().cells == cells) {
      result.back().to = until;
    } else {
      if (result.size() > lines_) break;
      result.push_back({cycle, until, std::move(cells)});
    }
    cycle = until;
  }
  return result;
}

std::string timeline::text(const column& c, const cell& shown) const {
  if (c.thread >= 0 && shown.takes) return brief(shown.word);
  std::string result;
  if (shown.state == stall_reason::none) result = "#";
  else if (shown.state != stall_reason::no_instruction) result = "(" + std::string(name(shown.state)) + ")";
  if (c.what == account_of::core)
    return shown.takes ? result + " " + brief_function(c.code.name(shown.word)) : result.empty() ? "." : result;
  for (int t = 0; t < 3; ++t)
    if ((shown.takes >> t) & 1) result += "T" + std::to_string(t);
  return result.empty() ? "." : result;
}

void timeline::print(std::ostream& out, uint64_t end) const {
  // An instruction that stopped the run was issued in the cycle in which it ended.
  const uint64_t run = end;
  for (const auto& all : issues_)
    if (!all.empty()) end = std::max(end, all.back().to);
  if (from_ >= end) {
    out << "timeline: nothing to show from cycle " << from_ << " on, the run has " << run << " cycles\n\n";
    return;
  }
  const std::vector<row> all = rows(end);

  // The lines: of each row its first cycle, then the second if that is all, else how many more there are.
  struct line {
    const row* of;
    uint64_t cycle, folded;
  };
  std::vector<line> lines;
  uint64_t next = from_;  // first cycle not shown
  for (const auto& r : all) {
    if (lines.size() == lines_) break;
    lines.push_back({&r, r.from, 0});
    next = r.from + 1;
    if (next == r.to || lines.size() == lines_) continue;
    if (r.to - next == 1) lines.push_back({&r, next, 0});
    else lines.push_back({&r, next, r.to - next});
    next = r.to;
  }

  std::vector<std::vector<std::string>> texts(columns_.size());
  std::vector<size_t> used, width(columns_.size());
  size_t total = std::max<size_t>(5, std::to_string(end).size());
  const size_t cycle_width = total;
  for (size_t k = 0; k < columns_.size(); ++k) {
    bool active = false;
    width[k] = heading(columns_[k].name).size();
    for (const auto& l : lines) {
      active = active || !(l.of->cells[k] == cell{});
      // In the cycle that stopped the run the accounts are closed already.
      texts[k].push_back(l.cycle >= run && !l.of->cells[k].takes ? "" : text(columns_[k], l.of->cells[k]));
      width[k] = std::max(width[k], std::min(texts[k].back().size(), widest_column));
    }
    if (!active) continue;
    used.push_back(k);
    total += gap + width[k];
  }
  const auto narrower = [&](size_t a, size_t b) { return width[a] < width[b]; };
  while (total > widest_line) {
    size_t& widest = width[*std::max_element(used.begin(), used.end(), narrower)];
    if (widest <= narrowest_column) break;
    --widest;
    --total;
  }

  const auto table_line = [&](const std::string& cycle, auto text_of_column) {
    std::string line_text = right(cycle, cycle_width);
    for (size_t k : used) {
      const std::string shown = cut(text_of_column(k), width[k]);
      line_text += std::string(gap, ' ') + shown + std::string(width[k] - shown.size(), ' ');
    }
    return line_text;
  };
  if (used.empty()) {
    out << "timeline: nobody does anything in the cycles " << from_ << " to " << next - 1 << "\n";
    lines.clear();
  } else {
    print_line(out, table_line("cycle", [&](size_t k) { return heading(columns_[k].name); }));
  }
  for (size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].folded) out << right("...", cycle_width) << "  " << lines[i].folded << " cycles the same\n";
    else print_line(out, table_line(std::to_string(lines[i].cycle), [&](size_t k) { return texts[k][i]; }));
  }
  if (next < end)
    out << "timeline: cut after " << lines_ << (lines_ == 1 ? " line" : " lines") << "; --timeline-from " << next
        << " goes on from here to cycle " << end - 1 << ", --timeline-rows shows more\n";
  out << "\n";
}

}  // namespace tensix
