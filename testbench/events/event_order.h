// Puts what an event_probe has written down in the order of docs/events.md and tells an event_sink_if. That order is the machine's:
// L1 works its beats out late and packers tell ahead, so everything is kept, a queue a stream, until nothing earlier can come any
// more, and goes on in blocks of `event_block_cycles` cycles. In one thread at a time, which need not be the simulation's. No
// SystemC.
#pragma once
#include <deque>
#include <vector>

#include "testbench/events/byte_relay.h"
#include "testbench/events/event.h"

namespace tensix {

inline constexpr uint64_t event_block_cycles = 1024;

class event_order {
 public:
  // `data`: what the sink's events have of theirs.
  event_order(event_sink_if& sink, event_data data) : sink_(sink), how_(data), queues_(event_stream_count) {}
  // Whole records, before `end` of a buffer. It keeps it as long as it needs them, and leaves another of its size.
  void take(byte_relay::buffer& buffer, size_t end);
  uint64_t told_before() const { return told_before_; }  // the last watermark

 private:
  struct waiting_event {
    uint64_t cycle;  // the record's: that has left the cache by now
    const event_record* record;
    // A constructor: what is copied at once would wait for what is written piece by piece (GCC 12).
    explicit waiting_event(const event_record* r) : cycle(r->cycle), record(r) {}
  };
  // Of one stream, by cycle, those of a cycle as they came.
  struct queue {
    std::vector<waiting_event> events;
    size_t told = 0;  // of them; they are there for a while
    uint64_t last = 0, ordinal = 0;
  };

  event_sink_if& sink_;
  const event_data how_;
  std::vector<queue> queues_;
  std::deque<byte_relay::buffer> kept_;  // buffers with records in queues, and the last
  std::vector<byte_relay::buffer> free_;
  std::vector<told_event> batch_;
  uint64_t told_before_ = 0;

  static void put_between(queue& q, const event_record* r);
  void tell_blocks(uint64_t complete);
  void tell_all(uint64_t complete);
  uint64_t first_waiting() const;
  void tell_before(uint64_t end);
  void tell_block(uint64_t begin, uint64_t end);
  told_event* begin_batch();
  void tell_batch(size_t count);
  void forget_told();
};

}  // namespace tensix
