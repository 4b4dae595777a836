// SPDX-License-Identifier: Apache-2.0
#include "observe/events/event.h"

#include <libdeflate.h>

#include <algorithm>
#include <cstdio>
#include <iterator>

#include "observe/events/flat_json.h"

namespace tensix {
namespace {

constexpr bool decimal = false, hexadecimal = true;

const std::array<event_streams, event_groups>& groups() {
  static const auto table = [] {
    std::array<event_streams, event_groups> t = {{
#define EVENT_GROUP(id, name, members, data, when) {name, members, data, when, {}},
#define EVENT_FIELD(group, name, format, what)
#include "observe/events/events.def"
    }};
#define EVENT_GROUP(id, name, members, data, when)
#define EVENT_FIELD(group, name, format, what) \
  t[static_cast<size_t>(event_group::group)].fields.push_back({name, format, what});
#include "observe/events/events.def"
    return t;
  }();
  return table;
}

// Members that have names; the others are numbers.
constexpr const char* threads[] = {"t0", "t1", "t2"};
constexpr const char* units[] = {"unpacker0",   "unpacker1", "matrix_unit", "vector_unit", "packers",
                                 "config_unit", "sync_unit", "scalar_unit", "misc_unit",   "mover"};
static_assert(core_count == event_detail::members[static_cast<unsigned>(event_group::core)]);
static_assert(std::size(threads) == event_detail::members[static_cast<unsigned>(event_group::issue)]);
static_assert(std::size(units) == event_detail::members[static_cast<unsigned>(event_group::accept)]);

std::string member_name(event_group g, unsigned member) {
  if (g == event_group::issue || g == event_group::wait) return threads[member];
  if (g == event_group::accept) return units[member];
  if (g == event_group::core) return core_name(member);
  return std::to_string(member);
}

struct stream_entry {
  event_group group;
  std::string name;
};
const std::vector<stream_entry>& streams() {
  static const auto table = [] {
    std::vector<stream_entry> t;
    for (unsigned g = 0; g < event_groups; ++g) {
      const event_streams& s = groups()[g];
      const auto group = static_cast<event_group>(g);
      for (unsigned m = 0; m < s.members; ++m)
        t.push_back({group, s.members == 1 ? s.name : s.name + ("." + member_name(group, m))});
    }
    return t;
  }();
  return table;
}

void read_event(const flat_json& line, log_event& e) {
  const std::string& name = line.text("s");
  const auto stream = stream_named(name);
  if (!stream) line.fail("there is no stream \"" + name + "\"");
  e.stream = *stream;
  e.ordinal = line.number("n");
  e.cycle = line.number("c");
  e.numbers = {};
  e.known = 0;
  e.has = event_data::none;
  const event_streams& s = streams_of(group_of(*stream));
  size_t others = 3;
  for (size_t f = 0; f < s.fields.size(); ++f) {
    if (!line.has(s.fields[f].name)) continue;
    e.numbers[f] = line.number(s.fields[f].name);
    e.known |= static_cast<uint8_t>(1u << f);
    ++others;
  }
  if (line.has("crc") && line.has("d")) line.fail("both \"d\" and \"crc\"");
  if (line.has("crc")) {
    e.crc = static_cast<uint32_t>(line.number("crc", 0xffffffff));
    e.has = event_data::crc;
    ++others;
  } else if (line.has("d")) {
    line.bytes("d", e.data);
    e.has = event_data::full;
    ++others;
  }
  if (e.has != event_data::none && !s.has_data()) line.fail("events of \"" + name + "\" have no data");
  if (others != line.members()) {
    std::string fields = "\"s\", \"n\", \"c\"";
    for (const auto& f : s.fields) fields += std::string(", \"") + f.name + "\"";
    if (s.has_data()) fields += ", \"d\" or \"crc\"";
    line.fail("a field that \"" + name + "\" does not have; it has " + fields);
  }
}

}  // namespace

uint32_t crc_of(const uint8_t* data, size_t bytes) { return libdeflate_crc32(0, data, bytes); }

const event_streams& streams_of(event_group g) { return groups()[static_cast<size_t>(g)]; }
event_group group_of(unsigned stream) { return streams()[stream].group; }
const std::string& stream_name(unsigned stream) { return streams()[stream].name; }

std::optional<unsigned> stream_named(std::string_view name) {
  static const auto sorted = [] {
    std::vector<std::pair<std::string_view, unsigned>> t;
    for (unsigned i = 0; i < event_stream_count; ++i) t.emplace_back(stream_name(i), i);
    std::sort(t.begin(), t.end());
    return t;
  }();
  const auto found = std::lower_bound(sorted.begin(), sorted.end(), std::pair<std::string_view, unsigned>(name, 0));
  if (found == sorted.end() || found->first != name) return std::nullopt;
  return found->second;
}

void event_batch::unpack(size_t i, log_event& to) const {
  const told_event& t = events[i];
  const unsigned bytes = event_bytes(t.stream);
  to.stream = t.stream;
  to.ordinal = t.ordinal;
  to.cycle = t.event->cycle;
  std::copy_n(t.event->numbers, most_event_numbers, to.numbers.begin());
  to.known = 0xff;
  to.has = bytes ? has : event_data::none;
  to.crc = t.event->crc;
  if (to.has == event_data::full) to.data.assign(t.event->data, t.event->data + bytes);
}

void event_sink_if::all_happened(const event_batch& b) {
  log_event e;
  for (size_t i = 0; i < b.count; ++i) {
    b.unpack(i, e);
    happened(e);
  }
}

std::string watermark_line(uint64_t cycle) { return "{\"w\":" + std::to_string(cycle) + "}"; }

std::string end_line(uint64_t cycle, std::optional<uint32_t> l1) {
  char crc[20] = "";
  if (l1) std::snprintf(crc, sizeof crc, ",\"l1\":\"0x%08x\"", *l1);
  return "{\"end\":" + std::to_string(cycle) + crc + "}";
}

std::string line_of(const event_log_header& h) {
  std::string text = std::string("{\"format\":\"") + event_log_format + "\",\"version\":" + std::to_string(h.version) +
                     ",\"data\":\"" + event_data_names[static_cast<size_t>(h.data)] + '"';
  if (!h.writer.empty()) text += ",\"writer\":\"" + h.writer + '"';
  if (!h.configuration.empty()) text += ",\"configuration\":" + h.configuration;
  return text + '}';
}

event_line parse_line(std::string_view text, log_event& e, const std::string& where) {
  const flat_json line(text, where);
  const bool watermark = line.has("w"), end = line.has("end");
  if (!watermark && !end) {
    read_event(line, e);
    return event_line::event;
  }
  e.has = event_data::none;
  if (end && line.has("l1")) e.has = event_data::crc, e.crc = static_cast<uint32_t>(line.number("l1"));
  if (line.members() != 1u + (e.has == event_data::crc)) line.fail("a watermark, or the end, stands alone in its line");
  e.cycle = line.number(watermark ? "w" : "end");
  return watermark ? event_line::watermark : event_line::end;
}

event_log_header parse_header(std::string_view text, const std::string& where) {
  const flat_json line(text, where);
  if (!line.has("format") || line.text("format") != event_log_format)
    line.fail(std::string("no event log: the first line of one begins with {\"format\":\"") + event_log_format + "\"");
  event_log_header h;
  const uint64_t version = line.number("version");
  if (version != event_log_version)
    line.fail("version " + std::to_string(version) + " of the format; this program reads version " +
              std::to_string(event_log_version));
  const std::string& data = line.text("data");
  const auto known = std::find(std::begin(event_data_names), std::end(event_data_names), data);
  if (known == std::end(event_data_names)) line.fail("\"data\" is \"" + data + "\"; expected none, crc or full");
  h.data = static_cast<event_data>(known - std::begin(event_data_names));
  if (line.has("writer")) h.writer = line.text("writer");
  if (line.has("configuration")) h.configuration = line.nested("configuration");
  return h;
}

}  // namespace tensix
