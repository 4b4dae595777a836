// SPDX-License-Identifier: Apache-2.0
// Options of what the tile's registers hold.
#include <algorithm>

#include "app/options/option_groups.h"

namespace tensix {
namespace {

namespace po = boost::program_options;
using names = std::vector<std::string>;

state_options::dump parse_dump(const option_values& v, const char* option, const names& formats) {
  const std::string text = text_of(v, option);
  const size_t npy = text.find(".npy:");
  if (npy == std::string::npos) return {text, {}};
  const std::string format = text.substr(npy + 5), name = std::string("--") + option;
  if (formats.empty()) throw usage_error(name + "=" + text + ": it takes no format, the banks have theirs; expected FILE.npy");
  const auto parse = [&](const std::string& f) {
    if (std::find(formats.begin(), formats.end(), f) == formats.end())
      throw std::invalid_argument("'" + f + "' is none of its formats");
    return parse_tile_format(f);
  };
  return {text.substr(0, npy + 4), parse_name(format, name, formats, parse)};
}

}  // namespace

option_group state_group() {
  option_group d("Registers");
  const auto text = [](const char* value) { return po::value<std::string>()->value_name(value); };
  d.add_options()("dump-dst", text("FILE.npy[:FORMAT]"),
                  "write Dst: bf16 or fp16 (1024x16), fp32 or int32 (512x16) (default: as configured)")(
      "dump-src", text("FILE.npy"), "write both banks of SrcA, then of SrcB, 64 rows each (256x16)")(
      "dump-lregs", text("FILE.npy[:FORMAT]"), "write the vector unit's LRegs, a row each: fp32 (default) or int32 (17x32)")(
      "dump-at", text("WHEN"),
      "when those are looked at: end of the run (default), hang: only if it hangs or is cut off, a cycle: before it, or a mark "
      "of a stream: when a core first gets there")(
      "state", "print what threads hold and wait for, semaphores, mutexes and banks at the end of a run that ends well, too");
  return d;
}

void read_state(const option_values& v, state_options& o) {
  o.dst = parse_dump(v, "dump-dst", {"bf16", "fp16", "fp32", "int32"});
  o.src = parse_dump(v, "dump-src", {});
  o.lregs = parse_dump(v, "dump-lregs", {"fp32", "int32"});
  o.shown = v.count("state") != 0;
  if (!v.count("dump-at")) return;
  if (!o.dumps()) throw usage_error("--dump-at has a meaning only with --dump-dst, --dump-src or --dump-lregs");
  const std::string at = text_of(v, "dump-at");
  using when = state_options::when;
  if (at == "end") return;
  if (at == "hang") {
    o.at = when::hang;
  } else if (!at.empty() && at.find_first_not_of("0123456789") == std::string::npos) {
    o.at = when::cycle;
    o.cycle = parse_count(at, "--dump-at");
  } else {
    o.at = when::mark;
    o.mark = at;
  }
}

}  // namespace tensix
