// A module of Verilator as a block: reset, edges, combinational outputs, an assertion that fails.
#include "cosim/rtl/verilated_block.h"
#include "Vedge_counter.h"

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
