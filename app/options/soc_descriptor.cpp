// SPDX-License-Identifier: Apache-2.0
#include "app/options/soc_descriptor.h"

#include <yaml-cpp/yaml.h>
#include <algorithm>
#include <set>

#include "app/options/options.h"
#include "platform/noc_parameters.h"
#include "support/files/input_file.h"

namespace tensix {
namespace {

using place = std::pair<unsigned, unsigned>;

class soc_reader {
 public:
  explicit soc_reader(const std::string& file) : file_(file) {
    try {
      root_ = YAML::Load(read_input_file(file));
    } catch (const YAML::Exception& e) {
      refuse(e.what());
    }
    if (!root_.IsMap()) refuse("it is no YAML map");
  }

  std::vector<std::string> settings() {
    if (const std::string arch = word("arch_name"); arch != "BLACKHOLE" && arch != "blackhole")
      refuse("arch_name is " + arch + "; this is a model of BLACKHOLE");
    const YAML::Node grid = needed("grid");
    if (number(grid["x_size"], "grid: x_size") != noc_columns || number(grid["y_size"], "grid: y_size") != noc_rows)
      refuse("grid: Blackhole has 17 x 12 routers");
    std::vector<std::string> all{"noc.harvested_columns=" + std::to_string(missing_columns()),
                                 "dram.harvested_channels=" + std::to_string(missing_channels())};
    if (const YAML::Node bytes = root_["dram_bank_size"])
      all.push_back("dram.channel_mib=" + std::to_string(whole(bytes, "dram_bank_size", 20)));
    return all;
  }

 private:
  const std::string file_;
  YAML::Node root_;

  [[noreturn]] void refuse(const std::string& why) const { throw usage_error("--soc: " + file_ + ": " + why); }
  YAML::Node needed(const char* name) const {
    const YAML::Node n = root_[name];
    if (!n) refuse(std::string("there is no ") + name);
    return n;
  }
  std::string word(const char* name) const {
    const YAML::Node n = needed(name);
    if (!n.IsScalar()) refuse(std::string(name) + " is no word");
    return n.Scalar();
  }
  uint64_t number(const YAML::Node& n, const std::string& what) const {
    try {
      return n.as<uint64_t>();
    } catch (const YAML::Exception&) {
      refuse(what + " is no whole number");
    }
  }
  uint64_t whole(const YAML::Node& n, const std::string& what, unsigned bits) const {
    const uint64_t bytes = number(n, what);
    if (bytes == 0 || bytes >> bits << bits != bytes)
      refuse(what + " is " + std::to_string(bytes) + ", no multiple of " + std::to_string(uint64_t{1} << bits));
    return bytes >> bits;
  }
  // "1-2": x 1, y 2.
  place place_of(const YAML::Node& n, const std::string& what) const {
    const std::string text = n.IsScalar() ? n.Scalar() : "";
    const size_t dash = text.find('-');
    const auto digits = [](const std::string& s) {
      return !s.empty() && s.size() < 3 && s.find_first_not_of("0123456789") == std::string::npos;
    };
    if (dash == std::string::npos || !digits(text.substr(0, dash)) || !digits(text.substr(dash + 1)))
      refuse(what + ": '" + text + "' is no place; expected X-Y, as 1-2");
    return {std::stoul(text.substr(0, dash)), std::stoul(text.substr(dash + 1))};
  }
  std::set<place> places(const YAML::Node& list, const std::string& what) const {
    std::set<place> all;
    if (!list || list.IsNull()) return all;
    if (!list.IsSequence()) refuse(what + " is no list");
    for (const YAML::Node& n : list) all.insert(place_of(n, what));
    return all;
  }
  uint32_t missing_columns() const {
    const std::set<place> there = places(needed("functional_workers"), "functional_workers");
    const noc_grid whole;
    uint32_t mask = 0;
    std::set<place> known;
    for (unsigned column = 0; column < whole.tensix_columns(); ++column) {
      unsigned rows = 0;
      for (unsigned row = 0; row < noc_grid::tensix_rows; ++row) {
        const noc_coordinate c = whole.tensix(column, row);
        known.insert({c.x, c.y});
        rows += there.count({c.x, c.y}) != 0;
      }
      if (rows == 0) mask |= 1u << column;
      else if (rows != noc_grid::tensix_rows)
        refuse("functional_workers: " + std::to_string(rows) + " of the 10 tiles of column " +
               std::to_string(whole.tensix(column, 0).x) + "; Blackhole is harvested by columns");
    }
    for (const place& p : there)
      if (!known.count(p))
        refuse("functional_workers: there is no Tensix tile at " + std::to_string(p.first) + "-" + std::to_string(p.second));
    return mask;
  }
  uint32_t missing_channels() const {
    const YAML::Node list = needed("dram");
    if (!list.IsSequence()) refuse("dram is no list of channels");
    uint32_t there = 0;
    for (const YAML::Node& ports : list) {
      const std::set<place> given = places(ports, "dram");
      unsigned channel = 0;
      const auto of = [](unsigned c) {
        std::set<place> all;
        for (unsigned port = 0; port < dram_ports; ++port) all.insert({noc_grid::dram(c, port).x, noc_grid::dram(c, port).y});
        return all;
      };
      while (channel < dram_channels && of(channel) != given) ++channel;
      if (channel == dram_channels) refuse("dram: a channel whose places are none of Blackhole's eight");
      there |= 1u << channel;
    }
    return ~there & ((1u << dram_channels) - 1);
  }
};

}  // namespace

std::vector<std::string> settings_of_soc(const std::string& file) { return soc_reader(file).settings(); }

}  // namespace tensix
