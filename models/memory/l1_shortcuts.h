// SPDX-License-Identifier: Apache-2.0
// Three ways to what l1_rule decides, in less of the host's time. Each returns false where its precondition does not hold, and has
// then decided nothing. With TENSIX_CHECK_SHORTCUTS decisions are compared with the rule's (l1_check.h). No SystemC.
#pragma once
#include "models/memory/l1_rule.h"

namespace tensix {

// One competitor that meets nobody gets its whole window in each of many cycles. Precondition: it is contiguous, nothing of it is
// served ahead, its beats hold nothing, nor is anything held; it has no more lanes than there are banks, nor than its client has
// ports. `until`: first cycle in which something else may compete.
inline bool l1_alone(const l1_wiring& w, const l1_state& s, const l1_competitors& competing, cycle_t until, l1_decision& d) {
  if (competing.count != 1) return false;
  const l1_transfer& t = *competing.transfer[0];
  const auto client = static_cast<size_t>(t.client);
  if (t.beats_per_row || t.granted_ahead || t.hold || s.held || t.lanes > w.banks || w.port_count[client] < t.lanes)
    return false;
  const uint32_t window = t.window();
  d.count = 1;
  d.cycles = std::min<cycle_t>((t.beats - t.next + t.lanes - 1) / t.lanes, until - s.cycle);
  d.share[0] = {0, window, ~uint64_t{0} >> (64 - window), w.lowest_ports[client][window], 0, 0, false};
  return true;
}

// One competitor that asks for one beat: one bank and the lowest free port, or what it lacks.
inline bool l1_one_beat(const l1_wiring& w, const l1_state& s, const l1_competitors& competing, l1_decision& d) {
  const l1_transfer& t = *competing.transfer[0];
  if (competing.count != 1 || t.window() != 1) return false;
  const uint64_t ports = w.ports_of(t.client) & ~s.held_ports;
  d.count = 1;
  d.cycles = 1;
  if (!ports) d.share[0] = {0, 0, 0, 0, 0, 0, true};
  else if (s.held_banks.has(w.bank_of(t, 0))) d.share[0] = {0, 0, 0, 0, 1, 0, false};
  else d.share[0] = {0, 1, 1, ports & -ports, 0, 0, false};
  return true;
}

// Banks as bits of a mask, from that of a window's first beat on, or back.
struct l1_rotated {
  uint32_t banks;  // at most 64
  uint64_t operator()(uint64_t mask, unsigned by) const {
    const unsigned left = by & (banks - 1);
    if (left == 0) return mask;
    return (mask << left | mask >> (banks - left)) & ~uint64_t{0} >> (64 - banks);
  }
};

// Masks of banks say who meets whom. Precondition: at most 64 banks; every competitor is contiguous, its window has no more beats
// than there are banks, and its client has as many ports, which no other competitor has, and of which none is held. Then a bank
// is asked for at most once by each, and ports are no question. Where moreover nobody meets anybody, nothing is held, and all
// have whole windows of one size, the cycles that follow are alike, until one has less than a window left.
inline bool l1_by_masks(const l1_wiring& w, const l1_state& s, const l1_competitors& competing, cycle_t until, l1_decision& d) {
  if (w.banks > 64) return false;
  const l1_rotated rotated{w.banks};
  std::array<uint64_t, most_l1_askers> asks;  // banks of its window
  const uint64_t held = s.held_banks.words[0];
  uint64_t all = 0, several = 0, ports = s.held_ports;
  bool in_step = !(held | ports);
  cycle_t cycles = until - s.cycle;
  const size_t n = competing.count;
  for (uint32_t k = 0; k < n; ++k) {
    const l1_transfer& t = *competing.transfer[k];
    const uint32_t window = t.window();
    const auto client = static_cast<size_t>(t.client);
    const uint64_t own_ports = w.ports_of(t.client);
    if (t.beats_per_row || window > w.banks || (own_ports & ports) || w.port_count[client] < window) return false;
    ports |= own_ports;
    const uint64_t beats = ~uint64_t{0} >> (64 - window) & ~t.granted_ahead, banks = rotated(beats, w.bank_of(t, 0));
    asks[k] = banks;
    several |= all & banks;
    all |= banks;
    const uint32_t count = t.granted_ahead ? few_bits(beats) : window;
    d.share[k] = {k, count, beats, w.lowest_ports[client][count], 0, 0, false};
    in_step &= window == t.lanes && window == d.share[0].beats && !t.granted_ahead && !t.hold;
    if (in_step) cycles = std::min<cycle_t>(cycles, (t.beats - t.next) / t.lanes);
  }
  d.count = n;
  d.cycles = in_step && !several ? cycles : 1;
  if (!(several | (all & held))) return true;
  std::array<l1_asker, most_l1_askers> askers;
  std::array<uint64_t, most_l1_askers> won;  // banks, of those that several ask for
  for (size_t k = 0; k < n; ++k) askers[k] = {competing.transfer[k]->client, competing.transfer[k]->start}, won[k] = 0;
  for (uint64_t rest = several & ~held; rest; rest &= rest - 1) {
    const unsigned bank = lowest_bit(rest);
    uint64_t asking = n == 2 ? 3 : 0;  // of two, both
    for (uint32_t k = 0; n > 2 && k < n; ++k) asking |= (asks[k] >> bank & 1) << k;
    const unsigned winner = w.bank_policy.bank_winner(askers.data(), asking, s.bank_last[bank]);
    d.winner[bank] = static_cast<uint8_t>(winner);
    won[winner] |= rest & -rest;
  }
  for (size_t k = 0; k < n; ++k) {
    const l1_transfer& t = *competing.transfer[k];
    l1_share& got = d.share[k];
    const uint64_t lost = asks[k] & ((several & ~won[k]) | held);
    if (won[k]) got.contended = rotated(won[k], w.banks - w.bank_of(t, 0));
    if (!lost) continue;
    got.refused = rotated(lost, w.banks - w.bank_of(t, 0));
    got.served &= ~got.refused;
    got.beats = few_bits(got.served);
    got.ports = w.lowest_ports[static_cast<size_t>(t.client)][got.beats];
  }
  return true;
}

// By the first of them that does; `several_until`: as `until`, of several competitors.
inline bool l1_shortcut(const l1_wiring& w, const l1_state& s, const l1_competitors& competing, cycle_t until,
                        cycle_t several_until, l1_decision& d) {
  return l1_alone(w, s, competing, until, d) || l1_one_beat(w, s, competing, d) ||
         l1_by_masks(w, s, competing, several_until, d);
}

}  // namespace tensix
