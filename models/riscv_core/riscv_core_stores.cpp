// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>

#include "models/riscv_core/riscv_core.h"

namespace tensix {

core_stores::core_stores(riscv_core_parts& core)
    : core_(core),
      queue_(core.around.store_queue_entries),
      store_by_(new core_store_extension),
      push_ahead_(new core_store_extension),
      store_ttinsn_(new ttinsn_extension),
      push_ttinsn_(new ttinsn_extension),
      process_(core.own_slot, method<&core_stores::leave>(this)) {
  push_ahead_->only_if_room = true;
  bus_push_.set_extension(push_ahead_);
  bus_push_.set_extension(push_ttinsn_);
  bus_store_.set_extension(store_by_);
  bus_store_.set_extension(store_ttinsn_);
}

bool core_stores::entry::touches(uint32_t other, unsigned other_bytes) const {
  if (region != address_region::l1) return address < other + other_bytes && other < address + bytes;
  const uint32_t of_word = ((1u << other_bytes) - 1) << (other % core_line_bytes);
  return address == other / core_line_bytes * core_line_bytes && (mask & of_word);
}

// ---- Into the queue -------------------------------------------------------------------------------------------------------

// Room in the queue; `e` becomes the cycle in which there is.
core_stores::entry& core_stores::post(address_region region, uint32_t address, cycle_t& e) {
  const cycle_t wanted = e;
  stall_reason why = stall_reason::store_queue_full;
  while (count_ == queue_.size()) {
    why = at(0).region == address_region::instruction_fifo ? stall_reason::fifo_full : stall_reason::store_queue_full;
    core_.time.wait_for(why, wanted, left_);
    e = std::max(e, now_cycle());
  }
  core_.time.stall(why, wanted, e);
  core_.time.t = e + 1;
  if (count_) release_by(at(count_ - 1), e);  // the last one need not wait for this one any more
  entry& q = at(count_++);
  q = entry{};
  q.release = e;
  q.region = region;
  q.address = address;
  q.by = core_.causes.event_at(e);
  if (count_ == 1) posted_.notify();
  return q;
}

cycle_t core_stores::post_bytes(address_region region, uint32_t address, unsigned bytes, uint32_t value, cycle_t e) {
  entry& q = post(region, address, e);
  q.bytes = static_cast<uint8_t>(bytes);
  std::memcpy(q.data, &value, 4);
  return e;
}

// It goes out in cycle `e` at the latest: its process is notified if it sleeps longer.
void core_stores::release_by(entry& q, cycle_t e) {
  if (q.release <= e) return;
  q.release = e;
  if (&q == &at(0)) posted_.notify();
}

// Into the last entry of the queue, if that waits for just this.
bool core_stores::merge(uint32_t address, unsigned bytes, uint32_t value, cycle_t e) {
  if (!count_ || core_.execute.cfg0(riscv_csrs::disable_store_merge)) return false;
  entry& rear = at(count_ - 1);
  const uint32_t word = address / core_line_bytes * core_line_bytes;
  if (rear.region != address_region::l1 || rear.address != word || e >= rear.release) return false;
  if ((count_ == 1 && leaving_) || rear.mask == 0xffff) return false;
  const uint32_t distance = address > rear.first ? address - rear.first : rear.first - address;
  if (distance > core_.parameters.merge_reach_bytes) return false;
  put_l1(rear, address, bytes, value, e);
  return true;
}

void core_stores::put_l1(entry& q, uint32_t address, unsigned bytes, uint32_t value, cycle_t e) {
  std::memcpy(q.data + address % core_line_bytes, &value, bytes);
  q.mask = static_cast<uint16_t>(q.mask | ((1u << bytes) - 1) << (address % core_line_bytes));
  q.first = address;
  if (q.mask == 0xffff) release_by(q, e);
  else q.release = e + core_.execute.s.csr.store_merge_cycles();
}

void core_stores::store(const riscv_instruction& d, cycle_t e) {
  core_execute& x = core_.execute;
  const uint32_t sum = x.s.reg[d.rs1] + d.immediate, address = riscv_address(x.s, d), value = x.s.reg[d.rs2];
  if (x.s.csr.strongly_ordered()) e = core_.memory.ordered(e);
  core_.time.t = e + 1;
  if (uint8_t* const there = sum == address ? core_.memory.ram(address) : nullptr) {
    e = core_.memory.ram_from(e);
    if (std::memcmp(there, &value, d.bytes) != 0) core_.polls.side_effect();
    if (nothing_before(e)) std::memcpy(there, &value, d.bytes);
    else e = post_bytes(address_region::local_ram, address, d.bytes, value, e);
    return x.record(riscv_sink, e + 2, stall_reason::execute);
  }
  core_.polls.side_effect();
  e = core_.made_in(false, address, e);
  if (sum == address && address < core_.around.l1_bytes) e = store_to_l1(address, d.bytes, value, e);
  else if (!store_to_port(sum, address, d.bytes, value, e)) return x.record(riscv_sink, e + 1, stall_reason::execute);
  x.record(riscv_sink, e + 2, stall_reason::store_queue_full);
}

cycle_t core_stores::store_to_l1(uint32_t address, unsigned bytes, uint32_t value, cycle_t e) {
  core_.memory.drop_line(address / core_line_bytes, e);
  if (merge(address, bytes, value, e)) return e;
  const cycle_t wanted = e;  // from here on it waits for others to merge with, whenever there is room
  entry& q = post(address_region::l1, address / core_line_bytes * core_line_bytes, e);
  put_l1(q, address, bytes, value, wanted);
  return e;
}

// False: there is no such place.
bool core_stores::store_to_port(uint32_t sum, uint32_t address, unsigned bytes, uint32_t value, cycle_t& e) {
  const decoded_address where = address_map::decode(core_.number, address, core_.around.l1_bytes);
  if (!core_.memory.legal("store", sum, bytes, where, e)) return false;
  const bool push = where.region == address_region::instruction_fifo && bytes == 4;
  e = push ? push_words(address, &value, 1, false, e) : post_bytes(where.region, address, bytes, value, e);
  return true;
}

unsigned core_stores::push(const riscv_instruction& first, cycle_t e) {
  core_execute& x = core_.execute;
  core_.polls.side_effect();
  if (x.s.csr.strongly_ordered()) e = core_.memory.ordered(e);
  if (core_.number == core_nc) {  // has no instruction FIFO
    core_.time.t = e + 1;
    const decoded_address where = address_map::decode(core_nc, address_map::instruction_fifo_base, core_.around.l1_bytes);
    core_.memory.legal(".ttinsn: store", address_map::instruction_fifo_base, 4, where, e);
    x.record(riscv_sink, e + 1, stall_reason::execute);
    return 1;
  }
  uint32_t words[4] = {first.immediate};
  unsigned n = 1;
  const bool fuses = core_.number < thread_count && !x.cfg0(riscv_csrs::disable_ttinsn_fusion);
  for (const unsigned most = fuses ? core_.parameters.ttinsn_fusion : 1; n < most; ++n) {
    const uint32_t pc = x.pc + 4 * n;
    const core_fetch::code_line* const line = core_.fetch.present(pc / core_line_bytes);
    if (!line || line->ready > e || line->d[pc / 4 % 4].kind != riscv_kind::push) break;
    words[n] = line->d[pc / 4 % 4].immediate;
  }
  core_.time.t = e + 1;
  e = core_.made_in(true, words[0], e);
  e = push_words(address_map::instruction_fifo_base, words, n, true, e);
  x.record(riscv_sink, e + 2, stall_reason::store_queue_full);
  return n;
}

// Pushes go out at once as long as nothing is before them and there is room. Returns the cycle in which they have left EX1.
cycle_t core_stores::push_words(uint32_t address, uint32_t* words, unsigned n, bool ttinsn, cycle_t e) {
  unsigned pushed = 0;
  if (nothing_before(e) && core_.number < thread_count) {
    push_ttinsn_->applies = ttinsn;
    push_ahead_->pc = core_.execute.pc;
    push_ahead_->by = core_.causes.event_at(e);
    core_.access(bus_push_, tlm::TLM_WRITE_COMMAND, address, words, 4 * n, core_.cycles_until(e));
    pushed = push_ahead_->pushed;
    if (pushed == n) return e;
  }
  entry& q = post(address_region::instruction_fifo, address, e);
  q.bytes = static_cast<uint8_t>(4 * (n - pushed));
  q.ttinsn = ttinsn;
  q.pc = core_.execute.pc + 4 * pushed;
  std::memcpy(q.data, words + pushed, q.bytes);
  return e;
}

// ---- Loads that wait for the queue ----------------------------------------------------------------------------------------

template <typename Condition>
cycle_t core_stores::wait_while(const Condition& condition, cycle_t e) {
  const cycle_t wanted = e;
  while (condition()) {
    core_.time.wait_for(stall_reason::memory_order, wanted, left_);
    e = std::max(e, now_cycle());
  }
  core_.causes.await_store();
  core_.time.stall(stall_reason::memory_order, wanted, e);
  return e;
}

cycle_t core_stores::drain(cycle_t e) {
  return wait_while([this] { return count_ != 0; }, e);
}

// A load goes ahead of the stores in the queue, but not of one of the same bytes.
cycle_t core_stores::behind(uint32_t address, unsigned bytes, cycle_t e) {
  const auto conflict = [&] {
    for (unsigned i = 0; i < count_; ++i)
      if (at(i).touches(address, bytes)) return true;
    return false;
  };
  return wait_while(conflict, e);
}

bool core_stores::hold_line(uint32_t line) const {
  for (unsigned i = 0; i < count_; ++i)
    if (at(i).region == address_region::l1 && at(i).address / core_line_bytes == line) return true;
  return false;
}

// ---- Out of the queue -----------------------------------------------------------------------------------------------------

// Requests of one core to one region are processed in order: a load, or atomic, that has not read yet does not read what is
// stored behind it. (Loads behind the store have waited for it.) What is no memory, FIFOs and waits, has directions of its own.
bool core_stores::overtakes_load(const entry& q) const {
  switch (q.region) {
    case address_region::instruction_fifo:
    case address_region::pc_buffer:
    case address_region::ttsync_done:
    case address_region::ttsync_mop:
    case address_region::ttsync_other:
    case address_region::mailbox: return false;
    default: break;
  }
  return core_.memory.any_unread([&](const core_load& p) { return q.touches(p.address, p.d.bytes); });
}

// The process. It acts in the core's slot, behind what the core does in the same cycle.
void core_stores::leave() {
  for (;;) {
    if (!count_) {
      process_.sleep_for(posted_);
      continue;
    }
    const cycle_t release = std::max(at(0).release, left_in_ + 1);
    if (release > now_cycle()) {
      process_.sleep_until_slot(release, &posted_);
      continue;
    }
    if (overtakes_load(at(0))) {
      process_.sleep_for(core_.memory.answered);
      continue;
    }
    if (core_.memory.reads_in(now_cycle())) {
      process_.sleep_until(now_cycle() + 1);
      continue;
    }
    leaving_ = true;
    emit(at(0));
    leaving_ = false;
    left_in_ = now_cycle();
    head_ = place(1);
    --count_;
    ++gone_;
    left_.notify();
    core_.polls.store_left();
    if (!count_) core_.stores_are_out();
  }
}

void core_stores::emit(entry& q) {
  switch (q.region) {
    case address_region::local_ram: std::memcpy(core_.memory.ram(q.address), q.data, q.bytes); return;
    case address_region::l1: return emit_to_l1(q);
    default: return emit_to_port(q);
  }
}

void core_stores::emit_to_l1(entry& q) {
  const auto first = static_cast<unsigned>(__builtin_ctz(q.mask)), last = 31 - static_cast<unsigned>(__builtin_clz(q.mask));
  const unsigned bytes = std::min(last - first + 1, core_line_bytes - first);  // the least is for compilers that warn
  auto& x = to_l1_;
  std::memcpy(x.data, q.data + first, bytes);
  for (unsigned i = 0; i < bytes; ++i) x.enable[i] = (q.mask >> (first + i)) & 1 ? TLM_BYTE_ENABLED : TLM_BYTE_DISABLED;
  l1_payload& t = core_.l1_request(core_.store_tag, tlm::TLM_WRITE_COMMAND, q.address + first, x.data, bytes);
  t.set_byte_enable_ptr(x.enable);
  t.set_byte_enable_length(bytes);
  const cycle_t since = now_cycle();
  const event_id begun = core_.causes.store_leaves(q.by, q.release, q.address + first, bytes);
  x.pending = true;
  core_.send(t, since);
  while (x.pending) process_.sleep_where_notified(written_);
  core_.causes.store_written(begun, bytes, since);
}

void core_stores::written() {
  to_l1_.pending = false;
  written_.notify();
}

void core_stores::emit_to_port(entry& q) {
  store_ttinsn_->applies = q.ttinsn;
  store_by_->by = q.by;
  store_by_->pc = q.pc;
  core_.access(bus_store_, tlm::TLM_WRITE_COMMAND, q.address, q.data, q.bytes);
  if (!bus_store_.is_response_ok()) core_.fault();
  core_.causes.store_gone(store_by_->by);
  if (q.region != address_region::config && q.region != address_region::config_dual) return;
  uint32_t value;
  std::memcpy(&value, q.data, 4);
  core_.around.owner->register_stored(q.address, value);
}

}  // namespace tensix
