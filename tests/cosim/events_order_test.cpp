// SPDX-License-Identifier: Apache-2.0
// Events in the order of their log, whatever the buffers are that they come in.
#include <algorithm>
#include <array>
#include <cstring>

#include "observe/events/event_order.h"
#include "tests/catch.h"

using namespace tensix;

namespace events_order_test {

TEST_CASE("an order of events does not depend on where buffers end, nor on how often they are looked at") {
  // Two streams, of which one comes late and one ahead, with data; told in blocks, as far as they are complete.
  struct sink : event_sink_if {
    std::string text;
    void happened(const log_event& e) override { text += line_of(e, event_data::full) + "\n"; }
    void watermark(uint64_t cycle) override { text += watermark_line(cycle) + "\n"; }
  };
  std::string expected;
  for (const auto& how : {std::pair(size_t{1} << 20, false), {4096, true}, {64, false}, {64, true}}) {
    const size_t size = how.first;
    const bool looks = how.second;
    sink s;
    event_order order(s, event_data::full);
    event_buffer buffer(size);
    size_t end = 0;
    const auto put = [&](const event_record& r) {
      const size_t room = r.what == event_record::kind::with_data ? event_bytes(r.stream) : 0;
      if (end + sizeof r + room > size) {
        order.take(buffer, end);
        REQUIRE(buffer.size() == size);
        std::fill(buffer.begin(), buffer.end(), uint8_t{0xee});
        end = 0;
      }
      std::memcpy(buffer.data() + end, &r, sizeof r);
      std::memset(buffer.data() + end + sizeof r, static_cast<int>(r.cycle & 0xff), room);
      end += sizeof r + room;
    };
    using kind = event_record::kind;
    const auto packed = static_cast<uint8_t>(event_stream(event_group::pack_beat));
    const auto port = static_cast<uint8_t>(event_stream(event_group::l1, 5));
    for (uint64_t c = 3000; c < 9000; c += 3) {
      put({c + 1500, {1, 2, 3}, 1, packed, kind::with_data});
      put({c % 2 ? c - 1 : c - 2400, {4}, 1, port, c % 7 ? kind::with_data : kind::zeroes});
      if (looks && c % 10 == 0) put({c - 2401, {}, 0, 0, kind::complete});
      if (c % 100 == 0) put({c - 2401, {}, 0, 0, kind::blocks_complete});
      if (c % 1000 == 0) put({c - 2401, {}, 0, 0, kind::all_wanted});
    }
    put({8000, {}, 0, 0, kind::end});
    order.take(buffer, end);
    CHECK(order.told_before() == 8000);
    if (expected.empty()) expected = s.text;
    CHECK(s.text.size() > 100000);
    CHECK(s.text == expected);
  }
}

TEST_CASE("a run is told as its events one by one, with all, a CRC, or none of their data") {
  struct sink : event_sink_if {
    std::string text;
    void happened(const log_event& e) override { text += line_of(e, event_data::full) + "\n"; }
    void watermark(uint64_t) override {}
  };
  const auto append = [](event_buffer& to, const void* what, size_t bytes) {
    const auto* const from = static_cast<const uint8_t*>(what);
    to.insert(to.end(), from, from + bytes);
  };
  using kind = event_record::kind;
  const auto port = static_cast<uint8_t>(event_stream(event_group::l1, 3)),
             row = static_cast<uint8_t>(event_stream(event_group::srca_write));
  const event_run shapes[] = {
      {{100, {0xff0, 1, 4, 0, 0xffff}, 9, port, kind::run}, 0b100101, 3, 16, 0, true},  // three a cycle, through ports 3, 5, 8
      {{100, {0xff0, 1, 4, 0, 0xffff}, most_in_run, port, kind::run}, 1, 1, 16, 0, true},
      {{120, {1, 62, 1}, 2, row, kind::run}, 1, most_in_run, 1, 1, true},  // all in a cycle
  };
  for (const event_data how : {event_data::none, event_data::crc, event_data::full})
    for (event_run run : shapes) {
      std::vector<uint8_t> data(run.first.count * event_bytes(run.first.stream));
      for (size_t i = 0; i < data.size(); ++i) data[i] = static_cast<uint8_t>(i * i + i / 16);
      run.data = how != event_data::none;
      event_buffer together, apart;
      append(together, &run, sizeof run);
      if (run.data) append(together, data.data(), data.size());
      for (uint32_t i = 0; i < run.first.count; ++i) {
        event_record r = run.first;
        r.what = run.data ? kind::with_data : kind::without_data;
        r.cycle += i / run.a_cycle;
        r.numbers[run.grows] += i * run.step;
        if (run.streams != 1) r.stream = static_cast<uint8_t>(r.stream + std::array{0, 2, 5}[i % 3]);
        append(apart, &r, sizeof r);
        if (run.data) append(apart, data.data() + i * event_bytes(r.stream), event_bytes(r.stream));
      }
      std::string texts[2];
      for (event_buffer* b : {&together, &apart}) {
        const event_record end = {1000, {}, 0, 0, kind::end};
        append(*b, &end, sizeof end);
        sink s;
        event_order order(s, how);
        order.take(*b, b->size());
        texts[b == &apart] = s.text;
      }
      CHECK(texts[0] == texts[1]);
      CHECK(std::count(texts[0].begin(), texts[0].end(), '\n') == run.first.count);
    }
}

}  // namespace events_order_test
