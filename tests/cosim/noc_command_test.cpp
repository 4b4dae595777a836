// SPDX-License-Identifier: Apache-2.0
// noc_command.sv against the model's registers: random commands, stores and steps of packets on both NoCs, with and without
// translation; every register after every cycle's events, and every header.
#include "Vnoc_command.h"
// Verilator's headers stand in front of SystemC's.
#include <algorithm>
#include <deque>
#include <random>
#include <systemc>

#include "catch.h"
#include "cosim/rtl/niu_pins.h"
#include "cosim/rtl/verilated_block.h"
#include "tests/noc/niu.h"
#include "tests/seed.h"

using namespace tensix;
using namespace noc_tests;

namespace noc_command_test {

class bench {
 public:
  bench(unsigned noc, bool translation, unsigned command_cycles, unsigned seed)
      : random_(seeded(seed)),
        noc_(noc),
        model_(noc, {1, 2}, translation),
        pins_(model_.registers.identity(), *model_.grid, model_.registers, command_cycles, "noc_command"),
        command_cycles_(command_cycles) {
    pins_.reset(true), pins_.edge(), pins_.edge(), pins_.reset(false);
  }

  unsigned commands = 0, packets = 0, kinds[3] = {}, split = 0, posted = 0, inlines = 0, enables = 0, multicasts = 0,
           unaligned = 0;

  void cycle() {
    for (unsigned n = below(3); n > 0; --n) happen();
    for (unsigned n = below(8); n > 0; --n) {
      if (below(3) == 0) any_store();
      else if (script_.empty()) command(below(4));
      else store(script_.front().first, script_.front().second), script_.pop_front();
    }
    if (pins_.offers() && below(3)) grant();
    look();
    pins_.edge();
    ++now_;
  }
  void look_at_all() {
    for (uint32_t at = 0; at < 0x2000; at += 4) compare(at, false);
  }

 private:
  std::mt19937 random_;
  const unsigned noc_;
  niu model_;
  niu_pins<verilated_block<Vnoc_command>> pins_;
  const unsigned command_cycles_;
  struct queued {
    noc_command command;
    uint64_t ready;
    size_t next = 0;
  };
  std::deque<queued> queue_;
  std::deque<noc_packet> on_its_way_;  // have got their channel: something happens to them
  std::deque<std::pair<uint32_t, uint32_t>> script_;
  uint64_t now_ = 0;

  uint32_t below(uint32_t n) { return random_() % n; }
  void compare(uint32_t at, bool counts) {
    const uint32_t rtl = pins_.load(at, counts), model = counts ? model_.registers.load("b", at) : model_.registers.peek(at);
    INFO("cycle " << now_ << ", offset 0x" << std::hex << at << " " << noc_registers::name(at));
    REQUIRE(rtl == model);
  }
  void look() {
    for (unsigned i = 0; i < 4; ++i) compare(0x800 * i + 4 * below(20), false);
    for (unsigned i = 0; i < 4; ++i) compare(0x200 + 4 * below(64), false);
    compare(0x100 + 4 * below(32), false);
    compare(0x37C, false);
    if (below(4) == 0) compare(0x378, true);
  }

  void store(uint32_t at, uint32_t value) {
    const bool command = noc_register_kind(at) == noc_register::command;
    const bool taken = model_.registers.store("b", at, value);
    if (command && !taken) return;
    pins_.store(at, value);
    if (!taken) return;
    queue_.push_back({model_.registers.take(), now_ + command_cycles_});
    const noc_packet& p = queue_.back().command.packets.front();
    ++commands;
    ++kinds[static_cast<unsigned>(p.kind)];
    split += queue_.back().command.packets.size() > 1;
    posted += !p.marked;
    inlines += p.inline_data;
    enables += p.byte_enables;
    multicasts += p.multicast;
    unaligned += p.address % 16 != 0;
  }
  void any_store() {
    static constexpr uint32_t rarely[] = {0x60, 0x178, 0x17C, 0x378, 0x37C, 0x200, 0x44, 0x174, 0x150, 0x104};
    switch (below(8)) {
      case 0: return store(rarely[below(10)], random_());
      case 1: return store(0x178, random_() & 0x1000FFFF);
      case 2:  // tables of translation; seldom, or no place is left
        if (below(400) == 0) store(0x118 + 4 * below(23), random_());
        return;
      default:
        if (below(6) == 0) store(0x800 * below(4) + 4 * below(14), random_() & 0x3F);
    }
  }

  uint32_t tile() {
    const unsigned what = below(8);
    noc_coordinate place =
        what < 5 ? model_.grid->tensix(below(model_.grid->tensix_columns()), below(10)) : noc_grid::dram(below(8), below(3));
    if (what == 7) return random_() & 0xFFF;  // anything
    if (model_.registers.identity().translation) place = model_.grid->translated(noc_, place);
    else place = noc_mirrored(noc_, place);
    return xy(place.x, place.y);
  }
  // Its stores, in a random order, some left out: what stood there before counts then.
  void command(unsigned i) {
    const uint32_t type = below(3);
    uint32_t control = type | (random_() & (bit::marked | bit::linked | bit::reserve | bit::y_major | bit::source_too));
    if (type == 2 && below(3) == 0) control |= bit::inline_data;
    if (type == 2 && below(3) == 0) control |= bit::byte_enables;
    if (type != 0 && below(3) == 0) control |= bit::multicast;
    if (below(2)) control |= bit::fixed | bit::channel(control & bit::multicast ? 4 + below(2) : below(4));
    const uint32_t there = control & bit::multicast ? tile() << 12 | tile() : tile();
    const bool by_target = type != 2 || control & bit::inline_data;
    const uint32_t a = below(2) ? below(0x180000) & ~63u : below(4) ? below(0x180000) & ~15u : below(0x180000);
    const uint32_t b = below(3) ? (below(0x180000) & ~63u) | (a & 63) : below(0x180000);
    const bool of_register = below(8) == 0;
    const uint32_t far = of_register ? 0xFFB11000 + 4 * below(64) : b;
    uint32_t length = of_register ? 4 : below(3) == 0 ? below(200000) : 1 + below(300);
    if (control & bit::byte_enables || type == 1) length = random_();
    std::vector<std::pair<uint32_t, uint32_t>> s = {{reg::ctrl, control},
                                                    {reg::tag, random_() & 0x3C00},
                                                    {reg::len, length},
                                                    {reg::len_1, control & bit::byte_enables && type == 2 ? random_() : 0},
                                                    {reg::at_data, random_()},
                                                    {reg::targ_lo, type == 1 || by_target ? far & (type ? ~3u : ~0u) : a},
                                                    {reg::targ_mid, 0},
                                                    {reg::targ_hi, by_target ? there : xy(1, 2)},
                                                    {reg::ret_lo, by_target ? a : far},
                                                    {reg::ret_mid, 0},
                                                    {reg::ret_hi, by_target ? tile() : there}};
    if (type == 1 || control & bit::inline_data) s[8].second &= ~3u;
    std::shuffle(s.begin(), s.end(), random_);
    const bool some = below(3) == 0;  // but its length, or a mask would become one
    for (const auto& [at, value] : s)
      if (!some || at == reg::len || at == reg::len_1 || below(8)) script_.push_back({0x800 * i + at, value});
    script_.push_back({0x800 * i + reg::command, 1});
  }

  void grant() {
    REQUIRE(!queue_.empty());
    queued& q = queue_.front();
    REQUIRE(q.ready <= now_);
    const auto o = pins_.offered();
    const noc_packet& p = q.command.packets[q.next];
    INFO("cycle " << now_ << ", packet " << packets);
    REQUIRE(niu_difference(o.packet, o.source, p, q.command.source[q.next]) == "");
    REQUIRE(o.last == (q.next + 1 == q.command.packets.size()));
    pins_.grant();
    ++packets;
    model_.registers.happened(noc_step::channel_given, p);
    on_its_way_.push_back(p);
    if (on_its_way_.size() > 20) on_its_way_.pop_front();
    if (!o.last) return model_.registers.packet_begins(q.command, ++q.next);
    model_.registers.accepted(q.command.initiator);
    queue_.pop_front();
  }
  // Any step of any packet: counters ask nobody whether it is its turn.
  void happen() {
    if (on_its_way_.empty()) return;
    noc_packet p = on_its_way_[below(static_cast<uint32_t>(on_its_way_.size()))];
    const auto s = static_cast<noc_step>(1 + below(6));
    if (s == noc_step::answered || s == noc_step::served)
      p.kind = static_cast<noc_packet_kind>(static_cast<unsigned>(p.kind) + 3);
    model_.registers.happened(s, p);
    pins_.step(s, p);
  }
};

TEST_CASE("registers, counters and packets are the model's, whatever software stores") {
  for (unsigned noc = 0; noc < 2; ++noc)
    for (const bool translation : {false, true})
      for (const unsigned cycles : {1u, 6u}) {
        bench b(noc, translation, cycles, 100 * noc + 10 * translation + cycles);
        b.look_at_all();
        for (unsigned i = 0; i < 4000; ++i) b.cycle();
        b.look_at_all();
        INFO(b.commands << " commands, " << b.packets << " packets: reads " << b.kinds[0] << ", writes " << b.kinds[1]
                        << ", atomics " << b.kinds[2] << ", split " << b.split << ", posted " << b.posted << ", inline "
                        << b.inlines << ", byte enables " << b.enables << ", multicast " << b.multicasts << ", unaligned "
                        << b.unaligned);
        CHECK(b.commands > 200);
        for (const unsigned n :
             {b.kinds[0], b.kinds[1], b.kinds[2], b.split, b.posted, b.inlines, b.enables, b.multicasts, b.unaligned})
          CHECK(n > 5);
      }
}

}  // namespace noc_command_test

int sc_main(int argc, char** argv) { return run_test_cases(argc, argv); }
