// The arbitration of L1, cycle by cycle, as docs/l1-protocol.md tells it; and two ways around most of its work, for a transfer
// that is alone and for a cycle that masks of banks decide.
#include <algorithm>
#include <cstring>

#include "models/memory/l1.h"

namespace tensix {

namespace {
// The `n` lowest bits of a mask that are set.
uint64_t lowest(uint64_t mask, uint32_t n) {
  uint64_t rest = mask;
  while (n-- > 0) rest &= rest - 1;
  return mask & ~rest;
}
}  // namespace

// Of a client with several streams: no older one of its stream and direction is competing.
bool l1_memory::is_oldest_of_stream(size_t i) const {
  const arbitration& a = now_;
  const transfer& t = a.active[i];
  for (size_t j = 0; j < i; ++j)
    if (a.active[j].done == never && a.active[j].start <= a.cycle && a.active[j].access->client == t.access->client &&
        a.active[j].payload->is_write() == t.payload->is_write() && a.active[j].access->stream == t.access->stream)
      return false;
  return true;
}

// For the trace: what a transfer got in each of `cycles` cycles.
void l1_memory::tell(const transfer& t, cycle_t from, cycle_t cycles, uint64_t granted, uint32_t refused,
                     uint32_t conflicts) const {
  if (cycles == 0 || (granted == 0 && refused == 0)) return;
  const uint64_t own = port_mask_[static_cast<int>(t.access->client)];
  traffic_tap_->l1_served({from, from + cycles, static_cast<unsigned>(t.access->client), granted,
                           granted | lowest(own & ~granted, refused), conflicts});
}

// For event logs: so many beats from its next one on, `a_cycle` of them in a cycle, through these ports. Of a contiguous one.
void l1_memory::tell_beats(const transfer& t, cycle_t from, uint32_t beats, uint32_t a_cycle, uint64_t ports) const {
  beat_tap_->l1_beats({t.number, from, ports, t.next, t.word_of(t.next), beats, a_cycle});
}

// Those beats of its window that lie in these banks, in ascending order.
void l1_memory::tell_window(const transfer& t, uint64_t banks, uint64_t ports) const {
  for (uint32_t b = 0; banks; ++b) {
    const uint64_t bank = 1ull << bank_of(t, b);
    if (!(banks & bank) || (t.granted_ahead >> b & 1)) continue;
    banks &= ~bank;
    beat_tap_->l1_beat(t.number, t.next + b, t.word_of(t.next + b), static_cast<unsigned>(__builtin_ctzll(ports)), now_.cycle);
    ports &= ports - 1;
  }
}

// The common case of a cycle: at most 64 banks, all transfers contiguous, each with ports that nobody else asks for and
// no fewer of them than beats. Then masks of banks say who gets what. Where nobody meets anybody and all go on at the same pace, that
// holds for the cycles that follow too. Returns false if anything stands in the way.
bool l1_memory::cycles_by_masks(const uint32_t* competing, size_t n, cycle_t until) {
  arbitration& a = now_;
  if (parameters_.banks > 64) return false;
  mask_asker asks[most_l1_askers];
  uint64_t asked = 0, several = 0, ports = a.held_ports;
  bool in_step = !(a.held_ports | a.held_banks);
  cycle_t cycles = until - a.cycle;
  for (size_t k = 0; k < n; ++k) {
    const transfer& t = a.active[competing[k]];
    const uint32_t window = std::min(t.lanes, t.beats - t.next);
    const auto client = static_cast<size_t>(t.access->client);
    const uint64_t own_ports = port_mask_[client];
    if (t.beats_per_row || window > parameters_.banks || (own_ports & ports) || port_count_[client] < window) return false;
    ports |= own_ports;
    const unsigned first = bank_of(t, 0);
    const uint64_t beats = ~0ull >> (64 - window) & ~t.granted_ahead;
    asks[k] = {turned(beats, first), a.held_banks, first, window};
    several |= asked & asks[k].banks;
    asked |= asks[k].banks;
    in_step &= window == t.lanes && window == asks[0].window && !t.granted_ahead && !t.hold;
    cycles = std::min<cycle_t>(cycles, (t.beats - t.next) / t.lanes);
  }
  if (!in_step || several || traffic_tap_) cycles = 1;  // observers are told cycle by cycle who was served
  if (cycles > 1)
    for (const transfer& t : a.active)
      if (t.done == never && t.start > a.cycle) cycles = std::min(cycles, t.start - a.cycle);
  if (several) let_one_win(several, competing, n, asks);
  for (size_t k = 0; k < n; ++k) take_banks(a.active[competing[k]], asks[k], several, cycles);
  if (n > 1) a.turn += static_cast<uint32_t>(cycles);
  a.cycle += cycles;
  return true;
}

// Of those that ask for each of these banks.
void l1_memory::let_one_win(uint64_t several, const uint32_t* competing, size_t n, mask_asker* asks) const {
  l1_asker askers[most_l1_askers];
  for (size_t k = 0; k < n; ++k) askers[k] = {now_.active[competing[k]].access->client, now_.active[competing[k]].start};
  for (; several; several &= several - 1) {
    const auto bank = static_cast<unsigned>(__builtin_ctzll(several));
    uint32_t asking = n == 2 ? 3 : 0;  // of two, both
    for (size_t k = 0; k < n && n > 2; ++k) asking |= static_cast<uint32_t>(asks[k].banks >> bank & 1) << k;
    const unsigned winner = bank_rule_.bank_winner(askers, asking, now_.bank_last[bank]);
    if (blocked_) blocked_->winner[bank] = askers[winner].client;
    for (size_t k = 0; k < n; ++k)
      if (k != winner) asks[k].lost |= 1ull << bank;
  }
}

// What it has won, through its lowest ports; in several cycles only if that is its whole window in each.
void l1_memory::take_banks(transfer& t, const mask_asker& ask, uint64_t several, cycle_t cycles) {
  const cycle_t c = now_.cycle;
  const uint64_t got = ask.banks & ~ask.lost, refused = ask.banks & ask.lost;
  uint32_t granted = ask.window, conflicts = 0;
  if (!refused && !t.granted_ahead) {  // the whole window
    const auto beats = static_cast<uint32_t>(granted * cycles);
    count(t, beats, cycles);
    if (beat_tap_) tell_beats(t, c, beats, granted, port_mask_[static_cast<int>(t.access->client)]);
    t.next += beats;
  } else {
    granted = 0;
    for (uint64_t rest = got; rest; rest &= rest - 1, ++granted) ++bank_beats_[static_cast<size_t>(__builtin_ctzll(rest))];
    for (uint64_t rest = refused; rest; rest &= rest - 1, ++conflicts)
      ++bank_conflicts_[static_cast<size_t>(__builtin_ctzll(rest))];
    ++port_cycles_[static_cast<size_t>(t.access->client)][granted];
    if (blocked_) tell_blocked(t.access->client, refused);
    if (beat_tap_) tell_window(t, got, port_mask_[static_cast<int>(t.access->client)]);
    t.bank_blocked += refused != 0;
    t.granted_ahead |= turned(got, parameters_.banks - ask.first);
    pass_granted(t);
  }
  for (uint64_t rest = got & several; rest; rest &= rest - 1)
    now_.bank_last[static_cast<size_t>(__builtin_ctzll(rest))] = t.access->client;
  if (got && t.first_grant == never) t.first_grant = c;
  if (t.hold || traffic_tap_) {
    const uint64_t through = lowest(port_mask_[static_cast<int>(t.access->client)], granted);
    if (t.hold)
      for (uint64_t bank = got, port = through; bank; bank &= bank - 1, port &= port - 1)
        hold(t, static_cast<uint32_t>(__builtin_ctzll(bank)), static_cast<unsigned>(__builtin_ctzll(port)));
    if (traffic_tap_) tell(t, c, cycles, through, conflicts, conflicts);
  }
  if (t.next == t.beats) t.done = done_after(t, c + cycles - 1);
}

// No port of the client's is free: whoever has the first of them is told of.
void l1_memory::tell_without_port(l1_client waiting) const {
  const uint64_t own = port_mask_[static_cast<size_t>(waiting)];
  if (!own) return;
  const l1_client holding = blocked_->port[static_cast<size_t>(__builtin_ctzll(own))];
  ++blocked_->by_port[static_cast<size_t>(waiting) * blocked::clients + static_cast<size_t>(holding)];
}

// Refused by these banks: whoever holds them, or has won them in this cycle.
void l1_memory::tell_blocked(l1_client waiting, uint64_t banks) const {
  for (; banks; banks &= banks - 1) {
    const auto bank = static_cast<size_t>(__builtin_ctzll(banks));
    refused_by_bank(waiting, now_.held_banks >> bank & 1 ? blocked_->bank[bank] : blocked_->winner[bank]);
  }
}

// `beats` one behind the other from its next one on, through its lowest ports, in `cycles` cycles of as many each but for the
// last.
void l1_memory::count(const transfer& t, uint32_t beats, cycle_t cycles) {
  auto& in_cycles = port_cycles_[static_cast<size_t>(t.access->client)];
  if (cycles == 1) {
    ++in_cycles[beats];
  } else {
    in_cycles[t.lanes] += beats / t.lanes;
    ++in_cycles[beats % t.lanes];
  }
  const uint32_t banks = parameters_.banks, first = bank_of(t, 0), end = first + beats % banks;
  if (beats >= banks) bank_steps_[0] += beats / banks;
  ++bank_steps_[first];
  --bank_steps_[std::min(end, banks)];
  if (end > banks) {
    ++bank_steps_[0];
    --bank_steps_[end - banks];
  }
}

// Bit i of a mask of banks becomes bit i + by.
uint64_t l1_memory::turned(uint64_t banks, unsigned by) const {
  const unsigned n = parameters_.banks, left = by & (n - 1);
  if (left == 0) return banks;
  return (banks << left | banks >> (n - left)) & ~0ull >> (64 - n);
}

// The beats at the front that have been granted.
void l1_memory::pass_granted(transfer& t) {
  const auto passed = static_cast<unsigned>(~t.granted_ahead ? __builtin_ctzll(~t.granted_ahead) : 64);
  t.granted_ahead = passed == 64 ? 0 : t.granted_ahead >> passed;
  t.next += passed;
}

// Ports and banks that are held no more. (With more than 64 banks only the ports count here.)
void l1_memory::release_held() {
  arbitration& a = now_;
  for (uint64_t rest = a.held_ports; rest; rest &= rest - 1)
    if (a.port_free[static_cast<size_t>(__builtin_ctzll(rest))] <= a.cycle) a.held_ports &= ~(rest & -rest);
  for (uint64_t rest = a.held_banks; rest; rest &= rest - 1)
    if (a.bank_free[static_cast<size_t>(__builtin_ctzll(rest))] <= a.cycle) a.held_banks &= ~(rest & -rest);
}

// Who asks for which bank in this cycle, and what has been taken of ports and banks so far.
struct l1_memory::one_cycle_so_far {
  l1_asker askers[most_l1_askers];
  size_t askers_count = 0;
  uint32_t asking[most_banks];             // by bank: bit k: asker k; only if there are several askers
  uint64_t several[most_banks / 64] = {};  // banks that more than one beat asks for
  uint64_t banks_taken[most_banks / 64] = {};
  uint64_t ports_taken = 0;
};

// A client's reads, and its writes, are served one after the other: of those whose time has come only the oldest competes. Every
// competing transfer asks for the banks of its window; each bank has one winner; then they take ports, one transfer after the
// other.
void l1_memory::next_cycles(cycle_t until) {
  arbitration& a = now_;
  uint32_t competing[most_l1_askers];
  size_t n = 0;
  uint32_t queues = 0;
  for (size_t i = 0; i < a.active.size(); ++i) {
    const transfer& t = a.active[i];
    if (t.done != never || t.start > a.cycle || (t.queue ? (queues & t.queue) != 0 : !is_oldest_of_stream(i))) continue;
    if (n == most_l1_askers) break;
    queues |= t.queue;
    competing[n++] = static_cast<uint32_t>(i);
  }
  if (a.held_ports | a.held_banks) release_held();
  if (cycles_by_masks(competing, n, until)) return;
  one_cycle_so_far so_far;
  so_far.askers_count = n;
  so_far.ports_taken = a.held_ports;
  if (n > 1) {
    std::memset(so_far.asking, 0, parameters_.banks * sizeof so_far.asking[0]);
    for (size_t k = 0; k < n; ++k) ask_for_banks(a.active[competing[k]], k, so_far);
  }
  const unsigned first = n > 1 ? a.turn % static_cast<uint32_t>(n) : 0;
  for (uint32_t left = static_cast<uint32_t>((uint64_t{1} << n) - 1); left;) {
    const unsigned k = n > 1 ? port_rule_.port_turn(so_far.askers, left, first) : 0;
    left &= ~(1u << k);
    serve(a.active[competing[k]], k, so_far);
  }
  if (n > 1) ++a.turn;
  ++a.cycle;
}

void l1_memory::ask_for_banks(const transfer& t, size_t k, one_cycle_so_far& so_far) const {
  so_far.askers[k] = {t.access->client, t.start};
  const uint32_t window = std::min(t.lanes, t.beats - t.next);
  for (uint32_t b = 0; b < window; ++b) {
    if ((t.granted_ahead >> b) & 1) continue;
    const uint32_t bank = bank_of(t, b);
    if (so_far.asking[bank]) so_far.several[bank >> 6] |= 1ull << (bank & 63);
    so_far.asking[bank] |= 1u << k;
  }
}

// The turn of asker k to take ports: for each beat of its window the lowest free one, if it has won the bank. Without a free
// port it asks no further.
void l1_memory::serve(transfer& t, size_t k, one_cycle_so_far& so_far) {
  arbitration& a = now_;
  const cycle_t c = a.cycle;
  const uint64_t own_ports = port_mask_[static_cast<int>(t.access->client)];
  const uint32_t window = std::min(t.lanes, t.beats - t.next);
  bool bank_refused = false, port_refused = false;
  uint64_t granted = 0;
  uint32_t wanted = 0, conflicts = 0;  // for the trace
  for (uint32_t b = 0; b < window; ++b) {
    if ((t.granted_ahead >> b) & 1) continue;
    const uint32_t bank = bank_of(t, b);
    const uint64_t free_ports = own_ports & ~so_far.ports_taken, bank_bit = 1ull << (bank & 63);
    ++wanted;
    if (!free_ports) {
      port_refused = true;
      if (blocked_) tell_without_port(t.access->client);
      break;
    }
    unsigned winner = static_cast<unsigned>(k);
    const auto others_win = [&] {
      if (so_far.asking[bank] & ~(1u << k))
        winner = bank_rule_.bank_winner(so_far.askers, so_far.asking[bank], a.bank_last[bank]);
      return winner != k;
    };
    const bool taken = a.bank_free[bank] > c || (so_far.banks_taken[bank >> 6] & bank_bit);
    if (taken || (so_far.askers_count > 1 && others_win())) {
      bank_refused = true;
      ++conflicts;
      ++bank_conflicts_[bank];
      if (blocked_) refused_by_bank(t.access->client, taken ? blocked_->bank[bank] : so_far.askers[winner].client);
      continue;
    }
    const unsigned port = static_cast<unsigned>(__builtin_ctzll(free_ports));
    so_far.ports_taken |= 1ull << port;
    granted |= 1ull << port;
    so_far.banks_taken[bank >> 6] |= bank_bit;
    if (so_far.several[bank >> 6] & bank_bit) a.bank_last[bank] = t.access->client;
    if (blocked_) blocked_->bank[bank] = blocked_->port[port] = t.access->client;
    if (t.hold) hold(t, bank, port);
    if (beat_tap_) beat_tap_->l1_beat(t.number, t.next + b, t.word_of(t.next + b), port, c);
    t.granted_ahead |= 1ull << b;
    if (t.first_grant == never) t.first_grant = c;
    ++port_beats_[port];
    ++bank_beats_[bank];
  }
  if (traffic_tap_) tell(t, c, 1, granted, wanted - static_cast<uint32_t>(__builtin_popcountll(granted)), conflicts);
  t.bank_blocked += bank_refused;
  t.port_blocked += port_refused && !bank_refused;
  pass_granted(t);
  if (t.next == t.beats) t.done = done_after(t, c);
}

// A beat that reads and writes its bank keeps it, and all but an accumulating one its port.
void l1_memory::hold(const transfer& t, uint32_t bank, unsigned port) {
  arbitration& a = now_;
  const cycle_t until = a.cycle + t.hold;
  if (blocked_) blocked_->bank[bank] = blocked_->port[port] = t.access->client;
  a.bank_free[bank] = until;
  a.held_banks |= 1ull << (bank & 63);
  if (t.access->operation != l1_operation::accumulate) {
    a.port_free[port] = until;
    a.held_ports |= 1ull << port;
  }
  a.all_banks_free = std::max(a.all_banks_free, until);
}

// One contiguous plain transfer alone, with as many ports as lanes and no more lanes than banks, meets nobody: whole cycles at
// once. Returns false if that does not apply.
bool l1_memory::skip_ahead(cycle_t until) {
  arbitration& a = now_;
  transfer* only = nullptr;
  for (auto& t : a.active) {
    if (t.done != never) continue;
    if (t.start > a.cycle) {
      until = std::min(until, t.start);
      continue;
    }
    if (only) return false;
    only = &t;
  }
  if (!only) {
    a.cycle = until;
    return true;
  }
  transfer& t = *only;
  const uint64_t ports = port_mask_[static_cast<int>(t.access->client)];
  const uint32_t lanes = t.lanes;
  if (t.beats_per_row || t.granted_ahead || t.hold || lanes > parameters_.banks ||
      port_count_[static_cast<size_t>(t.access->client)] < lanes || a.all_banks_free > a.cycle)
    return false;
  const uint64_t left = t.beats - t.next;
  const cycle_t cycles = std::min<cycle_t>((left + lanes - 1) / lanes, until - a.cycle);
  const uint32_t beats = static_cast<uint32_t>(std::min<uint64_t>(left, cycles * lanes));
  if (t.first_grant == never) t.first_grant = a.cycle;
  count(t, beats, cycles);
  if (beat_tap_) tell_beats(t, a.cycle, beats, lanes, ports);
  if (traffic_tap_) {
    const cycle_t full = beats / lanes;
    tell(t, a.cycle, full, lowest(ports, lanes), 0, 0);
    if (beats % lanes) tell(t, a.cycle + full, 1, lowest(ports, beats % lanes), 0, 0);
  }
  t.next += beats;
  a.cycle += cycles;
  if (t.next == t.beats) t.done = a.cycle;
  return true;
}

void l1_memory::replay(cycle_t until) {
  while (now_.cycle < until)
    if (!skip_ahead(until)) next_cycles(until);
}

// Arms the process for the first cycle in which a transfer may be complete: if it gets all it asks for from now on. Where it
// does not, the process finds nothing and arms again; that costs less than to work out in advance what others may still change.
void l1_memory::arm_first() {
  cycle_t first = never;
  for (const transfer& t : now_.active) first = std::min(first, may_be_done(t));
  run_.arm(first);
}

cycle_t l1_memory::may_be_done(const transfer& t) const {
  if (t.done != never) return t.done;
  uint32_t left = t.beats - t.next;
  if (t.granted_ahead >> (t.lanes - 1) > 1)  // the window has become smaller: what is granted beyond is soon passed
    left -= static_cast<uint32_t>(__builtin_popcountll(t.granted_ahead));
  const cycle_t cycles = (left + t.lanes - 1) / t.lanes;
  return done_after(t, std::max(now_.cycle, t.start) + cycles - 1);
}

}  // namespace tensix
