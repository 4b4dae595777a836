// SPDX-License-Identifier: Apache-2.0
#include "models/memory/l1_observer.h"

namespace tensix {

l1_traffic l1_traffic_of(const l1_wiring& w, l1_client client, cycle_t from, cycle_t to, uint64_t granted, uint32_t refused,
                         uint32_t conflicts) {
  uint64_t asked = granted;
  for (uint64_t others = w.ports_of(client) & ~granted; refused > 0 && others; --refused, others &= others - 1)
    asked |= others & -others;
  return {from, to, static_cast<unsigned>(client), granted, asked, conflicts};
}

void l1_observer::count_blocked() {
  constexpr size_t pairs = l1_clients * l1_clients;
  blocked_ = std::make_unique<blocked>(blocked{std::vector<uint64_t>(pairs), std::vector<uint64_t>(pairs),
                                               std::vector<l1_client>(w_.banks), std::vector<l1_client>(w_.ports)});
}

void l1_observer::record_blocked(const l1_state& s, const l1_competitors& competing, const l1_decision& d) {
  const auto count = [](std::vector<uint64_t>& pairs, l1_client waiting, l1_client holding) {
    ++pairs[static_cast<size_t>(waiting) * l1_clients + static_cast<size_t>(holding)];
  };
  for (size_t i = 0; i < d.count; ++i) {
    const l1_share& got = d.share[i];
    const l1_transfer& t = *competing.transfer[got.competitor];
    for (uint64_t ports = got.ports; ports; ports &= ports - 1) blocked_->port[lowest_bit(ports)] = t.client;
    for (uint64_t beats = t.hold ? got.served : 0; beats; beats &= beats - 1)
      blocked_->bank[w_.bank_of(t, lowest_bit(beats))] = t.client;
  }
  for (size_t i = 0; i < d.count; ++i) {
    const l1_share& got = d.share[i];
    const l1_transfer& t = *competing.transfer[got.competitor];
    for (uint64_t beats = got.refused; beats; beats &= beats - 1) {
      const uint32_t bank = w_.bank_of(t, lowest_bit(beats));
      count(blocked_->by_bank, t.client,
            s.held_banks.has(bank) ? blocked_->bank[bank] : competing.transfer[d.winner[bank]]->client);
    }
    if (const uint64_t own = w_.ports_of(t.client); got.no_port && own)  // who has the first of them
      count(blocked_->by_port, t.client, blocked_->port[lowest_bit(own)]);
  }
}

void l1_observer::report_beats(const l1_transfer& t, const l1_share& got, cycle_t cycle, cycle_t cycles) {
  if (got.is_run(t)) {
    const auto beats = static_cast<uint32_t>(std::min<cycle_t>(t.beats - t.next, got.beats * cycles));
    beat_tap_->l1_beats({t.number, cycle, got.ports, t.next, t.word_of(t.next), beats, got.beats});
    return;
  }
  uint64_t ports = got.ports;
  for (uint64_t rest = got.served; rest; rest &= rest - 1, ports &= ports - 1) {
    const uint32_t beat = t.next + lowest_bit(rest);
    beat_tap_->l1_beat(t.number, beat, t.word_of(beat), lowest_bit(ports), cycle);
  }
}

void l1_observer::report_traffic(const l1_transfer& t, const l1_share& got, cycle_t cycle, cycle_t cycles) {
  const auto conflicts = static_cast<uint32_t>(__builtin_popcountll(got.refused));
  if (got.beats == 0 && conflicts == 0 && !got.no_port) return;
  const uint32_t rest = cycles > 1 && t.beats - t.next < got.beats * cycles ? (t.beats - t.next) % got.beats : 0;
  const cycle_t full = cycle + cycles - (rest > 0);
  traffic_tap_->l1_served(l1_traffic_of(w_, t.client, cycle, full, got.ports, conflicts + got.no_port, conflicts));
  if (rest > 0)
    traffic_tap_->l1_served(
        l1_traffic_of(w_, t.client, full, full + 1, w_.lowest_ports[static_cast<size_t>(t.client)][rest], 0, 0));
}

l1_served l1_observer::served() const {
  l1_served all = counts_.total();
  if (blocked_) all.blocked_by_bank = blocked_->by_bank, all.blocked_by_port = blocked_->by_port;
  return all;
}

}  // namespace tensix
