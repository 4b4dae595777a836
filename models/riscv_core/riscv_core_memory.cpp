// Loads, atomics and fences: the way out of the Load/Store Unit and back, and the L0 data cache.
#include <algorithm>
#include <cstring>

#include "models/riscv_core/riscv_core.h"

namespace tensix {

namespace {
bool is_load(stall_reason why) {
  return why == stall_reason::l1_load || why == stall_reason::register_load || why == stall_reason::sync_load ||
         why == stall_reason::local_load || why == stall_reason::memory_order;
}
}  // namespace

// ---- What is on its way ---------------------------------------------------------------------------------------------------

riscv_core::load_slot& riscv_core::take_slot(const riscv_instruction& d, uint32_t address, cycle_t e) {
  unsigned free = 0;
  while (loads_[free].busy) ++free;  // there are more slots than entries of the retire queue
  load_order_[loads_out_++] = static_cast<uint8_t>(free);
  load_slot& p = loads_[free];
  p.busy = true;
  p.answered = p.fill = p.relived = false;
  p.seq = seq_;
  p.d = d;
  p.address = address;
  p.issued = e;
  p.by = 0;
  return p;
}

// Loads that have come back: their values into the registers, and the retirement of all behind the first of them.
void riscv_core::take_answers() {
  uint64_t first = seq_;
  unsigned kept = 0;
  for (unsigned i = 0; i < loads_out_; ++i) {
    load_slot& p = loads_[load_order_[i]];
    if (!p.answered) {
      load_order_[kept++] = load_order_[i];
      continue;
    }
    first = std::min(first, p.seq);
    done_[p.seq & ring_mask] = p.ready;
    if (writer_[p.d.rd] == p.seq) {
      ready_[p.d.rd] = p.ready;
      s_.reg[p.d.rd] = riscv_loaded(p.d.op, p.raw);
    }
    if (p.fill) {
      data_line& l = fills_[fill_count_++];
      l.line = p.address / line_bytes;
      l.from = p.ready - around_.local_load_cycles + 1;
      std::memcpy(l.bytes.data(), p.data, line_bytes);
    }
    p.busy = false;
  }
  loads_out_ = kept;
  for (uint64_t s = first; s < seq_; ++s)
    retire_[s & ring_mask] = std::max(done_[s & ring_mask], retire_[(s - 1) & ring_mask] + 1);
  last_retire_ = retire_[(seq_ - 1) & ring_mask];
}

void riscv_core::settle_loads() {
  for (take_answers(); loads_out_; take_answers()) wait_for(why_[loads_[load_order_[0]].seq & ring_mask], t_, answered_);
}

void riscv_core::answered(load_slot& p) {
  p.answered = true;
  answered_.notify();
}

l1_payload& riscv_core::transfer(uint32_t tag, tlm::tlm_command command, uint32_t address, uint8_t* data, uint32_t bytes) {
  l1_payload& t = l1.get(command, address, data, bytes);
  t.tag = tag;
  return t;
}

void riscv_core::send(l1_payload& t, cycle_t cycle) {
  const cycle_t now = now_cycle();
  l1.send(t, cycle > now ? cycle - now : 0);
}

void riscv_core::send_load(load_slot& p, l1_operation operation, uint32_t address, uint32_t bytes, cycle_t e) {
  const auto tag = first_load_tag + static_cast<uint32_t>(&p - loads_.data());
  l1_payload& t = transfer(tag, tlm::TLM_READ_COMMAND, address, p.data, bytes);
  t.access.operation = operation;
  t.access.poll = confirmed_ && e < poll_until_;
  send(t, e);
}

void riscv_core::l1_answers(l1_payload& t) {
  t.expect_ok();  // addresses have been looked at
  if (t.tag < first_load_tag) return fetched(fetches_[t.tag]);
  if (t.tag < store_tag) return loaded(loads_[t.tag - first_load_tag]);
  l1_store_.pending = false;
  store_written_.notify();
}

void riscv_core::loaded(load_slot& p) {
  const cycle_t done = now_cycle();
  if (p.d.kind == riscv_kind::atomic) {
    p.ready = done - around_.l1_atomic_cycles + parameters_.atomic_cycles;
    if (p.by)
      answer_[p.seq & ring_mask] = {p.by, use(path_kind::l1_access), done - around_.l1_atomic_cycles - p.issued,
                                    use(path_kind::atomic), parameters_.atomic_cycles};
    std::memcpy(&p.raw, p.data, 4);
    write_atomic(p);
  } else {
    p.ready = done - 1 + around_.l1_load_cycles;
    if (p.by && causes()) answer_[p.seq & ring_mask] = answer_by(p, done - 1);
    p.raw = 0;
    std::memcpy(&p.raw, p.data + p.address % line_bytes, p.d.bytes);
  }
  note_answer(p);
  answered(p);
}

// ---- The L0 data cache ----------------------------------------------------------------------------------------------------

riscv_core::data_line* riscv_core::cached(uint32_t line) {
  for (data_line& l : data_cache_)
    if (l.line == line) return &l;
  return nullptr;
}

bool riscv_core::finds_in_data_cache(uint32_t address, unsigned bytes, uint32_t& value) const {
  if (!uses_data_cache()) return false;
  for (const data_line& l : data_cache_)
    if (l.line == address / line_bytes) {
      std::memcpy(&value, l.bytes.data() + address % line_bytes, bytes);
      return true;
    }
  return false;
}

// Puts into the cache what has come by cycle e. (Whether it has is waited for: that takes no time.)
void riscv_core::fill_data_cache(cycle_t e) {
  take_answers();
  for (unsigned i = 0; i < loads_out_;) {
    const load_slot& p = loads_[load_order_[i]];
    if (p.fill && e + around_.local_load_cycles > p.issued + around_.l1_load_cycles) {
      wait_for(stall_reason::l1_load, e, answered_);
      take_answers();
      i = 0;
    } else {
      ++i;
    }
  }
  unsigned kept = 0;
  for (unsigned i = 0; i < fill_count_; ++i) {
    const data_line& f = fills_[i];
    if (f.from > e) {
      fills_[kept++] = f;
      continue;
    }
    data_line* l = cached(f.line);
    if (!l) l = &data_cache_[next_victim_++ % data_cache_.size()];
    *l = f;
  }
  fill_count_ = kept;
}

// What is on its way does not get in any more.
void riscv_core::flush_data_cache() {
  for (data_line& l : data_cache_) l.line = no_line;
  for (unsigned i = 0; i < loads_out_; ++i) loads_[load_order_[i]].fill = false;
  fill_count_ = 0;
}

// A store to the line in cycle e.
void riscv_core::drop_line(uint32_t line, cycle_t e) {
  if (loads_out_ || fill_count_) fill_data_cache(e);
  if (data_line* l = cached(line)) l->line = no_line;
  for (unsigned i = 0; i < loads_out_; ++i) {
    load_slot& p = loads_[load_order_[i]];
    if (p.address / line_bytes == line) p.fill = false;
  }
  unsigned kept = 0;
  for (unsigned i = 0; i < fill_count_; ++i)
    if (fills_[i].line != line) fills_[kept++] = fills_[i];
  fill_count_ = kept;
}

// ---- Loads ----------------------------------------------------------------------------------------------------------------

bool riscv_core::legal(const char* what, uint32_t raw_address, unsigned bytes, const decoded_address& where, cycle_t e) {
  const bool load = what[0] == 'l';
  std::string wrong;
  if (raw_address % bytes) wrong = ", which is not a multiple of them";
  else if (where.region == address_region::unknown) wrong = " ";
  else if (load ? !where.readable : !where.writable) wrong = load ? ", which cannot be read" : ", which cannot be written";
  if (wrong.empty()) return true;
  if (wrong == " ") wrong.clear();
  return undefined(std::string(what) + " of " + std::to_string(bytes) + " bytes at " +
                       address_map::describe(core_, raw_address, around_.l1_bytes) + wrong,
                   e);
}

void riscv_core::load(const riscv_instruction& d, cycle_t e) {
  const uint32_t sum = s_.reg[d.rs1] + d.immediate, address = riscv_address(s_, d);
  if (s_.csr.strongly_ordered()) e = ordered(e);
  if ((s_.csr.cfg0 & riscv_csrs::disable_load_bypass) && queued_) e = drain_stores(e);
  if (queued_) e = behind_stores(address, d.bytes, e);
  t_ = e + 1;
  if (address - local_ram_base < ram_bytes_ && sum == address) {
    if (e < ram_ready_) {
      stall(stall_reason::memory_order, e, ram_ready_);
      e = ram_ready_;
      t_ = e + 1;
    }
    uint32_t raw = 0;
    std::memcpy(&raw, ram_ + (address - local_ram_base), d.bytes);
    if (reliving_) raw = relive_ram(address, e, raw);
    if (!reliving_) note_ram_load(address, d.bytes, raw);
    s_.reg[d.rd] = riscv_loaded(d.op, raw);
    tell_local_load(e);
    record(d.rd, e + around_.local_load_cycles, stall_reason::local_load);
    return;
  }
  if (address < around_.l1_bytes && sum == address) return load_from_l1(d, address, e);
  const decoded_address where = address_map::decode(core_, address, around_.l1_bytes);
  if (!legal("load", sum, d.bytes, where, e)) return record(d.rd, e + 1, stall_reason::execute);
  if (reliving_ && relive(d, address, e, address_map::load_reason(where.region))) return;
  sync(e);
  load_slot& p = take_slot(d, address, e);
  p.by = causes() ? event_at(e) : 0;
  note_seen(p);
  port_loads_[(port_head_ + port_count_++) % max_loads] = static_cast<uint8_t>(&p - loads_.data());
  port_load_.notify();
  note_read(e);
  record(d.rd, unknown, address_map::load_reason(where.region));
}

void riscv_core::load_from_l1(const riscv_instruction& d, uint32_t address, cycle_t e) {
  const uint32_t line = address / line_bytes;
  const bool use_cache = uses_data_cache();
  if (use_cache) {
    if (loads_out_ || fill_count_) fill_data_cache(e);
    const bool flush = parameters_.data_cache_flush_requests && !(s_.csr.cfg0 & riscv_csrs::disable_periodic_flush) &&
                       ++data_requests_ % parameters_.data_cache_flush_requests == 0;
    const data_line* l = cached(line);
    if (l) {
      data_cache_hit_ = true;
      uint32_t raw = 0;
      std::memcpy(&raw, l->bytes.data() + address % line_bytes, d.bytes);
      s_.reg[d.rd] = riscv_loaded(d.op, raw);
      tell_local_load(e);
      record(d.rd, e + around_.local_load_cycles, stall_reason::local_load);
    }
    if (flush) flush_data_cache();
    if (l) return;
  }
  if (reliving_ && relive(d, address, e, stall_reason::l1_load)) return;
  const auto stored_to = [&] {  // a store to other bytes of the line is still in the queue
    for (unsigned i = 0; i < queued_; ++i)
      if (in_queue(i).region == address_region::l1 && in_queue(i).address / line_bytes == line) return true;
    return false;
  };
  if (use_cache && stored_to()) sync(e);
  load_slot& p = take_slot(d, address, e);
  p.fill = use_cache && !stored_to();
  p.by = causes() ? event_at(e) : 0;
  note_seen(p);
  send_load(p, l1_operation::plain, line * line_bytes, line_bytes, e);
  note_read(e);
  record(d.rd, unknown, stall_reason::l1_load);
}

// The process of loads through the port, one after the other.
void riscv_core::load_through_port() {
  for (;;) {
    while (!port_count_) port_loads_process_.sleep_for(port_load_);
    load_slot& p = loads_[port_loads_[port_head_]];
    p.raw = 0;
    bus_load_.set_command(tlm::TLM_READ_COMMAND);
    bus_load_.set_address(p.address);
    bus_load_.set_data_length(p.d.bytes);
    bus_load_.set_streaming_width(p.d.bytes);
    bus_load_.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    bus_load_.set_data_ptr(reinterpret_cast<uint8_t*>(&p.raw));
    load_by_->by = p.by;
    sc_core::sc_time t = sc_core::SC_ZERO_TIME;
    bus->b_transport(bus_load_, t);
    p.ready = now_cycle() + t.value() / cycle_ps();
    if (!bus_load_.is_response_ok()) fault();
    if (causes()) {
      const decoded_address d = address_map::decode(core_, p.address, around_.l1_bytes);
      answer_[p.seq & ring_mask] = {load_by_->by, use(address_map::load_resource(d.region)), t.value() / cycle_ps()};
    }
    note_answer(p);
    port_head_ = (port_head_ + 1) % max_loads;
    --port_count_;
    answered(p);
  }
}

// ---- Atomics, fences ------------------------------------------------------------------------------------------------------

// Store queue empty, and all loads back.
cycle_t riscv_core::ordered(cycle_t e) {
  e = drain_stores(e);
  if (loads_out_) {
    t_ = e;
    settle_loads();
  }
  cycle_t back = e;
  for (uint64_t s = seq_ - parameters_.retire_queue_entries; s < seq_; ++s)
    if (is_load(why_[s & ring_mask])) back = std::max(back, done_[s & ring_mask]);
  if (causes()) await_answers({riscv_op::fence, riscv_kind::fence});
  stall(stall_reason::memory_order, e, back);
  awaited_count_ = 0;
  return back;
}

void riscv_core::fence(cycle_t e) {
  e = ordered(e);
  flush_data_cache();
  record(riscv_sink, e + 2, stall_reason::memory_order);
  t_ = e + 1;
  if (!(s_.csr.cfg0 & riscv_csrs::disable_csr_sync)) serialise();
}

// The bytes in p.data are what was there. One that leaves the word as it is changes nothing.
void riscv_core::write_atomic(load_slot& p) {
  const uint32_t value = riscv_atomic(p.d.op, p.raw, p.operand);
  if (value == p.raw) return;
  quiet_ = false;
  tlm::tlm_generic_payload payload;
  payload.set_command(tlm::TLM_WRITE_COMMAND);
  payload.set_address(p.address);
  payload.set_data_length(4);
  payload.set_streaming_width(4);
  payload.set_data_ptr(const_cast<uint8_t*>(reinterpret_cast<const uint8_t*>(&value)));
  l1->transport_dbg(payload);
}

void riscv_core::atomic(const riscv_instruction& d, cycle_t e) {
  const uint32_t address = riscv_address(s_, d);
  t_ = e + 1;
  decoded_address where;
  if (address < around_.l1_bytes) where = address_map::decode(core_, address, around_.l1_bytes);
  if (!legal("load and store (atomic, L1 only)", s_.reg[d.rs1], 4, where, e)) return record(d.rd, e + 1, stall_reason::execute);
  e = ordered(e);
  flush_data_cache();
  t_ = e + 1;
  if (reliving_ && relive(d, address, e, stall_reason::memory_order)) return;
  load_slot& p = take_slot(d, address, e);
  note_seen(p);
  p.operand = s_.reg[d.rs2];
  p.by = causes() ? event_at(e) : 0;
  send_load(p, l1_operation::atomic, address, 4, e);
  note_read(e);
  record(d.rd, unknown, stall_reason::memory_order);
}

}  // namespace tensix
