// SPDX-License-Identifier: Apache-2.0
// What an event log is made of (docs/events.md): point events of a tile in streams, each with its own order. The model writes
// them, RTL's monitors write the same, and both are compared event by event. No SystemC.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "models/contracts/cores.h"

namespace tensix {

inline constexpr unsigned most_event_numbers = 5;
inline constexpr const char* event_log_format = "tensix-tlm-events";
inline constexpr unsigned event_log_version = 1;

enum class event_group : uint8_t {
#define EVENT_GROUP(id, name, members, data, when) id,
#define EVENT_FIELD(group, name, format, what)
#include "observe/events/events.def"
  count
};
inline constexpr unsigned event_groups = static_cast<unsigned>(event_group::count);

struct event_field {
  const char* name;
  bool hexadecimal;
  const char* what;
};

// Streams that are alike.
struct event_streams {
  const char* name;
  unsigned members;  // 1: the stream has the group's name, otherwise NAME.MEMBER
  const char* data;  // what an event carries; empty: nothing
  const char* when;
  std::vector<event_field> fields;
  bool has_data() const { return *data; }
};
const event_streams& streams_of(event_group g);

// Streams are numbered: those of one group follow one another.
namespace event_detail {
inline constexpr unsigned members[] = {
#define EVENT_GROUP(id, name, count, data, when) count,
#define EVENT_FIELD(group, name, format, what)
#include "observe/events/events.def"
};
constexpr unsigned first(unsigned group) {
  unsigned n = 0;
  for (unsigned g = 0; g < group; ++g) n += members[g];
  return n;
}
}  // namespace event_detail
inline constexpr unsigned event_stream_count = event_detail::first(event_groups);
constexpr unsigned event_stream(event_group g, unsigned member = 0) {
  return event_detail::first(static_cast<unsigned>(g)) + member;
}
event_group group_of(unsigned stream);
const std::string& stream_name(unsigned stream);
std::optional<unsigned> stream_named(std::string_view name);

// Of an event's data, by stream.
inline constexpr unsigned most_event_bytes = 256;
constexpr unsigned event_bytes(unsigned stream) {
  constexpr auto is = [](unsigned s, event_group g) {
    return s - event_stream(g) < event_detail::members[static_cast<unsigned>(g)];
  };
  if (is(stream, event_group::l1) || is(stream, event_group::pack_beat)) return 16;
  if (is(stream, event_group::srca_write) || is(stream, event_group::srcb_write) || is(stream, event_group::noc)) return 64;
  return is(stream, event_group::dst_write) ? most_event_bytes : is(stream, event_group::core) ? 4 : 0;
}

// How much of an event's data a log has: nothing, a CRC-32 (IEEE 802.3, as in zip), or the bytes.
enum class event_data : uint8_t { none, crc, full };
inline constexpr const char* event_data_names[] = {"none", "crc", "full"};
uint32_t crc_of(const uint8_t* data, size_t bytes);

struct log_event {
  unsigned stream = 0;
  uint64_t ordinal = 0;  // in its stream, from 0 on
  uint64_t cycle = 0;
  std::array<uint64_t, most_event_numbers> numbers = {};  // those of its stream's fields
  uint8_t known = 0xff;                                   // a bit a number: who writes a log leaves out what he does not know
  event_data has = event_data::none;                      // of its data
  uint32_t crc = 0;                                       // has == crc
  std::vector<uint8_t> data;                              // has == full
  uint64_t write = 0;  // while it is compared, of a packer's write to L1: how many it has made there before
};

// An event of the model in its place: it knows all numbers, none of more than 32 bits.
struct ordered_event {
  uint64_t cycle;
  uint32_t numbers[most_event_numbers];
  uint32_t crc;         // of its data, if events come with that
  const uint8_t* data;  // if they come with them, otherwise null
};
struct told_event {
  const ordered_event* event;
  uint64_t ordinal;
  unsigned stream;
};
// Many, in their order. Those of streams with data have as much of them as `has` says.
struct event_batch {
  const told_event* events;
  size_t count;
  event_data has;
  void unpack(size_t i, log_event& to) const;
};

// What events are reported to. Of each stream they come in their order; of different streams in any order, as far as no watermark
// forbids it.
class event_sink_if {
 public:
  virtual ~event_sink_if() = default;
  virtual void happened(const log_event& e) = 0;
  virtual void all_happened(const event_batch& b);  // one by one, if not overridden
  // Nothing before `cycle` follows.
  virtual void watermark(uint64_t cycle) = 0;
};

// Tells several.
class event_fan : public event_sink_if {
 public:
  void add(event_sink_if& sink) { sinks_.push_back(&sink); }
  bool empty() const { return sinks_.empty(); }
  void happened(const log_event& e) override {
    for (auto* s : sinks_) s->happened(e);
  }
  void all_happened(const event_batch& b) override {
    for (auto* s : sinks_) s->all_happened(b);
  }
  void watermark(uint64_t cycle) override {
    for (auto* s : sinks_) s->watermark(cycle);
  }

 private:
  std::vector<event_sink_if*> sinks_;
};

// One line of a log, without the end of line. `how`: not more of its data than this; data that are there become a CRC if need be.
std::string line_of(const log_event& e, event_data how);
std::string watermark_line(uint64_t cycle);
// The last line of a log: its run ended in that cycle, with these bytes in L1 (their CRC; nothing: not known).
std::string end_line(uint64_t cycle, std::optional<uint32_t> l1);

// The first line of a log.
struct event_log_header {
  unsigned version = event_log_version;
  event_data data = event_data::none;
  std::string writer;         // who has written it
  std::string configuration;  // JSON: all parameters, as --dump-config prints them; empty: not known (RTL)
};
std::string line_of(const event_log_header& h);

enum class event_line : uint8_t { event, watermark, end };
// A line that is none; what() says what is wrong with it, and where if `where` was given.
struct event_line_error : std::runtime_error {
  using std::runtime_error::runtime_error;
};
// `where` ("a.jsonl:17") stands in front of messages. The cycle of the others is in `e.cycle`. What `e` has allocated is used again.
event_line parse_line(std::string_view line, log_event& e, const std::string& where = {});
event_log_header parse_header(std::string_view line, const std::string& where = {});

}  // namespace tensix
