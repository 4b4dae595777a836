// SPDX-License-Identifier: Apache-2.0
// Options of `tensix-tlm serve`.
#include "app/options/option_groups.h"
#include "models/noc/noc_packet.h"
#include "models/noc/noc_translation_function.h"

namespace tensix {

namespace po = boost::program_options;

option_group serve_group() {
  option_group d("Door");
  const auto text = [](const char* value) { return po::value<std::string>()->value_name(value); };
  d.add_options()(
      "setup", text("DIR"),
      "write into this folder what TT_METAL_SIMULATOR names (run.sh, with the other options given, and descriptors of "
      "the chip), and do not serve")("listen", "listen at ADDRESS for one host, instead of dialling it")(
      "tiles", text("COLUMNSxROWS"), "Tensix tiles that are there, from noc.tile_x, noc.tile_y on (default 1x1)")(
      "launches", text("FILE"), "write cycles and accounts of each launch, between go and done, as JSON")(
      "poll-cycles", text("N"),
      "a READ of what was read before, unchanged, lets the device run until it changes, at most so long (default 100000)")(
      "look-cycles", text("N"), "and looks every N cycles whether it has (default 1000)")(
      "wait", text("SECONDS"), "how long to wait for a host (default 60)");
  return d;
}

void read_serve(const option_values& v, const std::vector<std::string>& operand, serve_options& o) {
  if (!operand.empty()) o.address = operand[0];
  o.listen = v.count("listen") != 0;
  o.setup = text_of(v, "setup");
  o.launches = text_of(v, "launches");
  const auto count = [&](const char* option, uint64_t most, uint64_t& to) {
    if (!v.count(option)) return;
    to = parse_count(text_of(v, option), std::string("--") + option);
    if (to == 0 || to > most)
      throw usage_error(std::string("--") + option + "=" + text_of(v, option) + ": expected 1.." + std::to_string(most));
  };
  if (const std::string tiles = text_of(v, "tiles"); !tiles.empty()) {
    const size_t by = tiles.find('x');
    if (by == std::string::npos) throw usage_error("--tiles=" + tiles + ": expected COLUMNSxROWS, as 2x1");
    o.columns = parse_count32(tiles.substr(0, by), "--tiles");
    o.rows = parse_count32(tiles.substr(by + 1), "--tiles");
    if (o.columns == 0 || o.rows == 0 || o.columns > noc_columns || o.rows > noc_rows)
      throw usage_error("--tiles=" + tiles + ": expected 1x1 to 14x10");
  }
  constexpr uint64_t longest_poll = 1000000000, most_seconds = 86400;
  count("poll-cycles", longest_poll, o.poll_cycles);
  count("look-cycles", longest_poll, o.look_cycles);
  count("wait", most_seconds, o.wait_seconds);
  if (v.count("jitter")) throw usage_error("serve: --jitter runs the same again and again, which a host does not");
  if (o.listen && o.address.empty()) throw usage_error("--listen: an ADDRESS is missing, tcp://HOST:PORT or ipc://FILE");
  if (!o.setup.empty() && (o.listen || !o.address.empty()))
    throw usage_error("--setup: the address is in the environment of run.sh (NNG_SOCKET_ADDR), which tt-umd starts");
}

}  // namespace tensix
