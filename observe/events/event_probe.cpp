// SPDX-License-Identifier: Apache-2.0
#include "observe/events/event_probe.h"

#include <algorithm>
#include <cstring>

#include "models/contracts/tile_unit.h"
#include "models/memory/l1_client.h"
#include "support/files/held_signals.h"

namespace tensix {
namespace {

constexpr uint32_t word_bytes = 16, dst_block_bytes = dst_block_rows * row_datums * 2;
// How many cycles behind its own an event may be reported, other than L1's beats. (A bank filled by an unpacker is reported in the cycle
// after; what SFPLOADMACRO scheduled executes one behind.)
constexpr uint64_t told_late = 2;
static_assert(word_bytes == event_bytes(event_stream(event_group::l1)) &&
              word_bytes == event_bytes(event_stream(event_group::pack_beat)) &&
              dst_block_bytes == event_bytes(event_stream(event_group::dst_write)) &&
              sizeof(src_bank::row[0]) == event_bytes(event_stream(event_group::srca_write)));
static_assert(src_rows <= most_in_run);
constexpr size_t heard_bytes = 1 << 20;  // of a buffer: a millisecond of the host

// But for those that a thread gets for what it does itself.
sigset_t signals_to_the_process() {
  sigset_t all;
  sigfillset(&all);
  for (const int s : {SIGPIPE, SIGXFSZ, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS}) sigdelset(&all, s);
  return all;
}

}  // namespace

event_probe::event_probe(tensix_tile& tile, event_sink_if& sink, event_data data, bool beside, bool waits)
    : tile_(tile), how_(data), order_(sink, data), beside_(beside), waits_(waits) {
  for (unsigned i = 0; i < (beside ? 2 : 1); ++i) buffers_[i].resize(heard_bytes, boost::container::default_init);
  const tensix_state& state = tile.state();
  for (unsigned i = 0; i < semaphore_count; ++i) semaphores_[i] = state.sem[i].value;
  std::copy_n(state.mutex_owner, mutex_count, mutexes_);
  begin_buffer();
  tile.attach(*this);
}

event_probe::~event_probe() { tile_.detach(*this); }

// ---- What the tile reports

void event_probe::begin_buffer() {
  event_buffer& b = buffers_[filling_];
  heard_ = b.data();
  heard_end_ = heard_ + b.size();
}

// Throws what the sink has thrown, once.
void event_probe::await_order() {
  if (ordering_.valid()) ordering_.get();
}

void event_probe::hand_on() {
  event_buffer& b = buffers_[filling_];
  const auto end = static_cast<size_t>(heard_ - b.data());
  heard_ = b.data();  // whatever is thrown: nothing is taken twice
  await_order();
  if (beside_) {
    const held_signals held(signals_to_the_process());  // which go to the thread that was there before
    // Deferred where no thread can be had: then await_order() does it.
    ordering_ = std::async(std::launch::async | std::launch::deferred, [this, &b, end] { order_.take(b, end); });
    filling_ ^= 1;
  } else {
    order_.take(b, end);
  }
  begin_buffer();
}

// What units had taken is lost with a reset.
void event_probe::forget_if_reset() {
  if (tile_.resets() == resets_) return;
  resets_ = tile_.resets();
  for (auto& of : pacrs_) of.clear();
  for (auto& u : unpackers_) u.taken.clear();
}

void event_probe::issued(const gate_event& e, uint64_t) {
  if (e.unit == static_cast<unsigned>(tile_unit::packers)) ++taken_by_packers_;
  if (e.unit < unpackers_.size()) {
    forget_if_reset();
    unpacker_queue& u = unpackers_[e.unit];
    u.taken.push_back({u.accepted++, static_cast<int>(e.thread), e.cycle});
  }
  if (e.unit < tile_units) add(event_stream(event_group::accept, e.unit), e.cycle, {e.thread, e.word});
  add(event_stream(event_group::issue, e.thread), e.cycle, {e.word});
  waits_for_[e.thread] = stall_reason::none;
  look(e.cycle);
}

void event_probe::refused(const gate_event& e, stall_reason why) {
  if (!waits_ || waits_for_[e.thread] == why) return;
  waits_for_[e.thread] = why;
  add(event_stream(event_group::wait, e.thread), e.cycle, {e.word, static_cast<uint32_t>(why)});
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
  opened(transfer).served.push_back({transfer, cycle, uint64_t{1} << port, beat, word, 1, 1});
}

void event_probe::l1_beats(const l1_run& r) { opened(r.transfer).served.push_back(r); }

void event_probe::l1_complete(const l1_completed& t) {
  open_transfer& o = opened(t.transfer);
  const bool whole = t.address % word_bytes == 0 && t.bytes % word_bytes == 0 && !t.enables;
  for (const l1_run& r : o.served)
    if (whole) add_words(r, t);
    else
      for (uint32_t i = 0; i < r.beats; ++i) add_beat(r, i, t);
  if (!t.write && t.client <= static_cast<unsigned>(l1_client::unpacker1_exponents)) add_read(t, o);
  o.served.clear();
  o.transfer = 0;
  look(now_cycle());
}

// An unpacker's: the instruction is the one that it has just fetched, or that is next.
void event_probe::add_read(const l1_completed& t, const open_transfer& o) {
  const unpacker_queue& u = unpackers_[t.client % unpackers_.size()];
  const bool over = u.fetched_in == now_cycle() && t.asked < u.fetched_in;
  if (o.served.empty() || (!over && u.taken.empty())) return;
  uint64_t first = never;
  for (const l1_run& r : o.served) first = std::min(first, r.cycle);
  add(event_stream(event_group::unpack_read), first, {t.client, t.address, over ? u.fetched : u.taken.front().number});
}

// An unpacker has fetched an instruction, or has nothing to fetch of it.
void event_probe::executed(const char* who, int thread, uint32_t, uint64_t issued, uint64_t, uint64_t to) {
  if (std::strncmp(who, "unpacker", 8) != 0 || who[8] < '0' || who[8] > '1' || who[9] != 0) return;
  unpacker_queue& u = unpackers_[static_cast<size_t>(who[8] - '0')];
  for (bool found = false; !found && !u.taken.empty(); u.taken.pop_front()) {
    const auto& first = u.taken.front();
    if (first.cycle > issued) break;
    found = first.cycle == issued && first.thread == thread;
    u.fetched = first.number;
  }
  u.fetched_in = to == now_cycle() ? to : never;
}

// All bytes of all words are meant.
void event_probe::add_words(const l1_run& r, const l1_completed& t) {
  const auto first = static_cast<unsigned>(__builtin_ctzll(r.ports));
  const uint32_t at_once = most_in_run - most_in_run % r.a_cycle;
  for (uint32_t done = 0; done < r.beats; done += at_once) {
    const uint32_t address = (r.word + done) * word_bytes;
    add_run<word_bytes>(event_stream(event_group::l1, first), r.cycle + done / r.a_cycle,
                        {address, t.write, t.client, t.operation, 0xffff}, {r.ports >> first, r.a_cycle, word_bytes, 0},
                        std::min(r.beats - done, at_once), t.l1 + address);
  }
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

static unsigned port_of(uint64_t ports, uint32_t after) {
  for (; after > 0; --after) ports &= ports - 1;
  return static_cast<unsigned>(__builtin_ctzll(ports));
}

// The i-th of them, of which not all bytes need be meant.
void event_probe::add_beat(const l1_run& r, uint32_t i, const l1_completed& t) {
  const uint32_t mask = strobes(t, r.beat + i), address = (r.word + i) * word_bytes;
  const uint8_t* word = t.l1 + address;
  uint8_t written[word_bytes] = {};
  if (t.write && mask != 0xffff) {
    for (uint32_t b = 0; b < word_bytes; ++b)
      if (mask >> b & 1) written[b] = word[b];
    word = written;
  }
  add_with<word_bytes>(event_stream(event_group::l1, port_of(r.ports, i % r.a_cycle)), r.cycle + i / r.a_cycle,
                       {address, t.write, t.client, t.operation, mask}, word);
}

void event_probe::src_written(unsigned which, unsigned bank, uint64_t rows, uint64_t cycle) {
  const src_bank& source = (which ? tile_.state().srcb : tile_.state().srca).bank[bank];
  const unsigned stream = event_stream(which ? event_group::srcb_write : event_group::srca_write);
  while (rows) {  // those that follow one another at once
    const auto first = static_cast<unsigned>(__builtin_ctzll(rows));
    const uint64_t others = ~rows >> first;
    const unsigned count = others ? static_cast<unsigned>(__builtin_ctzll(others)) : src_rows - first;
    add_run<sizeof source.row[0]>(stream, cycle, {bank, first, 1}, {1, src_rows, 1, 1}, count, source.row[first]);
    rows &= ~(~uint64_t{0} >> (64 - count) << first);
  }
}

void event_probe::src_cleared(unsigned which, unsigned bank, uint64_t cycle) {
  const auto& row = (which ? tile_.state().srcb : tile_.state().srca).bank[bank].row[0];
  add_with<sizeof row>(event_stream(which ? event_group::srcb_write : event_group::srca_write), cycle, {bank, 0, src_rows},
                       row);
}

void event_probe::handed_over(const char*, unsigned which, unsigned bank, unsigned owner, uint64_t given, uint64_t from) {
  add(event_stream(which ? event_group::handover_srcb : event_group::handover_srca), given,
      {bank, owner, static_cast<uint32_t>(from - given)});
}

void event_probe::dst_used(dst_accessor by, const dst_block_set& reads, const dst_block_set& writes, uint64_t cycle) {
  for (unsigned w = 0; w < dst_block_set::words; ++w)
    for (uint64_t bits = reads.word[w]; bits; bits &= bits - 1)
      add(event_stream(event_group::dst_read), cycle,
          {w * 64 + static_cast<unsigned>(__builtin_ctzll(bits)), static_cast<unsigned>(by)});
  for (unsigned w = 0; w < dst_block_set::words; ++w)
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
    using kind = event_record::kind;
    add(stream, cycle, {block, by}, how_ == event_data::none ? kind::without_data : kind::zeroes);
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

// A packer takes a PACR, which is about to be reported as issued: so many bytes come of it.
void event_probe::works_with(const char* who, const work_details& details) {
  if (std::strncmp(who, "packer", 6) != 0 || who[6] < '0' || who[6] >= '0' + static_cast<int>(pacrs_.size()) || who[7] != 0)
    return;
  forget_if_reset();
  pacrs_[static_cast<size_t>(who[6] - '0')].push_back({taken_by_packers_, details.bytes / word_bytes});
}

void event_probe::packed(unsigned packer, uint32_t address, unsigned action, const uint8_t* data, uint32_t beats,
                         uint64_t cycle) {
  std::deque<pacr>& of = pacrs_[packer];
  for (uint32_t n; beats > 0; beats -= n, address += n * word_bytes, data += size_t{n} * word_bytes) {
    while (of.size() > 1 && of.front().left == 0) of.pop_front();
    pacr unsaid{taken_by_packers_, beats};  // by packers of one's own
    pacr& first = of.empty() ? unsaid : of.front();
    n = std::min({beats, most_in_run, std::max(first.left, 1u)});
    first.left -= std::min(first.left, n);
    add_run<word_bytes>(event_stream(event_group::pack_beat), cycle, {packer, address, action, first.number},
                        {1, most_in_run, word_bytes, 1}, n, data);
  }
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

// ---- What goes to the sink

// Before this cycle nothing can come any more.
uint64_t event_probe::complete_before() const {
  const uint64_t now = now_cycle();
  return std::min<uint64_t>(now - std::min(now, told_late), tile_.memory().first_unreported());
}

// Soon and often, so that little waits and what waits stays in the caches.
void event_probe::tell_complete(uint64_t cycle) {
  const uint64_t complete = complete_before();
  if (cycle >= look_at_block_) tell_blocks(cycle, complete);
  else say(event_record::kind::complete, complete);
  look_at_ = std::min(look_at_block_, cycle + look_cycles);
}

void event_probe::tell_blocks(uint64_t cycle, uint64_t complete) {
  say(event_record::kind::blocks_complete, complete);
  // A sink of this thread gets it at once.
  if (!beside_) hand_on();
  // The next block is not complete before its end; one that L1 holds up is looked at again soon.
  const uint64_t next = (cycle - cycle % event_block_cycles) + event_block_cycles + told_late;
  look_at_block_ = complete + told_late < cycle ? std::min(next, cycle + event_block_cycles / 16) : next;
}

void event_probe::tell_now(event_record::kind what, uint64_t cycle) {
  say(what, cycle);
  hand_on();
  await_order();
}

uint64_t event_probe::settle() {
  tile_.memory().served();  // L1 works out what lies behind
  const uint64_t complete = complete_before();
  hand_on();
  await_order();
  if (complete > order_.told_before()) tell_now(event_record::kind::all_wanted, complete);
  return order_.told_before();
}

void event_probe::finish(uint64_t cycles) {
  tile_.memory().served();
  // Beats of transfers that the run's end cuts off: their data as they are now.
  tile_.memory().report_open();
  tell_now(event_record::kind::end, cycles);
}

}  // namespace tensix
