#include "testbench/events/event_probe.h"

#include <algorithm>
#include <cstring>

namespace tensix {
namespace {

constexpr uint32_t word_bytes = 16, dst_block_bytes = dst_block_rows * row_datums * 2;
// How many cycles behind its own an event may be told, other than L1's beats. (A bank filled by an unpacker is told of in the cycle
// after; what SFPLOADMACRO scheduled executes one behind.)
constexpr uint64_t told_late = 2;
constexpr uint8_t zeroes[dst_block_bytes] = {};

}  // namespace

event_probe::event_probe(tensix_tile& tile, event_sink_if& sink, event_data data)
    : tile_(tile), sink_(sink), how_(data), queues_(event_stream_count), crc_of_zeroes_(crc_of(zeroes, dst_block_bytes)) {
  const tensix_state& state = tile.state();
  for (unsigned i = 0; i < semaphore_count; ++i) semaphores_[i] = state.sem[i].value;
  std::copy_n(state.mutex_owner, mutex_count, mutexes_);
  tile.tell_events(this);
}

event_probe::~event_probe() { tile_.tell_events(nullptr); }

// ---- What the tile tells

// Streams are told nearly in order: from the end on.
compact_event& event_probe::add_between(std::vector<compact_event>& events, const compact_event& e) {
  auto at = events.end();
  while (at != events.begin() && at[-1].cycle > e.cycle) --at;
  return *events.insert(at, e);
}

void event_probe::add(unsigned stream, uint64_t cycle, const uint32_t (&numbers)[most_event_numbers], const uint8_t* data,
                      uint32_t bytes) {
  compact_event& e = add(stream, cycle, numbers);
  e.bytes = bytes;
  if (how_ == event_data::crc) e.crc = data == zeroes ? crc_of_zeroes_ : crc_of(data, bytes);
  if (how_ != event_data::full) return;
  e.data = static_cast<uint32_t>(data_.size());
  data_.insert(data_.end(), data, data + bytes);
}

void event_probe::issued(unsigned thread, uint32_t word, uint64_t cycle) {
  add(event_stream(event_group::issue, thread), cycle, {word});
  look(cycle);
}

void event_probe::answered(unsigned unit, unsigned thread, uint32_t word, uint64_t cycle, bool accepted, unsigned, uint64_t) {
  if (accepted) add(event_stream(event_group::accept, unit), cycle, {thread, word});
}

event_probe::open_transfer& event_probe::opened(uint64_t transfer) {
  if (last_opened_ < open_.size() && open_[last_opened_].transfer == transfer) return open_[last_opened_];
  open_transfer* free = nullptr;
  for (auto& o : open_) {
    if (o.transfer == transfer) {
      last_opened_ = static_cast<size_t>(&o - open_.data());
      return o;
    }
    if (o.transfer == 0) free = &o;
  }
  if (!free) free = &open_.emplace_back();
  free->transfer = transfer;
  return *free;
}

void event_probe::l1_beat(uint64_t transfer, uint32_t beat, uint32_t word, unsigned port, uint64_t cycle) {
  opened(transfer).beats.push_back({cycle, beat, word, port});
}

void event_probe::l1_complete(const l1_completed& t) {
  open_transfer& o = opened(t.transfer);
  add_beats(o, t, never);
  o.beats.clear();
  o.transfer = 0;
  look(now_cycle());
}

// Which bytes of its word a beat means.
static uint32_t strobes(const l1_completed& t, uint32_t beat) {
  const uint32_t in_row = t.beats_per_row ? beat % t.beats_per_row : beat;
  const uint32_t first = t.address % word_bytes, end = first + t.bytes;  // in the row, from its first word on
  const uint32_t from = std::max(first, in_row * word_bytes), to = std::min(end, (in_row + 1) * word_bytes);
  uint32_t mask = 0;
  for (uint32_t i = from; i < to; ++i)
    if (!t.enables || t.enables[(i - first) % t.enables_length]) mask |= 1u << (i - in_row * word_bytes);
  return mask;
}

void event_probe::add_beats(open_transfer& from, const l1_completed& t, uint64_t end) {
  const bool whole = t.address % word_bytes == 0 && t.bytes % word_bytes == 0 && !t.enables;
  for (const served_beat& b : from.beats) {
    if (b.cycle >= end) continue;
    const uint32_t mask = whole ? 0xffff : strobes(t, b.number);
    const uint8_t* data = t.l1 + size_t{b.word} * word_bytes;
    uint8_t written[word_bytes] = {};
    if (t.write && mask != 0xffff) {
      for (uint32_t i = 0; i < word_bytes; ++i)
        if (mask >> i & 1) written[i] = data[i];
      data = written;
    }
    add(event_stream(event_group::l1, b.port), b.cycle, {b.word * word_bytes, t.write, t.client, t.operation, mask}, data,
        word_bytes);
  }
}

void event_probe::src_written(unsigned which, unsigned bank, uint64_t rows, uint64_t cycle) {
  const src_bank& source = (which ? tile_.state().srcb : tile_.state().srca).bank[bank];
  const unsigned stream = event_stream(which ? event_group::srcb_write : event_group::srca_write);
  for (; rows; rows &= rows - 1) {
    const auto row = static_cast<unsigned>(__builtin_ctzll(rows));
    add(stream, cycle, {bank, row, 1}, reinterpret_cast<const uint8_t*>(source.row[row]), sizeof source.row[row]);
  }
}

void event_probe::src_cleared(unsigned which, unsigned bank, uint64_t cycle) {
  const auto& row = (which ? tile_.state().srcb : tile_.state().srca).bank[bank].row[0];
  add(event_stream(which ? event_group::srcb_write : event_group::srca_write), cycle, {bank, 0, src_rows},
      reinterpret_cast<const uint8_t*>(row), sizeof row);
}

void event_probe::bank_given(unsigned which, unsigned bank, unsigned owner, uint64_t given, uint64_t from) {
  add(event_stream(which ? event_group::handover_srcb : event_group::handover_srca), given,
      {bank, owner, static_cast<uint32_t>(from - given)});
}

void event_probe::dst_used(dst_accessor by, const dst_block_set& reads, const dst_block_set& writes, uint64_t cycle) {
  for (unsigned w = 0; w < 2; ++w)
    for (uint64_t bits = reads.word[w]; bits; bits &= bits - 1)
      add(event_stream(event_group::dst_read), cycle,
          {w * 64 + static_cast<unsigned>(__builtin_ctzll(bits)), static_cast<unsigned>(by)});
  for (unsigned w = 0; w < 2; ++w)
    for (uint64_t bits = writes.word[w]; bits; bits &= bits - 1)
      add_dst_block(w * 64 + static_cast<unsigned>(__builtin_ctzll(bits)), static_cast<unsigned>(by), cycle);
}

// Its bits, zero in the rows that read as zero.
void event_probe::add_dst_block(unsigned block, unsigned by, uint64_t cycle) {
  const dst_register& dst = tile_.state().dst;
  const unsigned first = block * dst_block_rows;
  const auto* bits = reinterpret_cast<const uint8_t*>(dst.bits[first]);
  const auto valid = static_cast<size_t>(std::count(dst.row_valid + first, dst.row_valid + first + dst_block_rows, true));
  uint8_t some[dst_block_bytes];
  if (valid == 0) bits = zeroes;
  else if (valid < dst_block_rows) {
    for (unsigned r = 0; r < dst_block_rows; ++r) {
      const size_t row_bytes = dst_block_bytes / dst_block_rows;
      if (dst.row_valid[first + r]) std::memcpy(some + r * row_bytes, bits + r * row_bytes, row_bytes);
      else std::memset(some + r * row_bytes, 0, row_bytes);
    }
    bits = some;
  }
  add(event_stream(event_group::dst_write), cycle, {block, by}, bits, dst_block_bytes);
}

void event_probe::packed(unsigned packer, uint32_t address, unsigned action, const uint8_t* data, uint64_t cycle) {
  add(event_stream(event_group::pack_beat), cycle, {packer, address, action}, data, word_bytes);
}

void event_probe::config_written(unsigned bank, unsigned index, uint32_t value, uint64_t cycle) {
  add(event_stream(event_group::config_write), cycle, {bank, index, value});
  look(cycle);
}

void event_probe::semaphore_is(unsigned index, unsigned value, uint64_t cycle) {
  if (semaphores_[index] == value) return;
  semaphores_[index] = static_cast<uint8_t>(value);
  add(event_stream(event_group::sem), cycle, {index, value});
  look(cycle);
}

void event_probe::mutex_given(unsigned index, unsigned owner, uint64_t cycle) {
  if (mutexes_[index] == owner) return;
  mutexes_[index] = static_cast<uint8_t>(owner);
  add(event_stream(event_group::mutex), cycle, {index, owner ? owner - 1 : 3});
}

// ---- What the sink is told

// Before this cycle nothing can come any more.
uint64_t event_probe::complete_before() const {
  const uint64_t now = now_cycle();
  return std::min<uint64_t>(now - std::min(now, told_late), tile_.memory().beats_told_before());
}

void event_probe::tell_blocks(uint64_t cycle) {
  const uint64_t complete = complete_before(), end = complete - complete % event_block_cycles;
  while (told_before_ < end) {
    const uint64_t first = first_kept();
    if (first >= end) break;
    const uint64_t block_end = first - first % event_block_cycles + event_block_cycles;
    tell_before(block_end);
    sink_.watermark(told_before_ = block_end);
  }
  // The next block is not complete before its end; one that L1 holds up is looked at again soon.
  const uint64_t next = (cycle - cycle % event_block_cycles) + event_block_cycles + told_late;
  look_at_ = complete + told_late < cycle ? std::min(next, cycle + event_block_cycles / 16) : next;
}

uint64_t event_probe::first_kept() const {
  uint64_t first = never;
  for (const queue& q : queues_)
    if (q.told < q.events.size()) first = std::min(first, q.events[q.told].cycle);
  return first;
}

void event_probe::tell_before(uint64_t end) {
  uint64_t first = first_kept();
  if (first >= end) return;
  for (; first < end; first = first_kept()) {
    if (first < told_before_)
      SC_REPORT_FATAL("tensix", ("an event of cycle " + std::to_string(first) + " was told after the watermark " +
                                 std::to_string(told_before_) + " of the event log")
                                    .c_str());
    tell_block(first, std::min(end, first + event_block_cycles));
  }
  forget_told();
}

// Cycle by cycle, and in each stream by stream: those with events in a cycle are marked in a bit each.
void event_probe::tell_block(uint64_t begin, uint64_t end) {
  static_assert(event_stream_count <= 128);
  uint64_t streams[event_block_cycles][2];
  std::fill_n(streams[0], 2 * (end - begin), 0);
  struct {
    compact_event *next, *end;
    uint64_t ordinal;
  } rest[event_stream_count];
  size_t count = 0;
  for (unsigned s = 0; s < event_stream_count; ++s) {
    queue& q = queues_[s];
    compact_event *const first = q.events.data() + q.told, *const last = q.events.data() + q.events.size();
    compact_event* e = first;
    for (; e != last && e->cycle < end; ++e) streams[e->cycle - begin][s / 64] |= uint64_t{1} << s % 64;
    rest[s] = {first, e, q.ordinal};
    const auto told = static_cast<size_t>(e - first);
    q.told += told;
    q.ordinal += told;
    count += told;
  }
  batch_.resize(count);
  auto to = batch_.begin();
  for (uint64_t cycle = begin; cycle < end; ++cycle)
    for (unsigned word = 0; word < 2; ++word)
      for (uint64_t bits = streams[cycle - begin][word]; bits; bits &= bits - 1) {
        auto& r = rest[word * 64 + static_cast<unsigned>(__builtin_ctzll(bits))];
        do {
          r.next->ordinal = r.ordinal++;
          *to++ = r.next++;
        } while (r.next != r.end && r.next->cycle == cycle);
      }
  sink_.all_happened({batch_, how_, data_.data()});
}

void event_probe::forget_told() {
  later_data_.clear();
  for (queue& q : queues_) {
    if (q.told == 0 && how_ != event_data::full) continue;
    q.events.erase(q.events.begin(), q.events.begin() + static_cast<std::ptrdiff_t>(q.told));
    q.told = 0;
    if (how_ != event_data::full) continue;
    for (compact_event& e : q.events) {
      const auto data = data_.begin() + e.data;
      e.data = static_cast<uint32_t>(later_data_.size());
      later_data_.insert(later_data_.end(), data, data + e.bytes);
    }
  }
  data_.swap(later_data_);
}

uint64_t event_probe::settle() {
  tile_.memory().served();  // L1 works out what lies behind
  const uint64_t complete = complete_before();
  if (complete > told_before_) {
    tell_before(complete);
    sink_.watermark(told_before_ = complete);
  }
  return told_before_;
}

void event_probe::finish(uint64_t cycles) {
  tile_.memory().served();
  // Beats of transfers that the run's end cuts off: their data as they are now.
  tile_.memory().tell_open();
  tell_before(cycles);
  for (queue& q : queues_) q.events.clear();
  data_.clear();
  sink_.watermark(told_before_ = cycles);
}

}  // namespace tensix
