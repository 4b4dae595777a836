// SPDX-License-Identifier: Apache-2.0
// The feed with any number of inputs and outputs (compiled kernels); with one output the tests of the built-in kernels use it.
#include <cstring>

#include "catch.h"
#include "workload/kernels/circular_buffer_function.h"

using namespace tensix;

namespace {

circular_buffer_plan plan(uint32_t address, uint32_t counters, uint32_t tiles, uint32_t capacity, tile_format format) {
  circular_buffer_plan p;
  p.address = address;
  p.tile_bytes = tile_bytes(format);
  p.capacity = capacity;
  p.produced = counters;
  p.consumed = counters + 16;
  p.format = format;
  p.grid = tile_grid(32, 32 * tiles);
  p.order.count[0] = tiles;
  p.order.stride[0] = 1;
  return p;
}

uint32_t word(const std::vector<uint8_t>& l1, uint32_t address) {
  uint32_t value;
  std::memcpy(&value, &l1[address], 4);
  return value;
}

void set_word(std::vector<uint8_t>& l1, uint32_t address, uint32_t value) { std::memcpy(&l1[address], &value, 4); }

}  // namespace

TEST_CASE("each output is emptied by itself, to its own last tile") {
  std::vector<uint8_t> l1(64 * 1024, 0xff);  // counters must be cleared
  const std::vector<circular_buffer_plan> outputs = {plan(0x1000, 0x100, 3, 2, tile_format::bf16),
                                                     plan(0x4000, 0x120, 5, 1, tile_format::fp32)};
  std::vector<std::pair<unsigned, uint64_t>> taken;
  std::vector<uint8_t> first_bytes;
  circular_buffer_feed feed(
      {}, outputs, {},
      [&](unsigned output, uint64_t tile, const uint8_t* bytes) {
        taken.emplace_back(output, tile);
        first_bytes.push_back(bytes[0]);
      },
      l1.data());
  REQUIRE(feed.outputs() == 2);
  CHECK(feed.inputs_done());
  CHECK_FALSE(feed.pump());

  l1[0x1000] = 11, l1[0x1000 + 2048] = 12, l1[0x4000] = 21;
  set_word(l1, 0x100, 2);
  CHECK(feed.output_ready(0));
  CHECK_FALSE(feed.output_ready(1));
  set_word(l1, 0x120, 1);
  CHECK(feed.pump());
  CHECK(taken == std::vector<std::pair<unsigned, uint64_t>>{{0, 0}, {0, 1}, {1, 0}});
  CHECK(first_bytes == std::vector<uint8_t>{11, 12, 21});
  CHECK(word(l1, 0x110) == 2);
  CHECK(word(l1, 0x130) == 1);
  CHECK(feed.output_bytes() == 2 * 2048 + 4096);
  CHECK_FALSE(feed.done());

  set_word(l1, 0x100, 9);  // more than there is room for in the tensor: only the third is taken
  for (uint32_t i = 2; i <= 5; ++i) {
    set_word(l1, 0x120, i);
    CHECK(feed.pump());
    CHECK(feed.outputs_done() == (i == 5));
  }
  CHECK(feed.drained(0) == 3);
  CHECK(feed.drained(1) == 5);
  CHECK(word(l1, 0x110) == 3);
  CHECK(feed.done());
}
