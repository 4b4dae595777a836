// Two ways to what l1_rule decides, in less of the host's time. Each returns false where its precondition does not hold, and has
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
  struct asked {
    uint64_t beats, banks, lost;  // of its window; lost: banks that it does not get
    unsigned first;               // bank of its window's first beat
    uint32_t window;
  };
  std::array<asked, most_l1_askers> asks;
  const uint64_t held = s.held_banks.words[0];
  uint64_t all = 0, several = 0, ports = s.held_ports;
  bool in_step = !(held | ports);
  d.cycles = until - s.cycle;
  for (size_t k = 0; k < competing.count; ++k) {
    const l1_transfer& t = *competing.transfer[k];
    const uint32_t window = t.window();
    const uint64_t own_ports = w.ports_of(t.client);
    if (t.beats_per_row || window > w.banks || (own_ports & ports) || w.port_count[static_cast<size_t>(t.client)] < window)
      return false;
    ports |= own_ports;
    const unsigned first = w.bank_of(t, 0);
    const uint64_t beats = ~uint64_t{0} >> (64 - window) & ~t.granted_ahead, banks = rotated(beats, first);
    asks[k] = {beats, banks, held, first, window};
    several |= all & banks;
    all |= banks;
    in_step &= window == t.lanes && window == asks[0].window && !t.granted_ahead && !t.hold;
    d.cycles = std::min<cycle_t>(d.cycles, (t.beats - t.next) / t.lanes);
  }
  if (!in_step || several) d.cycles = 1;
  if (several) {
    std::array<l1_asker, most_l1_askers> askers;
    for (size_t k = 0; k < competing.count; ++k) askers[k] = {competing.transfer[k]->client, competing.transfer[k]->start};
    for (uint64_t rest = several; rest; rest &= rest - 1) {
      const unsigned bank = lowest_bit(rest);
      uint32_t asking = competing.count == 2 ? 3 : 0;  // of two, both
      for (size_t k = 0; k < competing.count && competing.count > 2; ++k)
        asking |= static_cast<uint32_t>(asks[k].banks >> bank & 1) << k;
      const unsigned winner = w.bank_policy.bank_winner(askers.data(), asking, s.bank_last[bank]);
      d.winner[bank] = static_cast<uint8_t>(winner);
      for (size_t k = 0; k < competing.count; ++k)
        if (k != winner) asks[k].lost |= rest & -rest;
    }
  }
  d.count = competing.count;
  for (uint32_t k = 0; k < d.count; ++k) {
    const asked& a = asks[k];
    const l1_transfer& t = *competing.transfer[k];
    l1_share& got = d.share[k] = {};
    got.competitor = k;
    got.served = a.beats;
    const uint64_t lost = a.banks & a.lost, contended = a.banks & several & ~a.lost;
    if (lost) {
      got.refused = rotated(lost, w.banks - a.first);
      got.served &= ~got.refused;
    }
    if (contended) got.contended = rotated(contended, w.banks - a.first);
    if (got.refused || t.granted_ahead)
      for (uint64_t rest = got.served; rest; rest &= rest - 1) ++got.beats;
    else got.beats = a.window;
    got.ports = w.lowest_ports[static_cast<size_t>(t.client)][got.beats];
  }
  return true;
}

}  // namespace tensix
