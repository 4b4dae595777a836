// SPDX-License-Identifier: Apache-2.0
// Makes events of what an event_probe has written down, puts them in the order of docs/events.md and reports them to an event_sink_if. That
// order is the machine's: L1 works its beats out late and packers report ahead, so everything is kept, a queue a stream, until nothing
// earlier can come any more. Watermarks stand at the ends of blocks of `event_block_cycles` cycles. In one thread at a time, which
// need not be the simulation's. No SystemC.
#pragma once
#include <deque>
#include <vector>

#include "observe/events/event_record.h"

namespace tensix {

inline constexpr uint64_t event_block_cycles = 1024;

class event_order {
 public:
  // `data`: what the sink's events have of theirs, and at least what stands behind records.
  event_order(event_sink_if& sink, event_data data) : sink_(sink), how_(data), queues_(event_stream_count) {}
  // Whole records, before `end` of a buffer. It keeps one with data that it needs, and leaves another of its size.
  void take(event_buffer& buffer, size_t end);
  uint64_t told_before() const { return told_before_; }  // the last watermark

 private:
  // Of one stream, by cycle, those of a cycle as they came.
  struct queue {
    std::vector<ordered_event> room;
    ordered_event *first = nullptr, *end = nullptr, *room_end = nullptr;  // in it: those that wait
    uint64_t last = 0, ordinal = 0;
    void forget_told();
    void make_room();
  };
  static constexpr uint64_t never = ~uint64_t{0};

  event_sink_if& sink_;
  const event_data how_;
  std::vector<queue> queues_;
  std::deque<event_buffer> kept_;  // buffers with data of events in queues, and the last
  std::vector<event_buffer> free_;
  std::vector<told_event> batch_;              // as large as ever
  uint64_t told_before_ = 0, told_until_ = 0;  // the last watermark; nothing before this cycle is waiting
  uint64_t first_told_ = never;                // cycle of the first event behind that watermark that is reported

  const uint8_t* take_record(const uint8_t* at);
  const uint8_t* take_run(const uint8_t* at);
  void add(const event_record& r, uint32_t crc, const uint8_t* data);
  ordered_event& place_in(unsigned stream, uint64_t cycle);
  static ordered_event& place_between(queue& q, uint64_t cycle);
  void tell_complete(uint64_t complete);
  void tell_blocks(uint64_t complete);
  void tell_all(uint64_t complete);
  uint64_t first_waiting() const;
  uint64_t first_of_block() const;
  void tell_before(uint64_t end);
  void tell_cycles(uint64_t begin, uint64_t end);
  void free_buffers();
};

}  // namespace tensix
