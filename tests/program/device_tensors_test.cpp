// SPDX-License-Identifier: Apache-2.0
// Test data of a compiled kernel's buffers: made when they are wanted, they are those of the whole tensor.
#include "workload/compile/device_tensors.h"

#include <cstring>

#include "catch.h"
#include "workload/tensors/tensor_source.h"

using namespace tensix;

namespace {

constexpr uint32_t l1_bytes = 1536 * 1024, rows = 90, cols = 3190, capacity = 3;  // 3 x 100 tiles, the last ones padded

device_kernel reads(device_buffer b) {
  device_kernel k;
  b.index = 5, b.test_data = true, b.rows = rows, b.cols = cols, b.capacity = capacity;
  k.buffers = {b};
  return k;
}

uint32_t word(const std::vector<uint8_t>& l1, uint32_t address) {
  uint32_t w;
  std::memcpy(&w, &l1[address], 4);
  return w;
}

// What passes through the buffer, tile by tile; `check` is told each one's number.
template <class Check>
uint64_t take_all(const device_kernel& k, uint64_t seed, Check check) {
  const device_layout layout(k, l1_bytes);
  device_tensors tensors(k, seed);
  std::vector<uint8_t> l1(l1_bytes);
  circular_buffer_feed feed = tensors.feed(layout, l1.data());
  const uint32_t produced = device_layout::counters(5), consumed = produced + device_layout::consumed_offset;
  uint32_t taken = 0;
  while (feed.pump())
    for (; taken < word(l1, produced); ++taken) {
      check(taken, &l1[layout.buffers[0] + taken % capacity * tile_bytes(k.buffers[0].format)]);
      const uint32_t next = taken + 1;
      std::memcpy(&l1[consumed], &next, 4);
    }
  return taken;
}

}  // namespace

TEST_CASE("test data of a buffer are the tensor's, in whatever order its tiles pass and however often") {
  const tile_grid shape(rows, cols);
  const auto format = GENERATE(tile_format::bf16, tile_format::fp32, tile_format::bfp8, tile_format::uint32, tile_format::int8);
  device_buffer by_rows, by_columns, often;
  by_columns.by_columns = true;
  often.order = {{3, 0}, {100, 3}, {2, 1}};  // three times, and no order that tiles lie in; more than are kept are in between
  for (device_buffer b : {by_rows, by_columns, often}) {
    b.format = format;
    const device_kernel k = reads(b);
    const tensor whole = values_of({"", true, {}}, format, "", rows, cols, 11 + 5);
    operand_tiles expected(operand(whole), format, shape.tiles());
    const tile_order order = order_of(k.buffers[0], shape);
    uint64_t equal = 0;
    const uint64_t taken = take_all(k, 11, [&](uint32_t i, const uint8_t* bytes) {
      equal += std::memcmp(bytes, expected.bytes(order.tile_at(i)), tile_bytes(format)) == 0;
    });
    CHECK(taken == order.total());
    CHECK(equal == taken);
    CHECK(take_all(k, 12, [&](uint32_t i, const uint8_t* bytes) {  // of another seed they are others
            equal -= std::memcmp(bytes, expected.bytes(order.tile_at(i)), tile_bytes(format)) != 0;
          }) == taken);
    CHECK(equal == 0);
  }
}
