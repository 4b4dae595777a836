// SPDX-License-Identifier: Apache-2.0
// Counters of a network interface a second time, made differently: nothing is counted while things happen; each counter is found from
// the whole history by the sentence that the ISA documentation has for it (NoC/Counters, Blackhole).
#pragma once
#include <cstdint>
#include <vector>

namespace noc_tests {

enum class request { read, write, write_inline, atomic };

// Something that happened at one interface, as its observer tells it.
struct event {
  enum moment {
    command,  // 1 written to CMD_CTRL
    channel,  // a virtual channel for the first hop is assigned
    departure,
    source_free,
    first_flit,
    last_flit,
    completed,  // in L1 or registers, at the target
    response,   // has come, and what it brings is in its place
    clearing    // of outstanding counts
  } what = command;
  request kind = request::read;
  bool marked = true;
  unsigned id = 0, data_flits = 0;
  unsigned pieces = 1;  // of at most 16384 bytes
  uint32_t mask = 0;
};
using history = std::vector<event>;

template <class condition>
uint32_t times(const history& h, condition c) {
  uint32_t n = 0;
  for (const event& e : h) n += c(e) ? 1 : 0;
  return n;
}
template <class condition>
uint32_t flits(const history& h, condition c) {
  uint32_t n = 0;
  for (const event& e : h) n += c(e) ? e.data_flits : 0;
  return n;
}

// "Gets both incremented and decremented", eight bits, and only these are cleared.
inline uint32_t outstanding(const history& h, unsigned id) {
  uint8_t n = 0;
  for (const event& e : h) {
    if (e.what == event::clearing && e.mask & 1u << id) n = 0;
    if (e.id != id) continue;
    if (e.what == event::command && (e.kind == request::read || e.marked)) n = static_cast<uint8_t>(n + e.pieces);
    if (e.what == event::response) --n;
  }
  return n;
}
inline uint32_t outgoing(const history& h, unsigned id) {
  int n = 0;
  for (const event& e : h) {
    if (e.id != id || e.kind != request::write) continue;
    if (e.what == event::command) n += static_cast<int>(e.pieces);
    if (e.what == event::source_free) n -= 1;
  }
  return static_cast<uint32_t>(n) & 255;
}

inline uint32_t counter_from(const history& h, unsigned index) {
  const auto is = [](const event& e, event::moment w, request k) { return e.what == w && e.kind == k; };
  const auto write = [](const event& e) { return e.kind == request::write || e.kind == request::write_inline; };
  // Sent and received: inline writes are sent when they have a channel, and have come with their first flit.
  const auto write_sent = [&](const event& e) {
    return is(e, event::departure, request::write) || is(e, event::channel, request::write_inline);
  };
  const auto write_came = [&](const event& e) {
    return is(e, event::last_flit, request::write) || is(e, event::first_flit, request::write_inline);
  };
  if (index >= 16 && index < 32) return outstanding(h, index - 16);
  if (index >= 32 && index < 48) return outgoing(h, index - 32);
  const bool marked =
      index == 6 || index == 8 || index == 10 || index == 12 || index == 54 || index == 56 || index == 58 || index == 60;
  const auto so_marked = [&](const event& e) { return e.marked == marked; };
  switch (index) {
    case 0: return times(h, [&](auto& e) { return is(e, event::response, request::atomic); });
    case 1: return times(h, [&](auto& e) { return e.what == event::response && write(e); });
    case 2: return times(h, [&](auto& e) { return is(e, event::response, request::read); });
    case 3: return flits(h, [&](auto& e) { return is(e, event::response, request::read); });
    case 4: return times(h, [&](auto& e) { return e.what == event::channel; });
    case 5: return times(h, [&](auto& e) { return is(e, event::departure, request::read); });
    case 6:
    case 7: return times(h, [&](auto& e) { return is(e, event::departure, request::atomic) && so_marked(e); });
    case 8:
    case 9: return flits(h, [&](auto& e) { return is(e, event::departure, request::write) && so_marked(e); });
    case 10:
    case 11: return times(h, [&](auto& e) { return write_sent(e) && so_marked(e); });
    case 12:
    case 13: return times(h, [&](auto& e) { return e.what == event::channel && write(e) && so_marked(e); });
    case 14: return times(h, [&](auto& e) { return is(e, event::channel, request::read); });
    case 15: return times(h, [&](auto& e) { return is(e, event::channel, request::atomic) && e.marked; });
    case 48: return times(h, [&](auto& e) { return is(e, event::completed, request::atomic) && e.marked; });
    case 49: return times(h, [&](auto& e) { return e.what == event::completed && write(e) && e.marked; });
    case 50: return times(h, [&](auto& e) { return is(e, event::completed, request::read); });
    case 51: return flits(h, [&](auto& e) { return is(e, event::completed, request::read); });
    case 52: return times(h, [&](auto& e) { return e.what == event::first_flit && !write(e); });
    case 53: return times(h, [&](auto& e) { return is(e, event::first_flit, request::read); });
    case 54:
    case 55: return times(h, [&](auto& e) { return is(e, event::first_flit, request::atomic) && so_marked(e); });
    case 56:
    case 57: return flits(h, [&](auto& e) { return write_came(e) && so_marked(e); });
    case 58:
    case 59: return times(h, [&](auto& e) { return write_came(e) && so_marked(e); });
    case 60:
    case 61: return times(h, [&](auto& e) { return e.what == event::first_flit && write(e) && so_marked(e); });
    default: return 0;
  }
}

}  // namespace noc_tests
