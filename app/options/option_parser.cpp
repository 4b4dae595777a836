// SPDX-License-Identifier: Apache-2.0
#include "app/options/option_parser.h"

#include <algorithm>
#include <filesystem>
#include <limits>

#include "support/text/nearest.h"

namespace tensix {
namespace {

namespace po = boost::program_options;
using names = std::vector<std::string>;

constexpr int exact = po::command_line_style::default_style & ~po::command_line_style::allow_guessing;

names long_names(const std::vector<option_group>& groups) {
  names all;
  for (const auto& g : groups)
    for (const auto& o : g.options()) all.push_back("--" + o->long_name());
  return all;
}

}  // namespace

option_values parse_options(const names& arguments, const std::vector<option_group>& groups,
                            const po::positional_options_description& positional) {
  po::options_description known;
  for (const auto& g : groups) known.add(g);
  known.add_options()("operand", po::value<names>());
  po::variables_map values;
  try {
    po::store(po::command_line_parser(arguments).options(known).positional(positional).style(exact).run(), values);
    po::notify(values);
  } catch (const po::unknown_option& e) {
    const std::string given = e.get_option_name(), name = given.substr(0, given.find('='));
    throw usage_error("unknown option '" + name + "'" + did_you_mean(name, long_names(groups)));
  } catch (const po::too_many_positional_options_error&) {
    throw usage_error("too many operands; 'tensix-tlm --help' shows what is expected");
  } catch (const po::error& e) {
    throw usage_error(e.what());
  }
  return values;
}

std::pair<option_values, names> parse_own_options(const names& arguments, const std::vector<option_group>& own) {
  po::options_description description("");
  for (const option_group& group : own) description.add(group);
  po::variables_map values;
  try {
    const auto parsed = po::command_line_parser(arguments).options(description).style(exact).allow_unregistered().run();
    po::store(parsed, values);
    return {values, po::collect_unrecognized(parsed.options, po::include_positional)};
  } catch (const po::error& e) {
    throw usage_error(e.what());
  }
}

names run_of(const names& rest, const names& commands, const std::string& command, const std::string& operand) {
  const std::string usage = "; 'tensix-tlm " + command + " --help' shows what is expected";
  if (rest.empty()) throw usage_error(command + ": the " + operand + " is missing" + usage);
  if (rest[0].rfind("-", 0) == 0)
    throw usage_error(command + ": '" + rest[0] + "' stands before the " + operand + ", to which it belongs" + usage);
  if (std::find(commands.begin(), commands.end(), rest[0]) != commands.end()) return rest;
  const std::string ending = std::filesystem::path(rest[0]).extension().string();
  names run = {ending == ".scn" ? "stream" : ending == ".cpp" ? "kernel" : ending == ".json" ? "program" : "run"};
  run.insert(run.end(), rest.begin(), rest.end());
  return run;
}

std::string text_of(const option_values& v, const char* option) {
  if (!v.count(option)) return {};
  const auto& text = v[option].as<std::string>();
  if (text.empty()) throw usage_error(std::string("--") + option + " has no value");
  return text;
}

uint64_t parse_count(const std::string& text, const std::string& option) {
  const bool hex = text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
  uint64_t value = 0;
  size_t used = 0;
  try {
    if (text.empty() || text[0] < '0' || text[0] > '9') throw std::invalid_argument(text);
    value = std::stoull(text, &used, hex ? 16 : 10);
  } catch (const std::out_of_range&) {
    throw usage_error(option + ": " + text + " is too large");
  } catch (const std::invalid_argument&) {
    used = 0;
  }
  if (used == 0 || used != text.size()) throw usage_error(option + ": '" + text + "' is not a whole number (decimal or 0x...)");
  return value;
}

uint32_t parse_count32(const std::string& text, const std::string& option) {
  const uint64_t value = parse_count(text, option);
  if (value > std::numeric_limits<uint32_t>::max()) throw usage_error(option + ": " + text + " is too large");
  return static_cast<uint32_t>(value);
}

uint32_t parse_starts(const std::string& text) {
  constexpr uint32_t most = 1000;
  const uint32_t starts = parse_count32(text, "--jitter");
  if (starts < 2 || starts > most) throw usage_error("--jitter=" + text + ": expected 2.." + std::to_string(most) + " starts");
  return starts;
}

}  // namespace tensix
