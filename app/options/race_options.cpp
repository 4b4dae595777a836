// SPDX-License-Identifier: Apache-2.0
// tensix-tlm races: its own options, and whose run it is.
#include "app/options/race_options.h"

#include <algorithm>
#include <thread>

#include "app/options/command_table.h"
#include "app/options/option_groups.h"
#include "models/registers/tensix_state.h"

namespace tensix {
namespace {

using names = std::vector<std::string>;

uint64_t at_least_one(const option_values& v, const char* option) {
  const uint64_t n = parse_count(text_of(v, option), std::string("--") + option);
  if (n == 0) throw usage_error(std::string("--") + option + "=0: expected 1 or more");
  return n;
}

std::vector<uint32_t> delays_of(const std::string& list) {
  constexpr uint32_t most = 1'000'000;
  std::vector<uint32_t> all;
  for (size_t from = 0; from <= list.size();) {
    const size_t comma = std::min(list.find(',', from), list.size());
    const uint32_t n = parse_count32(list.substr(from, comma - from), "--delays");
    if (n == 0 || n > most)
      throw usage_error("--delays=" + list + ": expected cycles of 1.." + std::to_string(most) + ", as in 20,300");
    all.push_back(n);
    from = comma + 1;
  }
  return all;
}

l1_range range_of(const std::string& given) {
  const size_t colon = given.find(':');
  if (colon == std::string::npos) throw usage_error("--ignore=" + given + ": expected ADDRESS:BYTES, as in --ignore 0x3000:16");
  return {parse_count32(given.substr(0, colon), "--ignore"), parse_count32(given.substr(colon + 1), "--ignore")};
}

race_options read_races(const option_values& v) {
  race_options o;
  o.jobs = std::max(1u, std::thread::hardware_concurrency());
  if (v.count("jobs")) o.jobs = static_cast<unsigned>(std::min<uint64_t>(at_least_one(v, "jobs"), 4096));
  if (v.count("budget")) o.budget = at_least_one(v, "budget");
  if (v.count("seconds")) o.seconds = at_least_one(v, "seconds");
  if (v.count("delays")) o.delays = delays_of(text_of(v, "delays"));
  if (v.count("combination-seed")) o.seed = parse_count(text_of(v, "combination-seed"), "--combination-seed");
  if (v.count("combinations")) o.combinations = parse_count(text_of(v, "combinations"), "--combinations");
  if (v.count("times")) o.times = at_least_one(v, "times");
  if (v.count("ignore"))
    for (const auto& range : v["ignore"].as<names>()) o.ignored.push_back(range_of(range));
  if (v.count("journal")) o.journal = text_of(v, "journal");
  o.restart = v.count("restart") != 0;
  o.json = v.count("json") != 0;
  if (o.restart && o.journal.empty()) throw usage_error("--restart discards what --journal FILE has kept: none is given");
  return o;
}

// What a run shows or writes has no place in one that is made many times.
void require_plain(const session_options& s) {
  const auto refuse = [](bool given, const char* option) {
    if (given)
      throw usage_error(std::string("races: ") + option + " shows one run, and these are many; give it to the run by itself");
  };
  refuse(!s.outputs.metrics.empty(), "--metrics");
  refuse(!s.outputs.profile.empty(), "--profile");
  refuse(!s.observers.report.empty(), "--report");
  refuse(!s.observers.trace.empty(), "--trace");
  refuse(!s.observers.vcd.empty(), "--vcd");
  refuse(!s.observers.events.empty(), "--events");
  refuse(s.observers.zones, "--zones and --zones-csv");
  refuse(!s.observers.record.empty(), "--record");
  refuse(s.observers.timeline, "--timeline");
  refuse(s.state.dumps(), "--dump-dst, --dump-src and --dump-lregs");
  refuse(s.limits.starts > 1, "--jitter");
}

}  // namespace

command_line parse_races(const names& arguments) {
  const auto [v, rest] = parse_own_options(arguments, {races_group()});
  const race_options o = read_races(v);
  const names command = run_of(rest, {"run", "stream", "elf", "kernel", "program"}, "races", "program");
  command_line c = parse_command_line(command);
  session_options* const s = session_of(c);
  if (!s) return c;  // --help or --dump-config of the run
  if (const auto* r = std::get_if<run_options>(&c.options); r && r->sample)
    throw usage_error("races: --sample leaves blocks out, and races may be in them; leave it out");
  require_plain(*s);
  s->races = o;
  return c;
}

}  // namespace tensix
