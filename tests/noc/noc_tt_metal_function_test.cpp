// SPDX-License-Identifier: Apache-2.0
// What TT-Metalium's data movement does with a network interface, register by register, in the order in which it does so. None of it is
// reported, and after each operation its barriers hold: its own counts equal the interface's.
#include <utility>
#include <vector>

#include "catch.h"
#include "tests/noc/data_mover.h"

using namespace tensix;
using namespace noc_tests;

namespace noc_tt_metal_test {
namespace {

// The last packet goes to a place, and its answer comes home.
void check_last(const data_mover& m, int x, int y) {
  CHECK(m.sent.back().to == noc_coordinate{static_cast<uint8_t>(x), static_cast<uint8_t>(y)});
  if (m.sent.back().marked) CHECK(m.sent.back().answer_to == noc_coordinate{1, 2});
}
}  // namespace

TEST_CASE("reads and writes of pages, tiles and words", "[noc]") {
  for (unsigned noc = 0; noc < 2; ++noc) {
    data_mover m(noc);
    m.read(1, data_mover::at(17, 14, 0x40000040), 0x20040, 2048);
    check_last(m, 0, 11);
    m.read(1, data_mover::at(18, 22, 0x20), 0x1F020, 32);
    check_last(m, 9, 7);
    m.read_any(1, data_mover::at(3, 4, 0x30010), 0x50010, 3 * largest + 100);
    check_last(m, 3, 4);
    CHECK(m.sent.back().answer_address == 0x50010 + 3 * largest);
    CHECK(m.sent.back().bytes == 100);
    m.read(1, data_mover::at(1, 2, 0x1000), 0x2000, 16);  // of its own L1
    check_last(m, 1, 2);
    m.read(1, data_mover::at(19, 24, 0x1000000000000040), 0x2000, 4096);  // from the host
    CHECK(m.sent.back().address == 0x1000000000000040);
    m.read(1, data_mover::at(3, 4, 0xFFB20208), 0x2008, 4);  // a register
    m.write_any(0, 0x20000, data_mover::at(17, 12, 0x7F000010), largest + 16, bit::marked | unicast);
    check_last(m, 0, 0);
    CHECK(m.sent.back().address == 0x7F000010 + largest);
    m.write(0, 0x20000, data_mover::at(10, 11, 0x20010), 4, unicast);  // posted
    check_last(m, 10, 11);
    m.write(0, 0x20000, data_mover::at(19, 24, 0x1000000012345670), 64, bit::marked | unicast);
    check_last(m, 2, 0);
    m.done();
  }
}

TEST_CASE("semaphores: a word written, a word counted", "[noc]") {
  for (unsigned noc = 0; noc < 2; ++noc) {
    data_mover m(noc);
    m.write(2, 0x9E40, data_mover::at(2, 3, 0x9E40), 4, bit::marked | unicast);
    check_last(m, 2, 3);
    for (uint32_t word = 0; word < 4; ++word) m.increment(3, data_mover::at(16, 9, 0x9E40 + 4 * word), 1, 31);
    check_last(m, 16, 9);
    CHECK(m.sent.back().answer_address == atomic_return);
    m.increment(3, data_mover::at(1, 2, 0x9E50), 0xFFFFFFFF, 31);  // its own, downwards
    m.increment(3, data_mover::at(2, 2, 0x9E50), 1, 7, bit::linked);
    m.increment(3, data_mover::at(2, 2, 0x9E50), 1, 7);
    // The address of the old value written again.
    m.set(3, {{reg::ret_lo, atomic_return}});
    m.increment(3, data_mover::at(2, 2, 0x9E50), 1, 31);
    check_last(m, 2, 2);
    m.done();
  }
}

TEST_CASE("multicasts with reserved paths, linked with their semaphore", "[noc]") {
  for (unsigned noc = 0; noc < 2; ++noc) {
    data_mover m(noc);
    constexpr uint32_t many = bit::fixed | bit::channel(4) | bit::reserve | bit::multicast;
    m.write_any(0, 0x20000, m.multicast(2, 2, 12, 5, 0x30000), 2 * largest, bit::marked | many | bit::linked, 36);
    m.write(2, 0x9E40, m.multicast(2, 2, 12, 5, 0x9E40), 4, bit::marked | many, 36);
    CHECK(noc_grid::in_rectangle(m.sent.back(), {7, 4}));
    CHECK_FALSE(noc_grid::in_rectangle(m.sent.back(), {13, 4}));
    m.write(0, 0x20000, m.multicast(1, 2, 4, 2, 0x30000), 512, bit::marked | many | bit::source_too, 4);
    m.write(0, 0x20000, m.multicast(1, 2, 4, 2, 0x30000), 512, many, 3);                               // posted
    m.write(0, 0x20000, data_mover::at(4, 2, 0x30000), 512, bit::marked | unicast | bit::source_too);  // of one
    m.write(0, 0x20000, m.multicast(1, 2, 4, 2, 0x30000), 512,
            bit::marked | bit::fixed | bit::channel(5) | bit::reserve | bit::multicast, 3);
    m.write_inline(3, m.multicast(1, 2, 4, 2, stream_register), 9, bit::marked | many, 3);
    // Senders that keep the state, BRCST_EXCLUDE cleared.
    m.set(0, {{reg::ctrl, bit::write | many | bit::linked},
              {reg::ret_mid, 0},
              {reg::ret_hi, data_mover::hi(m.multicast(1, 2, 4, 3, 0))},
              {reg::exclude, 0}});
    m.set(2, {{reg::ctrl, bit::write | many},
              {reg::ret_mid, 0},
              {reg::ret_hi, data_mover::hi(m.multicast(1, 2, 4, 3, 0))},
              {reg::exclude, 0}});
    for (int again = 0; again < 3; ++again) {
      m.set(0, {{reg::len, 1024}, {reg::targ_lo, 0x20000}, {reg::ret_lo, 0x40000}});
      m.send(0, 7);
      m.set(2, {{reg::len, 4}, {reg::targ_lo, 0x9E40}, {reg::ret_lo, 0x9E40}});
      m.send(2, 7);
      CHECK(noc_grid::in_rectangle(m.sent.back(), {4, 3}));
      CHECK_FALSE(noc_grid::in_rectangle(m.sent.back(), {4, 4}));
    }
    m.done();
  }
}

TEST_CASE("words to registers inline, to L1 by way of a scratch word", "[noc]") {
  for (unsigned noc = 0; noc < 2; ++noc) {
    data_mover m(noc);
    for (uint32_t ctrl : {uint32_t{bit::marked}, 0u}) {
      m.write_inline(3, data_mover::at(3, 4, stream_register), 1, ctrl | unicast);
      m.write_inline(3, data_mover::at(3, 4, stream_register + 0x10), 1, ctrl | bit::fixed | bit::channel(3));
      m.write(0, 0x20 + 16 * noc + 0xC, data_mover::at(3, 4, 0x1234C), 4, ctrl | unicast);  // scratch of this NoC
    }
    CHECK(m.sent[0].inline_data);
    CHECK(m.sent[0].data[0] == 1);
    check_last(m, 3, 4);
    // State of inline writes: then only the low address, or only the place, or only the value.
    m.set(3, {{reg::at_data, 5}, {reg::ctrl, bit::write | bit::inline_data | bit::marked | unicast}});
    m.target(3, data_mover::at(5, 5, stream_register));
    m.set(3, {{reg::len, 0xF << (stream_register % 64 % 32)}});
    m.send(3);
    m.set(3, {{reg::targ_lo, stream_register + 0x1000}});
    m.send(3);
    check_last(m, 5, 5);
    m.set(3, {{reg::targ_hi, xy(6, 6)}});
    m.send(3);
    check_last(m, 6, 6);
    m.set(3, {{reg::at_data, 6}});
    m.send(3);
    check_last(m, 6, 6);
    CHECK(m.sent.back().data[0] == 6);
    m.done();
  }
}

TEST_CASE("forms that keep the state", "[noc]") {
  for (unsigned noc = 0; noc < 2; ++noc) {
    data_mover m(noc);
    // One packet after the other from one bank: two addresses and CMD_CTRL.
    m.set(1, {{reg::ctrl, bit::read | bit::marked | bit::fixed | bit::channel(3)},
              {reg::targ_mid, 0},
              {reg::targ_hi, xy(17, 12)},
              {reg::len, 2048}});
    for (uint32_t k = 0; k < 4; ++k) {
      m.set(1, {{reg::ret_lo, 0x20000 + 2048 * k}, {reg::targ_lo, 2048 * 8 * k}});
      m.send(1);
      check_last(m, 0, 0);
    }
    // Any length: LEN changes between.
    m.set(1, {{reg::len, largest}});
    for (uint32_t left = 2 * largest + 64, k = 0; left; ++k) {
      m.set(1, {{reg::ret_lo, 0x20000 + largest * k}, {reg::targ_lo, largest * k}});
      if (left < largest) m.set(1, {{reg::len, left}});
      m.send(1);
      left -= left < largest ? left : largest;
    }
    CHECK(m.sent.back().bytes == 64);
    check_last(m, 0, 0);
    // Writes.
    m.set(0, {{reg::ctrl, bit::write | bit::marked | unicast}, {reg::ret_mid, 0}, {reg::ret_hi, xy(18, 15)}, {reg::len, 1024}});
    for (uint32_t k = 0; k < 4; ++k) {
      m.set(0, {{reg::targ_lo, 0x20000 + 1024 * k}, {reg::ret_lo, 1024 * k}});
      m.send(0);
      check_last(m, 9, 2);
    }
    // Setup for a loop of equal writes.
    m.set(0, {{reg::ctrl, bit::write | bit::marked | unicast}, {reg::len, 64}, {reg::ret_mid, 0}, {reg::ret_hi, xy(7, 7)}});
    m.set(0, {{reg::targ_lo, 0x40}, {reg::ret_lo, 0x80}});
    m.send(0);
    check_last(m, 7, 7);
    // By flags, addresses of 64 bits with the place apart, as dispatch does.
    m.set(0, {{reg::ctrl, bit::write | unicast}});
    m.set(0,
          {{reg::targ_lo, 0x40}, {reg::len, 64}, {reg::ret_lo, 0x80}, {reg::ret_mid, 0x10000000}, {reg::ret_hi, xy(19, 24)}});
    m.send(0);
    check_last(m, 2, 0);
    m.set(0, {{reg::targ_lo, 0x80}});  // only the source
    m.send(0);
    check_last(m, 2, 0);
    m.set(1, {{reg::ctrl, bit::read | bit::marked | unicast}});
    m.set(1, {{reg::ret_lo, 0x40}, {reg::len, 64}, {reg::targ_lo, 0x40}, {reg::targ_mid, 0}, {reg::targ_hi, xy(4, 4)}});
    m.send(1);
    check_last(m, 4, 4);
    m.done();
  }
}

TEST_CASE("transactions by number", "[noc]") {
  for (unsigned noc = 0; noc < 2; ++noc) {
    data_mover m(noc);
    m.n.registers.store("nc", 0x60, 0xFFFF);
    for (uint32_t id = 1; id < 16; ++id) {
      m.set(1, {{reg::tag, id << 10}, {reg::targ_mid, 0}, {reg::targ_hi, xy(17, 15)}, {reg::len, 512}});
      CHECK(m.n.load(0x240 + 4 * id) <= 128);
      m.set(1, {{reg::ret_lo, 512 * id}, {reg::targ_lo, 512 * id}});
      m.send(1);
      CHECK(m.sent.back().transaction == id);
      m.set(0, {{reg::tag, id << 10}});
      m.write(0, 512 * id, data_mover::at(17, 15, 512 * id), 512, bit::marked | unicast);
      CHECK(m.n.load(0x240 + 4 * id) == 0);
      CHECK(m.n.load(0x280 + 4 * id) == 0);
    }
    // The profiler keeps and restores an initiator around its own posted writes. TARG_ADDR_HI comes back as what a command had made
    // of it; posted writes do not ask for it.
    m.set(0, {{reg::ctrl, bit::write | unicast}, {reg::ret_hi, xy(5, 5)}});
    std::vector<std::pair<uint32_t, uint32_t>> kept;
    for (uint32_t o : {reg::ctrl, reg::ret_hi, reg::targ_lo, reg::ret_lo, reg::len, reg::targ_hi, reg::targ_mid, reg::tag,
                       reg::at_data, reg::ret_mid})
      kept.push_back({o, m.n.load(0, o)});
    m.set(0, {{reg::tag, 0}});
    m.write(0, 0x40000, data_mover::at(17, 13, 0x100), 256, unicast);
    m.set(0, kept);
    m.set(0, {{reg::targ_lo, 0x40}, {reg::ret_lo, 0x40}, {reg::len, 16}});
    m.send(0);
    CHECK(m.sent.back().to == noc_coordinate{5, 5});
    CHECK(m.sent.back().transaction == 15);
    m.done();
  }
}

TEST_CASE("both cores on both NoCs: one initiator for writes, one for all else", "[noc]") {
  for (unsigned noc = 0; noc < 2; ++noc) {
    data_mover m(noc);
    const uint32_t own = m.n.load(0x148) & 0xFFF;
    for (unsigned core = 0; core < 2; ++core) {
      const unsigned writes = 2 * core, reads = writes + 1;
      m.set(reads, {{reg::ret_hi, own}});
      m.set(writes, {{reg::targ_hi, own}});
      for (int again = 0; again < 2; ++again) {
        m.set(reads, {{reg::ctrl, bit::read | bit::marked | unicast}});
        m.read(reads, data_mover::at(17, 12, 0x80), 0x80, 128);
        check_last(m, 0, 0);
        CHECK((m.n.load(0x44) & 63) == (noc ? 15u : 1u));
        m.set(reads, {{reg::ret_lo, atomic_return}});
        m.increment(reads, data_mover::at(3, 3, 0x9E40), 1, 31);
        CHECK(m.sent.back().answer_address == atomic_return);
        m.write(writes, 0x80, data_mover::at(3, 3, 0x80), 128, bit::marked | unicast);
        check_last(m, 3, 3);
        m.write_inline(reads, data_mover::at(3, 3, stream_register), 1, bit::marked | unicast);
        check_last(m, 3, 3);
      }
    }
    m.done();
  }
}

TEST_CASE("firmware: clock gating, post codes, the place of a core", "[noc]") {
  niu n(1);
  n.registers.store("b", 0x100, n.load(0x100) | 1);
  n.registers.store("b", 0x104, n.load(0x104) | 1);
  n.registers.store("nc", 0x100, (n.load(0x100) & 0x00FFFFFF) | 0x12000000);
  n.registers.store("e", 0x10C, 0x12345678);  // for anybody's use
  CHECK(n.load(0x10C) == 0x12345678);
  CHECK(n.load(0x148) == xy(1, 2));
  CHECK_FALSE(n.diagnose.any());
}

}  // namespace noc_tt_metal_test
