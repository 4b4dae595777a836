// SPDX-License-Identifier: Apache-2.0
#include "app/cli/race_trial.h"

#include <algorithm>
#include <cstring>

#include "models/isa/isa.h"
#include "models/memory/l1_client.h"

namespace tensix {

using nlohmann::ordered_json;

bool synchronises(const core_site& site) {
  if (!site.push) return true;
  if (is_wait(site.detail)) return true;
  switch (opcode_of(site.detail)) {
    case opcode::UNPACR_NOP:
    case opcode::SETDVALID:
    case opcode::CLEARDVALID:
    case opcode::SETRWC: return true;
    default: break;
  }
  const unit_id unit = unit_of(site.detail);
  return unit == unit_id::sync_unit || unit == unit_id::config_unit || unit == unit_id::scalar_unit;
}

race_delays::race_delays(const race_trial& trial) : random_(trial.seed), at_random_(trial.seed != 0) {
  for (const auto& d : trial.delays) slower_[{d.core, d.place, d.push}].cycles = d.cycles;
}

uint32_t race_delays::cycles(const core_site& site) {
  const race_site key = {site.core, site.place, site.push, site.detail, 0, synchronises(site)};
  ++seen_.emplace(key, key).first->second.times;
  const auto found = slower_.find({site.core, site.place, site.push});
  if (found == slower_.end() || found->second.left == 0) return 0;
  --found->second.left;
  return at_random_ ? 1 + static_cast<uint32_t>(random_() % found->second.cycles) : found->second.cycles;
}

std::vector<race_site> race_delays::sites() const {
  std::vector<race_site> all;
  for (const auto& [key, site] : seen_) all.push_back(site);
  return all;
}

void word_watch::l1_beat(uint64_t transfer, uint32_t, uint32_t word, unsigned, uint64_t) {
  beats_[transfer].push_back(16 * word);
}

void word_watch::l1_complete(const l1_completed& t) {
  const auto beats = beats_.find(t.transfer);
  if (beats == beats_.end()) return;
  for (const uint32_t beat : beats->second)
    for (uint32_t a = beat; a < beat + 16; a += 4) {
      if (t.bytes <= 16 && (a + 4 <= t.address || a >= t.address + t.bytes)) continue;
      uint32_t value = 0;
      std::memcpy(&value, t.l1 + a, 4);
      writes& w = writes_[a];
      auto& values = seen_[{a, t.client, t.write}];
      const bool polls =
          t.client == static_cast<unsigned>(l1_client::riscv_nc) ||
          (t.client >= static_cast<unsigned>(l1_client::riscv_b) && t.client <= static_cast<unsigned>(l1_client::riscv_t2));
      if (values.empty() || !polls || values.back().value != value) {
        if (values.size() == access::most_values) values.pop_back();
        values.push_back({t.done, value, w.number, w.last});
      }
      if (t.write) w = {w.number + 1, name(static_cast<l1_client>(t.client))};
    }
  beats_.erase(beats);
}

std::vector<word_watch::access> word_watch::accesses() const {
  std::vector<access> all;
  for (const auto& [key, values] : seen_) {
    const auto& [address, client, write] = key;
    all.push_back({address, name(static_cast<l1_client>(client)), write, values});
  }
  return all;
}

ordered_json race_outcome::json() const {
  ordered_json j = {{"how", how}, {"cycles", cycles}, {"result", result}, {"text", text}, {"hazards", hazards}};
  if (!sites.empty()) {
    auto list = ordered_json::array();
    for (const auto& s : sites) list.push_back({s.core, s.place, s.push, s.detail, s.times, s.synchronises});
    j["sites"] = list;
  }
  if (!accesses.empty()) {
    auto list = ordered_json::array();
    for (const auto& a : accesses) {
      auto values = ordered_json::array();
      for (const auto& v : a.values) values.push_back({v.cycle, v.value, v.writes, v.writer});
      list.push_back({a.address, a.client, a.write, values});
    }
    j["accesses"] = list;
  }
  return j;
}

race_outcome race_outcome::of(const std::string& text) {
  race_outcome o;
  o.how = "crashed";
  const auto j = nlohmann::json::parse(text, nullptr, false);
  if (!j.is_object()) return o;
  o.how = j.at("how");
  o.cycles = j.at("cycles");
  o.result = j.at("result");
  o.text = j.at("text");
  o.hazards = j.at("hazards").get<std::vector<std::string>>();
  if (j.contains("sites"))
    for (const auto& s : j.at("sites")) o.sites.push_back({s[0], s[1], s[2], s[3], s[4], s[5]});
  if (j.contains("accesses"))
    for (const auto& a : j.at("accesses")) {
      o.accesses.push_back({a[0], a[1], a[2], {}});
      for (const auto& v : a[3]) o.accesses.back().values.push_back({v[0], v[1], v[2], v[3]});
    }
  return o;
}

}  // namespace tensix
