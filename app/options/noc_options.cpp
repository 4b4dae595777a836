// SPDX-License-Identifier: Apache-2.0
// --noc-read and --noc-write: "32B/cycle,burst=256,stride=512,at=0x80000..0xc0000" (docs/noc-traffic.md).
#include <algorithm>
#include <cmath>
#include <sstream>

#include "app/options/option_groups.h"

namespace tensix {
namespace {

namespace po = boost::program_options;
using names = std::vector<std::string>;

constexpr uint32_t word = noc_stream::word_bytes, most_burst = 64 * 1024;
constexpr double most_rate = noc_stream::most_lanes * word;
constexpr size_t most_streams = 8;

// "32B/cycle", "0.5B/cycle": bytes in 1000 cycles.
uint64_t parse_rate(const std::string& text, const std::string& option) {
  static const std::string unit = "B/cycle";
  const auto wrong = [&] {
    throw usage_error(option + ": '" + text + "' is not a rate; it begins with bytes a cycle, as 32B/cycle or 0.5B/cycle");
  };
  if (text.size() <= unit.size() || text.compare(text.size() - unit.size(), unit.size(), unit) != 0) wrong();
  const std::string number = text.substr(0, text.size() - unit.size());
  if (number.find_first_not_of("0123456789.") != std::string::npos || number.size() > 12) wrong();
  std::istringstream in(number);
  in.imbue(std::locale::classic());
  double rate = 0;
  if (!(in >> rate) || in.peek() != std::istringstream::traits_type::eof()) wrong();
  if (rate > most_rate)
    throw usage_error(option + ": " + text + " is too much; a client of L1 moves up to " +
                      std::to_string(static_cast<int>(most_rate)) + "B/cycle");
  const double milli = std::round(rate * 1000);
  if (rate > 0 && milli < 1) throw usage_error(option + ": " + text + " is too little; at least 0.001B/cycle, or 0B/cycle");
  return static_cast<uint64_t>(milli);
}

uint32_t parse_words(const std::string& value, const std::string& option, const std::string& key, uint32_t most) {
  const uint32_t n = parse_count32(value, option + ": " + key);
  if (n == 0 || n % word != 0 || n > most)
    throw usage_error(option + ": " + key + "=" + value + ": expected a multiple of " + std::to_string(word) + " up to " +
                      std::to_string(most));
  return n;
}

// "0x80000..0xc0000": the second is the first address behind it.
l1_range parse_range(const std::string& value, const std::string& option) {
  const size_t dots = value.find("..");
  if (dots == std::string::npos)
    throw usage_error(option + ": at=" + value +
                      ": expected FROM..TO, two byte addresses, TO being the first behind the range");
  const uint32_t from = parse_count32(value.substr(0, dots), option + ": at"),
                 to = parse_count32(value.substr(dots + 2), option + ": at");
  if (from >= to || from % word != 0 || to % word != 0)
    throw usage_error(option + ": at=" + value + ": expected multiples of " + std::to_string(word) +
                      ", the first smaller than the second");
  return {from, to - from};
}

noc_stream parse_stream(const std::string& text, bool write) {
  static const names keys = {"burst", "pattern", "stride", "at", "seed"}, patterns = {"linear", "random"};
  const std::string option = std::string(write ? "--noc-write" : "--noc-read") + "=" + text;
  noc_stream s;
  s.write = write;
  s.text = text;
  std::istringstream in(text);
  std::string part;
  std::getline(in, part, ',');
  s.rate_milli = parse_rate(part, option);
  names given;
  while (std::getline(in, part, ',')) {
    const size_t equals = part.find('=');
    const std::string key = known_word(part.substr(0, equals), keys),
                      value = equals == std::string::npos ? "" : part.substr(equals + 1);
    if (std::find(keys.begin(), keys.end(), key) == keys.end())
      throw usage_error(option + ": '" + key + "' is not known" + did_you_mean(key, keys));
    if (value.empty()) throw usage_error(option + ": " + key + " has no value; expected " + key + "=...");
    if (std::find(given.begin(), given.end(), key) != given.end()) throw usage_error(option + ": " + key + " is given twice");
    given.push_back(key);
    if (key == "burst") s.burst = parse_words(value, option, key, most_burst);
    else if (key == "at") s.where = parse_range(value, option);
    else if (key == "seed") s.seed = parse_count(value, option + ": seed");
    else if (key == "stride") s.stride = parse_words(value, option, key, 1u << 30), s.pattern = noc_stream::order::strided;
    else if (known_word(value, patterns) == "random") s.pattern = noc_stream::order::random;
    else if (known_word(value, patterns) != "linear")
      throw usage_error(option + ": pattern=" + value + ": expected linear, random or stride=BYTES" +
                        did_you_mean(value, patterns));
  }
  const auto has = [&given](const char* key) { return std::find(given.begin(), given.end(), key) != given.end(); };
  if (has("stride") && has("pattern")) throw usage_error(option + ": a stride is a pattern of its own; give one of them");
  if (has("seed") && s.pattern != noc_stream::order::random)
    throw usage_error(option + ": seed has a meaning only with pattern=random");
  if (s.rate_milli && s.lanes() == 0)
    throw usage_error(option + ": one request is under way at a time, so " + std::to_string(s.burst) +
                      " bytes are the most in a cycle; give a larger burst");
  return s;
}

}  // namespace

option_group noc_group() {
  option_group d("NoC traffic (docs/noc-traffic.md)");
  d.add_options()("noc-read", po::value<names>()->value_name("SPEC")->composing(),
                  "reads of L1 beside it, may be repeated: 32B/cycle[,burst=256][,pattern=linear|random][,stride=BYTES]"
                  "[,at=FROM..TO][,seed=N]")("noc-write", po::value<names>()->value_name("SPEC")->composing(),
                                             "the same of writes, which may not meet what is in use");
  return d;
}

std::vector<noc_stream> read_noc(const option_values& v) {
  std::vector<noc_stream> streams;
  for (const bool write : {false, true}) {
    const char* const option = write ? "noc-write" : "noc-read";
    if (!v.count(option)) continue;
    for (const auto& text : v[option].as<names>()) streams.push_back(parse_stream(text, write));
  }
  if (streams.size() > most_streams)
    throw usage_error("--noc-read, --noc-write: " + std::to_string(streams.size()) + " streams; at most " +
                      std::to_string(most_streams));
  return streams;
}

}  // namespace tensix
