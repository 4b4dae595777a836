// SPDX-License-Identifier: Apache-2.0
#include "app/options/stop_place.h"

#include <algorithm>
#include <cctype>

#include "app/options/option_parser.h"
#include "app/options/options.h"
#include "models/isa/isa.h"
#include "workload/streams/program.h"

namespace tensix {
namespace {

[[noreturn]] void refuse(const std::string& text, const std::string& why) {
  throw usage_error("--stop-at=" + text + ": " + why);
}

bool all_of_kind(const std::string& text, const char* digits) {
  return !text.empty() && text.find_first_not_of(digits) == std::string::npos;
}

}  // namespace

stop_place parse_stop_place(const std::string& text) {
  stop_place p{stop_place::kind::function, text, core_count, 0, text, false};
  std::string what = text;
  if (const size_t colon = what.find(':'); colon != std::string::npos && colon <= 2) {
    std::string core = what.substr(0, colon);
    std::transform(core.begin(), core.end(), core.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    p.core = core_named(core);
    if (p.core == core_count) refuse(text, "'" + what.substr(0, colon) + "' is no core; there are T0, T1, T2, B and NC");
    what = what.substr(colon + 1);
  }
  if (what.empty()) refuse(text, "expected [CORE:]FUNCTION, FILE:LINE, CYCLE, 0xADDRESS or INSTRUCTION");
  p.name = what;
  if (all_of_kind(what, "0123456789")) {
    p.what = stop_place::kind::cycle;
    p.number = parse_count(what, "--stop-at");
    if (p.number == 0 || p.number > most_cycles) refuse(text, "a cycle is 1.." + std::to_string(most_cycles));
    if (p.core != core_count) refuse(text, "a cycle is the same for all cores; leave the core out");
    return p;
  }
  if (what.size() > 2 && what[0] == '0' && (what[1] == 'x' || what[1] == 'X')) {
    p.what = stop_place::kind::word;
    p.number = parse_count32(what, "--stop-at");
    if (p.number % 4) refuse(text, "the address of a word is a multiple of 4");
    return p;
  }
  if (what.compare(0, 5, "word:") == 0) {
    p.what = stop_place::kind::instruction;
    p.exactly = true;
    p.number = parse_count32(what.substr(5), "--stop-at");
    return p;
  }
  if (const size_t colon = what.rfind(':'); colon != std::string::npos && colon > 0 && what[colon - 1] != ':') {
    const std::string line = what.substr(colon + 1);
    if (!all_of_kind(line, "0123456789")) refuse(text, "'" + line + "' is no line; expected FILE:LINE");
    p.what = stop_place::kind::line;
    p.name = what.substr(0, colon);
    p.number = parse_count(line, "--stop-at");
    return p;
  }
  if (const auto op = find_instruction(what)) {
    p.what = stop_place::kind::instruction;
    p.number = static_cast<uint32_t>(*op) << 24;
  }
  return p;
}

}  // namespace tensix
