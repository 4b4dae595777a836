// SPDX-License-Identifier: Apache-2.0
#include "vcd_file.h"

#include <algorithm>
#include <set>
#include <sstream>

namespace tensix_cli {

namespace {

struct declared {
  std::string name;
  unsigned bits;  // 0: text
};

struct vcd_reader {
  std::istringstream in;
  vcd_file file;
  std::map<std::string, declared> by_code;
  bool timed = false;

  std::string word() {
    std::string w;
    if (!(in >> w)) FAIL("the file ends too early");
    return w;
  }
  void expect(const std::string& wanted) {
    const std::string got = word();
    if (got != wanted) FAIL("expected " << wanted << ", got " << got);
  }
  void variable(const std::string& scope) {
    const std::string type = word(), bits = word(), code = word(), name = word();
    if (type != "wire" && type != "string") FAIL("type " << type);
    const std::string next = word();
    if (next != "$end") {
      CHECK(next == "[" + std::to_string(std::stoul(bits) - 1) + ":0]");
      expect("$end");
    } else {
      CHECK(bits == "1");
    }
    for (const char c : code)
      if (c < '!' || c > '~') FAIL("code of " << name);
    const std::string full = scope.empty() ? name : scope + "." + name;
    if (!by_code.emplace(code, declared{full, type == "string" ? 0 : static_cast<unsigned>(std::stoul(bits))}).second)
      FAIL("code " << code << " is taken");
    if (!file.values.emplace(full, std::vector<std::pair<uint64_t, std::string>>()).second) FAIL(full << " is declared twice");
    file.names.push_back(full);
  }
  void header() {
    std::vector<std::string> scopes;
    std::set<std::string> seen;
    for (std::string w = word(); w != "$enddefinitions"; w = word()) {
      if (w == "$scope") {
        expect("module");
        scopes.push_back(word());
        expect("$end");
      } else if (w == "$upscope") {
        REQUIRE_FALSE(scopes.empty());
        scopes.pop_back();
        expect("$end");
      } else if (w == "$var") {
        REQUIRE(scopes.size() == 2);
        CHECK(scopes[0] == "tensix");
        variable(scopes[1]);
      } else {
        if (w != "$version" && w != "$comment" && w != "$timescale") FAIL("unknown " << w);
        CHECK(seen.insert(w).second);
        std::string all;
        for (std::string part = word(); part != "$end"; part = word()) all += part;
        if (w == "$timescale") CHECK(all == "1ns");
      }
    }
    expect("$end");
    CHECK(scopes.empty());
    CHECK(seen.size() == 3);
  }
  void change(const std::string& w, bool first) {
    const bool scalar = w[0] == '0' || w[0] == '1';
    if (!scalar && w[0] != 'b' && w[0] != 's') FAIL("no value: " << w);
    const std::string code = scalar ? w.substr(1) : word();
    if (!by_code.count(code)) FAIL("nobody has the code " << code);
    const declared& d = by_code[code];
    std::string value = w.substr(scalar ? 0 : 1);
    if (scalar) {
      CHECK(d.bits == 1);
      value = w.substr(0, 1);
    } else if (w[0] == 'b') {
      if (d.bits <= 1 || value.empty() || value.size() > d.bits || value.find_first_not_of("01") != std::string::npos)
        FAIL(w << " of " << d.name);
      value = std::to_string(std::stoull(value, nullptr, 2));
    } else {
      CHECK(d.bits == 0);
    }
    auto& all = file.values[d.name];
    if (first ? !all.empty() : (all.empty() || all.back().first == file.end || all.back().second == value))
      FAIL(d.name << " at " << file.end << ": no change, or the second");
    all.emplace_back(file.end, value);
  }
  void body() {
    std::string w;
    while (in >> w) {
      if (w[0] == '#') {
        const uint64_t time = std::stoull(w.substr(1));
        if (timed && time <= file.end) FAIL("time " << time << " after " << file.end);
        file.end = time;
        if (timed) continue;
        timed = true;
        file.begin = time;
        expect("$dumpvars");
        for (std::string v = word(); v != "$end"; v = word()) change(v, true);
        for (const auto& [name, all] : file.values)
          if (all.empty()) FAIL(name << " has no value at the beginning");
      } else {
        REQUIRE(timed);
        change(w, false);
      }
    }
    CHECK(timed);
  }
};

}  // namespace

vcd_file read_vcd(const std::string& text) {
  vcd_reader r;
  r.in.str(text);
  CHECK(text.back() == '\n');
  r.header();
  r.body();
  return std::move(r.file);
}

const std::string& vcd_file::at(const std::string& signal, uint64_t time) const {
  REQUIRE(values.count(signal));
  const auto& all = values.at(signal);
  auto it = std::upper_bound(all.begin(), all.end(), time, [](uint64_t t, const auto& v) { return t < v.first; });
  REQUIRE(it != all.begin());
  return (--it)->second;
}

}  // namespace tensix_cli
