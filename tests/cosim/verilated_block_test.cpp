// SPDX-License-Identifier: Apache-2.0
// A module of Verilator as a block: reset, edges, combinational outputs, an assertion that fails.
#include "Vedge_counter.h"
// Behind it: what the block counts is known by its header.
#include "cosim/rtl/verilated_block.h"

#include <cstdio>
#include <fstream>
#include <set>
#include <string>

#include "catch.h"

using tensix::verilated_block;

TEST_CASE("edges, reset and settling") {
  verilated_block<Vedge_counter> block("counter");
  block.reset(true);
  block.edge(), block.edge();
  block.reset(false);
  CHECK(block.top.count == 0);
  block.edge(), block.edge(), block.edge();
  CHECK(block.top.count == 3);
  CHECK(block.top.odd == 1);
  block.top.fail = 1;
  block.settle();
  CHECK(block.top.odd == 0);
  CHECK(block.top.count == 3);
  block.top.fail = 0;
  block.reset(true);
  block.edge();
  CHECK(block.top.count == 0);
}

TEST_CASE("two of a kind are apart") {
  verilated_block<Vedge_counter> one("one"), other("other");
  for (auto* b : {&one, &other}) b->reset(true), b->edge(), b->reset(false);
  one.edge();
  CHECK(one.top.count == 1);
  CHECK(other.top.count == 0);
}

TEST_CASE("an assertion that fails ends the run, with the block's name") {
  verilated_block<Vedge_counter> block("counter");
  block.reset(true), block.edge(), block.reset(false);
  block.top.fail = 1;
  try {
    block.edge();
    FAIL("nothing was thrown");
  } catch (const std::runtime_error& e) {
    CHECK(std::string(e.what()).find("counter") != std::string::npos);
  }
}

TEST_CASE("what blocks have covered comes into one file, whose points have the blocks' names") {
  const std::string file = "verilated_block_coverage.dat";
  tensix::present_of_rtl().coverage = file;
  {
    verilated_block<Vedge_counter> one("one"), other("other");
    for (auto* b : {&one, &other}) b->reset(true), b->edge(), b->reset(false);
    one.edge();
  }
  std::set<std::string> of_one, of_other;
  unsigned headers = 0;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    headers += line[0] == '#';
    for (auto* points : {&of_one, &of_other}) {
      const std::string hierarchy = points == &of_one ? "h\x02one" : "h\x02other";
      if (const size_t at = line.find(hierarchy); at != std::string::npos) points->insert(line.erase(at, hierarchy.size()));
    }
  }
  CHECK(headers == 1);
  CHECK(of_one.size() > 5);
  CHECK(of_one.size() == of_other.size());
  CHECK(of_one != of_other);  // other counts: an edge more
  std::remove(file.c_str());
  tensix::present_of_rtl().coverage = "no/such/folder.dat";
  try {
    verilated_block<Vedge_counter> none("none");
    FAIL("nothing was thrown");
  } catch (const std::runtime_error& e) {
    CHECK(std::string(e.what()) == "rtl.coverage: cannot write 'no/such/folder.dat'");
  }
  tensix::present_of_rtl().coverage.clear();
}
