// SPDX-License-Identifier: Apache-2.0
// What is left of a program's tile behind a run, as far as a report wants it, and on its way between ranks.
#pragma once
#include <string>
#include <string_view>

#include "testbench/run/ranks.h"
#include "testbench/run/run_report.h"

namespace tensix {

struct tile_end {
  tile_report report;
  std::string waits;  // who of it waits for what, in the terms of the program; if the run came to no end
  std::string left;   // what is left in its circular buffers; if it did
};

void put(rank_writer& to, const tile_end& end);
tile_end tile_end_of(rank_reader& from);

// All of L1; pages of zeros take a bit.
void put_l1(rank_writer& to, const uint8_t* l1, size_t bytes);
void take_l1(rank_reader& from, uint8_t* l1, size_t bytes);

}  // namespace tensix
