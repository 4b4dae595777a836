// SPDX-License-Identifier: Apache-2.0
// Options of whatever runs: configuration, metrics, undefined behaviour, page, timelines.
#include <algorithm>

#include "app/options/option_groups.h"
#include "app/options/soc_descriptor.h"

namespace tensix {
namespace {

namespace po = boost::program_options;
using names = std::vector<std::string>;

constexpr uint64_t most_report_cycles = 100000;

void read_machine(const option_values& v, output_options& o, limit_options& limits) {
  o.metrics = text_of(v, "metrics");
  o.why = v.count("why") != 0;
  o.quiet = v.count("quiet") != 0 || o.metrics == standard_output_name;
  o.energy = text_of(v, "energy");
  o.counters = text_of(v, "counters");
  if (v.count("on-undefined")) limits.policy = choice_index(v, "on-undefined") == 0 ? on_undefined::stop : on_undefined::warn;
  if (v.count("hazards")) limits.hazards = choice_index(v, "hazards") == 1;
  o.conflicts = v.count("conflicts") != 0;
  if (v.count("maxclk")) {
    limits.max_cycles = parse_count(text_of(v, "maxclk"), "--maxclk");
    if (*limits.max_cycles == 0 || *limits.max_cycles > most_cycles)
      throw usage_error("--maxclk=" + text_of(v, "maxclk") + ": expected 1.." + std::to_string(most_cycles));
  }
  if (v.count("jitter")) limits.starts = parse_starts(text_of(v, "jitter"));
}

void read_report(const option_values& v, observer_options& o) {
  o.report = text_of(v, "report");
  for (const char* option : {"report-from", "report-cycles"})
    if (v.count(option) && o.report.empty())
      throw usage_error(std::string("--") + option + " has a meaning only with --report");
  if (v.count("report-from")) o.report_from = parse_count(text_of(v, "report-from"), "--report-from");
  if (v.count("report-cycles")) o.report_cycles = parse_count(text_of(v, "report-cycles"), "--report-cycles");
  if (o.report_cycles && (*o.report_cycles == 0 || *o.report_cycles > most_report_cycles))
    throw usage_error("--report-cycles=" + text_of(v, "report-cycles") + ": expected 1.." + std::to_string(most_report_cycles));
}

void read_timeline(const option_values& v, const output_options& outputs, observer_options& o) {
  o.timeline = v.count("timeline") != 0;
  if (o.timeline && outputs.metrics == standard_output_name)
    throw usage_error("--timeline and --metrics - both write to standard output; name a file for --metrics");
  for (const char* option : {"timeline-from", "timeline-rows"})
    if (v.count(option) && !o.timeline) throw usage_error(std::string("--") + option + " has a meaning only with --timeline");
  if (v.count("timeline-from")) o.timeline_from = parse_count(text_of(v, "timeline-from"), "--timeline-from");
  if (v.count("timeline-rows")) o.timeline_rows = parse_count(text_of(v, "timeline-rows"), "--timeline-rows");
  if (o.timeline_rows == 0) throw usage_error("--timeline-rows: a timeline has at least 1 line");
  o.trace = text_of(v, "trace");
  o.vcd = text_of(v, "vcd");
  o.vcd_data = v.count("vcd-data") != 0;
  for (const char* option : {"vcd-data", "vcd-around", "vcd-before-hang"})
    if (v.count(option) && o.vcd.empty()) throw usage_error(std::string("--") + option + " has a meaning only with --vcd");
  o.rtl_waves = text_of(v, "rtl-waves");
  if (v.count("vcd-around")) o.vcd_around = parse_count(text_of(v, "vcd-around"), "--vcd-around");
  if (v.count("vcd-before-hang")) {
    o.vcd_before_hang = parse_count(text_of(v, "vcd-before-hang"), "--vcd-before-hang");
    if (*o.vcd_before_hang == 0) throw usage_error("--vcd-before-hang: at least 1 cycle");
    for (const char* option : {"vcd-around", "trace-from", "trace-to"})
      if (v.count(option))
        throw usage_error(std::string("--vcd-before-hang and --") + option +
                          " exclude each other: one of them chooses the cycles");
  }
  for (const char* option : {"trace-from", "trace-to"})
    if (v.count(option) && o.trace.empty() && o.vcd.empty())
      throw usage_error(std::string("--") + option + " has a meaning only with --trace or --vcd");
  if (v.count("trace-from")) o.trace_from = parse_count(text_of(v, "trace-from"), "--trace-from");
  if (v.count("trace-to")) o.trace_to = parse_count(text_of(v, "trace-to"), "--trace-to");
  if (o.trace_from >= o.trace_to)
    throw usage_error("--trace-from=" + std::to_string(o.trace_from) + " --trace-to=" + std::to_string(o.trace_to) +
                      ": nothing lies between; the first must be smaller");
}

void read_events(const option_values& v, const output_options& outputs, observer_options& o) {
  o.events = text_of(v, "events");
  if (v.count("record")) {
    const std::string text = text_of(v, "record");
    const size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
      throw usage_error("--record=" + text + ": expected UNIT=FILE");
    if (!o.events.empty()) throw usage_error("--record and --events exclude each other; a run can be repeated");
    o.record_unit = text.substr(0, equals);
    o.record = text.substr(equals + 1);
  }
  if (!outputs.energy.empty())
    for (const auto& [given, option] : {std::pair(!o.events.empty(), "--events"), std::pair(!o.record.empty(), "--record"),
                                        std::pair(o.vcd_data, "--vcd-data")})
      if (given) throw usage_error(std::string("--energy and ") + option + " exclude each other; a run can be repeated");
  for (const char* option : {"event-data", "event-waits"})
    if (v.count(option) && o.events.empty())
      throw usage_error(std::string("--") + option + " has a meaning only with --events");
  o.event_waits = v.count("event-waits") != 0;
  if (!v.count("event-data")) return;
  o.event_bytes = static_cast<event_data>(choice_index(v, "event-data"));
}

}  // namespace

size_t choice_index(const option_values& v, const char* option) {
  const std::string text = text_of(v, option);
  const names& known = choices_of(option);
  const auto found = std::find(known.begin(), known.end(), known_word(text, known));
  if (found != known.end()) return static_cast<size_t>(found - known.begin());
  std::string all;
  for (size_t i = 0; i < known.size(); ++i) all += (i == 0 ? "" : i + 1 == known.size() ? " or " : ", ") + known[i];
  throw usage_error(std::string("--") + option + ": '" + text + "' is not " + all + did_you_mean(text, known));
}

option_group configuration_group() {
  option_group d("Configuration");
  d.add_options()("config", po::value<std::string>()->value_name("NAME|FILE"),
                  "blackhole (default), documented, or a JSON file")(
      "soc", po::value<std::string>()->value_name("FILE"), "the chip, as tt-metal's soc_descriptor.yaml has it (docs/noc.md)")(
      "set", po::value<names>()->value_name("NAME=VALUE")->composing(),
      "one parameter, may be repeated; see 'tensix-tlm params'")("dump-config", "print all parameters as JSON and stop");
  return d;
}

option_group replay_group() {
  option_group d("Configuration");
  d.add_options()("set", po::value<names>()->value_name("NAME=VALUE")->composing(),
                  "a parameter that is to differ from the recorded run's, as units.matrix_unit=rtl");
  return d;
}

option_group machine_group() {
  option_group d("Run");
  d.add_options()("metrics", po::value<std::string>()->value_name("FILE"),
                  "write what was measured as JSON (docs/metrics.md); -: to standard output, with nothing else there")(
      "quiet", "no report on standard output")(
      "why",
      "the critical path as a table, with the run's cycles if a part of it took half as long, or no time "
      "(docs/critical-path.md)")("on-undefined", po::value<std::string>()->value_name("stop|warn"),
                                 "what undefined behaviour of the program does (default stop)")(
      "hazards", po::value<std::string>()->value_name("off|warn"),
      "warn: name instructions that read or take what another is still to write (default off; docs/hazards.md)")(
      "conflicts", "print who waited at L1 for whom (docs/output.md)")("maxclk", po::value<std::string>()->value_name("N"),
                                                                       "give up after N cycles (exit status 3)")(
      "jitter", po::value<std::string>()->value_name("N"),
      "the same with N starts: other turns of L1's arbiter, cores that start later; prints the band (docs/jitter.md)")(
      "energy", po::value<std::string>()->value_name("FILE.json"),
      "count what happens, and multiply it with this table of picojoules and area (docs/energy.md)")(
      "counters", po::value<std::string>()->value_name("FILE.csv"),
      "write what a card's performance counters would count over the whole run, by their public names (docs/counters.md)");
  return d;
}

option_group report_group() {
  option_group d("Report");
  d.add_options()("report", po::value<std::string>()->value_name("FILE.html"),
                  "write a page with charts and tables of the run (docs/report.md)")(
      "report-from", po::value<std::string>()->value_name("N"),
      "first cycle of the slices on the page's timeline (default: chosen)")(
      "report-cycles", po::value<std::string>()->value_name("N"),
      "so many cycles in slices (default: the whole run if it has at most 20,000 slices, else 4000)");
  return d;
}

option_group timeline_group() {
  option_group d("Timeline");
  d.add_options()("timeline", "print what every thread and unit does, a line a cycle")(
      "timeline-from", po::value<std::string>()->value_name("N"), "first cycle shown (default 0)")(
      "timeline-rows", po::value<std::string>()->value_name("N"), "lines at most (default 200)")(
      "trace", po::value<std::string>()->value_name("FILE"), "write a timeline for ui.perfetto.dev, JSON (docs/timelines.md)")(
      "vcd", po::value<std::string>()->value_name("FILE.vcd"), "write waveforms, and FILE.gtkw, a view of them for GTKWave")(
      "vcd-data", "--vcd also shows what the interfaces carry: L1's ports, SrcA, SrcB, Dst, packers, configuration")(
      "vcd-around", po::value<std::string>()->value_name("N"),
      "--vcd shows N cycles before and behind the first in which RTL differs or fails (units.NAME=rtl, shadow; docs/cosim.md)")(
      "vcd-before-hang", po::value<std::string>()->value_name("N"),
      "--vcd shows the last N cycles of a run that hangs, is cut off or is stopped (docs/debug.md)")(
      "rtl-waves", po::value<std::string>()->value_name("FILE.vcd"),
      "each block of RTL writes all that is in it to FILE.BLOCK.vcd (docs/cosim.md)")(
      "trace-from", po::value<std::string>()->value_name("N"), "first cycle of --trace and --vcd (default 0)")(
      "trace-to", po::value<std::string>()->value_name("N"), "the cycle before which they end (default: the end of the run)");
  return d;
}

option_group events_group() {
  option_group d("Events");
  d.add_options()("events", po::value<std::string>()->value_name("FILE.jsonl"),
                  "write what passed between the units, event by event (docs/events.md)")(
      "event-data", po::value<std::string>()->value_name("none|crc|full"),
      "of the data of --events: nothing, a CRC-32 (default), or the bytes")(
      "event-waits", "--events also has what the threads' instructions wait for (tensix-tlm coverage)")(
      "record", po::value<std::string>()->value_name("UNIT=FILE"),
      "write all that passes the boundary of one unit, for 'tensix-tlm replay' (docs/events.md)");
  return d;
}

static void add_zone_log(option_group& d) {
  d.add_options()("zones-csv", po::value<std::string>()->value_name("FILE.csv"),
                  "write when zones begin and end, as TT-Metalium's profile_log_device.csv (docs/zones.md)");
}

option_group zones_group() {
  option_group d("Zones");
  d.add_options()("zones",
                  "compile the marks of DeviceZoneScopedN in, an instruction each, and say what happened in each zone "
                  "(docs/zones.md)");
  add_zone_log(d);
  return d;
}

option_group zones_of_elf_group() {
  option_group d("Zones");
  add_zone_log(d);
  return d;
}

void read_zones(const option_values& v, observer_options& o) {  // who wants a log wants the marks
  o.zones_csv = text_of(v, "zones-csv");
  o.zones = v.count("zones") != 0 || !o.zones_csv.empty();
}

void read_configuration(const option_values& v, configuration_options& o) {
  if (v.count("config")) o.configuration = text_of(v, "config");
  if (v.count("soc")) o.settings = settings_of_soc(text_of(v, "soc"));
  if (v.count("set"))
    for (const std::string& s : v["set"].as<names>()) o.settings.push_back(s);
}

void read_session(const option_values& v, session_options& o) {
  o.noc = read_noc(v);
  read_machine(v, o.outputs, o.limits);
  read_report(v, o.observers);
  read_timeline(v, o.outputs, o.observers);
  read_events(v, o.outputs, o.observers);
  read_zones(v, o.observers);
  read_state(v, o.state);
  read_debug(v, o);
}

option_group reset_group() {
  option_group d("Reset");
  d.add_options()("reset-at", po::value<std::string>()->value_name("CYCLE"),
                  "reset the tile in this cycle, but for L1's bytes; then the cores play the stream from its beginning");
  return d;
}

std::optional<uint64_t> read_reset(const option_values& v) {
  if (!v.count("reset-at")) return {};
  const uint64_t cycle = parse_count(text_of(v, "reset-at"), "--reset-at");
  if (cycle == 0 || cycle > most_cycles)
    throw usage_error("--reset-at=" + text_of(v, "reset-at") + ": expected 1.." + std::to_string(most_cycles));
  return cycle;
}

option_group list_group() {
  option_group d("List");
  d.add_options()("markdown", "as the page docs/generated/parameters.md")(
      "assumptions", "only those that no source gives, with the range in which the hardware's may lie")(
      "steps", "each with its value one step down and up, as levers takes it");
  return d;
}

option_group help_group() {
  option_group d("Other");
  d.add_options()("help,h", "this text");
  return d;
}

}  // namespace tensix
