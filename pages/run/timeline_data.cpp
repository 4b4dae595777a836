// SPDX-License-Identifier: Apache-2.0
#include "pages/run/timeline_data.h"

#include <algorithm>
#include <map>

#include "models/isa/isa.h"
#include "models/memory/address_map.h"
#include "observe/why/path_text.h"

namespace tensix {
namespace {

using nlohmann::ordered_json;

// Each text once, in full and as far as there is room in a slice.
class text_table {
 public:
  ordered_json texts = ordered_json::array(), labels = ordered_json::array();

  size_t of(const std::string& text, const std::string& label) {
    const auto [at, fresh] = known_.emplace(text, texts.size());
    if (fresh) texts.push_back(text), labels.push_back(label);
    return at->second;
  }
  size_t of(uint32_t word) {
    const auto [at, fresh] = words_.emplace(word, 0);
    if (fresh) {
      const std::string text = disassemble(word);
      at->second = of(text, text.substr(0, text.find(' ')));
    }
    return at->second;
  }

 private:
  std::map<std::string, size_t> known_;
  std::map<uint32_t, size_t> words_;
};

// [from, to, text, thread (-1: none), issued, how many] and, where they are known, [..., bank of SrcA, of SrcB (-1: none), bytes,
// address, turns]. What is behind the last that is known is left out.
ordered_json worked(const window_recorder::slice& s, text_table& texts) {
  const bool no_thread = s.thread == window_recorder::no_thread;
  ordered_json out = {s.from,
                      s.to,
                      no_thread ? texts.of("job of TDMA-RISC", "job") : texts.of(s.what),
                      no_thread ? -1 : static_cast<int>(s.thread),
                      s.issued,
                      s.times};
  const work_details& d = s.with;
  if (d.srca_bank < 0 && d.srcb_bank < 0 && d.bytes == 0) return out;
  out.push_back(d.srca_bank);
  out.push_back(d.srcb_bank);
  if (d.bytes == 0) return out;
  out.push_back(d.bytes);
  out.push_back(d.address);
  out.push_back(s.wraps);
  return out;
}

}  // namespace

// States as [from, to, reason], polls with an index of the text that names the address. Instructions of threads, and functions,
// as [from, to, text, thread].
ordered_json window_data(const window_recorder::window& w, uint64_t wanted_cycles,
                         const std::vector<window_recorder::moved>& moved) {
  ordered_json reasons = ordered_json::array(), rows = ordered_json::array(), movements = ordered_json::object();
  for (int i = 0; i < static_cast<int>(stall_reason::count); ++i) reasons.push_back(name(static_cast<stall_reason>(i)));
  reasons[0] = "busy";
  text_table texts;
  unsigned core = 0;
  for (const auto& one : w.rows) {
    const bool is_core = one.what == account_of::core || one.what == account_of::player;
    ordered_json states = ordered_json::array(), instructions = ordered_json::array();
    for (const auto& s : one.states) {
      if (s.what == static_cast<uint32_t>(stall_reason::no_instruction)) continue;
      states.push_back({s.from, s.to, s.what});
      if (s.what == static_cast<uint32_t>(stall_reason::poll))
        states.back().push_back(texts.of(address_map::describe(core, s.polled), "poll"));
    }
    for (const auto& s : one.instructions)
      if (is_core)
        instructions.push_back(
            {s.from, s.to, texts.of(one.code.text(s.what, s.thread), brief_function(one.code.name(s.what))), 0});
      else if (one.what == account_of::thread) instructions.push_back({s.from, s.to, texts.of(s.what), s.thread});
      else instructions.push_back(worked(s, texts));
    rows.push_back({{"name", one.name},
                    {"thread", one.what == account_of::thread},
                    {"core", is_core},
                    {"states", states},
                    {"instructions", instructions}});
    core += is_core;
  }
  for (const auto& m : moved) movements[m.name] = {{"last_address", m.last_address}, {"turns", m.wraps}};
  return {{"from", w.from},
          {"to", w.to},
          {"whole", w.whole},
          {"wanted_cycles", wanted_cycles},
          {"cut", w.cut},
          {"most_slices", window_recorder::most_slices},
          {"reasons", reasons},
          {"texts", texts.texts},
          {"labels", texts.labels},
          {"movements", movements},
          {"rows", rows}};
}

// Of each row the cycles in each state, by interval; idle is what is left.
ordered_json density_data(const density_recorder::history& h) {
  ordered_json rows = ordered_json::object();
  for (const auto& r : h.rows) {
    ordered_json states = ordered_json::object();
    for (size_t i = 0; i < r.states.size(); ++i) {
      if (r.states[i].empty() || i == static_cast<size_t>(stall_reason::no_instruction)) continue;
      states[i == 0 ? "busy" : name(static_cast<stall_reason>(i))] = r.states[i];
    }
    rows[r.name] = std::move(states);
  }
  return {{"interval", h.interval}, {"end", h.end}, {"rows", rows}};
}

ordered_json path_data(const critical_path& path, uint64_t interval, uint64_t from, uint64_t to) {
  ordered_json resources = ordered_json::array(), stretches = ordered_json::array(), shares = ordered_json::array();
  for (const auto& r : path.resources)
    resources.push_back({{"name", r.name},
                         {"does", r.does},
                         {"parameter", r.parameter},
                         {"cycles", r.cycles},
                         {"stretches", r.stretches},
                         {"slack", r.slack},
                         {"run_if_halved", r.run_if_halved},
                         {"run_if_free", r.run_if_free},
                         {"in_its_place", r.in_its_place},
                         {"unsure", path.unsure(r.unexplained_if_halved)}});
  const bool all = path.stretches.size() <= most_path_stretches;
  if (all) from = 0, to = path.cycles;
  text_table texts;
  uint64_t told_from = from, told_to = from;
  std::map<uint32_t, std::vector<uint64_t>> of;
  for (const auto& s : path.stretches) {
    auto& counts = of[s.resource];
    if (counts.empty()) counts.resize((path.cycles + interval - 1) / interval);
    for (uint64_t at = s.from; at < s.to;) {
      const uint64_t until = std::min(s.to, (at / interval + 1) * interval);
      counts.at(at / interval) += until - at;
      at = until;
    }
    if (s.to <= from || s.from >= to || stretches.size() == most_path_stretches) continue;
    if (stretches.empty()) told_from = s.from;
    told_to = s.to;
    stretches.push_back({s.from, s.to, s.resource});
    if (s.thread >= 0) stretches.back().push_back(s.thread), stretches.back().push_back(texts.of(s.word));
  }
  for (const auto& [resource, counts] : of) shares.push_back({{"resource", resource}, {"cycles", counts}});
  const uint64_t until = path.stretches.empty() ? 0 : path.stretches.back().to;  // of a very long run not all are kept
  const ordered_json notes = {
      {"holds", holds_the_run(path)}, {"unsure", unsure_note(path, 0)}, {"together", together_note(path)}};
  return {{"cycles", path.cycles}, {"notes", notes},    {"until", until}, {"resources", resources}, {"interval", interval},
          {"shares", shares},      {"from", told_from}, {"to", told_to},  {"stretches", stretches}, {"texts", texts.texts}};
}

}  // namespace tensix
