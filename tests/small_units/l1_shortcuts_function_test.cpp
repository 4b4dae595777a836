// SPDX-License-Identifier: Apache-2.0
// L1's shortcuts beside its rule (l1_check.h): over random states they decide the same; and a decision with an error in any part
// of it is found, as are those that would be taken where the precondition does not hold.
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "catch.h"
#include "models/memory/l1_check.h"
#include "models/memory/l1_shortcuts.h"
#include "tests/seed.h"

namespace tensix::l1_shortcuts_test {
namespace {

struct situation {
  l1_wiring wiring;
  l1_state state{wiring};
  std::vector<l1_transfer> transfers;
  explicit situation(const l1_parameters& p) : wiring(p) {}
};

// Clients 0..11 with four ports each, which they need not share; some banks and ports are held, some of a transfer is served
// ahead, some is in rows.
situation any_of(std::mt19937& random, bool quiet) {
  const auto below = [&](uint32_t n) { return static_cast<uint32_t>(random() % n); };
  l1_parameters p;
  p.banks = 8u << below(4);
  p.ports = 48;
  p.atomic_cycles = 4;
  p.bank_policy = static_cast<l1_policy>(below(static_cast<uint32_t>(l1_policy::count)));
  for (uint32_t c = 0; c < l1_clients; ++c)
    for (uint32_t i = 0; i < 4; ++i) p.client_ports[c].push_back(c % 12 + 12 * i);
  situation s(p);
  s.state.cycle = 100;
  s.state.turn = below(1000);
  for (l1_client& last : s.state.bank_last) last = static_cast<l1_client>(below(l1_clients));
  for (uint32_t i = quiet ? 0 : below(4); i > 0; --i) {
    const uint32_t bank = below(p.banks);
    s.state.bank_free[bank] = 101 + below(5);
    s.state.held_banks.add(bank);
    s.state.held = true;
  }
  for (uint32_t i = quiet ? 0 : below(2) * below(100); i > 0; --i) {
    const uint32_t port = below(p.ports);
    s.state.port_free[port] = 101 + below(5);
    s.state.held_ports |= uint64_t{1} << port;
    s.state.held = true;
  }
  for (uint32_t i = 1 + below(quiet ? 2 : 6); i > 0; --i) {
    l1_transfer t;
    t.client = static_cast<l1_client>(below(12));
    t.write = below(2) != 0;
    t.queue = 1u << (2 * static_cast<unsigned>(t.client) + t.write);
    t.start = 90 + below(14);
    t.lanes = quiet ? 4 : 1 + below(4);
    t.beats = 1 + below(40);
    t.next = below(t.beats);
    t.word0 = below(4096);
    if (!quiet && below(3) == 0) t.hold = 1 + below(4);
    if (!quiet && t.beats - t.next > 2 && below(3) == 0) t.granted_ahead = 2;
    if (!quiet && below(8) == 0) t.beats_per_row = 1 + below(8), t.row_stride_words = below(64);
    s.transfers.push_back(t);
  }
  return s;
}

// By which shortcut, if any.
bool decide(situation& s, l1_decision& d) {
  const l1_competitors competing = l1_compete(s.transfers, s.state.cycle);
  const cycle_t until = std::min<cycle_t>(s.state.cycle + 20, competing.until);
  return competing.count > 0 && l1_shortcut(s.wiring, s.state, competing, until, until, d);
}
std::string difference(const situation& s, const l1_decision& d) { return l1_difference(s.wiring, s.state, s.transfers, d); }

}  // namespace

TEST_CASE("L1's shortcuts decide what its rule does", "[l1]") {
  std::mt19937 random(seeded(1));
  unsigned single = 0, many = 0, refused = 0, without_port = 0;
  for (unsigned i = 0; i < 20000; ++i) {
    situation s = any_of(random, i % 2 == 0);
    l1_decision d;
    if (!decide(s, d)) continue;
    CAPTURE(i);
    REQUIRE(difference(s, d) == "");
    ++(d.cycles > 1 ? many : single);
    for (size_t k = 0; k < d.count; ++k) refused += d.share[k].refused != 0, without_port += d.share[k].no_port;
  }
  CHECK(single > 2000);
  CHECK(many > 2000);
  CHECK(refused > 2000);
  CHECK(without_port > 10);
}

TEST_CASE("a shortcut with an error is found, whatever it is in", "[l1]") {
  struct planted {
    const char* what;
    std::function<bool(const situation&, l1_decision&)> error;  // false: this decision has none of it
  };
  const std::vector<planted> errors = {
      {"a beat too few",
       [](const situation&, l1_decision& d) {
         l1_share& s = d.share[0];
         if (d.cycles > 1 || s.beats == 0) return false;
         --s.beats, s.served &= s.served - 1, s.ports &= s.ports - 1;
         return true;
       }},
      {"another port", [](const situation&, l1_decision& d) { return d.share[0].ports && (d.share[0].ports <<= 1, true); }},
      {"a refused beat is served",
       [](const situation&, l1_decision& d) {
         l1_share& s = d.share[d.count - 1];
         if (!s.refused) return false;
         s.served |= s.refused & -s.refused, ++s.beats, s.refused &= s.refused - 1;
         return true;
       }},
      {"a refusal is forgotten",
       [](const situation&, l1_decision& d) { return d.share[0].refused && (d.share[0].refused = 0, true); }},
      {"who was served last where several asked",
       [](const situation&, l1_decision& d) { return d.share[0].contended && (d.share[0].contended = 0, true); }},
      {"who was preferred",
       [](const situation& s, l1_decision& d) {
         std::vector<l1_transfer> all = s.transfers;
         const l1_competitors competing = l1_compete(all, s.state.cycle);
         const l1_share& share = d.share[0];
         if (!share.refused) return false;
         const uint32_t bank = s.wiring.bank_of(*competing.transfer[share.competitor], lowest_bit(share.refused));
         if (s.state.held_banks.has(bank)) return false;
         d.winner[bank] ^= 1;
         return true;
       }},
      {"no port", [](const situation&, l1_decision& d) { return !d.share[0].no_port && (d.share[0].no_port = true); }},
      {"a cycle too many", [](const situation&, l1_decision& d) { return d.cycles > 1 && ++d.cycles; }},
  };
  for (const planted& p : errors) {
    std::mt19937 random(seeded(2));
    unsigned found = 0, missed = 0;
    for (unsigned i = 0; i < 4000; ++i) {
      situation s = any_of(random, i % 2 == 0);
      l1_decision d;
      if (!decide(s, d) || !p.error(s, d)) continue;
      const std::string text = difference(s, d);
      ++(text.empty() ? missed : found);
      if (text.empty()) continue;
      CHECK(text.find("cycle 1") == 0);
      CHECK(text.find("by the rule ") != std::string::npos);
      CHECK(text.find("by the shortcut ") != std::string::npos);
    }
    CAPTURE(p.what, found, missed);
    CHECK(found > 20);
    // That one alone, or in step, goes on for longer than was looked ahead is right, if nothing stands in the way.
    if (std::string(p.what) != "a cycle too many") CHECK(missed == 0);
  }
}

TEST_CASE("a shortcut where its precondition does not hold is found", "[l1]") {
  l1_parameters p;
  for (uint32_t c = 0; c < l1_clients; ++c) p.client_ports[c] = {c, c + 16};
  situation s(p);
  l1_transfer t;
  t.client = l1_client::packer0;
  t.write = true;
  t.queue = 1u << 9;
  t.lanes = 2;
  t.beats = 8;
  s.transfers = {t};
  l1_decision d;
  REQUIRE(decide(s, d));
  CHECK(d.cycles == 4);
  CHECK(difference(s, d) == "");
  const auto found = [&](const std::function<void(situation&)>& change) {
    situation other = s;
    change(other);
    return difference(other, d);
  };
  CHECK(found([](situation& o) { o.transfers[0].hold = 3; }) != "");
  CHECK(found([](situation& o) { o.transfers[0].granted_ahead = 2; }) != "");
  CHECK(found([](situation& o) { o.transfers[0].beats_per_row = 2, o.transfers[0].row_stride_words = 32; }) != "");
  CHECK(found([](situation& o) { o.state.bank_free[1] = 2, o.state.held_banks.add(1), o.state.held = true; }) ==
        "cycle 0, packer0's write of 8 beats from word 0 on (transfer 0 of 1): by the rule beats 0 (1) through ports 4, "
        "refused by "
        "banks: beats 1, contended: none, bank 1 is held, by the shortcut beats 0,1 (2) through ports 4,20, refused by banks: "
        "beats none, contended: none");
  CHECK(found([](situation& o) {
          o.transfers.push_back(o.transfers[0]), o.transfers[1].write = false, o.transfers[1].queue = 1u << 8,
                                                 o.transfers[1].start = 2;
        }) == "cycle 2, competitors: by the rule 2, by the shortcut 1");
}

}  // namespace tensix::l1_shortcuts_test
