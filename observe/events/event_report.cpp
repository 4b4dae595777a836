// SPDX-License-Identifier: Apache-2.0
// What the comparers say, and what they are allowed to pass over.
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "models/contracts/tile_unit.h"
#include "models/isa/isa.h"
#include "models/memory/l1_client.h"
#include "observe/events/event_comparison.h"
#include "support/files/input_file.h"

namespace tensix {
namespace {

std::string event_text(const log_event& e) {
  std::string line = line_of(e, event_data::full);
  // Words of instructions, clients of L1 and units by name.
  const auto& fields = streams_of(group_of(e.stream)).fields;
  for (size_t f = 0; f < fields.size(); ++f) {
    if (!(e.known >> f & 1)) continue;
    const std::string field = fields[f].name;
    const uint64_t n = e.numbers[f];
    if (field == "word") line += "  " + disassemble(static_cast<uint32_t>(n));
    if (field == "client" && n < l1_clients) line += std::string("  ") + name(static_cast<l1_client>(n));
    if (field == "by" && n < tile_units)
      line += "  " + stream_name(event_stream(event_group::accept, static_cast<unsigned>(n))).substr(7);
  }
  return line;
}

// The fields in which both events differ.
std::string differing(const log_event& a, const log_event& b) {
  std::string text;
  const auto& fields = streams_of(group_of(a.stream)).fields;
  for (size_t f = 0; f < fields.size(); ++f)
    if (a.known & b.known & (1u << f) && a.numbers[f] != b.numbers[f])
      text += (text.empty() ? "" : ", ") + std::string(fields[f].name);
  if (!text.empty()) return text;
  const bool both = a.has == event_data::full && b.has == event_data::full;
  for (size_t i = 0; both && i < a.data.size() && i < b.data.size(); ++i)
    if (a.data[i] != b.data[i]) return "byte " + std::to_string(i) + " of the data";
  return "the data";
}

event_difference kind_named(const std::string& name, const std::string& where) {
  for (size_t k = 0; k < std::size(event_difference_names); ++k)
    if (name == event_difference_names[k]) return static_cast<event_difference>(k);
  throw std::runtime_error(where + ": \"kind\" is \"" + name + "\"; expected data, missing, extra or time");
}

}  // namespace

std::string text_of(const event_divergence& d, const event_comparison_settings& settings) {
  const auto event_of = [&](unsigned side) { return d.side[side].empty() ? nullptr : &d.side[side].front(); };
  const log_event *a = event_of(0), *b = event_of(1);
  const log_event& first = d.kind == event_difference::extra ? *b : *a;
  std::string text = "cycle " + std::to_string(d.cycle) + ", " + stream_name(d.stream) + ", event " +
                     std::to_string(first.ordinal) + ": " + event_difference_names[static_cast<size_t>(d.kind)];
  switch (d.kind) {
    case event_difference::data: text += " (" + differing(*a, *b) + ")"; break;
    case event_difference::missing: text += " (only " + settings.name[0] + " has it)"; break;
    case event_difference::extra: text += " (only " + settings.name[1] + " has it)"; break;
    case event_difference::time:
      text += b->cycle > a->cycle ? " (" + std::to_string(b->cycle - a->cycle) + " cycles later in " + settings.name[1] + ")"
                                  : " (" + std::to_string(a->cycle - b->cycle) + " cycles earlier in " + settings.name[1] + ")";
      break;
  }
  text += "\n";
  for (unsigned side = 0; side < 2; ++side) {
    const bool lacks = d.kind == (side ? event_difference::missing : event_difference::extra);
    text += settings.name[side] + ":\n";
    for (const auto& e : d.before[side]) text += "      " + event_text(e) + "\n";
    if (!event_of(side)) text += "  --> nothing follows in this stream\n";
    else text += std::string(lacks ? "  next " : "  --> ") + event_text(*event_of(side)) + "\n";
  }
  if (!d.context.empty()) text += "threads, up to cycle " + std::to_string(d.cycle) + ":\n" + d.context;
  return text;
}

std::string unused_allowances(const event_comparison_settings& settings) {
  std::string text;
  for (const auto& a : settings.allowed)
    if (a.used == 0)
      text += "allowed, but did not occur: " + a.stream + " " + event_difference_names[static_cast<size_t>(a.kind)] + " (" +
              a.reason + ")\n";
  return text;
}

std::vector<allowed_difference> read_allowed(const std::string& path) {
  using nlohmann::json;
  const std::string text = read_input_file(path);
  std::vector<allowed_difference> all;
  try {
    const json list = json::parse(text).at("allowed");
    for (size_t i = 0; i < list.size(); ++i) {
      const json& j = list.at(i);
      const std::string where = path + ": allowed[" + std::to_string(i) + "]";
      allowed_difference a;
      for (const auto& [key, value] : j.items()) {
        const auto range = [&, &v = value](uint64_t& first, uint64_t& last) {
          if (!v.is_array() || v.size() != 2) throw std::runtime_error(where + ": a range is [first, last]");
          first = v.at(0);
          last = v.at(1);
        };
        if (key == "stream") a.stream = value;
        else if (key == "kind") a.kind = kind_named(value, where);
        else if (key == "ordinals") range(a.first_ordinal, a.last_ordinal);
        else if (key == "cycles") range(a.first_cycle, a.last_cycle);
        else if (key == "reason") a.reason = value;
        else
          throw std::runtime_error(where + ": unknown member \"" + key + "\"; expected stream, kind, ordinals, cycles, reason");
      }
      for (const char* key : {"stream", "kind", "reason"})
        if (!j.contains(key)) throw std::runtime_error(where + ": \"" + key + "\" is missing");
      if (a.reason.empty()) throw std::runtime_error(where + ": \"reason\" is empty; say why this difference is no error");
      try {
        check_stream_or_group(a.stream);
      } catch (const std::invalid_argument& e) {
        throw std::runtime_error(where + ": " + e.what());
      }
      all.push_back(std::move(a));
    }
  } catch (const json::exception& e) {
    throw std::runtime_error(path + ": " + e.what() + " (expected {\"allowed\": [{\"stream\", \"kind\", \"reason\", ...}]})");
  }
  return all;
}

}  // namespace tensix
