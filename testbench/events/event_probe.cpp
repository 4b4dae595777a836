#include "testbench/events/event_probe.h"

#include <algorithm>
#include <cstring>

namespace tensix {
namespace {

constexpr uint32_t word_bytes = 16, dst_block_bytes = dst_block_rows * row_datums * 2;
// How many cycles behind its own an event may be told, other than L1's beats. (A bank filled by an unpacker is told of in the cycle
// after; what SFPLOADMACRO scheduled executes one behind.)
constexpr uint64_t told_late = 2;
static_assert(dst_block_bytes <= event_record::most_zeroes);
constexpr size_t heard_bytes = 1 << 20;  // of a buffer: a millisecond of the host

}  // namespace

event_probe::event_probe(tensix_tile& tile, event_sink_if& sink, event_data data, relay_thread thread)
    : tile_(tile),
      how_(data),
      order_(sink, data),
      relay_(thread, heard_bytes, [this](byte_relay::buffer& b, size_t end) { order_.take(b, end); }) {
  const tensix_state& state = tile.state();
  for (unsigned i = 0; i < semaphore_count; ++i) semaphores_[i] = state.sem[i].value;
  std::copy_n(state.mutex_owner, mutex_count, mutexes_);
  begin_buffer();
  tile.tell_events(this);
}

event_probe::~event_probe() { tile_.tell_events(nullptr); }

// ---- What the tile tells

void event_probe::begin_buffer() {
  byte_relay::buffer& b = relay_.now();
  heard_ = b.data();
  heard_end_ = heard_ + b.size();
}

void event_probe::hand_on() {
  const auto end = static_cast<size_t>(heard_ - relay_.now().data());
  try {
    relay_.hand_on(end);
  } catch (...) {
    begin_buffer();  // nothing is taken twice
    throw;
  }
  begin_buffer();
}

void event_probe::issued(unsigned thread, uint32_t word, uint64_t cycle) {
  add(event_stream(event_group::issue, thread), cycle, {word});
  look(cycle);
}

void event_probe::answered(unsigned unit, unsigned thread, uint32_t word, uint64_t cycle, bool accepted, unsigned, uint64_t) {
  if (accepted) add(event_stream(event_group::accept, unit), cycle, {thread, word});
}

// `last_` becomes the one of this transfer, opened if need be.
void event_probe::find_open(uint64_t transfer) {
  open_transfer* free = nullptr;
  for (auto& o : open_) {
    if (o.transfer == transfer) {
      last_ = &o;
      return;
    }
    if (o.transfer == 0) free = &o;
  }
  last_ = free ? free : &open_.emplace_back();
  last_->transfer = transfer;
}

void event_probe::l1_beat(uint64_t transfer, uint32_t beat, uint32_t word, unsigned port, uint64_t cycle) {
  opened(transfer).beats.emplace_back(cycle, beat, word, port);
}

void event_probe::l1_complete(const l1_completed& t) {
  open_transfer& o = opened(t.transfer);
  add_beats(o, t);
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

void event_probe::add_beats(const open_transfer& from, const l1_completed& t) {
  const auto add_beat = [&](const served_beat& b, uint32_t mask, const uint8_t* data) {
    add_with<word_bytes>(event_stream(event_group::l1, b.port), b.cycle,
                         {b.word * word_bytes, t.write, t.client, t.operation, mask}, data);
  };
  const bool whole = t.address % word_bytes == 0 && t.bytes % word_bytes == 0 && !t.enables;
  if (whole || !t.write) {
    for (const served_beat& b : from.beats)
      add_beat(b, whole ? 0xffff : strobes(t, b.number), t.l1 + size_t{b.word} * word_bytes);
    return;
  }
  for (const served_beat& b : from.beats) {
    const uint32_t mask = strobes(t, b.number);
    uint8_t written[word_bytes] = {};
    for (uint32_t i = 0; i < word_bytes; ++i)
      if (mask >> i & 1) written[i] = t.l1[size_t{b.word} * word_bytes + i];
    add_beat(b, mask, written);
  }
}

void event_probe::src_written(unsigned which, unsigned bank, uint64_t rows, uint64_t cycle) {
  const src_bank& source = (which ? tile_.state().srcb : tile_.state().srca).bank[bank];
  const unsigned stream = event_stream(which ? event_group::srcb_write : event_group::srca_write);
  for (; rows; rows &= rows - 1) {
    const auto row = static_cast<unsigned>(__builtin_ctzll(rows));
    add_with<sizeof source.row[row]>(stream, cycle, {bank, row, 1}, source.row[row]);
  }
}

void event_probe::src_cleared(unsigned which, unsigned bank, uint64_t cycle) {
  const auto& row = (which ? tile_.state().srcb : tile_.state().srca).bank[bank].row[0];
  add_with<sizeof row>(event_stream(which ? event_group::srcb_write : event_group::srca_write), cycle, {bank, 0, src_rows},
                       row);
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
  const unsigned stream = event_stream(event_group::dst_write);
  if (valid == 0) {
    add(stream, cycle, {block, by}, event_record::kind::with_zeroes, dst_block_bytes);
    return;
  }
  uint8_t some[dst_block_bytes];
  if (valid < dst_block_rows) {
    for (unsigned r = 0; r < dst_block_rows; ++r) {
      const size_t row_bytes = dst_block_bytes / dst_block_rows;
      if (dst.row_valid[first + r]) std::memcpy(some + r * row_bytes, bits + r * row_bytes, row_bytes);
      else std::memset(some + r * row_bytes, 0, row_bytes);
    }
    bits = some;
  }
  add_with<dst_block_bytes>(stream, cycle, {block, by}, bits);
}

void event_probe::packed(unsigned packer, uint32_t address, unsigned action, const uint8_t* data, uint64_t cycle) {
  add_with<word_bytes>(event_stream(event_group::pack_beat), cycle, {packer, address, action}, data);
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
  const uint64_t complete = complete_before();
  say(event_record::kind::blocks_complete, complete);
  // Who is told in this thread is told at once.
  if (!relay_.has_thread()) hand_on();
  // The next block is not complete before its end; one that L1 holds up is looked at again soon.
  const uint64_t next = (cycle - cycle % event_block_cycles) + event_block_cycles + told_late;
  look_at_ = complete + told_late < cycle ? std::min(next, cycle + event_block_cycles / 16) : next;
}

void event_probe::tell_now(event_record::kind what, uint64_t cycle) {
  say(what, cycle);
  hand_on();
  relay_.settle();
}

uint64_t event_probe::settle() {
  tile_.memory().served();  // L1 works out what lies behind
  const uint64_t complete = complete_before();
  hand_on();
  relay_.settle();
  if (complete > order_.told_before()) tell_now(event_record::kind::all_wanted, complete);
  return order_.told_before();
}

void event_probe::finish(uint64_t cycles) {
  tile_.memory().served();
  // Beats of transfers that the run's end cuts off: their data as they are now.
  tile_.memory().tell_open();
  tell_now(event_record::kind::end, cycles);
}

}  // namespace tensix
