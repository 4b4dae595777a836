// Stores: the store queue, which goes out by itself behind the core's back, and pushes, which may run ahead.
#include <algorithm>
#include <cstring>

#include "models/riscv_core/riscv_core.h"

namespace tensix {

namespace {
constexpr uint32_t instruction_fifo = 0xFFE40000;
bool overlap(uint32_t a, unsigned a_bytes, uint32_t b, unsigned b_bytes) { return a < b + b_bytes && b < a + a_bytes; }
}  // namespace

// ---- The core's side ------------------------------------------------------------------------------------------------------

// Room in the queue; `e` becomes the cycle in which there is.
riscv_core::queued_store& riscv_core::post(address_region region, uint32_t address, cycle_t& e) {
  const cycle_t wanted = e;
  stall_reason why = stall_reason::store_queue_full;
  while (queued_ == queue_.size()) {
    why = in_queue(0).region == address_region::instruction_fifo ? stall_reason::fifo_full : stall_reason::store_queue_full;
    wait_for(why, wanted, store_gone_);
    e = std::max(e, now_cycle());
  }
  stall(why, wanted, e);
  t_ = e + 1;
  if (queued_) release_by(in_queue(queued_ - 1), e);  // the last one need not wait for this one any more
  queued_store& q = in_queue(queued_++);
  q = queued_store{};
  q.release = e;
  q.region = region;
  q.address = address;
  if (causes()) q.by = event_at(e);
  if (queued_ == 1) store_posted_.notify();
  return q;
}

// It goes out in cycle `e` at the latest: its process is told if it sleeps longer.
void riscv_core::release_by(queued_store& q, cycle_t e) {
  if (q.release <= e) return;
  q.release = e;
  if (&q == &in_queue(0)) store_posted_.notify();
}

// Into the last entry of the queue, if that waits for just this.
bool riscv_core::merge(uint32_t address, unsigned bytes, uint32_t value, cycle_t e) {
  if (!queued_ || (s_.csr.cfg0 & riscv_csrs::disable_store_merge)) return false;
  queued_store& rear = in_queue(queued_ - 1);
  if (rear.region != address_region::l1 || rear.address != address / line_bytes * line_bytes || e >= rear.release) return false;
  if ((queued_ == 1 && emitting_) || rear.mask == 0xffff) return false;
  const uint32_t distance = address > rear.first ? address - rear.first : rear.first - address;
  if (distance > parameters_.merge_reach_bytes) return false;
  put_l1(rear, address, bytes, value, e);
  return true;
}

void riscv_core::put_l1(queued_store& q, uint32_t address, unsigned bytes, uint32_t value, cycle_t e) {
  std::memcpy(q.data + address % line_bytes, &value, bytes);
  q.mask = static_cast<uint16_t>(q.mask | ((1u << bytes) - 1) << (address % line_bytes));
  q.first = address;
  if (q.mask == 0xffff) release_by(q, e);
  else q.release = e + s_.csr.store_merge_cycles();
}

void riscv_core::store(const riscv_instruction& d, cycle_t e) {
  const uint32_t sum = s_.reg[d.rs1] + d.immediate, address = riscv_address(s_, d), value = s_.reg[d.rs2];
  if (s_.csr.strongly_ordered()) e = ordered(e);
  t_ = e + 1;
  if (address - local_ram_base < ram_bytes_ && sum == address) {
    if (e < ram_ready_) {
      stall(stall_reason::memory_order, e, ram_ready_);
      e = ram_ready_;
      t_ = e + 1;
    }
    uint8_t* const there = ram_ + (address - local_ram_base);
    if (std::memcmp(there, &value, d.bytes) != 0) quiet_ = false;
    if (nothing_before(e)) {
      std::memcpy(there, &value, d.bytes);
    } else {
      queued_store& q = post(address_region::local_ram, address, e);
      q.bytes = d.bytes;
      std::memcpy(q.data, &value, 4);
    }
    return record(riscv_sink, e + 2, stall_reason::execute);
  }
  quiet_ = false;
  if (address < around_.l1_bytes && sum == address) {
    drop_line(address / line_bytes, e);
    if (!merge(address, d.bytes, value, e))
      put_l1(post(address_region::l1, address / line_bytes * line_bytes, e), address, d.bytes, value, e);
    return record(riscv_sink, e + 2, stall_reason::store_queue_full);
  }
  const decoded_address where = address_map::decode(core_, address, around_.l1_bytes);
  if (!legal("store", sum, d.bytes, where, e)) return record(riscv_sink, e + 1, stall_reason::execute);
  if (where.region == address_region::instruction_fifo && d.bytes == 4) {
    uint32_t word = value;
    push_words(address, &word, 1, false, e);
  } else {
    queued_store& q = post(where.region, address, e);
    q.bytes = d.bytes;
    std::memcpy(q.data, &value, 4);
  }
  record(riscv_sink, e + 2, stall_reason::store_queue_full);
}

// .ttinsn, and those right behind it as far as they are fused: returns how many there were.
unsigned riscv_core::push(const riscv_instruction& first, cycle_t e) {
  quiet_ = false;
  if (s_.csr.strongly_ordered()) e = ordered(e);
  uint32_t words[4] = {first.immediate};
  unsigned n = 1;
  const unsigned most = core_ == brisc || (s_.csr.cfg0 & riscv_csrs::disable_ttinsn_fusion) ? 1 : parameters_.ttinsn_fusion;
  for (; n < most; ++n) {
    const uint32_t pc = pc_ + 4 * n;
    const code_line* const line = present(pc / line_bytes);
    if (!line || line->ready > e || line->d[pc / 4 % 4].kind != riscv_kind::push) break;
    words[n] = line->d[pc / 4 % 4].immediate;
  }
  t_ = e + 1;
  push_words(instruction_fifo, words, n, true, e);
  record(riscv_sink, e + 2, stall_reason::store_queue_full);
  return n;
}

// Pushes go out at once as long as nothing is before them and there is room.
void riscv_core::push_words(uint32_t address, uint32_t* words, unsigned n, bool ttinsn, cycle_t& e) {
  unsigned gone = 0;
  if (nothing_before(e) && core_ != brisc) {
    bus_push_.set_command(tlm::TLM_WRITE_COMMAND);
    bus_push_.set_address(address);
    bus_push_.set_data_length(4 * n);
    bus_push_.set_streaming_width(4 * n);
    bus_push_.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    ttinsn_->applies = ttinsn;
    bus_push_.set_data_ptr(reinterpret_cast<uint8_t*>(words));
    push_ahead_->by = causes() ? event_at(e) : 0;
    const cycle_t now = now_cycle();
    sc_core::sc_time ahead = sc_core::sc_time::from_value(e > now ? (e - now) * cycle_ps() : 0);
    bus->b_transport(bus_push_, ahead);
    gone = push_ahead_->pushed;
    if (gone == n) return;
  }
  queued_store& q = post(address_region::instruction_fifo, address, e);
  q.bytes = static_cast<uint8_t>(4 * (n - gone));
  q.ttinsn = ttinsn;
  std::memcpy(q.data, words + gone, q.bytes);
}

void riscv_core::stall_for_stores(cycle_t from, cycle_t to) {
  if (causes()) await(gone_by_);
  stall(stall_reason::memory_order, from, to);
  awaited_count_ = 0;
}

cycle_t riscv_core::drain_stores(cycle_t e) {
  const cycle_t wanted = e;
  while (queued_) {
    wait_for(stall_reason::memory_order, wanted, store_gone_);
    e = std::max(e, now_cycle());
  }
  stall_for_stores(wanted, e);
  return e;
}

// A load goes ahead of the stores in the queue, but not of one of the same bytes.
cycle_t riscv_core::behind_stores(uint32_t address, unsigned bytes, cycle_t e) {
  const cycle_t wanted = e;
  const auto conflict = [&] {
    for (unsigned i = 0; i < queued_; ++i) {
      const queued_store& q = in_queue(i);
      if (q.region == address_region::l1) {
        const uint32_t mine = ((1u << bytes) - 1) << (address % line_bytes);
        if (q.address == address / line_bytes * line_bytes && (q.mask & mine)) return true;
      } else if (overlap(q.address, q.bytes, address, bytes)) {
        return true;
      }
    }
    return false;
  };
  while (conflict()) {
    wait_for(stall_reason::memory_order, wanted, store_gone_);
    e = std::max(e, now_cycle());
  }
  stall_for_stores(wanted, e);
  return e;
}

// Requests of one core to one region are processed in order: a load, or atomic, that has not read yet is not to see what is
// stored behind it. (Loads behind the store have waited for it.) What is no memory, FIFOs and waits, has directions of its own.
bool riscv_core::overtakes_load(const queued_store& q) const {
  switch (q.region) {
    case address_region::instruction_fifo:
    case address_region::pc_buffer:
    case address_region::ttsync_done:
    case address_region::ttsync_mop:
    case address_region::ttsync_other:
    case address_region::mailbox: return false;
    default: break;
  }
  for (unsigned i = 0; i < loads_out_; ++i) {
    const load_slot& p = loads_[load_order_[i]];
    if (p.answered) continue;
    if (q.region != address_region::l1) {
      if (overlap(q.address, q.bytes, p.address, p.d.bytes)) return true;
    } else if (p.address / line_bytes * line_bytes == q.address &&
               (q.mask & ((1u << p.d.bytes) - 1) << (p.address % line_bytes))) {
      return true;
    }
  }
  return false;
}

// ---- The queue's side -----------------------------------------------------------------------------------------------------

// One read or write request leaves the Load/Store Unit a cycle; reads first.
void riscv_core::note_read(cycle_t e) { reads_[read_count_++ % reads_.size()] = e; }

bool riscv_core::reads_in(cycle_t cycle) const {
  if (asleep_ && would_read_in(cycle)) return true;
  return std::find(reads_.begin(), reads_.end(), cycle) != reads_.end();
}

// It acts in the core's slot, behind what the core does in the same cycle.
void riscv_core::drain_queue() {
  for (;;) {
    if (!queued_) {
      queue_process_.sleep_for(store_posted_);
      continue;
    }
    const cycle_t release = std::max(in_queue(0).release, emitted_in_ + 1);
    if (release > now_cycle()) {
      queue_process_.sleep_until_slot(release, &store_posted_);
      continue;
    }
    if (overtakes_load(in_queue(0))) {
      queue_process_.sleep_for(answered_);
      continue;
    }
    if (reads_in(now_cycle())) {
      queue_process_.sleep_until(now_cycle() + 1);
      continue;
    }
    emitting_ = true;
    emit(in_queue(0));
    emitting_ = false;
    emitted_in_ = now_cycle();
    queue_head_ = place_in_queue(1);
    --queued_;
    ++stores_gone_;
    store_gone_.notify();
    if (asleep_) wake_.notify();
    if (!queued_ && condition_ != condition::running) condition_changed_.ask();
  }
}

void riscv_core::emit(queued_store& q) {
  if (q.region == address_region::local_ram) {
    std::memcpy(ram_ + (q.address - local_ram_base), q.data, q.bytes);
    return;
  }
  if (q.region == address_region::l1) {
    const unsigned first = static_cast<unsigned>(__builtin_ctz(q.mask)),
                   last = 31 - static_cast<unsigned>(__builtin_clz(q.mask));
    const unsigned bytes = last - first + 1;
    auto& x = l1_store_;
    std::memcpy(x.data, q.data + first, bytes);
    for (unsigned i = 0; i < bytes; ++i) x.enable[i] = (q.mask >> (first + i)) & 1 ? TLM_BYTE_ENABLED : TLM_BYTE_DISABLED;
    l1_payload& t = transfer(store_tag, tlm::TLM_WRITE_COMMAND, q.address + first, x.data, bytes);
    t.set_byte_enable_ptr(x.enable);
    t.set_byte_enable_length(bytes);
    const event_id begun = causes() ? tell_emitted(q) : 0;
    const cycle_t since = now_cycle();
    if (begun) causes()->store_begins(core_, q.address + first, bytes, begun);
    x.pending = true;
    send(t, since);
    while (x.pending) queue_process_.sleep_where_notified(store_written_);
    if (begun && causes()) tell_written(begun, bytes, since);
    return;
  }
  bus_store_.set_command(tlm::TLM_WRITE_COMMAND);
  bus_store_.set_address(q.address);
  bus_store_.set_data_length(q.bytes);
  bus_store_.set_streaming_width(q.bytes);
  bus_store_.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  bus_store_.set_data_ptr(q.data);
  queued_ttinsn_->applies = q.ttinsn;
  store_by_->by = q.by;
  sc_core::sc_time t = sc_core::SC_ZERO_TIME;
  bus->b_transport(bus_store_, t);
  if (!bus_store_.is_response_ok()) fault();
  gone_by_ = store_by_->by;
  const bool watched = q.region == address_region::config || q.region == address_region::config_dual;
  if (watched && register_stored) {
    uint32_t value;
    std::memcpy(&value, q.data, 4);
    register_stored(q.address, value);
  }
}

}  // namespace tensix
