// SPDX-License-Identifier: Apache-2.0
#include "app/serve/launch_log.h"

#include <nlohmann/json.hpp>

namespace tensix {
namespace {

constexpr uint32_t signal_go = 0x80, signal_done = 0;
constexpr unsigned signal_shift = 24;

std::map<std::string, counted_cycles> difference(const std::map<std::string, counted_cycles>& later,
                                                 const std::map<std::string, counted_cycles>& earlier) {
  std::map<std::string, counted_cycles> of;
  for (const auto& [name, all] : later) {
    counted_cycles d = all;
    if (const auto before = earlier.find(name); before != earlier.end()) {
      d.busy -= before->second.busy;
      for (const auto& [why, cycles] : before->second.stalled)
        if ((d.stalled[why] -= cycles) == 0) d.stalled.erase(why);
    }
    if (d.busy || !d.stalled.empty()) of.emplace(name, std::move(d));
  }
  return of;
}

}  // namespace

launch_log::launch_log(device_door& device) : device_(device) {
  device.word_written = [this](const door_place& place, uint32_t address, uint32_t value) {
    word_written(place, address, value);
  };
}

void launch_log::written(const door_place& place, uint64_t address, const std::vector<uint32_t>& words) {
  // What a host writes over is no go word any more.
  for (auto open = open_.begin(); open != open_.end();) {
    const auto next = std::next(open);
    const auto& [where, at] = open->first;
    if (where == place && at + 4 > address && at < address + words.size() * 4) close(open);
    open = next;
  }
  if (words.size() != 1 || words[0] >> signal_shift != signal_go || address % 4 != 0 || address > UINT32_MAX) return;
  launch one;
  one.place = place;
  one.go_word = static_cast<uint32_t>(address);
  one.go = device_.cycle();
  one.counted = device_.counted();
  open_[{place, address}] = entries_.size();
  entries_.push_back({std::move(one), false});
  device_.follow(place, static_cast<uint32_t>(address));
}

void launch_log::polled(const door_place& place, uint64_t address, uint32_t size) {
  if (size > 4) return;
  if (const auto open = open_.find({place, address}); open != open_.end()) entries_[open->second].polled = true;
}

void launch_log::word_written(const door_place& place, uint32_t address, uint32_t value) {
  const auto open = open_.find({place, address});
  if (open == open_.end() || value >> signal_shift != signal_done) return;
  launch& l = entries_[open->second].of;
  l.done = device_.cycle();
  l.counted = difference(device_.counted(), l.counted);
  // The host may poll it for the first time behind this: it stays open, but is followed no more.
  device_.forget(place, address);
}

void launch_log::close(std::map<std::pair<door_place, uint64_t>, size_t>::iterator open) {
  launch& l = entries_[open->second].of;
  if (!l.done) device_.forget(l.place, l.go_word);
  open_.erase(open);
}

std::vector<launch> launch_log::all() const {
  std::vector<launch> launches;
  for (const entry& e : entries_) {
    if (!e.polled) continue;
    launches.push_back(e.of);
    if (!e.of.done) launches.back().counted.clear();
  }
  return launches;
}

bool launch_log::awaited(const door_place& place, uint64_t address) const {
  const auto open = open_.find({place, address});
  return open != open_.end() && !entries_[open->second].of.done;
}

std::string json_of(const std::vector<launch>& launches) {
  using nlohmann::ordered_json;
  ordered_json list = ordered_json::array();
  for (const launch& l : launches) {
    ordered_json one = {{"number", list.size() + 1}, {"tile", {l.place.x, l.place.y}}, {"go_word", l.go_word}, {"go", l.go}};
    one["done"] = l.done ? ordered_json(*l.done) : ordered_json();
    one["cycles"] = l.done ? ordered_json(*l.done - l.go) : ordered_json();
    ordered_json& counted = one["counted"] = ordered_json::object();
    for (const auto& [name, c] : l.counted) counted[name] = {{"busy", c.busy}, {"stalled", c.stalled}};
    list.push_back(std::move(one));
  }
  return ordered_json{{"format", "tensix-tlm-launches"}, {"version", 1}, {"launches", list}}.dump(1) + "\n";
}

}  // namespace tensix
