// SPDX-License-Identifier: Apache-2.0
#include "models/memory/l1_check.h"

#include "models/memory/l1_counts.h"

namespace tensix {
namespace {

using numbers = std::vector<uint64_t>;

// One of two machines that are followed.
struct follower {
  const l1_wiring& w;
  l1_state state;
  std::vector<l1_transfer> transfers;
  l1_competitors competing;
  follower(const l1_wiring& wires, const l1_state& s, const std::vector<l1_transfer>& all)
      : w(wires), state(s), transfers(all) {
    begin_cycle();
  }
  void begin_cycle() {
    competing = l1_compete(transfers, state.cycle);
    l1_release(state);
  }
  void follow(const l1_decision& d) {
    for (size_t i = 0; i < d.count; ++i) l1_serve(w, state, *competing.transfer[d.share[i].competitor], d.share[i], d.cycles);
    l1_end_cycles(state, d);
  }
  std::string name_of(size_t k) const {
    const l1_transfer& t = *competing.transfer[k];
    return std::string(name(t.client)) + (t.write ? "'s write" : "'s read") + " of " + std::to_string(t.beats) +
           " beats from word " + std::to_string(t.word0) + " on (transfer " + std::to_string(&t - transfers.data()) + " of " +
           std::to_string(transfers.size()) + ")";
  }
};

std::string bits(uint64_t mask) {
  std::string text;
  for (; mask; mask &= mask - 1) text += (text.empty() ? "" : ",") + std::to_string(lowest_bit(mask));
  return text.empty() ? "none" : text;
}

// Of a cycle: what competitor `k` gets, in words.
std::string answer(const follower& f, const l1_decision& d, size_t k) {
  for (size_t i = 0; i < d.count; ++i) {
    const l1_share& s = d.share[i];
    if (s.competitor != k) continue;
    std::string text = "beats " + bits(s.served) + " (" + std::to_string(s.beats) + ") through ports " + bits(s.ports) +
                       ", refused by banks: beats " + bits(s.refused) + ", contended: " + bits(s.contended);
    if (s.no_port) text += ", then no port";
    for (uint64_t rest = s.refused; rest; rest &= rest - 1) {
      const uint32_t bank = f.w.bank_of(*f.competing.transfer[k], lowest_bit(rest));
      text += ", bank " + std::to_string(bank);
      text += f.state.held_banks.has(bank) ? " is held" : " prefers competitor " + std::to_string(d.winner[bank]);
    }
    return text;
  }
  return "nothing";
}

// Cycle number `i` of a decision that holds for several.
l1_decision cycle_of(const l1_decision& d, const follower& rule, cycle_t i) {
  l1_decision one = d;
  one.cycles = 1;
  if (d.cycles == 1 || i == 0) return one;
  for (size_t k = 0; k < d.count; ++k) {  // the last window may be a smaller one
    l1_share& s = one.share[k];
    const l1_transfer& t = *rule.competing.transfer[s.competitor];
    for (s.beats = std::min(s.beats, t.beats - t.next); (s.served >> s.beats) != 0;) {
      s.served &= ~(uint64_t{1} << (63 - static_cast<unsigned>(__builtin_clzll(s.served))));
      s.ports &= ~(uint64_t{1} << (63 - static_cast<unsigned>(__builtin_clzll(s.ports))));
    }
  }
  return one;
}

class differences {
 public:
  explicit differences(cycle_t cycle) : cycle_(cycle) {}
  std::string text;
  void add(const std::string& what, const std::string& rule, const std::string& shortcut) {
    if (text.empty() && rule != shortcut)
      text = "cycle " + std::to_string(cycle_) + ", " + what + ": by the rule " + rule + ", by the shortcut " + shortcut;
  }
  template <class T>
  void add(const std::string& what, const std::vector<T>& rule, const std::vector<T>& shortcut) {
    for (size_t i = 0; i < rule.size() && text.empty(); ++i)
      add(what + " " + std::to_string(i), std::to_string(static_cast<uint64_t>(rule[i])),
          std::to_string(static_cast<uint64_t>(shortcut[i])));
  }

 private:
  const cycle_t cycle_;
};

std::string words_of(const l1_transfer& t) {
  return "next beat " + std::to_string(t.next) + ", served ahead " + bits(t.granted_ahead) + ", first beat in " +
         std::to_string(t.first_grant) + ", done in " + std::to_string(t.done) + ", blocked by banks " +
         std::to_string(t.bank_blocked) + ", by ports " + std::to_string(t.port_blocked);
}

}  // namespace

std::string l1_difference(const l1_wiring& w, const l1_state& state, const std::vector<l1_transfer>& transfers,
                          const l1_decision& d) {
  follower rule(w, state, transfers);
  const size_t n = rule.competing.count;
  numbers ports(w.ports), banks(w.banks), conflicts(w.banks);  // beat by beat
  for (cycle_t i = 0; i < d.cycles; ++i) {
    differences found(rule.state.cycle);
    if (i > 0) rule.begin_cycle();
    found.add("competitors", std::to_string(rule.competing.count), std::to_string(n));
    if (!found.text.empty()) return found.text;
    l1_decision right;
    l1_rule(w, rule.state, rule.competing, right);
    const l1_decision given = cycle_of(d, rule, i);
    for (size_t k = 0; k < n; ++k) found.add(rule.name_of(k), answer(rule, right, k), answer(rule, given, k));
    if (!found.text.empty()) return found.text;
    for (size_t k = 0; k < n; ++k) {
      const l1_share& s = right.share[k];
      const l1_transfer& t = *rule.competing.transfer[s.competitor];
      for (uint64_t p = s.ports; p; p &= p - 1) ++ports[lowest_bit(p)];
      for (uint64_t b = s.served; b; b &= b - 1) ++banks[w.bank_of(t, lowest_bit(b))];
      for (uint64_t b = s.refused; b; b &= b - 1) ++conflicts[w.bank_of(t, lowest_bit(b))];
    }
    rule.follow(right);
  }
  follower shortcut(w, state, transfers);
  l1_counts counted(w);
  for (size_t i = 0; i < d.count; ++i) counted.add(*shortcut.competing.transfer[d.share[i].competitor], d.share[i], d.cycles);
  shortcut.follow(d);
  l1_release(rule.state);
  l1_release(shortcut.state);
  differences found(rule.state.cycle);
  for (size_t i = 0; i < transfers.size(); ++i)
    found.add("transfer " + std::to_string(i), words_of(rule.transfers[i]), words_of(shortcut.transfers[i]));
  const l1_state &a = rule.state, &b = shortcut.state;
  found.add("the next cycle", std::to_string(a.cycle), std::to_string(b.cycle));
  found.add("turn", std::to_string(a.turn), std::to_string(b.turn));
  found.add("first cycle in which it is free of bank", a.bank_free, b.bank_free);
  found.add("first cycle in which it is free of port", a.port_free, b.port_free);
  found.add("client served last by bank", a.bank_last, b.bank_last);
  found.add("anything held", std::to_string(a.held), std::to_string(b.held));
  found.add("ports held", bits(a.held_ports), bits(b.held_ports));
  for (size_t i = 0; i < a.held_banks.words.size(); ++i)
    found.add("banks held from " + std::to_string(64 * i) + " on", bits(a.held_banks.words[i]), bits(b.held_banks.words[i]));
  const l1_served total = counted.total();
  found.add("beats counted of port", ports, total.port_beats);
  found.add("beats counted of bank", banks, total.bank_beats);
  found.add("refusals counted of bank", conflicts, total.bank_conflicts);
  return found.text;
}

}  // namespace tensix
