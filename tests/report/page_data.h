// SPDX-License-Identifier: Apache-2.0
// A page of --report and the metrics of the same run, and what must hold of every page.
#pragma once
#include <nlohmann/json.hpp>
#include <numeric>
#include <string>
#include <vector>

#include "cli/tlm_process.h"

namespace tensix_cli {

using nlohmann::json;

inline json data_of(const std::string& page) {
  const std::string begin = "<script type=\"application/json\" id=\"data\">";
  const size_t from = page.find(begin), to = page.find("</script>", from);
  REQUIRE(from != std::string::npos);
  REQUIRE(to != std::string::npos);
  return json::parse(page.substr(from + begin.size(), to - from - begin.size()));
}

struct told {  // NOLINT(bugprone-exception-escape): that of nlohmann's json, which has no throwing move
  std::string page;
  json data, metrics;
};

inline told report_of(const temporary_folder& folder, const arguments& command_line, int code = 0) {
  arguments a = command_line;
  a.insert(a.end(), {"--report", "r.html", "--metrics", "m.json"});
  const outcome o = run_tlm(folder, a);
  INFO(described(a, o));
  REQUIRE(o.code == code);
  told t;
  t.page = folder.read("r.html");
  t.data = data_of(t.page);
  t.metrics = json::parse(folder.read("m.json"));
  t.metrics.erase("host_seconds");
  return t;
}

inline uint64_t total(const json& numbers) {
  const auto all = numbers.get<std::vector<uint64_t>>();
  return std::accumulate(all.begin(), all.end(), uint64_t{0});
}

// How busy everybody was over the whole run adds up to the accounts.
inline void check_density(const told& t) {
  const json& d = t.data.at("density");
  CHECK(d.at("end") == t.metrics.at("cycles"));
  for (const char* group : {"cores", "threads", "units"}) {
    const json accounts = t.metrics.value(group, json::object());
    for (const auto& [who, account] : accounts.items()) {
      CAPTURE(who);
      json states = account.at("stall"), counted = json::object();
      if (account.at("busy") != 0) states["busy"] = account.at("busy");
      for (const auto& [state, cycles] : d.at("rows").at(who).items()) {
        counted[state] = total(cycles);
        CHECK(cycles.size() <= 512);
      }
      CHECK(counted == states);
    }
  }
}

// The stretches of the critical path follow one another, and its resources add up to the run.
inline void check_path(const told& t) {
  REQUIRE(t.data.contains("path"));
  const json& path = t.data.at("path");
  CHECK(path.at("cycles") == t.metrics.at("cycles"));
  uint64_t all = 0, last = path.at("from");
  for (const auto& r : path.at("resources")) all += r.at("cycles").get<uint64_t>();
  CHECK(all == t.metrics.at("cycles"));
  for (const auto& s : path.at("stretches")) {
    if (s[0] != last) FAIL("a gap before " << s.dump());
    last = s[1];
  }
  CHECK(last == path.at("to"));
  for (const auto& share : path.at("shares"))
    CHECK(total(share.at("cycles")) == path.at("resources")[share.at("resource").get<size_t>()].at("cycles"));
}

}  // namespace tensix_cli
