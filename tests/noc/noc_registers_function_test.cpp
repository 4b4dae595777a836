// SPDX-License-Identifier: Apache-2.0
// Registers of a network interface: what loads and stores do, what a command leaves in them.
#include "catch.h"
#include "tests/noc/niu.h"

using namespace tensix;
using namespace noc_tests;

namespace noc_registers_test {

TEST_CASE("initiators keep what is stored, each its own", "[noc]") {
  niu n;
  for (unsigned i = 0; i < 4; ++i)
    for (uint32_t o = 0; o <= 0x34; o += 4) CHECK_FALSE(n.store(i, o, 0x01010101u * (16 * i + o)));
  for (unsigned i = 0; i < 4; ++i)
    for (uint32_t o = 0; o <= 0x34; o += 4) {
      const uint32_t stored = 0x01010101u * (16 * i + o);
      CHECK(n.load(i, o) == (o == reg::tag ? stored & 0xFFFF : stored));  // the upper half of PACKET_TAG does not exist
    }
  CHECK_FALSE(n.diagnose.any());
}

TEST_CASE("identity", "[noc]") {
  for (unsigned noc = 0; noc < 2; ++noc) {
    niu n(noc, {16, 11});
    const uint32_t x = noc ? 0 : 16, y = noc ? 0 : 11, datelines = noc ? 0 : 3;
    const uint32_t id = x | y << 6 | 17u << 12 | 12u << 19 | datelines << 26 | (noc ? 0u : 1u) << 28;
    for (unsigned i = 0; i < 4; ++i) {
      CHECK(n.load(i, 0x44) == id);
      CHECK(n.load(i, 0x48) == (noc << 24 | 0x0100u << 8));
      CHECK(n.load(i, 0x64) == 0);
      CHECK(n.load(i, 0x68) == 0);
    }
    CHECK(n.load(0x148) == xy(16, 11));  // the same on both
    CHECK_FALSE(n.diagnose.any());
  }
  niu raw(1, {1, 2}, false);
  CHECK(raw.load(0x148) == xy(15, 9));
}

TEST_CASE("the configuration is what firmware leaves, and storage", "[noc]") {
  for (unsigned noc = 0; noc < 2; ++noc) {
    niu n(noc);
    CHECK(n.load(0x100) == (1u << 14 | 1u << 13));
    CHECK(n.load(0x104) == 0xF00);
    CHECK(n.load(0x108) == (noc ? 1u << 16 | 1u << 8 | 1u << 7 : 1u | 1u << 8 | 1u << 9));
    CHECK(n.load(0x110) == (noc ? 0xC00u : 3u));
    CHECK(n.load(0x150) == 0);
    CHECK(n.load(0x154) == 3);
    // Entries 6 to 11 of the table of columns: 6, 7, 8, 9, 10, 11 of NoC 0.
    uint32_t expected = 0;
    for (uint32_t i = 0; i < 6; ++i) expected |= (noc ? 10 - i : 6 + i) << 5 * i;
    CHECK(n.load(0x11C) == expected);
    // Entries 30 and 31 of the table of rows: security in row 2, and none.
    CHECK(n.load(0x144) == (noc ? 9u | 11u << 5 : 2u));
    for (uint32_t o = 0x100; o <= 0x170; o += 4) {
      if (o == 0x100 || o == 0x14C) continue;  // bits that do something
      n.registers.store("b", o, 0xA5000000u + o);
      CHECK(n.load(o) == 0xA5000000u + o);
    }
    // Clock gating, and post codes.
    n.registers.store("nc", 0x100, n.load(0x100) | 1 | 0x5A000000);
    CHECK(n.load(0x100) == (1u << 14 | 1u << 13 | 1 | 0x5A000000));
    n.registers.store("b", 0x174, 1);  // clears itself
    CHECK(n.load(0x174) == 0);
    CHECK_FALSE(n.diagnose.any());
  }
}

TEST_CASE("receivers of multicasts are those whose column and row are not masked", "[noc]") {
  niu n(1, {1, 2});
  CHECK(n.registers.receives_multicast());
  n.registers.store("b", 0x108, 1u << 15);  // its raw column on NoC 1
  CHECK_FALSE(n.registers.receives_multicast());
  n.registers.store("b", 0x108, 1u << 1);
  CHECK(n.registers.receives_multicast());
  n.registers.store("b", 0x110, 1u << 9);
  CHECK_FALSE(n.registers.receives_multicast());
  CHECK_FALSE(niu(0, {0, 4}).registers.receives_multicast());
}

TEST_CASE("a command translates its coordinates in their registers, and those that are there stay", "[noc]") {
  niu n(1);
  n.read(1, xy(17, 15), 0x1000, 0x2000, 64);
  REQUIRE(n.issue(1));
  noc_command c = n.registers.take();
  REQUIRE(c.packets.size() == 1);
  CHECK(c.packets[0].to == noc_coordinate{0, 2});  // channel 1, port 0
  CHECK(c.packets[0].answer_to == noc_coordinate{1, 2});
  CHECK(c.packets[0].from == noc_coordinate{1, 2});
  CHECK(n.load(1, reg::targ_hi) == xy(16, 9));  // as NoC 1 counts
  CHECK(n.load(1, reg::ret_hi) == xy(15, 9));
  n.registers.accepted(1);
  // Only TARG_HI is new: RET_HI, never written again, is no second time translated.
  n.store(1, reg::targ_hi, xy(17, 16));
  REQUIRE(n.issue(1));
  c = n.registers.take();
  CHECK(c.packets[0].to == noc_coordinate{0, 10});
  CHECK(c.packets[0].answer_to == noc_coordinate{1, 2});
  n.registers.accepted(1);
  // The same number written again is a new one.
  n.store(1, reg::ret_hi, xy(15, 9));
  REQUIRE(n.issue(1));
  CHECK(n.registers.take().packets[0].answer_to == noc_coordinate{15, 9});
  CHECK_FALSE(n.diagnose.any());
}

TEST_CASE("all four coordinates of a multicast are translated once", "[noc]") {
  noc_harvesting h;
  h.tensix_columns = {2, 16};
  niu n(0, {1, 2}, true, h);
  n.write(2, 0x100, rectangle(2, 3, 15, 4), 0x300, 32, bit::marked | bit::multicast | bit::fixed | bit::channel(4));
  for (int again = 0; again < 2; ++again) {
    REQUIRE(n.issue(2));
    const noc_command c = n.registers.take();
    CHECK(c.packets[0].to == noc_coordinate{3, 3});
    CHECK(c.packets[0].to_end == noc_coordinate{2, 4});
    CHECK(n.load(2, reg::ret_hi) == rectangle(3, 3, 2, 4));
    n.registers.accepted(2);
  }
}

TEST_CASE("without translation coordinates stay as they are", "[noc]") {
  niu n(1, {1, 2}, false);
  n.write(0, 0x40, xy(16, 9), 0x80, 16);
  n.store(0, reg::targ_hi, xy(15, 9));
  for (int again = 0; again < 2; ++again) {
    REQUIRE(n.issue(0));
    const noc_command c = n.registers.take();
    CHECK(c.packets[0].to == noc_coordinate{0, 2});
    CHECK(c.packets[0].answer_to == noc_coordinate{1, 2});
    CHECK(n.load(0, reg::ret_hi) == xy(16, 9));
    n.registers.accepted(0);
  }
}

TEST_CASE("tables that software writes are followed", "[noc]") {
  niu n(0);
  n.registers.store("b", 0x118, (n.load(0x118) & ~(31u << 5)) | 13u << 5);  // column 1 is column 13
  n.read(0, xy(1, 2), 0, 0, 16);
  REQUIRE(n.issue(0));
  CHECK(n.registers.take().packets[0].to == noc_coordinate{13, 2});
  n.registers.accepted(0);
  n.registers.store("b", 0x100, 0);  // no translation
  n.read(0, xy(1, 2), 0, 0, 16);
  REQUIRE(n.issue(0));
  CHECK(n.registers.take().packets[0].to == noc_coordinate{1, 2});
}

TEST_CASE("CMD_CTRL reads 1 until the command has a channel", "[noc]") {
  niu n;
  n.read(3, xy(1, 3), 0x1000, 0x2000, 16);
  CHECK(n.load(3, reg::command) == 0);
  CHECK_FALSE(n.store(3, reg::command, 0));
  CHECK_FALSE(n.store(3, reg::command, 2));
  REQUIRE(n.issue(3));
  CHECK(n.load(3, reg::command) == 1);
  CHECK(n.load(2, reg::command) == 0);
  n.registers.accepted(3);
  CHECK(n.load(3, reg::command) == 0);
  CHECK_FALSE(n.diagnose.any());
}

TEST_CASE("outstanding counts that reach zero are remembered until they are asked for", "[noc]") {
  niu n;
  const auto done = [&](unsigned id) {
    noc_packet answer;
    answer.kind = noc_packet_kind::write_answer;
    answer.transaction = static_cast<uint8_t>(id);
    n.registers.happened(noc_step::answered, answer);
  };
  for (uint32_t id : {3, 9, 9, 12}) {
    n.write(0, 0, xy(1, 3), 0, 16);
    n.store(0, reg::tag, id << 10);
    REQUIRE(n.issue(0));
    n.registers.take();
    n.registers.accepted(0);
  }
  CHECK(n.load(0x37C) == 0);
  done(3);
  done(9);
  CHECK(n.load(0x37C) == 1u << 3);
  done(9);
  n.registers.store("b", 0x60, 1u << 12);  // which comes to zero, too
  CHECK(n.registers.counter(16 + 12) == 0);
  CHECK(n.load(0x37C) == (1u << 3 | 1u << 9 | 1u << 12));
  n.registers.store("b", 0x37C, 0);  // does nothing
  CHECK(n.load(0x378) == 0);         // none of them interrupts
  CHECK(n.load(0x37C) == (1u << 3 | 1u << 9 | 1u << 12));
  n.registers.store("b", 0x178, 1u << 9 | 1u << 12);
  CHECK(n.registers.peek(0x378) == 9);
  CHECK(n.load(0x378) == 9);  // and clears it
  CHECK(n.load(0x37C) == (1u << 3 | 1u << 12));
  n.registers.store("b", 0x178, 1u << 28 | 1u << 12);
  CHECK(n.load(0x378) == 12);  // and does not
  CHECK(n.load(0x37C) == (1u << 3 | 1u << 12));
  n.registers.store("b", 0x17C, 0xFFFF & ~(1u << 3));
  CHECK(n.load(0x37C) == 1u << 3);
  CHECK(n.load(0x17C) == 0);
  done(3);  // below zero is not to zero
  n.registers.store("b", 0x17C, 0xFFFF);
  done(3);
  CHECK(n.load(0x37C) == 0);
  CHECK_FALSE(n.diagnose.any());
}

TEST_CASE("counts of a transaction have eight bits", "[noc]") {
  niu n;
  for (unsigned i = 0; i < 3; ++i) {
    n.write(i, 0, xy(17, 12), 0, 96 * 16384);
    REQUIRE(n.issue(i));
    n.registers.take();
    n.registers.accepted(i);
  }
  CHECK(n.load(0x240) == 288 - 256);
  CHECK(n.load(0x280) == 288 - 256);
  // A marked multicast is one request and many answers.
  n.write(3, 0, rectangle(1, 2, 3, 2), 0, 16, bit::marked | bit::multicast);
  n.store(3, reg::tag, 7 << 10);
  REQUIRE(n.issue(3));
  noc_packet answer;
  answer.kind = noc_packet_kind::write_answer;
  answer.transaction = 7;
  for (int k = 0; k < 3; ++k) n.registers.happened(noc_step::answered, answer);
  CHECK(n.load(0x240 + 4 * 7) == 254);
  CHECK(n.load(0x204) == 3);
  n.registers.store("b", 0x60, 1u << 7);
  CHECK(n.load(0x240 + 4 * 7) == 0);
  CHECK(n.load(0x240) == 288 - 256);
}

}  // namespace noc_registers_test
