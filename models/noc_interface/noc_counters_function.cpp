// SPDX-License-Identifier: Apache-2.0
#include "models/noc_interface/noc_counters_function.h"

namespace tensix {
namespace {

// Kinds of requests; answers count as what they answer.
enum request : uint8_t { read = 1, write = 2, write_inline = 4, atomic = 8, any = 15 };
enum marking : uint8_t { posted = 1, marked = 2, either = 3 };
enum amount : uint8_t { one, words, less_one };  // less one: of a count of the packet's transaction

struct rule {
  noc_step at;
  uint8_t requests;
  marking when;
  uint8_t index;
  amount by = one;
};
using step = noc_step;

constexpr rule rules[] = {
    {step::channel_given, any, either, 4},
    {step::channel_given, write | write_inline, marked, 12},
    {step::channel_given, write | write_inline, posted, 13},
    {step::channel_given, read, either, 14},
    {step::channel_given, atomic, marked, 15},
    {step::channel_given, write_inline, marked, 10},
    {step::channel_given, write_inline, posted, 11},
    {step::leaves, read, either, 5},
    {step::leaves, atomic, marked, 6},
    {step::leaves, atomic, posted, 7},
    {step::leaves, write, marked, 8, words},
    {step::leaves, write, posted, 9, words},
    {step::leaves, write, marked, 10},
    {step::leaves, write, posted, 11},
    {step::source_read, write, either, noc_counters::outgoing, less_one},
    {step::answered, atomic, either, 0},
    {step::answered, write | write_inline, either, 1},
    {step::answered, read, either, 2},
    {step::answered, read, either, 3, words},
    {step::answered, any, either, noc_counters::outstanding, less_one},
    {step::arrived, read | atomic, either, 52},
    {step::arrived, read, either, 53},
    {step::arrived, atomic, marked, 54},
    {step::arrived, atomic, posted, 55},
    {step::arrived, write_inline, marked, 56},
    {step::arrived, write_inline, posted, 57},
    {step::arrived, write_inline, marked, 58},
    {step::arrived, write_inline, posted, 59},
    {step::arrived, write | write_inline, marked, 60},
    {step::arrived, write | write_inline, posted, 61},
    {step::received, write, marked, 56, words},
    {step::received, write, posted, 57, words},
    {step::received, write, marked, 58},
    {step::received, write, posted, 59},
    {step::served, atomic, marked, 48},
    {step::served, write | write_inline, marked, 49},
    {step::served, read, either, 50},
    {step::served, read, either, 51, words},
};

uint8_t request_of(const noc_packet& packet) {
  switch (packet.kind) {
    case noc_packet_kind::read:
    case noc_packet_kind::read_answer: return read;
    case noc_packet_kind::write:
    case noc_packet_kind::write_answer: return packet.inline_data ? write_inline : write;
    case noc_packet_kind::atomic:
    case noc_packet_kind::atomic_answer: return atomic;
  }
  return 0;
}

// Counts of transactions have 8 bits.
constexpr bool narrow(unsigned index) { return index >= noc_counters::outstanding && index < noc_counters::outgoing + 16; }

}  // namespace

void noc_counters::add(unsigned index, uint32_t n) {
  uint32_t& v = value_[index];
  const uint32_t before = v;
  v = narrow(index) ? (v + n) & 0xFF : v + n;
  if (index >= outstanding && index < outstanding + 16 && before && !v) reached_zero_ |= 1u << (index - outstanding);
}

void noc_counters::started(const noc_packet& packet, unsigned packets) {
  const uint8_t request = request_of(packet);
  if (packet.marked) add(outstanding + packet.transaction, packets);
  if (request == write) add(outgoing + packet.transaction, packets);
}

void noc_counters::happened(noc_step at, const noc_packet& packet) {
  const uint8_t request = request_of(packet);
  const marking as = packet.marked ? marked : posted;
  for (const rule& r : rules) {
    if (r.at != at || !(r.requests & request) || !(r.when & as)) continue;
    if (r.by == less_one) add(r.index + packet.transaction, ~0u);
    else add(r.index, r.by == words ? packet.data_flits() : 1);
  }
}

void noc_counters::clear_outstanding(uint32_t mask) {
  for (unsigned id = 0; id < 16; ++id)
    if (mask >> id & 1) {
      if (value_[outstanding + id]) reached_zero_ |= 1u << id;
      value_[outstanding + id] = 0;
    }
}

}  // namespace tensix
