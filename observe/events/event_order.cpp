// SPDX-License-Identifier: Apache-2.0
#include "observe/events/event_order.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <iterator>
#include <stdexcept>
#include <string>

namespace tensix {
namespace {

constexpr uint8_t zero_bytes[most_event_bytes] = {};

constexpr auto bytes_of_stream = [] {
  std::array<uint16_t, event_stream_count> bytes{};
  for (unsigned s = 0; s < event_stream_count; ++s) bytes[s] = static_cast<uint16_t>(event_bytes(s));
  return bytes;
}();

// Most are of a whole block of Dst.
uint32_t crc_of_zeroes(unsigned bytes) {
  static const uint32_t of_most = crc_of(zero_bytes, most_event_bytes);
  return bytes == most_event_bytes ? of_most : crc_of(zero_bytes, bytes);
}

constexpr uint64_t end_of_block(uint64_t cycle) { return cycle - cycle % event_block_cycles + event_block_cycles; }

}  // namespace

// ---- What is waiting

void event_order::take(event_buffer& buffer, size_t end) {
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

// Returns where the next one is. CRCs are worked out as data come by: then they are not needed any more.
const uint8_t* event_order::take_record(const uint8_t* at) {
  using kind = event_record::kind;
  const auto& r = *reinterpret_cast<const event_record*>(at);
  const bool crc = how_ == event_data::crc;
  at += sizeof r;
  switch (r.what) {
    case kind::without_data: add(r, 0, nullptr); break;
    case kind::with_data: {
      const unsigned bytes = bytes_of_stream[r.stream];
      if (crc) add(r, crc_of(at, bytes), nullptr);
      else add(r, 0, at);
      return at + event_record::room_for(bytes);
    }
    case kind::zeroes:
      if (crc) add(r, crc_of_zeroes(bytes_of_stream[r.stream]), nullptr);
      else add(r, 0, zero_bytes);
      break;
    case kind::run: return take_run(at - sizeof r);
    case kind::complete: tell_complete(r.cycle); break;
    case kind::blocks_complete: tell_blocks(r.cycle); break;
    case kind::all_wanted: tell_all(r.cycle); break;
    case kind::end:
      tell_all(r.cycle);
      for (queue& q : queues_) q.end = q.first;
      break;
  }
  return at;
}

const uint8_t* event_order::take_run(const uint8_t* at) {
  const event_run r = *reinterpret_cast<const event_run*>(at);  // a copy: nothing that is written changes it
  const uint8_t* data = at + sizeof r;
  const size_t bytes = r.data ? bytes_of_stream[r.first.stream] : 0;
  const uint8_t* const next = data + r.first.count * bytes;
  const bool crc = bytes && how_ == event_data::crc, full = bytes && how_ == event_data::full;
  uint64_t cycle = r.first.cycle;
  uint32_t number = r.first.numbers[r.grows];
  for (unsigned i = 0; i < r.first.count; ++cycle) {
    uint64_t streams = r.streams;
    for (const unsigned end = std::min<unsigned>(r.first.count, i + r.a_cycle); i < end; ++i) {
      ordered_event& e = place_in(r.first.stream + static_cast<unsigned>(__builtin_ctzll(streams)), cycle);
      std::memcpy(e.numbers, r.first.numbers, sizeof e.numbers);
      e.numbers[r.grows] = number;
      e.crc = crc ? crc_of(data, bytes) : 0;
      e.data = full ? data : nullptr;
      number += r.step;
      data += bytes;
      streams &= streams - 1;
      if (streams == 0) streams = r.streams;
    }
  }
  return next;
}

void event_order::add(const event_record& r, uint32_t crc, const uint8_t* data) {
  ordered_event& e = place_in(r.stream, r.cycle);
  std::memcpy(e.numbers, r.numbers, sizeof e.numbers);
  e.crc = crc;
  e.data = data;
}

// Its cycle is there.
inline ordered_event& event_order::place_in(unsigned stream, uint64_t cycle) {
  queue& q = queues_[stream];
  if (cycle < q.last || q.end == q.room_end) return place_between(q, cycle);
  ordered_event& e = *q.end++;
  e.cycle = q.last = cycle;
  return e;
}

// Streams come nearly in order: from the end on.
ordered_event& event_order::place_between(queue& q, uint64_t cycle) {
  if (q.end == q.room_end) q.make_room();
  ordered_event* at = q.end;
  while (at > q.first && at[-1].cycle > cycle) --at;
  std::copy_backward(at, q.end, q.end + 1);
  ++q.end;
  q.last = std::max(q.last, cycle);
  at->cycle = cycle;
  return *at;
}

void event_order::queue::make_room() {
  const auto reported = first - room.data(), waiting = end - first;
  room.resize(std::max<size_t>(64, 2 * room.size()));
  first = room.data() + reported;
  end = first + waiting;
  room_end = room.data() + room.size();
}

void event_order::queue::forget_told() {
  if (first - room.data() < end - first) return;  // so that none is moved again and again
  end = std::copy(first, end, room.data());
  first = room.data();
}

// ---- What is reported

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
    if (q.first != q.end) first = std::min(first, q.first->cycle);
  return first;
}

uint64_t event_order::first_of_block() const { return std::min(first_told_, first_waiting()); }

void event_order::tell_before(uint64_t end) {
  uint64_t first = first_waiting();
  if (first >= end) return;
  first_told_ = std::min(first_told_, first);
  for (; first < end; first = first_waiting()) {
    if (first < told_until_)
      throw std::logic_error("an event of cycle " + std::to_string(first) + " was reported when the event log had come to " +
                             std::to_string(told_until_));
    tell_cycles(first, std::min(end, first + event_block_cycles));
  }
  told_until_ = end;
  for (queue& q : queues_) q.forget_told();  // few wait
  if (kept_.size() > 1) free_buffers();
}

// By cycle, and in each by stream: streams one after the other put theirs into the places of each cycle.
void event_order::tell_cycles(uint64_t begin, uint64_t end) {
  uint32_t place[event_block_cycles + 1] = {};  // of a cycle's next; at first how many the one before has
  ordered_event* behind[event_stream_count];
  for (unsigned s = 0; s < event_stream_count; ++s) {
    ordered_event *e = queues_[s].first, *const last = queues_[s].end;
    for (; e != last && e->cycle < end; ++e) ++place[e->cycle - begin + 1];
    behind[s] = e;
  }
  for (uint64_t c = begin; c < end; ++c) place[c - begin + 1] += place[c - begin];
  const size_t count = place[end - begin];
  if (batch_.size() < count) batch_.resize(count);
  told_event* const batch = batch_.data();
  for (unsigned s = 0; s < event_stream_count; ++s) {
    queue& q = queues_[s];
    uint64_t ordinal = q.ordinal;
    for (const ordered_event* e = q.first; e != behind[s]; ++e) batch[place[e->cycle - begin]++] = {e, ordinal++, s};
    q.ordinal = ordinal;
    q.first = behind[s];
  }
  sink_.all_happened({batch, count, how_});
}

// Those without data of events that wait, but the last.
void event_order::free_buffers() {
  const auto needed = [this](const event_buffer& buffer) {
    const auto in_it = [&](const ordered_event& e) {
      const auto at = reinterpret_cast<uintptr_t>(e.data), begin = reinterpret_cast<uintptr_t>(buffer.data());
      return at >= begin && at < begin + buffer.size();
    };
    return std::any_of(queues_.begin(), queues_.end(), [&](const queue& q) { return std::any_of(q.first, q.end, in_it); });
  };
  const auto rest = std::stable_partition(kept_.begin(), kept_.end() - 1, needed);
  std::move(rest, kept_.end() - 1, std::back_inserter(free_));
  kept_.erase(rest, kept_.end() - 1);
}

}  // namespace tensix
