// SPDX-License-Identifier: Apache-2.0
#include "observe/events/event_comparison.h"

#include <algorithm>
#include <cstdio>
#include <stdexcept>

#include "models/contracts/tile_unit.h"
#include "models/isa/isa.h"
#include "models/memory/l1_client.h"
#include "support/text/nearest.h"

namespace tensix {
namespace {
constexpr uint64_t always = ~uint64_t{0};
constexpr size_t most_issued = 100000;  // kept a thread, to say what it did at a difference that is not final yet
constexpr size_t most_beats = 4096;     // kept an address, to say of which PACR they are
constexpr unsigned first_packer = static_cast<unsigned>(l1_client::packer0),
                   last_packer = static_cast<unsigned>(l1_client::packer3);
constexpr unsigned accepted_by(tile_unit u) { return event_stream(event_group::accept, static_cast<unsigned>(u)); }
constexpr unsigned packers_take = 2;  // in taken_
constexpr unsigned movers[] = {accepted_by(tile_unit::unpacker0), accepted_by(tile_unit::unpacker1),
                               accepted_by(tile_unit::packers)};

bool is_packers_write(const log_event& e) {
  return group_of(e.stream) == event_group::l1 && e.numbers[1] && e.numbers[2] >= first_packer && e.numbers[2] <= last_packer;
}
bool is_unpackers_read(const log_event& e) {
  constexpr uint8_t who_and_how = 6;  // the log may not know
  return group_of(e.stream) == event_group::l1 && (e.known & who_and_how) == who_and_how && !e.numbers[1] &&
         e.numbers[2] <= static_cast<unsigned>(l1_client::unpacker1_exponents);
}
bool concerns_movers(const log_event& e) {
  return std::find(std::begin(movers), std::end(movers), e.stream) != std::end(movers) ||
         group_of(e.stream) == event_group::pack_beat || group_of(e.stream) == event_group::unpack_read || is_packers_write(e);
}
}  // namespace

void check_stream_or_group(const std::string& name) {
  if (stream_named(name)) return;
  std::vector<std::string> known;
  for (unsigned g = 0; g < event_groups; ++g) known.emplace_back(streams_of(static_cast<event_group>(g)).name);
  if (std::find(known.begin(), known.end(), name) != known.end()) return;
  for (unsigned s = 0; s < event_stream_count; ++s) known.push_back(stream_name(s));
  throw std::invalid_argument("there is no stream '" + name + "'" + did_you_mean(name, known));
}

bool stream_matches(unsigned stream, const std::string& name) {
  return stream_name(stream) == name || streams_of(group_of(stream)).name == name;
}

event_comparison::event_comparison(event_comparison_settings settings)
    : settings_(std::move(settings)), streams_(event_stream_count) {
  for (const auto& name : settings_.only) check_stream_or_group(name);
  for (const auto& a : settings_.allowed) check_stream_or_group(a.stream);
  if (settings_.only.empty()) return;
  for (unsigned s = 0; s < event_stream_count; ++s)
    streams_[s].compared = std::any_of(settings_.only.begin(), settings_.only.end(),
                                       [&](const std::string& name) { return stream_matches(s, name); });
}

// ---- What comes

void event_comparison::happened(unsigned side, const log_event& e) {
  if (finished()) return;
  if (group_of(e.stream) == event_group::issue) {
    auto& issued = issued_[side][e.stream - event_stream(event_group::issue)];
    issued.push_back(e);
    const uint64_t settled = stuck_ ? 0 : std::min(reached_[0], reached_[1]);
    while (issued.size() > 1 && (issued[1].cycle < settled || issued.size() > most_issued)) issued.pop_front();
  }
  stream_state& s = streams_[e.stream];
  const bool of_movers = concerns_movers(e);
  if (!s.compared) {
    if (log_event noted = of_movers ? e : log_event(); of_movers) note_movers(side, noted);
    return;
  }
  s.queue[side].push_back(e);
  s.queue[side].back().ordinal = s.ordinal[side]++;
  if (of_movers) note_movers(side, s.queue[side].back());
  ++waiting_[side];
  if (!s.stuck) advance(e.stream);
}

void event_comparison::watermark(unsigned side, uint64_t cycle) {
  reached_[side] = std::max(reached_[side], cycle);
  settle();
}

void event_comparison::end(unsigned side) {
  reached_[side] = always;
  settle();
}

void event_comparison::close() {
  closed_ = true;
  settle();
}

// ---- Comparing

bool event_comparison::equal(const log_event& a, const log_event& b) const {
  constexpr uint8_t not_the_pacr = 0x7, not_the_unpacr = 0x3;
  const event_group group = group_of(a.stream);
  const auto known = static_cast<uint8_t>(a.known & b.known &
                                          (group == event_group::pack_beat     ? not_the_pacr
                                           : group == event_group::unpack_read ? not_the_unpacr
                                                                               : 0xff));
  for (size_t i = 0; i < most_event_numbers; ++i)
    if (known >> i & 1 && a.numbers[i] != b.numbers[i]) return false;
  if (a.has == event_data::none || b.has == event_data::none) return true;
  if (a.has == event_data::full && b.has == event_data::full) return a.data == b.data;
  const auto crc = [](const log_event& e) { return e.has == event_data::crc ? e.crc : crc_of(e.data.data(), e.data.size()); };
  return crc(a) == crc(b);
}

bool event_comparison::apart(uint64_t a, uint64_t b) const {
  return !settings_.ignore_time && (a > b ? a - b : b - a) > settings_.slack;
}

// Everything of that side up to `cycle` has been reported. Without time only the end says so.
bool event_comparison::told_beyond(unsigned side, uint64_t cycle) const {
  if (reached_[side] == always) return true;
  return !settings_.ignore_time && reached_[side] > settings_.slack && reached_[side] - settings_.slack > cycle;
}

void event_comparison::pass(stream_state& s, unsigned side) {
  auto& last = s.last[side];
  if (last.size() == last_events) {  // its memory is used again
    last.push_back(std::move(last.front()));
    last.pop_front();
    std::swap(last.back(), s.queue[side].front());
  } else {
    last.push_back(std::move(s.queue[side].front()));
  }
  s.queue[side].pop_front();
  --waiting_[side];
}

// Passes what is equal on both sides.
void event_comparison::advance(unsigned stream) {
  stream_state& s = streams_[stream];
  while (!s.queue[0].empty() && !s.queue[1].empty()) {
    const log_event &a = s.queue[0].front(), &b = s.queue[1].front();
    if (!equal(a, b) || apart(a.cycle, b.cycle)) {
      s.stuck = true;
      s.stuck_cycle = std::min(a.cycle, b.cycle);
      ++stuck_;
      return;
    }
    ++compared_;
    pass(s, 0);
    pass(s, 1);
  }
}

// What the first events of a stream differ in, by what follows them: the nearest event of one side that is equal to the other's
// first says how many were left out before it.
void event_comparison::classify(unsigned stream) {
  stream_state& s = streams_[stream];
  if (s.queue[0].empty() || s.queue[1].empty()) {
    s.kind = s.queue[1].empty() ? event_difference::missing : event_difference::extra;
    return;
  }
  const log_event &a = s.queue[0].front(), &b = s.queue[1].front();
  const auto same = [&](const log_event& x, const log_event& y) { return equal(x, y) && !apart(x.cycle, y.cycle); };
  const size_t most = std::min(event_look_ahead, std::max(s.queue[0].size(), s.queue[1].size()));
  const bool differ = !equal(a, b);
  for (size_t i = 1; i < most; ++i) {
    // An equal pair behind: in step, so that only this one differs.
    if (i < s.queue[0].size() && i < s.queue[1].size() && same(s.queue[0][i], s.queue[1][i])) break;
    const bool later_0 = i < s.queue[0].size() && same(s.queue[0][i], b),
               later_1 = i < s.queue[1].size() && same(s.queue[1][i], a);
    if (later_0 == later_1) continue;
    s.kind = later_0 ? event_difference::missing : event_difference::extra;
    return;
  }
  s.kind = differ ? event_difference::data : event_difference::time;
}

// ---- What is final

void event_comparison::settle() {
  // An event that the other side can no longer have.
  for (unsigned stream = 0; stream < event_stream_count; ++stream) {
    stream_state& s = streams_[stream];
    if (s.stuck || s.queue[0].empty() == s.queue[1].empty()) continue;
    const unsigned side = s.queue[0].empty() ? 1 : 0;
    const uint64_t cycle = s.queue[side].front().cycle;
    const bool ahead = settings_.ignore_time && s.queue[side].size() > most_events_ahead;
    if (!told_beyond(1 - side, cycle) && !ahead) continue;
    s.stuck = true;
    s.stuck_cycle = cycle;
    ++stuck_;
  }
  while (stuck_ > 0 && !finished()) {
    unsigned first = event_stream_count;
    for (unsigned stream = 0; stream < event_stream_count; ++stream)
      if (streams_[stream].stuck && (first == event_stream_count || streams_[stream].stuck_cycle < streams_[first].stuck_cycle))
        first = stream;
    const stream_state& s = streams_[first];
    const uint64_t needed = s.stuck_cycle + event_look_ahead_cycles;
    for (unsigned side = 0; side < 2; ++side)
      if (reached_[side] <= needed && !closed_) return;
    classify(first);
    resolve(first);
  }
}

bool event_comparison::allowed(const stream_state& s, unsigned stream) {
  const unsigned side = s.kind == event_difference::extra ? 1 : 0;
  const log_event& e = s.queue[side].front();
  for (auto& a : settings_.allowed) {
    if (a.kind != s.kind || !stream_matches(stream, a.stream)) continue;
    if (e.ordinal < a.first_ordinal || e.ordinal > a.last_ordinal || s.stuck_cycle < a.first_cycle ||
        s.stuck_cycle > a.last_cycle)
      continue;
    ++a.used;
    return true;
  }
  return false;
}

// Reports the difference unless it is allowed, and goes on behind it.
void event_comparison::resolve(unsigned stream) {
  stream_state& s = streams_[stream];
  const bool in_0 = s.kind != event_difference::extra, in_1 = s.kind != event_difference::missing;
  if (!allowed(s, stream)) {
    event_divergence d{s.kind, stream, s.stuck_cycle, {}, {}, {}};
    for (unsigned side = 0; side < 2; ++side) {
      if (!s.queue[side].empty()) d.side[side].push_back(s.queue[side].front());
      d.before[side].assign(s.last[side].begin(), s.last[side].end());
    }
    d.context = threads_at(d.cycle);
    for (unsigned side = 0; side < 2; ++side)
      if ((side ? in_1 : in_0) && !s.queue[side].empty()) {
        d.context += pacr_of(side, s.queue[side].front());
        d.context += unpacr_of(side, s.queue[side].front());
      }
    found_.push_back(std::move(d));
  }
  s.stuck = false;
  --stuck_;
  if (in_0) pass(s, 0);
  if (in_1) pass(s, 1);
  advance(stream);
  if (s.stuck || s.queue[0].empty() == s.queue[1].empty()) return;
  const unsigned side = s.queue[0].empty() ? 1 : 0;
  if (!told_beyond(1 - side, s.queue[side].front().cycle)) return;
  s.stuck = true;
  s.stuck_cycle = s.queue[side].front().cycle;
  ++stuck_;
}

// ---- What is behind a packer's beat, and an unpacker's read

void event_comparison::note_movers(unsigned side, log_event& e) {
  if (const auto m = std::find(std::begin(movers), std::end(movers), e.stream); m != std::end(movers)) {
    taken_by& t = taken_[side][m - std::begin(movers)];
    t.last.push_back(e);
    if (t.last.size() <= most_issued) return;
    t.last.pop_front();
    ++t.before;
    return;
  }
  if (group_of(e.stream) == event_group::unpack_read) {
    if (!(e.known >> 2 & 1)) return;
    auto& reads = reads_[side][e.numbers[0] & 1];
    reads.emplace_back(e.cycle, e.numbers[2]);
    if (reads.size() > most_issued) reads.pop_front();
    return;
  }
  const bool written = group_of(e.stream) == event_group::l1;
  beats_of_address& b =
      beats_[side][written ? std::pair(e.numbers[2] - first_packer, e.numbers[0]) : std::pair(e.numbers[0], e.numbers[1])];
  if (written) {
    e.write = b.written++;
  } else if (e.known >> 3 & 1) {
    b.pacrs.push_back(static_cast<uint32_t>(e.numbers[3]));
    if (b.pacrs.size() < 2 * most_beats) return;
    b.pacrs.erase(b.pacrs.begin(), b.pacrs.begin() + most_beats);
    b.forgotten += most_beats;
  }
}

// A packer's writes to one address are in the order of its beats to it. Empty: it is no such event, or the log does not say.
std::string event_comparison::pacr_of(unsigned side, const log_event& e) const {
  uint64_t number = 0;
  if (group_of(e.stream) == event_group::pack_beat && (e.known >> 3 & 1)) {
    number = e.numbers[3];
  } else if (is_packers_write(e)) {
    const auto b = beats_[side].find({e.numbers[2] - first_packer, e.numbers[0]});
    if (b == beats_[side].end() || e.write < b->second.forgotten || e.write - b->second.forgotten >= b->second.pacrs.size())
      return {};
    number = b->second.pacrs[e.write - b->second.forgotten];
  } else {
    return {};
  }
  return instruction_of(side, packers_take, "beat", number);
}

// An unpacker fetches one instruction at a time: a read is of the one whose fetch began last.
std::string event_comparison::unpacr_of(unsigned side, const log_event& e) const {
  if (group_of(e.stream) == event_group::unpack_read && (e.known >> 2 & 1))
    return instruction_of(side, e.numbers[0] & 1, "read", e.numbers[2]);
  if (!is_unpackers_read(e)) return {};
  const unsigned unpacker = e.numbers[2] & 1;
  const auto& reads = reads_[side][unpacker];
  const auto next =
      std::upper_bound(reads.begin(), reads.end(), e.cycle, [](uint64_t c, const auto& r) { return c < r.first; });
  return next == reads.begin() ? std::string() : instruction_of(side, unpacker, "read", (next - 1)->second);
}

// By its number among those that the unit (of taken_) has taken. Empty: the log does not have it, or it has been forgotten.
std::string event_comparison::instruction_of(unsigned side, unsigned unit, const char* what, uint64_t number) const {
  const taken_by& t = taken_[side][unit];
  if (number < t.before || number - t.before >= t.last.size()) return {};
  const log_event& e = t.last[number - t.before];
  const auto word = static_cast<uint32_t>(e.numbers[1]);
  char hexadecimal[12];
  std::snprintf(hexadecimal, sizeof hexadecimal, "0x%08x", word);
  return "  " + settings_.name[side] + ": of this " + what + " the instruction is \"" + disassemble(word) + "\" (" +
         hexadecimal + ") of T" + std::to_string(e.numbers[0]) + ", issued in cycle " + std::to_string(e.cycle) + "\n";
}

// What each thread last issued on both sides, up to the cycle of the difference.
std::string event_comparison::threads_at(uint64_t cycle) const {
  std::string text;
  for (unsigned t = 0; t < 3; ++t)
    for (unsigned side = 0; side < 2; ++side) {
      const auto& issued = issued_[side][t];
      if (issued.empty()) continue;
      auto next = std::find_if(issued.begin(), issued.end(), [&](const log_event& e) { return e.cycle > cycle; });
      text += "  " + settings_.name[side] + ": T" + std::to_string(t);
      if (next == issued.begin()) text += " issued nothing";
      else
        text += " issued \"" + disassemble(static_cast<uint32_t>((next - 1)->numbers[0])) + "\" in cycle " +
                std::to_string((next - 1)->cycle);
      if (next != issued.end())
        text +=
            ", next \"" + disassemble(static_cast<uint32_t>(next->numbers[0])) + "\" in cycle " + std::to_string(next->cycle);
      text += "\n";
    }
  return text;
}

}  // namespace tensix
