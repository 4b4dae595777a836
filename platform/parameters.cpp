// SPDX-License-Identifier: Apache-2.0
#include "platform/parameters.h"

#include <algorithm>
#include <cctype>
#include <limits>
#include <string_view>

#include "platform/parameters_table.h"
#include "support/text/known_word.h"
#include "support/text/nearest.h"

namespace tensix {
namespace table {
namespace {

constexpr const char* speed_names[] = {"x1", "x2", "x4"};

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

// Splits at every `separator`; "a,,b" has an empty piece.
std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> pieces;
  for (size_t end; (end = text.find(separator)) != std::string_view::npos; text.remove_prefix(end + 1))
    pieces.push_back(trimmed(text.substr(0, end)));
  pieces.push_back(trimmed(text));
  return pieces;
}

std::string list(const std::vector<std::string>& names) {
  std::string text;
  for (const auto& n : names) text += (text.empty() ? "" : ", ") + n;
  return text;
}

}  // namespace

uint32_t parse_number(std::string_view text, uint32_t least, uint32_t most) {
  const std::string_view t = trimmed(text);
  const auto range = [&] { return "the legal range is " + std::to_string(least) + ".." + std::to_string(most); };
  const bool negative = !t.empty() && t[0] == '-';
  const bool hex = t.size() > 2 && t[0] == '0' && (t[1] == 'x' || t[1] == 'X');
  const std::string_view digits = t.substr(hex ? 2 : negative ? 1 : 0);
  const auto is_digit = [hex](unsigned char c) { return hex ? std::isxdigit(c) != 0 : std::isdigit(c) != 0; };
  if (digits.empty() || !std::all_of(digits.begin(), digits.end(), is_digit))
    throw parameter_error(quoted(text) + " is not a whole number; " + range());
  uint64_t value = 0;
  for (unsigned char c : digits) {
    value = value * (hex ? 16 : 10) + static_cast<uint64_t>(std::isdigit(c) ? c - '0' : std::tolower(c) - 'a' + 10);
    value = std::min<uint64_t>(value, std::numeric_limits<uint32_t>::max() + uint64_t{1});
  }
  if ((negative && value > 0) || value < least || value > most)
    throw parameter_error(std::string(t) + " is outside the range; " + range());
  return static_cast<uint32_t>(value);
}

bool parse_boolean(std::string_view text) {
  static const std::vector<std::string> words = {"false", "true"};
  const std::string word = known_word(trimmed(text), words);
  if (word != words[0] && word != words[1])
    throw parameter_error(quoted(text) + " is neither true nor false" + did_you_mean(trimmed(text), words));
  return word == words[1];
}

size_t parse_choice(std::string_view text, const std::vector<std::string>& choices) {
  const auto it = std::find(choices.begin(), choices.end(), known_word(trimmed(text), choices));
  if (it == choices.end())
    throw parameter_error(quoted(text) + " is none of " + list(choices) + did_you_mean(trimmed(text), choices));
  return static_cast<size_t>(it - choices.begin());
}

std::vector<uint32_t> parse_ports(std::string_view text) {
  std::vector<uint32_t> ports;
  const auto add = [&](uint32_t port) {
    if (std::find(ports.begin(), ports.end(), port) != ports.end())
      throw parameter_error(quoted(text) + " names port " + std::to_string(port) + " twice");
    ports.push_back(port);
  };
  for (const std::string_view piece : split(text, ',')) {
    const auto dash = piece.find('-', 1);
    try {
      const uint32_t first = parse_number(piece.substr(0, dash), 0, 63);
      const uint32_t last = dash == std::string_view::npos ? first : parse_number(piece.substr(dash + 1), 0, 63);
      if (last < first) throw parameter_error("the range runs backwards");
      for (uint32_t port = first; port <= last; ++port) add(port);
    } catch (const parameter_error& e) {
      throw parameter_error(quoted(text) + " is no list of ports such as 0,35-41: " + e.what());
    }
  }
  return ports;
}

std::string ports_text(const std::vector<uint32_t>& ports) {
  std::string text;
  for (size_t i = 0; i < ports.size();) {
    size_t end = i + 1;
    while (end < ports.size() && ports[end] == ports[end - 1] + 1) ++end;
    text += (text.empty() ? "" : ",") + std::to_string(ports[i]);
    if (end - i == 2) text += "," + std::to_string(ports[i + 1]);
    if (end - i > 2) text += "-" + std::to_string(ports[end - 1]);
    i = end;
  }
  return text;
}

throttle_parameters::pair parse_speed_pair(std::string_view text) {
  const std::vector<std::string> names(std::begin(speed_names), std::end(speed_names));
  const auto pieces = split(text, ',');
  if (pieces.size() != 2) throw parameter_error(quoted(text) + " is no pair of speeds such as x2,x1");
  return {static_cast<fetch_speed>(parse_choice(pieces[0], names)), static_cast<fetch_speed>(parse_choice(pieces[1], names))};
}

std::string speed_pair_text(const throttle_parameters::pair& pair) {
  return std::string(speed_names[static_cast<int>(pair.unpacker0)]) + "," + speed_names[static_cast<int>(pair.unpacker1)];
}

}  // namespace table

std::string parameter_info::range() const {
  switch (kind) {
    case parameter_kind::number: return std::to_string(least) + ".." + std::to_string(most);
    case parameter_kind::port_list: return "ports below l1.ports";
    case parameter_kind::speed_pair: return "x1, x2, x4 each";
    case parameter_kind::file: return "a name, or empty: none";
    default: return table::list(choices);
  }
}

const std::vector<parameter_info>& parameter_list() {
  static const std::vector<parameter_info> rows = [] {
    std::vector<parameter_info> r;
    r.reserve(256);  // more than there are
    table::append_memory_rows(r);
    table::append_unpack_rows(r);
    table::append_compute_rows(r);
    table::append_core_rows(r);
    table::append_control_rows(r);
    table::append_noc_rows(r);
    table::append_rtl_rows(r);
    return r;
  }();
  return rows;
}

std::vector<std::string> parameter_names() {
  std::vector<std::string> names;
  for (const auto& i : parameter_list()) names.push_back(i.name);
  return names;
}

const parameter_info& find_parameter(std::string_view name) {
  for (const auto& i : parameter_list())
    if (i.name == name) return i;
  throw parameter_error("no parameter is called '" + std::string(name) + "'" + did_you_mean(name, parameter_names()));
}

const std::vector<std::string>& builtin_configuration_names() {
  static const std::vector<std::string> names = {"blackhole", "documented"};
  return names;
}

parameters builtin_configuration(const std::string& name) {
  const auto& names = builtin_configuration_names();
  if (std::find(names.begin(), names.end(), name) == names.end())
    throw parameter_error("no configuration '" + name + "' is built in" + did_you_mean(name, names));
  parameters p;
  p.config_name = name;
  for (const auto& i : parameter_list()) i.assign(p, name == "blackhole" ? i.blackhole : i.documented);
  return p;
}

namespace {
void assign(parameters& p, const parameter_info& info, const std::string& value) {
  try {
    info.assign(p, value);
  } catch (const parameter_error& e) {
    throw parameter_error(info.name + ": " + e.what());
  }
}
}  // namespace

void set(parameters& p, const std::string& name, const std::string& value) { assign(p, find_parameter(name), value); }

parameters parameters::without_rtl() const {
  parameters p = *this;
  p.units = {};
  p.rtl = {};
  return p;
}

void apply_settings(parameters& p, const std::vector<std::string>& settings) {
  for (const auto& s : settings) {
    const auto equals = s.find('=');
    if (equals == std::string::npos) throw parameter_error("'" + s + "' is no setting: write name=value, as in l1.banks=16");
    const std::string name(table::trimmed(std::string_view(s).substr(0, equals)));
    set(p, name, s.substr(equals + 1));
    p.config_name +=
        (p.config_name.find(" with ") == std::string::npos ? " with " : ", ") + name + "=" + find_parameter(name).get(p);
  }
  validate(p);
}

void validate(const parameters& p) {
  parameters copy = p;
  for (const auto& i : parameter_list()) assign(copy, i, i.get(p));  // each value by itself, wherever it came from
  validate_together(p);
}

// What the parameters of structure ask of one another, and of RTL, whose pins are those of the chip.
static void check_structure(const parameters& p) {
  const auto power_of_two = [](const char* name, uint32_t value, const char* why) {
    if (value & (value - 1))
      throw parameter_error(std::string(name) + ": " + std::to_string(value) + " is no power of two, and " + why);
  };
  power_of_two("dst.rows", p.dst.rows, "Dst is of whole pages of 1024 rows, which address bits choose; use 1024 or 2048");
  power_of_two("dst.sections", p.dst.sections, "the parts of Dst are equal; use 2, or with dst.rows=2048 4");
  if (p.dst.rows / p.dst.sections < dst_rows / 2)
    throw parameter_error("dst.sections: " + std::to_string(p.dst.sections) + " parts of " + std::to_string(p.dst.rows) +
                          " rows are less than the 512 that a ZEROACC clears; use dst.rows=2048, or dst.sections=2");
  power_of_two("matrix_unit.rows_per_cycle", p.matrix_unit.rows_per_cycle,
               "the eight rows of an instruction take whole cycles");
  power_of_two("matrix_unit.phases_at_once", p.matrix_unit.phases_at_once,
               "a multiplier is as wide as one or both parts of either mantissa: use 1, 2 or 4");
  static const char* const structure[] = {"src.banks", "dst.rows", "matrix_unit.rows_per_cycle", "matrix_unit.phases_at_once"};
  static const char* const placed[] = {"units.unpacker0", "units.unpacker1", "units.packers", "units.matrix_unit"};
  for (const char* name : structure) {
    const parameter_info& i = find_parameter(name);
    if (i.get(p) == i.blackhole) continue;
    for (const char* unit : placed)
      if (const std::string source = find_parameter(unit).get(p); source != "model")
        throw parameter_error(std::string(name) + ": " + i.get(p) + " with " + unit + "=" + source +
                              ": the pins of RTL (docs/cosim.md) are those of " + i.blackhole + "; leave one of the two out");
  }
  const uint32_t width = p.frontend.issue_width;
  for (const parameter_info& i : parameter_list())
    if (width != 1 && i.name.rfind("units.", 0) == 0 && i.get(p) != "model")
      throw parameter_error("frontend.issue_width: " + std::to_string(width) + " with " + i.name + "=" + i.get(p) +
                            ": the pins of RTL (docs/cosim.md) offer one instruction a cycle; leave one of the two out");
  for (const uint32_t entries : {p.frontend.replay_fifo_entries, p.frontend.gate_fifo_entries})
    if (entries < width)
      throw parameter_error("frontend.issue_width: " + std::to_string(width) +
                            " instructions a cycle do not come out of a FIFO of " + std::to_string(entries) +
                            "; raise frontend.replay_fifo_entries, frontend.gate_fifo_entries to it");
}

void validate_together(const parameters& p) {
  if (p.l1.banks & (p.l1.banks - 1))
    throw parameter_error("l1.banks: " + std::to_string(p.l1.banks) + " is no power of two, and address bits choose the bank");
  if (p.dram.access_bytes & (p.dram.access_bytes - 1))
    throw parameter_error("dram.access_bytes: " + std::to_string(p.dram.access_bytes) +
                          " is no power of two, and accesses begin at multiples of it");
  for (uint32_t bytes : p.riscv_core.instruction_cache_bytes)
    if (bytes & (bytes - 1))
      throw parameter_error("riscv_core.instruction_cache_bytes: " + std::to_string(bytes) +
                            " is no power of two, and address bits choose the line");
  const uint32_t ways = p.riscv_core.instruction_cache_ways;
  if (ways & (ways - 1))
    throw parameter_error("riscv_core.instruction_cache_ways: " + std::to_string(ways) +
                          " is no power of two, and address bits choose the set");
  for (size_t c = 0; c < p.l1.client_ports.size(); ++c) {
    const auto& ports = p.l1.client_ports[c];
    const std::string what = std::string("l1.client_ports.") + name(static_cast<l1_client>(c));
    if (ports.empty()) throw parameter_error(what + ": the client has no port; it needs at least one");
    for (uint32_t port : ports)
      if (port >= p.l1.ports)
        throw parameter_error(what + ": there is no port " + std::to_string(port) + ", l1.ports is " +
                              std::to_string(p.l1.ports) + " (ports 0.." + std::to_string(p.l1.ports - 1) + ")");
  }
  for (size_t s = 0; s < p.throttle.bytes.size(); ++s)
    if (p.throttle.bytes[s] % 16)
      throw parameter_error("throttle.bytes." + std::string(table::speed_names[s]) + ": " +
                            std::to_string(p.throttle.bytes[s]) + " is no multiple of 16, and L1 is read in units of 16 bytes");
  check_structure(p);
  if (const unsigned left = columns_left(p.harvesting); left < 7 || p.tile_place.x >= left)
    throw parameter_error(left < 7 ? "noc.harvested_columns: " + std::to_string(14 - left) +
                                         " of 14 columns are fused off; at most 7"
                                   : "noc.tile_x: there is no column " + std::to_string(p.tile_place.x) + ": " +
                                         std::to_string(left) + " are left (noc.harvested_columns)");
  if (p.harvesting.channels & (p.harvesting.channels - 1))
    throw parameter_error("dram.harvested_channels: " + std::to_string(p.harvesting.channels) +
                          " are several channels; a card has one fused off, or none");
  if (p.packer.read_interfaces & (p.packer.read_interfaces - 1))
    throw parameter_error("packer.read_interfaces: " + std::to_string(p.packer.read_interfaces) +
                          " is none of 1, 2, 4, 8: a PACR reads an aligned group of rows, and a face has 16");
  if (p.packer.read_interfaces != 4 && p.packer.topology == packer_topology::independent)
    throw parameter_error("packer.read_interfaces: " + std::to_string(p.packer.read_interfaces) +
                          " has a meaning only with packer.topology=read_interfaces; four independent packers have none");
  const unsigned streams = p.packer.topology == packer_topology::independent ? 4 : 1;
  for (unsigned i = 0; i < streams; ++i) {
    const auto& ports = p.l1.client_ports[static_cast<size_t>(l1_client::packer0) + i];
    if (p.packer.write_lanes > ports.size())
      throw parameter_error("packer.write_lanes: " + std::to_string(p.packer.write_lanes) +
                            " writes a cycle need as many ports, but l1.client_ports.packer" + std::to_string(i) + " has " +
                            std::to_string(ports.size()) + " (" + table::ports_text(ports) + ")");
  }
}

uint32_t unpack_peak_bytes(const parameters& p, unsigned unpacker, fetch_speed speed) {
  const auto ports = p.l1.client_ports[static_cast<size_t>(unpacker ? l1_client::unpacker1 : l1_client::unpacker0)].size();
  return std::min({p.throttle.bytes[static_cast<size_t>(speed)], static_cast<uint32_t>(16 * ports), 16 * p.l1.banks});
}

uint32_t pack_peak_bytes(const parameters& p) {
  const uint32_t written = std::min(16 * p.packer.write_lanes, 16 * p.l1.banks);
  if (p.packer.topology == packer_topology::read_interfaces)
    return std::min(p.packer.read_interfaces * p.packer.interface_bytes, written);
  return std::min(4 * std::min(p.packer.interface_bytes, written), 16 * p.l1.banks);
}

}  // namespace tensix
