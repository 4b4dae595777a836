// SPDX-License-Identifier: Apache-2.0
#include "trace_file.h"

#include <algorithm>
#include <set>

namespace tensix_cli {

namespace {

using nlohmann::json;

// Exactly these members, and what they must be.
void check_members(const json& event, const std::string& phase) {
  static const std::map<std::string, std::set<std::string>> required = {
      {"M", {"ph", "pid", "name", "args"}},
      {"X", {"ph", "pid", "tid", "ts", "dur", "cat", "name"}},
      {"s", {"ph", "pid", "tid", "ts", "cat", "name", "id"}},
      {"f", {"ph", "pid", "tid", "ts", "cat", "name", "id", "bp"}},
      {"C", {"ph", "pid", "ts", "name", "args"}}};
  static const std::map<std::string, std::set<std::string>> allowed = {{"M", {"tid"}}, {"X", {"args"}}};
  REQUIRE(required.count(phase));
  std::set<std::string> left = required.at(phase);
  for (const auto& [key, value] : event.items()) {
    const bool known = left.erase(key) || (allowed.count(phase) && allowed.at(phase).count(key));
    if (!known) FAIL("unknown member " << key << " in " << event.dump());
    const bool number = key == "pid" || key == "tid" || key == "ts" || key == "dur" || key == "id";
    if (number && !value.is_number_unsigned()) FAIL(key << " is no whole number in " << event.dump());
    if (!number && key != "args" && !value.is_string()) FAIL(key << " is no text in " << event.dump());
  }
  if (!left.empty()) FAIL(*left.begin() << " is missing in " << event.dump());
}

struct reader {
  trace_file trace;
  std::map<uint64_t, std::string> name_of;                // tracks by tid
  std::map<uint64_t, uint64_t> process_of;                // their pids
  std::map<uint64_t, std::vector<uint64_t>> open;         // ends of the slices around, by tid
  std::map<uint64_t, std::pair<trace_arrow, bool>> flow;  // by id; whether it has ended
  uint64_t last_ts = 0;

  void meta(const json& e) {
    const std::string what = e.at("name");
    if (what != "thread_name") return;
    REQUIRE(name_of.emplace(e.at("tid").get<uint64_t>(), e.at("args").at("name").get<std::string>()).second);
    process_of[e.at("tid").get<uint64_t>()] = e.at("pid").get<uint64_t>();
    trace.track_names.push_back(e.at("args").at("name"));
    trace.tracks[trace.track_names.back()];
  }
  std::vector<uint64_t>& around(const json& e) {
    const uint64_t tid = e.at("tid"), ts = e.at("ts");
    if (!name_of.count(tid) || process_of[tid] != e.at("pid").get<uint64_t>()) FAIL("no such track: " << e.dump());
    auto& ends = open[tid];
    while (!ends.empty() && ends.back() <= ts) ends.pop_back();
    return ends;
  }
  void slice(const json& e) {
    const uint64_t from = e.at("ts"), to = from + e.at("dur").get<uint64_t>();
    if (to <= from) FAIL("empty: " << e.dump());
    auto& ends = around(e);
    if (!ends.empty() && to > ends.back()) FAIL("reaches over the end of the slice around it: " << e.dump());
    ends.push_back(to);
    const json args = e.value("args", json::object());
    trace.tracks[name_of[e.at("tid")]].push_back({from, to, e.at("cat"), e.at("name"), args.value("instruction", ""),
                                                  args.value("thread", ""), args.value("polls", "")});
  }
  void arrow(const json& e, bool begins) {
    if (around(e).empty()) FAIL("no slice at an end of the arrow " << e.dump());
    const uint64_t id = e.at("id"), ts = e.at("ts");
    const std::string track = name_of[e.at("tid")];
    if (begins) {
      if (!flow.emplace(id, std::make_pair(trace_arrow{e.at("name"), track, "", ts, 0}, false)).second)
        FAIL("begins twice: " << e.dump());
      return;
    }
    if (!flow.count(id) || flow[id].second) FAIL("ends without a beginning, or twice: " << e.dump());
    if (e.at("bp") != "e") FAIL("bp: " << e.dump());
    flow[id].first.to_track = track;
    flow[id].first.to = ts;
    flow[id].second = true;
  }
  void event(const json& e) {
    const std::string phase = e.at("ph");
    check_members(e, phase);
    if (phase == "M") {
      if (trace.events) FAIL("names come first");
      return meta(e);
    }
    ++trace.events;
    if (e.at("ts").get<uint64_t>() < last_ts) FAIL("goes back in time: " << e.dump());
    last_ts = e.at("ts");
    if (phase == "X") return slice(e);
    if (phase != "C") return arrow(e, phase == "s");
    for (const auto& [key, value] : e.at("args").items())
      if (!value.is_number_unsigned()) FAIL(key << " is no whole number in " << e.dump());
    auto& values = trace.counters[e.at("name")];
    if (!values.empty() && (values.back().first == last_ts || values.back().second == e.at("args")))
      FAIL("no change: " << e.dump());
    values.emplace_back(last_ts, e.at("args"));
  }
};

}  // namespace

trace_file read_trace(const std::string& text) {
  const json whole = json::parse(text);
  reader r;
  REQUIRE(whole.size() == 3);
  CHECK(whole.at("displayTimeUnit") == "ns");
  r.trace.about = whole.at("otherData");
  CHECK(r.trace.about.at("format") == "tensix-tlm-trace");
  CHECK(r.trace.about.at("format_version") == 1);
  for (const auto& e : whole.at("traceEvents")) r.event(e);
  for (const auto& [id, f] : r.flow) {
    if (!f.second) FAIL("arrow " << id << " has no end");
    r.trace.arrows.push_back(f.first);
  }
  return r.trace;
}

uint64_t trace_file::counter(const std::string& name, uint64_t cycle) const {
  uint64_t value = 0;
  if (counters.count(name))
    for (const auto& [ts, args] : counters.at(name))
      if (ts <= cycle) value = args.begin().value();
  return value;
}

void check_sums(const trace_file& trace, const json& metrics) {
  for (const char* group : {"cores", "threads", "units", "feeds"}) {
    const json accounts = metrics.value(group, json::object());
    for (const auto& [account, expected] : accounts.items()) {
      const std::string track = group[0] == 't' ? "T" + account.substr(1) : account;
      CAPTURE(track);
      REQUIRE(trace.tracks.count(track));
      uint64_t busy = 0;
      json stall = json::object();
      for (const auto& s : trace.tracks.at(track)) {
        if (s.category == "busy") busy += s.to - s.from;
        else if (s.category == "stall") stall[s.name] = stall.value(s.name, uint64_t{0}) + s.to - s.from;
        else CHECK(s.category == "stopped");
      }
      CHECK(busy == expected.at("busy").get<uint64_t>());
      CHECK(stall == expected.at("stall"));
    }
  }
}

}  // namespace tensix_cli
