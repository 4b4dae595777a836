#include "testbench/events/event_order.h"

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <string>

namespace tensix {

constexpr size_t told_at_once = 128;  // they and their records stay in the first cache

void event_order::take(byte_relay::buffer& buffer, size_t end) {
  if (free_.empty()) free_.emplace_back(buffer.size(), boost::container::default_init);
  kept_.push_back(std::move(buffer));
  buffer = std::move(free_.back());
  free_.pop_back();
  const uint8_t *next = kept_.back().data(), *const last = next + end;
  while (next != last) {
    const auto* const r = reinterpret_cast<const event_record*>(next);
    next += sizeof *r + r->room();
    switch (r->what) {
      case event_record::kind::with_data:
      case event_record::kind::with_crc:
      case event_record::kind::event:
      case event_record::kind::with_zeroes: {
        queue& q = queues_[r->stream];
        if (r->cycle < q.last) {
          put_between(q, r);
          break;
        }
        q.last = r->cycle;
        q.events.emplace_back(r);
        break;
      }
      case event_record::kind::blocks_complete: tell_blocks(r->cycle); break;
      case event_record::kind::all_wanted: tell_all(r->cycle); break;
      case event_record::kind::end:
        tell_all(r->cycle);
        for (queue& q : queues_) q.events.clear(), q.told = 0;
        break;
    }
  }
}

// Streams come nearly in order: from the end on.
void event_order::put_between(queue& q, const event_record* r) {
  const auto first = q.events.begin() + static_cast<std::ptrdiff_t>(q.told);
  auto at = q.events.end();
  while (at != first && at[-1].cycle > r->cycle) --at;
  q.events.emplace(at, r);
}

void event_order::tell_blocks(uint64_t complete) {
  const uint64_t end = complete - complete % event_block_cycles;
  while (told_before_ < end) {
    const uint64_t first = first_waiting();
    if (first >= end) break;
    const uint64_t block_end = first - first % event_block_cycles + event_block_cycles;
    tell_before(block_end);
    sink_.watermark(told_before_ = block_end);
  }
}

void event_order::tell_all(uint64_t complete) {
  tell_before(complete);
  sink_.watermark(told_before_ = complete);
}

uint64_t event_order::first_waiting() const {
  uint64_t first = ~uint64_t{0};
  for (const queue& q : queues_)
    if (q.told < q.events.size()) first = std::min(first, q.events[q.told].cycle);
  return first;
}

void event_order::tell_before(uint64_t end) {
  uint64_t first = first_waiting();
  if (first >= end) return;
  for (; first < end; first = first_waiting()) {
    if (first < told_before_)
      throw std::logic_error("an event of cycle " + std::to_string(first) + " was told after the watermark " +
                             std::to_string(told_before_) + " of the event log");
    tell_block(first, std::min(end, first + event_block_cycles));
  }
  forget_told();
}

// Cycle by cycle, and in each stream by stream: those with events in a cycle are marked in a bit each.
void event_order::tell_block(uint64_t begin, uint64_t end) {
  static_assert(event_stream_count <= 128);
  uint64_t streams[event_block_cycles][2];
  std::fill_n(streams[0], 2 * (end - begin), 0);
  struct {
    const waiting_event *next, *end;
    uint64_t ordinal;
  } rest[event_stream_count];
  for (unsigned s = 0; s < event_stream_count; ++s) {
    queue& q = queues_[s];
    const waiting_event *const first = q.events.data() + q.told, *const last = q.events.data() + q.events.size();
    const waiting_event* e = first;
    for (; e != last && e->cycle < end; ++e) streams[e->cycle - begin][s / 64] |= uint64_t{1} << s % 64;
    rest[s] = {first, e, q.ordinal};
    const auto told = static_cast<size_t>(e - first);
    q.told += told;
    q.ordinal += told;
  }
  told_event* to = begin_batch();
  for (uint64_t cycle = begin; cycle < end; ++cycle)
    for (unsigned word = 0; word < 2; ++word)
      for (uint64_t bits = streams[cycle - begin][word]; bits; bits &= bits - 1) {
        auto& r = rest[word * 64 + static_cast<unsigned>(__builtin_ctzll(bits))];
        do {
          if (to == batch_.data() + told_at_once) tell_batch(told_at_once), to = begin_batch();
          __builtin_prefetch(r.next->record), __builtin_prefetch(r.next->record + 1);  // and its data
          *to++ = {r.next++->record, r.ordinal++, 0};
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
  if (how_ == event_data::crc)  // all at once: the processor works at several
    for (told_event& e : batch_)
      if (e.record->bytes) e.crc = e.record->crc();
  sink_.all_happened({batch_, how_});
}

// Few wait, in one buffer or two.
void event_order::forget_told() {
  for (queue& q : queues_) {
    q.events.erase(q.events.begin(), q.events.begin() + static_cast<std::ptrdiff_t>(q.told));
    q.told = 0;
  }
  const auto needed = [this](const byte_relay::buffer& buffer) {
    const auto in_it = [&](const waiting_event& e) {
      const auto at = reinterpret_cast<uintptr_t>(e.record), begin = reinterpret_cast<uintptr_t>(buffer.data());
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
