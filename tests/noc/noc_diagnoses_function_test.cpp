// SPDX-License-Identifier: Apache-2.0
// What is reported of commands, and how: those that mean nothing, those that are undefined; and what is next to them is legal.
#include <functional>
#include <string>
#include <vector>

#include "catch.h"
#include "tests/noc/niu.h"

using namespace tensix;
using namespace noc_tests;

namespace noc_diagnoses_test {
namespace {

const uint32_t here = xy(1, 2), other = xy(3, 4), dram = xy(17, 12), pcie = xy(19, 24), ethernet = xy(20, 25), arc = xy(8, 0),
               alone = xy(8, 4);
constexpr uint32_t l1_end = 0x180000, registers = 0xFFB40028;

struct wrong {
  const char* what;
  std::function<void(niu&)> make;  // a command on initiator 1
  bool done;                       // as if it were not so
  std::vector<const char*> said;
};

void change(niu& n, uint32_t offset, uint32_t set) { n.store(1, offset, n.load(1, offset) | set); }

const std::vector<wrong>& all_wrong() {
  static const std::vector<wrong> all = {
      {"type 3", [](niu& n) { n.store(1, reg::ctrl, 3); }, false, {"type 3 in CTRL is reserved"}},
      {"read as a multicast",
       [](niu& n) { n.read(1, rectangle(1, 2, 3, 4), 0, 0, 16, bit::multicast); },
       false,
       {"read of 16 bytes from 0x0 at (1, 2)-(3, 4) to 0x0", "a read cannot be a multicast"}},
      {"nothing stands there", [](niu& n) { n.read(1, alone, 0, 0, 16); }, false, {"no tile stands at (8, 4)"}},
      {"beyond the grid", [](niu& n) { n.read(1, xy(40, 1), 0, 0, 16); }, false, {"no tile stands at (40, 1)"}},
      {"corners beyond the grid",
       [](niu& n) { n.write(1, 0, rectangle(1, 2, 30, 0), 0, 16, bit::multicast); },
       false,
       {"the rectangle from (1, 2) to (30, 0)"}},
      {"answer to nothing",
       [](niu& n) {
         n.write(1, 0, other, 0, 16);
         n.store(1, reg::targ_hi, alone);
       },
       false,
       {"no tile stands at (8, 4)"}},
      {"length 0", [](niu& n) { n.write(1, 0, other, 0, 0); }, false, {"AT_LEN_BE is 0"}},
      {"too long for a register", [](niu& n) { n.read(1, other, registers, 0x20, 8); }, false, {"AT_LEN_BE must be 4"}},
      {"too long from a register", [](niu& n) { n.write(1, registers, other, 0x20, 64); }, false, {"AT_LEN_BE must be 4"}},
      {"a register is a word", [](niu& n) { n.write(1, 0x10, other, registers + 2, 4); }, false, {"words, at multiples of 4"}},
      {"out of L1, there",
       [](niu& n) { n.read(1, other, l1_end - 16, 0, 17); },
       false,
       {"0x17fff0: 17 bytes from there are not in L1"}},
      {"out of L1, here",
       [](niu& n) { n.read(1, dram, 0, l1_end - 64, 128); },
       false,
       {"0x17ffc0: 128 bytes", "L1, which ends at 0x180000"}},
      {"a write's data are here, wherever its answer goes",
       [](niu& n) {
         n.write(1, l1_end, other, 0, 16);
         n.store(1, reg::targ_hi, dram);
       },
       false,
       {"0x180000: 16 bytes from there are not in L1"}},
      {"between L1 and registers", [](niu& n) { n.write(1, 0xFE000000, other, 0, 16); }, false, {"0xfe000000: 16 bytes"}},
      {"64 bits of an address for a Tensix tile",
       [](niu& n) { n.write(1, 0, other, uint64_t{1} << 33, 16); },
       false,
       {"0x200000000: a Tensix or Ethernet tile has addresses of 32 bits"}},
      {"beyond a channel of DRAM",
       [](niu& n) { n.write(1, 0, dram, 0xFEFFFFF0, 32); },
       false,
       {"0xfefffff0: the memory of a channel of DRAM ends at 0xff000000"}},
      {"the core of a DRAM tile",
       [](niu& n) { n.write(1, 0, dram, uint64_t{0x20} << 32, 32); },
       false,
       {"0x2000000000: the memory of"}},
      {"split, not a multiple of 64",
       [](niu& n) { n.write(1, 0x20, dram, 0x20, 16385); },
       false,
       {"more than 16384 bytes are split only if"}},
      {"more than 32 bits of bytes",
       [](niu& n) {
         n.write(1, 0, other, 0, 16);
         n.store(1, reg::len_1, 1);
       },
       false,
       {"4294967312 bytes from there are not in L1"}},
      {"byte enables from a register",
       [](niu& n) { n.write(1, registers, other, 0, 0xF, bit::byte_enables); },
       false,
       {"write with byte enables", "takes its data from L1"}},
      {"byte enables beyond L1",
       [](niu& n) {
         n.write(1, 0, other, l1_end - 16, 0, bit::byte_enables);
         n.store(1, reg::len_1, 1);
       },
       false,
       {"0x17fff0: 33 bytes"}},
      {"byte enables within a word of registers",
       [](niu& n) { n.write(1, 0, other, registers + 1, 0xF, bit::byte_enables); },
       false,
       {"a register is written at a multiple of 4"}},
      {"inline to DRAM",
       [](niu& n) { n.write_inline(1, dram, 0, 1); },
       false,
       {"inline write to 0x0 at (17, 12)", "put the word into L1 and write it"}},
      {"inline to PCIe",
       [](niu& n) { n.write_inline(1, pcie, 0, 1); },
       false,
       {"an inline write goes to Tensix and Ethernet tiles only"}},
      {"inline to half a word",
       [](niu& n) { n.write_inline(1, other, registers + 2, 1); },
       false,
       {"an inline write needs the address of a word"}},
      {"inline to L1",
       [](niu& n) { n.write_inline(1, other, 0x1000, 1); },
       true,
       {"inline write to 0x1000 at (3, 4)", "hangs on silicon when the receiver's four ports to L1 are not free",
        "put the word into L1 of this tile and write it from there"}},
      {"inline to L1 of an Ethernet tile", [](niu& n) { n.write_inline(1, ethernet, 0x1000, 1); }, true, {"hangs on silicon"}},
      {"atomic to DRAM",
       [](niu& n) { n.increment(1, dram, 0, 1); },
       false,
       {"atomic on 0x0 at (17, 12)", "L1 of Tensix and Ethernet tiles only"}},
      {"atomic to ARC", [](niu& n) { n.increment(1, arc, 0, 1); }, false, {"L1 of Tensix and Ethernet tiles only"}},
      {"atomic on a register",
       [](niu& n) { n.increment(1, other, registers, 1); },
       false,
       {"L1 of Tensix and Ethernet tiles only"}},
      {"atomic on half a word",
       [](niu& n) { n.increment(1, other, 0x1002, 1); },
       false,
       {"an atomic needs the address of a word"}},
      {"atomic beyond L1", [](niu& n) { n.increment(1, other, l1_end, 1); }, false, {"0x180000: 4 bytes"}},
      {"old value to a register",
       [](niu& n) {
         n.increment(1, other, 0x1000, 1);
         n.store(1, reg::ret_lo, registers);
       },
       false,
       {"the old value goes to RET_ADDR, 0xffb40028, which is no word of L1"}},
      {"unicast on a channel of multicasts",
       [](niu& n) { n.write(1, 0, other, 0, 16, bit::fixed | bit::channel(4)); },
       true,
       {"static virtual channel 4", "unicast requests have 0 to 3, multicasts 4 and 5"}},
      {"multicast on a channel of unicasts",
       [](niu& n) { n.write(1, 0, rectangle(1, 2, 3, 4), 0, 16, bit::multicast | bit::fixed | bit::channel(1)); },
       true,
       {"static virtual channel 1"}},
      {"request on a channel of answers",
       [](niu& n) { n.write(1, 0, rectangle(1, 2, 3, 4), 0, 16, bit::multicast | bit::fixed | bit::channel(7)); },
       true,
       {"static virtual channel 7"}},
      {"accumulate",
       [](niu& n) { n.read(1, other, 0, 0, 16, 1u << 31); },
       true,
       {"CTRL bit 31 (accumulate in L1) does not work on silicon"}},
      {"priority",
       [](niu& n) { n.read(1, other, 0, 0, 16, 1u << 27); },
       true,
       {"priorities (CTRL bits 27-30) are not modelled"}},
      {"exclusion",
       [](niu& n) {
         n.write(1, 0, rectangle(1, 2, 3, 4), 0, 16, bit::multicast);
         n.store(1, reg::exclude, 1u << 22);
       },
       true,
       {"BRCST_EXCLUDE is enabled (bit 22), which is not modelled"}},
      {"delivery to the overlay",
       [](niu& n) {
         n.write(1, 0, other, 0, 16);
         change(n, reg::tag, 1u << 6);
       },
       true,
       {"PACKET_TAG bit 6"}},
      {"header store",
       [](niu& n) {
         n.write(1, 0, other, 0, 16, 0);
         change(n, reg::tag, 1u << 9);
       },
       true,
       {"PACKET_TAG bit 9"}},
      {"security",
       [](niu& n) {
         n.write(1, 0, other, 0, 16);
         n.store(1, 0x34, 1);
       },
       true,
       {"SEC_CTRL is not 0"}},
      {"L1 to L1, modulo 16",
       [](niu& n) { n.write(1, 0x1004, other, 0x1008, 4); },
       true,
       {"0x1004 and 0x1008 must agree modulo 16"}},
      {"L1 from L1, modulo 16",
       [](niu& n) { n.read(1, other, 0x1004, 0x100C, 4); },
       true,
       {"0x1004 and 0x100c must agree modulo 16"}},
      {"to DRAM, modulo 16", [](niu& n) { n.write(1, 0x1000, dram, 8, 32); }, true, {"0x1000 and 0x8 must agree modulo 16"}},
      {"from DRAM, modulo 64",
       [](niu& n) { n.read(1, dram, 0x20, 0x1000, 32); },
       true,
       {"0x20 and 0x1000 must agree modulo 64 (out of DRAM or PCIe)"}},
      {"from PCIe, modulo 64",
       [](niu& n) { n.read(1, pcie, (uint64_t{1} << 60) + 16, 0x1000, 32); },
       true,
       {"0x1000000000000010 and 0x1000 must agree modulo 64"}},
  };
  return all;
}

}  // namespace

TEST_CASE("what is wrong with a command is reported once, with all that names it", "[noc]") {
  for (const auto& w : all_wrong()) SECTION(w.what) {
      niu n;
      w.make(n);
      CHECK(n.issue(1) == w.done);
      REQUIRE(n.diagnose.reports().size() == 1);
      const std::string text = n.diagnose.reports()[0].text;
      CHECK(n.diagnose.reports()[0].unit == "b");
      CHECK(text.find("NoC 0, initiator 1: ") == 0);
      for (const char* part : w.said) CHECK_THAT(text, Contains(part));
      // What means nothing has done nothing.
      CHECK(n.load(1, reg::command) == (w.done ? 1u : 0u));
      for (unsigned index = 0; index < 64 && !w.done; ++index) CHECK(n.registers.counter(index) == 0);
      if (w.done) CHECK(n.registers.take().packets.size() == 1);
    }
}

TEST_CASE("what is next to it is legal", "[noc]") {
  const std::vector<std::pair<const char*, std::function<void(niu&)>>> legal = {
      {"the last bytes of L1", [](niu& n) { n.read(1, other, l1_end - 16, l1_end - 16, 16); }},
      {"one byte", [](niu& n) { n.write(1, 7, other, 0x17, 1); }},
      {"data read into DRAM",
       [](niu& n) {
         n.read(1, other, 0x1000, 0x40000000, 64);
         n.store(1, reg::ret_hi, dram);
       }},
      {"4 bytes from a register to L1", [](niu& n) { n.read(1, other, registers, 0x24, 4); }},
      {"4 bytes from L1 to a register", [](niu& n) { n.write(1, 0x24, other, registers, 4); }},
      {"4 bytes from a register to a register", [](niu& n) { n.write(1, registers, here, registers + 4, 4); }},
      {"from its own registers", [](niu& n) { n.read(1, here, 0xFFB20200, 0x20, 4); }},
      {"16384 bytes at any address", [](niu& n) { n.write(1, 0x13, dram, 0x33, 16384); }},
      {"the last bytes of DRAM", [](niu& n) { n.write(1, 0, dram, 0xFEFFFFF0, 16); }},
      {"from DRAM, odd but alike", [](niu& n) { n.read(1, dram, 0x7F, 0x103F, 3); }},
      {"to PCIe", [](niu& n) { n.write(1, 0x10, pcie, (uint64_t{1} << 60) + 0x20, 64); }},
      {"L1 of an Ethernet tile", [](niu& n) { n.write(1, 0, ethernet, 0x70000, 64); }},
      {"to ARC, at any address", [](niu& n) { n.write(1, 3, arc, 0x80050101, 1); }},
      {"posted, answer to nowhere",
       [](niu& n) {
         n.write(1, 0, other, 0, 16, 0);
         n.store(1, reg::targ_hi, alone);
       }},
      {"posted atomic, old value nowhere",
       [](niu& n) {
         n.increment(1, other, 0, 1, 0);
         n.address(1, reg::ret_lo, registers, alone);
       }},
      {"inline, RET_ADDR is nothing",
       [](niu& n) {
         n.write_inline(1, other, registers, 5);
         n.address(1, reg::ret_lo, ~uint64_t{0}, alone);
         n.store(1, reg::len, 0);
       }},
      {"inline to an Ethernet tile's register", [](niu& n) { n.write_inline(1, ethernet, registers, 5); }},
      {"byte enables at any addresses", [](niu& n) { n.write(1, 0x101, other, 0x20F, 0xFFFFFFFF, bit::byte_enables); }},
      {"byte enables, the last line of L1", [](niu& n) { n.write(1, 0, other, l1_end - 16, 0xFFFF, bit::byte_enables); }},
      {"no byte enabled", [](niu& n) { n.write(1, 0, other, 0, 0, bit::byte_enables); }},
      {"a rectangle over columns of DRAM",
       [](niu& n) { n.write(1, 0, rectangle(1, 2, 16, 11), 0, 16, bit::multicast | bit::marked); }},
      {"BRCST_EXCLUDE of a unicast",
       [](niu& n) {
         n.write(1, 0, other, 0, 16);
         n.store(1, reg::exclude, 1u << 22);
       }},
      {"reserved bits and those that mean nothing here",
       [](niu& n) {
         n.write(1, 0, other, 0, 16,
                 bit::marked | 7u << 10 | 0x1FFu << 18 | bit::reserve | bit::y_major | bit::source_too | 1u << 9);
       }},
      {"header store of a marked write",
       [](niu& n) {
         n.write(1, 0, other, 0, 16);
         change(n, reg::tag, 1u << 9);
       }},
  };
  for (const auto& [what, make] : legal) SECTION(what) {
      niu n;
      make(n);
      CHECK(n.issue(1));
      for (const auto& r : n.diagnose.reports()) FAIL_CHECK(r.text);
    }
}

}  // namespace noc_diagnoses_test
