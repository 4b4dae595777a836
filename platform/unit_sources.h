// SPDX-License-Identifier: Apache-2.0
// Where units of a tile come from, and the clock of those that are RTL (docs/cosim.md). Only names and numbers: who builds them is
// cosim/rtl/rtl_units.h.
#pragma once
#include <cstdint>
#include <string>

namespace tensix {

enum class unit_source : uint8_t {
  model,   // of this library
  rtl,     // instead of it
  shadow,  // RTL gets the same inputs; the model's answers count, differences are reported
  count
};

struct unit_sources {
  unit_source l1 = unit_source::model, unpacker0 = unit_source::model, unpacker1 = unit_source::model,
              packers = unit_source::model, matrix_unit = unit_source::model, vector_unit = unit_source::model,
              config_unit = unit_source::model, sync_unit = unit_source::model, scalar_unit = unit_source::model,
              misc_unit = unit_source::model, mover = unit_source::model, players = unit_source::model,
              noc0 = unit_source::model, noc1 = unit_source::model;
};

enum class rtl_clock_mode : uint8_t {
  free,   // an edge a cycle
  gated,  // edges only while a block has work
  lazy,   // edges are made up for when the block is looked at
  count
};

enum class rtl_random_distribution : uint8_t {
  uniform,    // 1 to the most, each as often
  bursts,     // everything until the end of a stretch of 1 to the most
  geometric,  // one half 1, one quarter 2, ...
  count
};

// What adapters put off at random (cosim/rtl/random_delay.h).
struct rtl_random_parameters {
  uint32_t seed = 1;
  uint32_t stall_percent = 0;  // so much of it is; 0: nothing
  uint32_t most_cycles = 8;
  rtl_random_distribution distribution = rtl_random_distribution::uniform;
};

struct rtl_clock_parameters {
  rtl_clock_mode mode = rtl_clock_mode::lazy;
  uint32_t edge_ps = 0;          // of the rising edge behind the beginning of its cycle; 0: half a cycle
  uint32_t quiet_edges = 10000;  // without a change, while nothing else is to do: nothing will happen any more
  uint32_t reset_edges = 2;      // with rst_n low, before cycle 0
  rtl_random_parameters random;
  std::string coverage;  // a file that blocks write what they have covered to (cosim/rtl/verilated_block.h); empty: none
};

}  // namespace tensix
