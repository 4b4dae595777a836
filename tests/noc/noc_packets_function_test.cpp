// SPDX-License-Identifier: Apache-2.0
// Packets of commands: what stands in an initiator's registers, split where it is too long, byte enables.
#include <vector>

#include "catch.h"
#include "tests/noc/niu.h"

using namespace tensix;
using namespace noc_tests;

namespace noc_packets_test {

TEST_CASE("a command of more than 16384 bytes is several packets, and its registers move on", "[noc]") {
  niu n;
  n.write(0, 0x10000, xy(17, 12), 0xFFFF0000ull - 0x1000000, 40000);
  REQUIRE(n.issue(0));
  const noc_command c = n.registers.take();
  REQUIRE(c.packets.size() == 3);
  const uint32_t sizes[] = {16384, 16384, 40000 - 32768};
  for (uint32_t k = 0; k < 3; ++k) {
    CHECK(c.packets[k].bytes == sizes[k]);
    CHECK(c.packets[k].address == 0xFEFF0000u + 16384 * k);
    CHECK(c.source[k] == 0x10000u + 16384 * k);
    n.registers.packet_begins(c, k);
    CHECK(n.load(0, reg::command) == 1);
    CHECK(n.load(0, reg::len) == 40000 - 16384 * k);
    CHECK(n.load(0, reg::targ_lo) == 0x10000 + 16384 * k);
    CHECK(n.load(0, reg::ret_lo) == 0xFEFF0000 + 16384 * k);
  }
  CHECK(n.registers.counter(16) == 3);
  CHECK(n.registers.counter(32) == 3);
  n.registers.accepted(0);
  CHECK(n.load(0, reg::command) == 0);
  n.read(1, xy(17, 12), 0, 0x40, 16384 * 2, 0);
  n.store(1, reg::tag, 5 << 10);
  REQUIRE(n.issue(1));
  const noc_command r = n.registers.take();
  REQUIRE(r.packets.size() == 2);
  CHECK(r.packets[1].address == 16384);
  CHECK(r.packets[1].answer_address == 0x40 + 16384);
  CHECK(r.packets[1].transaction == 5);
  CHECK(n.registers.counter(16 + 5) == 2);
  CHECK_FALSE(n.diagnose.any());
}

TEST_CASE("packets have what stands in the registers", "[noc]") {
  niu n(1, {4, 7});
  n.write(2, 0x1234, rectangle(5, 9, 3, 6), 0x4564, 100,
          bit::marked | bit::multicast | bit::linked | bit::fixed | bit::channel(5) | bit::reserve | bit::y_major |
              bit::source_too);
  n.store(2, reg::tag, 11 << 10);
  n.store(2, reg::targ_hi, xy(4, 7));
  REQUIRE(n.issue(2));
  noc_command c = n.registers.take();
  const noc_packet& p = c.packets[0];
  CHECK(c.initiator == 2);
  CHECK(c.source[0] == 0x1234);
  CHECK(p.kind == noc_packet_kind::write);
  CHECK(p.noc == 1);
  CHECK(p.from == noc_coordinate{4, 7});
  CHECK(p.to == noc_coordinate{5, 9});
  CHECK(p.to_end == noc_coordinate{3, 6});
  CHECK(p.answer_to == noc_coordinate{4, 7});
  CHECK(p.address == 0x4564);
  CHECK(p.bytes == 100);
  CHECK(p.initiator == 2);
  CHECK(p.transaction == 11);
  CHECK(p.virtual_channel == 5);
  CHECK((p.multicast && p.linked && p.static_channel && p.path_reserve && p.y_major && p.include_source && p.marked));
  CHECK(p.flits() == 1 + 3);  // from byte 36 of a line
  n.registers.accepted(2);

  n.increment(3, xy(6, 8), 0x1238, 7, bit::linked);  // posted
  n.store(3, reg::targ_hi, xy(5, 9));
  n.store(3, reg::ctrl, n.load(3, reg::ctrl) | bit::multicast | bit::y_major);
  n.store(3, reg::targ_hi, rectangle(5, 9, 3, 6));
  REQUIRE(n.issue(3));
  c = n.registers.take();
  CHECK(c.packets[0].kind == noc_packet_kind::atomic);
  CHECK(c.packets[0].atomic == (0x1000 | 31 << 2 | 2));
  CHECK(c.packets[0].atomic_data == 7);
  CHECK(c.packets[0].address == 0x1238);
  CHECK_FALSE(c.packets[0].marked);
  CHECK(c.packets[0].flits() == 1);
  n.registers.accepted(3);
  n.store(3, reg::ctrl, (n.load(3, reg::ctrl) & ~bit::linked) | bit::marked);
  REQUIRE(n.issue(3));
  c = n.registers.take();
  CHECK(c.packets[0].answer_to == noc_coordinate{1, 2});
  CHECK(c.packets[0].answer_address == 4);
  n.registers.accepted(3);

  n.write_inline(0, xy(6, 8), 0xFFB40028, 0x11223344, 0);
  REQUIRE(n.issue(0));
  c = n.registers.take();
  CHECK(c.packets[0].inline_data);
  CHECK_FALSE(c.packets[0].marked);
  CHECK(c.packets[0].answer_to == noc_coordinate{4, 7});
  CHECK(c.packets[0].data == std::vector<uint8_t>{0x44, 0x33, 0x22, 0x11});
  CHECK(c.packets[0].flits() == 1);
  CHECK(c.packets[0].virtual_channel == 0);
  CHECK_FALSE(n.diagnose.any());
}

TEST_CASE("byte enables count from addresses rounded down to 16", "[noc]") {
  niu n;
  n.write(0, 0x1007, xy(3, 4), 0x2039, 0x80000002, bit::byte_enables);
  n.store(0, reg::len_1, 0x10);
  REQUIRE(n.issue(0));
  noc_command c = n.registers.take();
  CHECK(c.packets[0].byte_enables);
  CHECK(c.packets[0].address == 0x2030);
  CHECK(c.source[0] == 0x1000);
  CHECK(c.packets[0].enabled == 0x1080000002);
  CHECK(c.packets[0].bytes == 37);
  CHECK(c.packets[0].flits() == 2);
  n.registers.accepted(0);
  // To a register the mask means nothing.
  n.address(0, reg::ret_lo, 0xFFB40028, xy(3, 4));
  REQUIRE(n.issue(0));
  c = n.registers.take();
  CHECK_FALSE(c.packets[0].byte_enables);
  CHECK(c.packets[0].bytes == 4);
  CHECK(c.packets[0].address == 0xFFB40028);
  CHECK(c.source[0] == 0x1007);
  CHECK_FALSE(n.diagnose.any());
}

}  // namespace noc_packets_test
