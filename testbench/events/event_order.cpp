#include "testbench/events/event_order.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <stdexcept>
#include <string>

namespace tensix {
namespace {

constexpr size_t told_at_once = 128;  // they stay in the first cache
constexpr uint8_t zero_bytes[most_event_bytes] = {};

constexpr auto bytes_of_stream = [] {
  std::array<uint16_t, event_stream_count> bytes{};
  for (unsigned s = 0; s < event_stream_count; ++s) bytes[s] = static_cast<uint16_t>(event_bytes(s));
  return bytes;
}();

constexpr uint64_t end_of_block(uint64_t cycle) { return cycle - cycle % event_block_cycles + event_block_cycles; }

}  // namespace

// ---- What is waiting

void event_order::take(byte_relay::buffer& buffer, size_t end) {
  const uint8_t* at = buffer.data();
  const uint8_t* const last = at + end;
  if (how_ == event_data::full) {  // events point to their data
    if (free_.empty()) free_.emplace_back(buffer.size(), boost::container::default_init);
    kept_.push_back(std::move(buffer));
    buffer = std::move(free_.back());
    free_.pop_back();
  }
  while (at != last) at = take_record(at);
}

// Returns where the next one is.
const uint8_t* event_order::take_record(const uint8_t* at) {
  using kind = event_record::kind;
  const auto& r = *reinterpret_cast<const event_record*>(at);
  at += sizeof r;
  switch (r.what) {
    case kind::without_data: add(r.stream, r.cycle, r.numbers); break;
    case kind::with_data: {
      const unsigned bytes = bytes_of_stream[r.stream];
      add_data(add(r.stream, r.cycle, r.numbers), at, bytes);
      return at + event_record::room_for(bytes);
    }
    case kind::zeroes: add_zeroes(add(r.stream, r.cycle, r.numbers), bytes_of_stream[r.stream]); break;
    case kind::run: return take_run(at - sizeof r);
    case kind::complete: tell_complete(r.cycle); break;
    case kind::blocks_complete: tell_blocks(r.cycle); break;
    case kind::all_wanted: tell_all(r.cycle); break;
    case kind::end:
      tell_all(r.cycle);
      for (queue& q : queues_) q.events.clear(), q.told = 0;
      break;
  }
  return at;
}

const uint8_t* event_order::take_run(const uint8_t* at) {
  const auto& r = *reinterpret_cast<const event_run*>(at);
  at += sizeof r;
  const unsigned bytes = bytes_of_stream[r.first.stream];
  uint64_t cycle = r.first.cycle, streams = r.streams;
  uint32_t number = r.first.numbers[r.grows];
  for (uint32_t left = r.first.count, in_cycle = r.a_cycle; left > 0; --left, --in_cycle, number += r.step) {
    if (in_cycle == 0) in_cycle = r.a_cycle, ++cycle, streams = 0;
    if (streams == 0) streams = r.streams;
    ordered_event& e = add(r.first.stream + static_cast<unsigned>(__builtin_ctzll(streams)), cycle, r.first.numbers);
    streams &= streams - 1;
    e.numbers[r.grows] = number;
    if (!r.data) continue;
    add_data(e, at, bytes);
    at += bytes;
  }
  return at;
}

ordered_event& event_order::add(unsigned stream, uint64_t cycle, const uint32_t* numbers) {
  queue& q = queues_[stream];
  // By the constructor: what is copied at once would wait for what is written piece by piece (GCC 12).
  if (cycle < q.last) return put_between(q, {cycle, numbers});
  q.last = cycle;
  return q.events.emplace_back(cycle, numbers);
}

// Streams come nearly in order: from the end on.
ordered_event& event_order::put_between(queue& q, const ordered_event& e) {
  const auto first = q.events.begin() + static_cast<std::ptrdiff_t>(q.told);
  auto at = q.events.end();
  while (at != first && at[-1].cycle > e.cycle) --at;
  return *q.events.insert(at, e);
}

// Their CRC as they come by: then nobody looks at them any more.
void event_order::add_data(ordered_event& e, const uint8_t* data, unsigned bytes) const {
  if (how_ == event_data::crc) e.crc = crc_of(data, bytes);
  else e.data = data;
}

void event_order::add_zeroes(ordered_event& e, unsigned bytes) const {
  static const uint32_t most = crc_of(zero_bytes, most_event_bytes);
  if (how_ == event_data::crc && bytes == most_event_bytes) e.crc = most;
  else add_data(e, zero_bytes, bytes);
}

// ---- What is told

// As far as the block goes: what stands at its end is not known yet.
void event_order::tell_complete(uint64_t complete) {
  const uint64_t first = first_of_block();
  if (first < complete) tell_before(std::min(complete, end_of_block(first)));
}

void event_order::tell_blocks(uint64_t complete) {
  const uint64_t end = complete - complete % event_block_cycles;
  while (told_before_ < end) {
    const uint64_t first = first_of_block();
    if (first >= end) break;
    const uint64_t block_end = end_of_block(first);
    tell_before(block_end);
    sink_.watermark(told_before_ = block_end);
    first_told_ = never;
  }
}

void event_order::tell_all(uint64_t complete) {
  tell_before(complete);
  sink_.watermark(told_before_ = complete);
  first_told_ = never;
}

uint64_t event_order::first_waiting() const {
  uint64_t first = never;
  for (const queue& q : queues_)
    if (q.told < q.events.size()) first = std::min(first, q.events[q.told].cycle);
  return first;
}

uint64_t event_order::first_of_block() const { return std::min(first_told_, first_waiting()); }

void event_order::tell_before(uint64_t end) {
  uint64_t first = first_waiting();
  if (first >= end) return;
  first_told_ = std::min(first_told_, first);
  for (; first < end; first = first_waiting()) {
    if (first < told_until_)
      throw std::logic_error("an event of cycle " + std::to_string(first) + " was told when the event log had come to " +
                             std::to_string(told_until_));
    tell_cycles(first, std::min(end, first + event_block_cycles));
  }
  told_until_ = end;
  forget_told();
}

// Cycle by cycle, and in each stream by stream: those with events in a cycle are marked in a bit each.
void event_order::tell_cycles(uint64_t begin, uint64_t end) {
  static_assert(event_stream_count <= 128);
  uint64_t streams[event_block_cycles][2];
  std::fill_n(streams[0], 2 * (end - begin), 0);
  struct {
    const ordered_event *next, *end;
    uint64_t ordinal;
  } rest[event_stream_count];
  for (unsigned s = 0; s < event_stream_count; ++s) {
    queue& q = queues_[s];
    const ordered_event *const first = q.events.data() + q.told, *const last = q.events.data() + q.events.size();
    const ordered_event* e = first;
    for (; e != last && e->cycle < end; ++e) streams[e->cycle - begin][s / 64] |= uint64_t{1} << s % 64;
    if (e == first) continue;
    rest[s] = {first, e, q.ordinal};
    const auto told = static_cast<size_t>(e - first);
    q.told += told;
    q.ordinal += told;
  }
  told_event* to = begin_batch();
  for (uint64_t cycle = begin; cycle < end; ++cycle)
    for (unsigned word = 0; word < 2; ++word)
      for (uint64_t bits = streams[cycle - begin][word]; bits; bits &= bits - 1) {
        const unsigned s = word * 64 + static_cast<unsigned>(__builtin_ctzll(bits));
        auto& r = rest[s];
        do {
          if (to == batch_.data() + told_at_once) tell_batch(told_at_once), to = begin_batch();
          *to++ = {r.next++, r.ordinal++, s};
        } while (r.next != r.end && r.next->cycle == cycle);
      }
  if (to != batch_.data()) tell_batch(static_cast<size_t>(to - batch_.data()));
}

told_event* event_order::begin_batch() {
  batch_.resize(told_at_once);
  return batch_.data();
}

void event_order::tell_batch(size_t count) {
  batch_.resize(count);
  sink_.all_happened({batch_, how_});
}

// Few wait.
void event_order::forget_told() {
  for (queue& q : queues_) {
    if (q.told == 0) continue;
    q.events.erase(q.events.begin(), q.events.begin() + static_cast<std::ptrdiff_t>(q.told));
    q.told = 0;
  }
  if (kept_.size() > 1) free_buffers();
}

// Those without data of events that wait, but the last.
void event_order::free_buffers() {
  const auto needed = [this](const byte_relay::buffer& buffer) {
    const auto in_it = [&](const ordered_event& e) {
      const auto at = reinterpret_cast<uintptr_t>(e.data), begin = reinterpret_cast<uintptr_t>(buffer.data());
      return at >= begin && at < begin + buffer.size();
    };
    return std::any_of(queues_.begin(), queues_.end(),
                       [&](const queue& q) { return std::any_of(q.events.begin(), q.events.end(), in_it); });
  };
  const auto rest = std::stable_partition(kept_.begin(), kept_.end() - 1, needed);
  std::move(rest, kept_.end() - 1, std::back_inserter(free_));
  kept_.erase(rest, kept_.end() - 1);
}

}  // namespace tensix
