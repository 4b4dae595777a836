// SPDX-License-Identifier: Apache-2.0
// Accesses that no register allows, and commands at the wrong moment.
#include <functional>
#include <string>

#include "catch.h"
#include "tests/noc/niu.h"

using namespace tensix;
using namespace noc_tests;

namespace noc_misuse_test {
namespace {
const uint32_t dram = xy(17, 12);
}

TEST_CASE("accesses that a register does not allow", "[noc]") {
  niu n(1);
  const auto expect = [&](const std::string& text) {
    REQUIRE(n.diagnose.any());
    CHECK(n.diagnose.reports().back().text == text);
  };
  n.store(2, 0x44, 1);
  expect("store to NoC 1: NODE_ID (0xffb31044), which can only be read");
  n.registers.store("nc", 0x208, 1);
  expect("store to NoC 1: NIU_MST_RD_RESP_RECEIVED (0xffb30208), which can only be read");
  CHECK(n.diagnose.reports().back().unit == "nc");
  n.registers.store("nc", 0x64, 1);
  expect("store to NoC 1: CMD_BUF_AVAIL (0xffb30064), which can only be read");
  n.load(0x60);
  expect("load of NoC 1: NOC_CLEAR_OUTSTANDING_REQ_CNT (0xffb30060), which can only be written");
  n.load(0x404);
  expect("load of NoC 1: NOC_SEC_FENCE_RANGE_1 (0xffb30404), which is not modelled");
  n.registers.store("b", 0x5C, 1);
  expect("store to NoC 1: ECC_CTRL (0xffb3005c), which is not modelled");
  n.registers.store("b", 0x38, 1);
  expect("store to NoC 1: no register (0xffb30038)");
  n.registers.store("b", 0x100, n.load(0x100) | 1u << 12);
  CHECK_THAT(n.diagnose.reports().back().text, Contains("bit 12 turns off the clock of this tile"));
  n.registers.store("b", 0x100, n.load(0x100) | 1u << 16);
  CHECK_THAT(n.diagnose.reports().back().text, Contains("bit 16 makes a queue of the initiators"));
  n.registers.store("b", 0x14C, 2);
  CHECK_THAT(n.diagnose.reports().back().text, Contains("MEMORY_SHUTDOWN_CONTROL"));
  CHECK(n.diagnose.reports().size() == 10);
}

TEST_CASE("an initiator is left alone while CMD_CTRL is 1", "[noc]") {
  niu n;
  n.read(2, dram, 0, 0, 64);
  REQUIRE(n.issue(2));
  n.store(2, reg::len, 32);  // the command has been taken whole
  n.registers.accepted(2);
  n.read(2, dram, 0, 0, 2 * 16384);
  REQUIRE(n.issue(2));
  n.store(2, reg::len, 2 * 16384);  // what stands there already
  n.store(1, reg::len, 32);
  CHECK_FALSE(n.diagnose.any());
  n.store(2, reg::len, 32);
  CHECK(n.diagnose.reports().size() == 1);
  CHECK_THAT(n.diagnose.reports().back().text,
             Contains("store to NoC 0: AT_LEN_BE of initiator 2 (0xffb21020) while CMD_CTRL is 1"));
  CHECK_FALSE(n.issue(2));
  CHECK_THAT(n.diagnose.reports().back().text, Contains("1 to NoC 0: CMD_CTRL of initiator 2 (0xffb21040) while it is 1"));
  n.store(2, reg::command, 0);
  CHECK_THAT(n.diagnose.reports().back().text, Contains("a command cannot be taken back"));
  CHECK(n.registers.counter(16) == 3);
}

TEST_CASE("nobody starts a command while another is split", "[noc]") {
  niu n;
  n.read(0, dram, 0, 0, 16385);
  REQUIRE(n.issue(0));
  n.read(3, dram, 0, 0, 64);
  CHECK(n.issue(3));
  CHECK_THAT(n.only_report(), Contains("1 to NoC 0: CMD_CTRL of initiator 3 (0xffb21840) while initiator 0 splits a command"));
  n.registers.accepted(0);
  n.read(2, dram, 0, 0, 64);
  CHECK(n.issue(2));
  CHECK(n.diagnose.reports().size() == 1);
}

TEST_CASE("behind a linked command goes one to the same place on the same channel", "[noc]") {
  const uint32_t all = rectangle(1, 2, 3, 4), mode = bit::multicast | bit::marked | bit::fixed | bit::channel(4);
  const auto second = [&](const std::function<void(niu&)>& make) {
    niu n;
    n.write(0, 0, all, 0, 64, mode | bit::linked);
    REQUIRE(n.issue(0));
    make(n);
    REQUIRE(n.issue(1));
    const size_t reports = n.diagnose.reports().size();
    const std::string text = reports ? n.diagnose.reports()[0].text : std::string();
    // The transaction is over.
    n.read(2, dram, 0, 0, 64);
    REQUIRE(n.issue(2));
    CHECK(n.diagnose.reports().size() == reports);
    return text;
  };
  CHECK(second([&](niu& n) { n.write(1, 0, all, 0x40, 4, mode); }).empty());
  CHECK(second([&](niu& n) { n.write(1, 0, all, 0x40, 4, mode | bit::source_too); }).empty());
  CHECK(second([&](niu& n) { n.write(1, 0, all, 0x40, 4, bit::multicast); }).empty());
  CHECK_THAT(second([&](niu& n) { n.write(1, 0, rectangle(1, 2, 3, 5), 0x40, 4, mode); }),
             Contains("goes elsewhere, which breaks the NoC"));
  CHECK_THAT(second([&](niu& n) { n.write(1, 0, all, 0x40, 4, mode | bit::y_major); }), Contains("goes elsewhere"));
  CHECK_THAT(second([&](niu& n) { n.write(1, 0, xy(1, 2), 0x40, 4); }), Contains("goes elsewhere"));
  CHECK_THAT(second([&](niu& n) { n.write(1, 0, all, 0x40, 4, bit::multicast | bit::fixed | bit::channel(5)); }),
             Contains("on virtual channel 4 and asks for 5, which it never gets"));
  // A transaction of three.
  niu n;
  for (unsigned i = 0; i < 3; ++i) {
    n.write(i, 0, all, 64 * i, 64, mode | (i < 2 ? bit::linked : 0));
    REQUIRE(n.issue(i));
  }
  CHECK_FALSE(n.diagnose.any());
}

}  // namespace noc_misuse_test
