// SPDX-License-Identifier: Apache-2.0
// Options of where a run stops, and of the debugger.
#include "app/options/option_groups.h"

namespace tensix {

namespace po = boost::program_options;

option_group stop_group() {
  option_group d("Stop");
  d.add_options()(
      "stop-at", po::value<std::vector<std::string>>()->value_name("PLACE")->composing(),
      "stop before FUNCTION, FILE:LINE or INSTRUCTION (T1:FUNCTION: of that core alone), before anything of CYCLE, or "
      "when the word at 0xADDRESS is written, and print where all are and what they hold (exit status 8); may be "
      "repeated (docs/debug.md)");
  return d;
}

option_group gdb_group() {
  option_group d("Debugger");
  d.add_options()("gdb", po::value<std::string>()->value_name("PORT"),
                  "wait for gdb on this port of 127.0.0.1 (0: any) and run under its control (docs/debug.md)");
  return d;
}

option_group keep_elf_group() {
  option_group d("Programs");
  d.add_options()("keep-elf", po::value<std::string>()->value_name("DIR"),
                  "copy the compiled programs there, with debug information, a file each core (docs/debug.md)");
  return d;
}

void read_debug(const option_values& v, session_options& o) {
  if (v.count("stop-at"))
    for (const std::string& text : v["stop-at"].as<std::vector<std::string>>())
      o.debug.stop_at.push_back(parse_stop_place(text));
  if (o.debug.stop_at.size() > 100) throw usage_error("--stop-at: there may be 100 places at most");
  if (v.count("gdb")) {
    const uint64_t port = parse_count(text_of(v, "gdb"), "--gdb");
    if (port > 65535) throw usage_error("--gdb=" + text_of(v, "gdb") + ": a port is 0..65535");
    o.debug.gdb = static_cast<uint16_t>(port);
  }
  o.debug.keep_elf = text_of(v, "keep-elf");
  for (const auto& [given, option] :
       {std::pair(!o.debug.stop_at.empty(), "--stop-at"), std::pair(o.debug.gdb.has_value(), "--gdb")})
    if (given && o.limits.starts > 1)
      throw usage_error(std::string(option) + " and --jitter exclude each other: one run stops");
  if (o.debug.gdb && o.debug.stop_at.size())
    throw usage_error("--gdb and --stop-at exclude each other: gdb has break, tbreak and watch");
}

}  // namespace tensix
