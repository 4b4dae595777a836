// SPDX-License-Identifier: Apache-2.0
#include "observe/events/unit_recording.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>

#include "models/packer/pack_beats_function.h"
#include "observe/events/event.h"
#include "observe/events/flat_json.h"
#include "support/files/input_file.h"
#include "workload/streams/program.h"

namespace tensix {
namespace {

using kind = unit_recording::line::kind_t;

uint32_t small(const flat_json& j, const char* key) { return static_cast<uint32_t>(j.number(key, 0xffffffff)); }
// A cycle, or so many; `never` where a unit did not know it.
cycle_t cycle_of(const flat_json& j, const char* key) {
  const cycle_t cycle = j.number(key);
  if (cycle > most_cycles && cycle != never)
    j.fail("cycle " + std::to_string(cycle) + " of \"" + key + "\" is beyond " + std::to_string(most_cycles) +
           ", the last that a run may have");
  return cycle;
}
uint32_t thread_of(const flat_json& j) {
  if (small(j, "thread") >= thread_count) j.fail("threads are 0..2");
  return small(j, "thread");
}

constexpr const char* own_doing[] = {"wrote_dst", "wrote_src", "wrote_l1", "semaphore", "mutex",       "config",
                                     "gprs",      "flop",      "served",   "idle",      "config_write"};

}  // namespace

unit_recording unit_recording::load(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error(path + ": cannot be read: " + std::strerror(errno));
  unit_recording r;
  r.path = path;
  std::string text;
  const std::string first = path + ":1";
  next_line(file, text, first);
  const flat_json header(text, first);
  if (!header.has("format") || header.text("format") != unit_record_format)
    header.fail("no record of a unit; --record UNIT=FILE writes one");
  const uint64_t version = r.version = header.number("version");
  if (version < oldest_unit_record_version || version > unit_record_version)
    header.fail("version " + std::to_string(version) + " of the format; this program reads " +
                std::to_string(oldest_unit_record_version) + " to " + std::to_string(unit_record_version) +
                ": record the run again with --record UNIT=FILE");
  r.unit = recordable_unit(header.text("unit"));
  r.configuration = configuration_from_json(header.nested("configuration"), first);
  tensix_state names(16);
  piece_map pieces;
  for (const auto& p : register_pieces(names, r.unit))
    pieces[{p.name, p.index}] = {static_cast<uint32_t>(pieces.size()), p.size};
  uint64_t number = 1;
  bool ended = false;
  while (next_line(file, text, path + ":" + std::to_string(number + 1))) {
    const std::string where = path + ":" + std::to_string(++number);
    const flat_json j(text, where);
    if (r.read_l1(j) || r.read_packed(j, number)) continue;
    if (j.has("asks")) {
      const std::string what = j.text("what") + " " + j.text("of");
      auto& to = j.has("again") ? r.again[what] : r.answers[std::to_string(j.number("asks")) + ": " + what];
      to.push_back(j.number("answer"));
      continue;
    }
    r.lines.push_back(r.read_line(j, text, pieces));
    r.lines.back().number = number;
    ended = j.has("end");
  }
  if (!ended) throw std::runtime_error(path + ": has no last line: it was cut off");
  r.set_cycles();
  return r;
}

// Transfers, and the bytes that they bring.
bool unit_recording::read_l1(const flat_json& j) {
  if (j.has("l1")) {
    std::optional<uint32_t> crc;
    if (j.has("crc")) crc = small(j, "crc");
    const cycle_t asked = cycle_of(j, "l1"), done = cycle_of(j, "done");
    if (done < asked) j.fail("done before it was asked for");
    transfers.push_back({asked, done, small(j, "client"), small(j, "addr"), small(j, "bytes"), small(j, "op"),
                         small(j, "port_stall"), small(j, "bank_stall"), crc, std::exchange(memory_, {})});
    return true;
  }
  if (!j.has("memory")) return false;
  auto& m = memory_.emplace_back();
  m.first = small(j, "memory");
  j.bytes("d", m.second);
  if (uint64_t{m.first} + m.second.size() > configuration.l1.size_kib * uint64_t{1024}) j.fail("these bytes are not in L1");
  return true;
}

// Beats, one by one.
bool unit_recording::read_packed(const flat_json& j, uint64_t number) {
  if (!j.has("packed")) return false;
  const cycle_t cycle = cycle_of(j, "packed");
  const uint32_t packer = small(j, "packer"), address = small(j, "addr"), action = small(j, "action");
  std::vector<uint8_t> data;
  j.bytes("d", data);
  if (unit != tile_unit::packers) j.fail("beats are the packers'");
  if (packer >= packed.size()) j.fail("packers are 0..3");
  if (action > static_cast<unsigned>(pack_beat::action_t::add_int8)) j.fail("actions are 0..5");
  if (data.size() % pack_beat_bytes) j.fail("beats have 16 bytes");
  for (size_t at = 0; at < data.size(); at += pack_beat_bytes)
    packed[packer].push_back(
        {cycle,
         address + static_cast<uint32_t>(at),
         action,
         {data.begin() + static_cast<std::ptrdiff_t>(at), data.begin() + static_cast<std::ptrdiff_t>(at + pack_beat_bytes)},
         number});
  return true;
}

unit_recording::line unit_recording::read_line(const flat_json& j, const std::string& text, const piece_map& pieces) {
  line l;
  const auto is = [&](const char* key, kind what) {
    if (!j.has(key)) return false;
    l.kind = what;
    l.cycle = cycle_of(j, key);
    return true;
  };
  if (is("offer", kind::offer)) {
    l.thread = thread_of(j);
    l.word = small(j, "word");
    l.accepted = small(j, "accepted") != 0;
    if (l.accepted) l.hold = cycle_of(j, "hold");
    else l.reason = j.text("reason");
    if (j.has("turn")) {
      l.turn =
          j.text("turn") == name(stall_reason::dst_unit_switch) ? stall_reason::dst_unit_switch : stall_reason::dst_arbitration;
      l.turn_from = cycle_of(j, "turn_from");
    }
  } else if (is("store", kind::store)) {
    l.index = small(j, "index");
    if (unit != tile_unit::sync_unit || l.index >= semaphore_count) j.fail("stores are to semaphores 0..7 of the sync unit");
    l.word = small(j, "value");
    l.arrives = cycle_of(j, "arrives");
    l.from = cycle_of(j, "from");
  } else if (is("request", kind::request)) {
    l.arrives = cycle_of(j, "arrives");
    l.accepted = small(j, "write") != 0;
    l.owner = small(j, "bank") & 1;
    l.index = small(j, "index");
    l.word = small(j, "both_banks");
    j.bytes("d", l.data);
    if (unit != tile_unit::config_unit) j.fail("requests are to the configuration unit");
    if (l.index >= config_words) j.fail("Config has words 0.." + std::to_string(config_words - 1));
    if (l.data.size() != 4 && l.data.size() != 16) j.fail("a request has one word, or four");
  } else if (is("overlay_load", kind::overlay_load)) {
    if (unit != tile_unit::config_unit) j.fail("loads of the overlay are asked of the configuration unit");
    l.arrives = cycle_of(j, "arrives");
    l.from = cycle_of(j, "from");
  } else if (is("move", kind::move)) {
    if (unit != tile_unit::mover) j.fail("jobs are the mover's");
    l.word = small(j, "word");
    for (const char* field : {"destination", "source", "bytes", "mode"}) {
      const uint32_t value = small(j, field);
      const auto* const bytes = reinterpret_cast<const uint8_t*>(&value);
      l.data.insert(l.data.end(), bytes, bytes + sizeof value);
    }
  } else if (is("written", kind::written)) {
    if (unit != tile_unit::mover) j.fail("the configuration unit answers the mover");
    l.index = small(j, "number");
  } else if (is("asked", kind::asked)) {
    l.text = j.text("what");
    const std::string& of = j.text("of");
    if (std::from_chars(of.data(), of.data() + of.size(), l.arrives).ptr != of.data() + of.size()) j.fail("\"of\" is a cycle");
    l.from = cycle_of(j, "answer");
    if (unit != (l.text == question_thcon_port ? tile_unit::config_unit : tile_unit::scalar_unit))
      j.fail("this unit is not asked that");
    l.early = unit == tile_unit::scalar_unit;
  } else if (is("changed", kind::changed)) {
    l.early = true;
  } else if (is("seed", kind::seed)) {
    l.word = small(j, "value");
    l.early = true;
  } else if (is("context_reset", kind::context_reset)) {
    l.thread = thread_of(j);
    l.early = true;
  } else if (j.has("register")) {
    l.kind = kind::reg;
    const auto found = pieces.find({j.text("register"), j.number("index")});
    if (found == pieces.end()) j.fail("there is no such register");
    l.index = found->second.first;
    j.bytes("d", l.data);
    if (l.data.size() != found->second.second) j.fail("the register has " + std::to_string(found->second.second) + " bytes");
  } else if (j.has("bytes")) {
    l.kind = kind::bytes;
    l.index = small(j, "bytes");
    j.bytes("d", l.data);
    if (uint64_t{l.index} + l.data.size() > configuration.l1.size_kib * uint64_t{1024}) j.fail("these bytes are not in L1");
  } else if (j.has("readable")) {
    l.kind = kind::readable;
    l.index = small(j, "readable");
    l.from = cycle_of(j, "from");
  } else if (is("given", kind::given) || is("gave", kind::gave)) {
    l.index = (small(j, "which") & 1) * 2 + (small(j, "bank") & 1);
    l.owner = small(j, "owner") & 1;
    l.from = cycle_of(j, "from");
  } else if (j.has("address_phase")) {
    l.kind = kind::address_phase;
    l.from = cycle_of(j, "address_phase");
  } else if (is("drained", kind::drained)) {
    l.thread = thread_of(j);
    l.from = cycle_of(j, "from");
  } else if (is("end", kind::end)) {
    return l;
  } else if (std::any_of(std::begin(own_doing), std::end(own_doing), [&](const char* key) { return j.has(key); })) {
    l.kind = kind::did;
    l.text = text;
  } else {
    j.fail("no line of a record");
  }
  return l;
}

// What others have changed happens with what it stands in front of; so does a bank given in a later cycle (SETDVALID).
void unit_recording::set_cycles() {
  cycle_t next = never;
  bool early = false;
  for (auto l = lines.rbegin(); l != lines.rend(); ++l) {
    l->plays = l->cycle;
    switch (l->kind) {
      case kind::reg:
      case kind::bytes:
      case kind::readable:
      case kind::address_phase:
        l->plays = next;
        l->early = early;
        break;
      case kind::given:
        if (next < l->cycle) {
          l->plays = next;
          l->early = early;
        }
        next = l->plays;
        early = l->early;
        break;
      case kind::offer:
      case kind::store:
      case kind::changed:
      case kind::seed:
      case kind::context_reset:
      case kind::end:
        next = l->cycle;
        early = l->early;
        break;
      default: break;
    }
  }
  std::stable_sort(transfers.begin(), transfers.end(), [](const auto& a, const auto& b) { return a.asked < b.asked; });
}

}  // namespace tensix
