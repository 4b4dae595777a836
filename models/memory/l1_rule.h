// SPDX-License-Identifier: Apache-2.0
// The arbitration of L1: who is served in a cycle (l1_rule), and what that changes (l1_serve, l1_end_cycles). It is the
// pseudo-code of docs/l1-protocol.md, in its order; l1_shortcuts.h reaches the same decisions sooner. No SystemC.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "models/memory/l1_parameters.h"
#include "models/memory/l1_policy.h"
#include "models/time/cycle.h"

namespace tensix {

inline constexpr uint32_t most_l1_banks = 256, most_l1_lanes = 64;  // and 64 ports
inline unsigned lowest_bit(uint64_t mask) { return static_cast<unsigned>(__builtin_ctzll(mask)); }
inline uint32_t few_bits(uint64_t mask) {  // how many they are; of a few sooner than a call of the compiler's library
  uint32_t n = 0;
  for (; mask; mask &= mask - 1) ++n;
  return n;
}

// What the arbitration knows of a transfer. Words are of 16 bytes; a beat is one of them.
struct l1_transfer {
  l1_client client = l1_client::noc;
  l1_operation operation = l1_operation::plain;
  bool write = false;
  uint8_t ahead = 0, stream = 0;                     // as in l1_access
  uint64_t number = 0;                               // in an event log
  uint64_t queue = 0;                                // a bit for its client and direction; 0: of another stream than 0
  cycle_t start = 0;                                 // first cycle it competes in
  cycle_t first_grant = never;                       // cycle of its first beat
  cycle_t done = never;                              // first cycle after the last beat; never: beats are left
  uint32_t word0 = 0;                                // of the first beat
  uint32_t beats_per_row = 0, row_stride_words = 0;  // beats_per_row 0: one contiguous piece
  uint32_t beats = 0, next = 0;                      // next: the first beat that has not been served
  uint64_t granted_ahead = 0;                        // bit i: beat next + i has been served
  uint32_t lanes = 1;                                // beats a cycle, from the last RATE_CHANGE on
  uint32_t hold = 0;                                 // cycles a beat keeps its bank, if more than its own
  uint32_t bank_blocked = 0, port_blocked = 0;       // cycles in which a beat was refused

  uint32_t word_of(uint32_t beat) const {
    return beats_per_row ? word0 + beat / beats_per_row * row_stride_words + beat % beats_per_row : word0 + beat;
  }
  uint32_t window() const { return std::min(lanes, beats - next); }      // beats from `next` on that may be served
  bool asks(uint32_t b) const { return (granted_ahead >> b & 1) == 0; }  // for beat b of its window
  bool same_queue(const l1_transfer& t) const { return client == t.client && write == t.write && stream == t.stream; }
};

struct l1_bank_set {
  std::array<uint64_t, most_l1_banks / 64> words{};
  bool has(uint32_t bank) const { return words[bank / 64] >> bank % 64 & 1; }
  void add(uint32_t bank) { words[bank / 64] |= uint64_t{1} << bank % 64; }
  void remove(uint32_t bank) { words[bank / 64] &= ~(uint64_t{1} << bank % 64); }
  bool empty() const { return !(words[0] | words[1] | words[2] | words[3]); }
};

// What stays the same in a simulation.
struct l1_wiring {
  explicit l1_wiring(const l1_parameters& p);
  uint32_t banks, ports, atomic_cycles, arbiter_phase;
  const l1_policy_rules &bank_policy, &port_policy;
  // lowest_ports[client][n]: the n ports of the client with the lowest numbers, bit by bit, or all of them; ports_of: all.
  std::array<std::array<uint64_t, most_l1_lanes + 1>, l1_clients> lowest_ports;
  std::array<uint32_t, l1_clients> port_count;
  uint64_t ports_of(l1_client client) const { return lowest_ports[static_cast<size_t>(client)][most_l1_lanes]; }
  uint32_t bank_of(const l1_transfer& t, uint32_t b) const { return t.word_of(t.next + b) & (banks - 1); }
  // Its last beat is served in `cycle`.
  cycle_t done_after(const l1_transfer& t, cycle_t cycle) const {
    return cycle + (t.operation == l1_operation::atomic ? atomic_cycles : 1);
  }
};

// What a cycle leaves to the next.
struct l1_state {
  cycle_t cycle = 0;                 // the next one
  uint32_t turn = 0;                 // cycles in which several competed
  std::vector<l1_client> bank_last;  // client that a bank served last when it was asked for more than once
  // First cycle in which banks and ports take a beat again, and those for which that is not yet, as of `cycle`.
  std::vector<cycle_t> bank_free, port_free;
  l1_bank_set held_banks;
  uint64_t held_ports = 0;
  explicit l1_state(const l1_wiring& w)
      : turn(w.arbiter_phase),
        bank_last(w.banks, static_cast<l1_client>((l1_clients - 1 + w.arbiter_phase) % l1_clients)),
        bank_free(w.banks, 0),
        port_free(w.ports, 0) {}
  bool held = false;  // any of them
};

// Those that compete in a cycle, in the order of their requests.
struct l1_competitors {
  std::array<l1_transfer*, most_l1_askers> transfer;
  size_t count = 0;
  cycle_t until = never;  // first cycle in which there may be others, if none of these ends
};

// What one of them gets. A bit is a beat of its window, or a port.
struct l1_share {
  uint32_t competitor;  // its number
  uint32_t beats;       // how many are served
  uint64_t served;      // which
  uint64_t ports;       // through these, the lowest beat through the lowest
  uint64_t refused;     // their bank is held, taken or another's
  uint64_t contended;   // of those served: their bank was asked for more than once, among several competitors
  bool no_port;         // the next one found none
  bool is_run(const l1_transfer& t) const {  // of words one behind the other, from the next beat on
    return served && (served & (served + 1)) == 0 && !t.beats_per_row;
  }
};

struct l1_decision {
  cycle_t cycles = 1;  // so many alike; more than one: all whole windows, the last perhaps a smaller one
  size_t count = 0;
  std::array<l1_share, most_l1_askers> share;  // in the order in which they take ports
  std::array<uint8_t, most_l1_banks> winner;   // competitor; of banks that refused a beat, unless they are held
  l1_decision() {}                             // what is not written is not read
};

// Of every client, stream and direction the first whose time has come and that has beats left; of too many the first.
template <class List>
l1_competitors l1_compete(List& list, cycle_t cycle) {
  l1_competitors all;
  size_t count = 0;
  uint64_t queues = 0;
  for (l1_transfer& t : list) {
    if (t.done != never) continue;
    if (t.start > cycle) {
      all.until = std::min(all.until, t.start);
      continue;
    }
    const auto begin = all.transfer.begin(), end = begin + static_cast<std::ptrdiff_t>(count);
    if (t.queue ? (queues & t.queue) != 0 : std::any_of(begin, end, [&](const l1_transfer* x) { return x->same_queue(t); }))
      continue;
    if (count == most_l1_askers) continue;
    queues |= t.queue;
    all.transfer[count++] = &t;
  }
  all.count = count;
  return all;
}

// At the beginning of a cycle: banks and ports whose time is over.
inline void l1_release(l1_state& s) {
  for (uint64_t rest = s.held_ports; rest; rest &= rest - 1)
    if (s.port_free[lowest_bit(rest)] <= s.cycle) s.held_ports &= ~(rest & -rest);
  for (uint32_t word = 0; 64 * word < s.bank_free.size(); ++word)
    for (uint64_t rest = s.held_banks.words[word]; rest; rest &= rest - 1)
      if (s.bank_free[64 * word + lowest_bit(rest)] <= s.cycle) s.held_banks.remove(64 * word + lowest_bit(rest));
  s.held = s.held_ports || !s.held_banks.empty();
}

// The rule. Every competitor asks for the banks of its window; each bank has one winner; then they take ports, one competitor
// after the other.
inline void l1_rule(const l1_wiring& w, const l1_state& s, const l1_competitors& competing, l1_decision& d) {
  const size_t n = competing.count;
  std::array<l1_asker, most_l1_askers> askers;
  std::array<uint64_t, most_l1_banks> asking;  // of every bank: bit k: competitor k
  l1_bank_set several;                         // asked for by more than one beat
  if (n > 1) {
    std::fill_n(asking.begin(), w.banks, 0);
    for (size_t k = 0; k < n; ++k) {
      const l1_transfer& t = *competing.transfer[k];
      askers[k] = {t.client, t.start};
      for (uint32_t b = 0; b < t.window(); ++b) {
        if (!t.asks(b)) continue;
        const uint32_t bank = w.bank_of(t, b);
        if (asking[bank]) several.add(bank);
        asking[bank] |= uint64_t{1} << k;
      }
    }
  }
  l1_bank_set taken_banks = s.held_banks;
  uint64_t taken_ports = s.held_ports;
  uint64_t left = (uint64_t{1} << n) - 1;
  const unsigned first = n > 1 ? s.turn % static_cast<uint32_t>(n) : 0;
  d.cycles = 1;
  for (d.count = 0; d.count < n; ++d.count) {
    const unsigned k = n > 1 ? w.port_policy.port_turn(askers.data(), left, first) : 0;
    left &= ~(uint64_t{1} << k);
    const l1_transfer& t = *competing.transfer[k];
    l1_share& got = d.share[d.count] = {};
    got.competitor = k;
    for (uint32_t b = 0; b < t.window(); ++b) {
      if (!t.asks(b)) continue;
      const uint64_t beat = uint64_t{1} << b, free_ports = w.ports_of(t.client) & ~taken_ports;
      if (!free_ports) {
        got.no_port = true;
        break;
      }
      const uint32_t bank = w.bank_of(t, b);
      const bool taken = taken_banks.has(bank);
      if (!taken) {
        const bool alone = n == 1 || asking[bank] == uint64_t{1} << k;
        d.winner[bank] = alone ? k : w.bank_policy.bank_winner(askers.data(), asking[bank], s.bank_last[bank]);
      }
      if (taken || d.winner[bank] != k) {
        got.refused |= beat;  // the bank may stay idle: its winner may lack a port
        continue;
      }
      taken_banks.add(bank);
      taken_ports |= free_ports & -free_ports;
      got.ports |= free_ports & -free_ports;
      got.served |= beat;
      ++got.beats;
      if (several.has(bank)) got.contended |= beat;
    }
  }
}

// What its share changes for a transfer, and for banks and ports.
inline void l1_serve(const l1_wiring& w, l1_state& s, l1_transfer& t, const l1_share& got, cycle_t cycles) {
  for (uint64_t beats = got.contended; beats; beats &= beats - 1) s.bank_last[w.bank_of(t, lowest_bit(beats))] = t.client;
  if (t.hold && got.served) {
    s.held = true;
    for (uint64_t beats = got.served, ports = got.ports; beats; beats &= beats - 1, ports &= ports - 1) {
      const uint32_t bank = w.bank_of(t, lowest_bit(beats));
      s.bank_free[bank] = s.cycle + t.hold;
      s.held_banks.add(bank);
      if (t.operation == l1_operation::accumulate) continue;  // which reads and writes its bank, but passes its port once
      s.port_free[lowest_bit(ports)] = s.cycle + t.hold;
      s.held_ports |= ports & -ports;
    }
  }
  if (got.served && t.first_grant == never) t.first_grant = s.cycle;
  if (cycles > 1) {
    t.next += static_cast<uint32_t>(std::min<cycle_t>(t.beats - t.next, got.beats * cycles));
  } else {
    t.granted_ahead |= got.served;
    const unsigned passed = ~t.granted_ahead ? lowest_bit(~t.granted_ahead) : 64;
    t.granted_ahead = passed == 64 ? 0 : t.granted_ahead >> passed;
    t.next += passed;
  }
  if (got.refused) ++t.bank_blocked;
  else if (got.no_port) ++t.port_blocked;
  if (t.next == t.beats) t.done = w.done_after(t, s.cycle + cycles - 1);
}

inline void l1_end_cycles(l1_state& s, const l1_decision& d) {
  if (d.count > 1) s.turn += static_cast<uint32_t>(d.cycles);
  s.cycle += d.cycles;
}

}  // namespace tensix
