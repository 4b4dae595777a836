// The thread beside the simulation that makes lines of events: nothing lost, nothing early, and whatever goes wrong comes back.
#include <sched.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstring>
#include <stdexcept>

#include "observe/events/byte_relay.h"
#include "observe/events/event_order.h"
#include "tests/catch.h"

using namespace tensix;

namespace events_relay_test {
namespace {

constexpr relay_thread both[] = {relay_thread::none, relay_thread::always};
constexpr size_t small = 64;

// `count` bytes, in buffers that are not always full.
void write_bytes(byte_relay& relay, size_t count) {
  for (size_t done = 0; done < count;) {
    const size_t n = std::min(count - done, 1 + done % small);
    for (size_t i = 0; i < n; ++i) relay.now()[i] = static_cast<uint8_t>((done + i) * 7);
    relay.hand_on(n);
    done += n;
  }
}
bool are_bytes(const std::vector<uint8_t>& got, size_t count) {
  for (size_t i = 0; i < got.size(); ++i)
    if (got[i] != static_cast<uint8_t>(i * 7)) return false;
  return got.size() == count;
}

}  // namespace

TEST_CASE("all bytes come over, once and in order, also from buffers that are kept, and by the destructor") {
  for (const relay_thread how : both)
    for (const bool settles : {true, false}) {
      std::vector<uint8_t> got;
      {
        std::vector<byte_relay::buffer> kept;
        byte_relay relay(how, small, [&](byte_relay::buffer& b, size_t end) {
          got.insert(got.end(), b.begin(), b.begin() + static_cast<std::ptrdiff_t>(end));
          kept.push_back(std::move(b));
          b = byte_relay::buffer(small);
        });
        CHECK(relay.has_thread() == (how == relay_thread::always));
        write_bytes(relay, 20000);
        if (settles) {
          relay.settle();
          CHECK(are_bytes(got, 20000));
        }
      }
      CHECK(are_bytes(got, 20000));
    }
}

TEST_CASE("who writes waits for who takes: no more buffers than there are") {
  std::atomic<int> handed_on{0}, taken{0}, most{0};
  byte_relay relay(relay_thread::always, small, [&](byte_relay::buffer&, size_t) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    most = std::max<int>(most, handed_on - taken);
    ++taken;
  });
  for (; handed_on < 30; ++handed_on) relay.hand_on(small);
  relay.settle();
  CHECK(taken == 30);
  CHECK(most <= 4);
}

TEST_CASE("what the taker throws is thrown where it is waited for, and the end does not hang") {
  for (const relay_thread how : both)
    for (const bool settles : {true, false}) {
      int taken = 0;
      byte_relay relay(how, small, [&](byte_relay::buffer&, size_t) {
        if (++taken == 3) throw std::runtime_error("the disk is full");
      });
      const auto write = [&] {
        for (int i = 0; i < (settles ? 3 : 100); ++i) relay.hand_on(1);
        relay.settle();
      };
      CHECK_THROWS_WITH(write(), "the disk is full");
      CHECK(taken == 3);
      if (how == relay_thread::none) continue;
      CHECK_THROWS_WITH(relay.hand_on(1), "the disk is full");
      CHECK_THROWS_WITH(relay.settle(), "the disk is full");
      CHECK(taken == 3);
    }
  // Nobody waits for it any more.
  byte_relay relay(relay_thread::always, small, [](byte_relay::buffer&, size_t) { throw std::runtime_error("unheard"); });
  CHECK_NOTHROW(relay.hand_on(1));
}

TEST_CASE("one processor: no thread; signals to the process stay with the thread that was there") {
  cpu_set_t all, one;
  REQUIRE(sched_getaffinity(0, sizeof all, &all) == 0);
  CPU_ZERO(&one);
  for (int c = 0; c < CPU_SETSIZE && CPU_COUNT(&one) == 0; ++c)
    if (CPU_ISSET(c, &all)) CPU_SET(c, &one);
  const auto nothing = [](byte_relay::buffer&, size_t) {};
  CHECK(byte_relay(relay_thread::if_worth_it, small, nothing).has_thread() == (CPU_COUNT(&all) > 1));
  REQUIRE(sched_setaffinity(0, sizeof one, &one) == 0);
  CHECK_FALSE(byte_relay(relay_thread::if_worth_it, small, nothing).has_thread());
  CHECK(byte_relay(relay_thread::always, small, nothing).has_thread());
  REQUIRE(sched_setaffinity(0, sizeof all, &all) == 0);

  sigset_t held, here;
  byte_relay relay(relay_thread::always, small,
                   [&](byte_relay::buffer&, size_t) { pthread_sigmask(SIG_BLOCK, nullptr, &held); });
  relay.hand_on(1);
  relay.settle();
  for (const int s : {SIGINT, SIGTERM, SIGHUP, SIGALRM}) CHECK(sigismember(&held, s) == 1);
  CHECK(sigismember(&held, SIGPIPE) == 0);  // a reader that goes away ends the process
  pthread_sigmask(SIG_BLOCK, nullptr, &here);
  CHECK(sigismember(&here, SIGINT) == 0);
}

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
    byte_relay::buffer buffer(size);
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
  const auto append = [](byte_relay::buffer& to, const void* what, size_t bytes) {
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
      byte_relay::buffer together, apart;
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
      for (byte_relay::buffer* b : {&together, &apart}) {
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

}  // namespace events_relay_test
