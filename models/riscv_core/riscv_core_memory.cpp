// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>

#include "models/memory/narrow_word.h"
#include "models/riscv_core/riscv_core.h"

namespace tensix {

void core_load::take_raw(const uint8_t* from, bool line) {
  raw = narrow_word(from + (line ? address % core_line_bytes : 0), d.bytes);
}

core_memory::core_memory(riscv_core_parts& core)
    : core_(core),
      places_(core.parameters.loads_in_flight),
      cache_(core.parameters.data_cache_lines),
      load_by_(new core_store_extension),
      port_process_(core.own_slot, method<&core_memory::load_through_port>(this)) {
  bus_load_.set_extension(load_by_);
}

void core_memory::reset(bool clear_ram) {
  flush_cache();
  requests_ = 0;
  std::fill(places_.begin(), places_.end(), place{});
  if (!ram_) {
    tlm::tlm_generic_payload request;
    tlm::tlm_dmi dmi;
    request.set_address(ram_base);
    if (core_.bus->get_direct_mem_ptr(request, dmi)) {
      ram_ = dmi.get_dmi_ptr();
      ram_bytes_ = static_cast<uint32_t>(dmi.get_end_address() - dmi.get_start_address() + 1);
    }
  }
  ram_ready_ = 0;
  if (clear_ram && ram_) {
    std::fill_n(ram_, ram_bytes_, uint8_t{0});
    ram_ready_ = now_cycle() + ram_bytes_ / core_.parameters.ram_reset_bytes_per_cycle;
  }
}

// ---- What is on its way ---------------------------------------------------------------------------------------------------

core_load& core_memory::take_slot(const riscv_instruction& d, uint32_t address, cycle_t e, stall_reason why) {
  unsigned free = 0;
  while (loads_[free].busy) ++free;  // there are more slots than entries of the retire queue
  order_[count_++] = static_cast<uint8_t>(free);
  core_load& p = loads_[free];
  p.busy = true;
  p.answered = p.fill = p.relived = false;
  p.seq = core_.execute.number();
  p.d = d;
  p.address = address;
  p.operand = core_.execute.s.reg[d.rs2];
  p.issued = e;
  p.by = 0;
  p.pc = core_.execute.pc;
  p.place = free_place_;
  places_[p.place] = {core_unknown, p.seq};
  reads_[read_count_++ % reads_.size()] = e;
  core_.execute.record(d.rd, core_unknown, why);
  return p;
}

core_load& core_memory::begin(const riscv_instruction& d, uint32_t address, cycle_t e, stall_reason why) {
  core_load& p = take_slot(d, address, e, why);
  p.by = core_.causes.starts_in(e);
  core_.polls.note_load(p);
  return p;
}

core_load& core_memory::take_unmade(const riscv_instruction& d, uint32_t address, cycle_t e, bool fills, stall_reason why) {
  core_load& p = take_slot(d, address, e, why);
  this->fills(p, fills && uses_cache());
  return p;
}

// Loads that have come back: their values into the registers, and the retirement of all behind the first of them.
void core_memory::collect() {
  uint64_t first = core_.execute.number();
  unsigned kept = 0;
  for (unsigned i = 0; i < count_; ++i) {
    core_load& p = loads_[order_[i]];
    if (!p.answered) {
      order_[kept++] = order_[i];
      continue;
    }
    first = std::min(first, p.seq);
    core_.execute.loaded(p.seq, p.d, p.raw, p.ready);
    if (p.fill) {
      data_line& l = fills_[fill_count_++];
      l.line = p.address / core_line_bytes;
      l.from = p.ready - core_.around.local_load_cycles + 1;
      l.place = p.cache_place;
      std::memcpy(l.bytes.data(), p.data, core_line_bytes);
    }
    const riscv_core_parameters& all = core_.parameters;
    const bool of_l1 = p.address < core_.around.l1_bytes;
    places_[p.place].from = p.ready - 1 + (of_l1 ? all.l1_load_release_cycles : all.port_load_release_cycles);
    p.busy = false;
  }
  count_ = kept;
  core_.execute.retire_from(first);
}

void core_memory::settle() {
  for (take_answers(); count_; take_answers())
    core_.time.wait_for(core_.execute.reason_of(loads_[order_[0]].seq), core_.time.t, answered);
}

bool core_memory::settled() {
  if (count_ || port_count_) return false;
  if (fill_count_) fill_cache(core_.time.t);
  return !fill_count_;
}

void core_memory::answer(core_load& p) {
  p.answered = true;
  answered.notify();
}

void core_memory::send_to_l1(core_load& p, l1_operation operation, uint32_t address, unsigned bytes) {
  const uint32_t tag = core_.first_load_tag + number_of(p);
  l1_payload& t = core_.l1_request(tag, tlm::TLM_READ_COMMAND, address, p.data, bytes);
  t.access.operation = operation;
  t.access.poll = core_.polls.repeats_in(p.issued);
  core_.send(t, p.issued);
}

void core_memory::arrived(unsigned i) {
  core_load& p = loads_[i];
  const cycle_t now = now_cycle();
  if (p.d.kind == riscv_kind::atomic) {
    const cycle_t read = now - core_.around.l1_atomic_cycles, cycles = core_.parameters.atomic_cycles;
    p.ready = read + cycles;
    core_.causes.atomic_answered(p, read, cycles);
    std::memcpy(&p.raw, p.data, 4);
    write_atomic(p);
  } else {
    p.ready = now - 1 + core_.around.l1_load_cycles;
    core_.causes.l1_answered(p, now - 1);
    p.take_raw(p.data, true);
  }
  core_.polls.note_answer(p);
  answer(p);
}

bool core_memory::reads_in(cycle_t cycle) const {
  if (core_.polls.would_read_in(cycle)) return true;
  return std::find(reads_.begin(), reads_.end(), cycle) != reads_.end();
}

std::vector<const core_load*> core_memory::awaited() const {
  std::vector<const core_load*> all;
  for (unsigned i = 0; i < count_; ++i)
    if (const core_load& p = loads_[order_[i]]; core_.execute.writer(p.d.rd) == p.seq) all.push_back(&p);
  return all;
}

// ---- The L0 data cache ----------------------------------------------------------------------------------------------------

bool core_memory::uses_cache() const { return !cache_.empty() && !core_.execute.cfg0(riscv_csrs::disable_data_cache); }

core_memory::data_line* core_memory::cached(uint32_t line) {
  for (data_line& l : cache_)
    if (l.line == line) return &l;
  return nullptr;
}

bool core_memory::finds_in_data_cache(uint32_t address, unsigned bytes, uint32_t& value) const {
  if (!uses_cache()) return false;
  for (const data_line& l : cache_)
    if (l.line == address / core_line_bytes) {
      value = narrow_word(l.bytes.data() + address % core_line_bytes, bytes);
      return true;
    }
  return false;
}

// Puts into the cache what has come by cycle e. (Whether it has is waited for: that takes no time.)
void core_memory::fill_cache(cycle_t e) {
  const riscv_core_surroundings& around = core_.around;
  take_answers();
  for (unsigned i = 0; i < count_;) {
    const core_load& p = loads_[order_[i]];
    if (p.fill && e + around.local_load_cycles > p.issued + around.l1_load_cycles) {
      core_.time.wait_for(stall_reason::l1_load, e, answered);
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
    if (!l) l = &cache_[f.place];
    *l = f;
  }
  fill_count_ = kept;
}

// Whether the line of load p, which is sent now, goes into the cache: then the oldest one leaves it now.
void core_memory::fills(core_load& p, bool fill) {
  p.fill = fill;
  if (!fill) return;
  p.cache_place = static_cast<uint16_t>(next_victim_++ % cache_.size());
  cache_[p.cache_place].line = core_no_line;
}

// What is on its way does not get in any more.
void core_memory::flush_cache() {
  for (data_line& l : cache_) l.line = core_no_line;
  for (unsigned i = 0; i < count_; ++i) loads_[order_[i]].fill = false;
  fill_count_ = 0;
}

void core_memory::drop_line(uint32_t line, cycle_t e) {
  if (count_ || fill_count_) fill_cache(e);
  if (data_line* l = cached(line)) l->line = core_no_line;
  for (unsigned i = 0; i < count_; ++i) {
    core_load& p = loads_[order_[i]];
    if (p.address / core_line_bytes == line) p.fill = false;
  }
  unsigned kept = 0;
  for (unsigned i = 0; i < fill_count_; ++i)
    if (fills_[i].line != line) fills_[kept++] = fills_[i];
  fill_count_ = kept;
}

void core_memory::record(snapshot& p, cycle_t t) {
  move(p);
  p.cache = cache_;
  p.next_victim = next_victim_;
  p.taken = taken(t);
}

std::array<uint32_t, core_max_loads> core_memory::taken(cycle_t t) const {
  std::array<uint32_t, core_max_loads> cycles{};
  for (size_t i = 0; i < places_.size(); ++i) cycles[i] = places_[i].from > t ? static_cast<uint32_t>(places_[i].from - t) : 0;
  std::sort(cycles.begin(), cycles.begin() + static_cast<std::ptrdiff_t>(places_.size()));
  return cycles;
}

void core_memory::move(snapshot& p) {
  p.requests = requests_;
  hit_ = false;
}

bool core_memory::same_as(const snapshot& p, cycle_t t) const {
  if (p.taken != taken(t)) return false;
  // When the cache is flushed matters only to a loop that has found something in it.
  const uint32_t period = core_.parameters.data_cache_flush_requests;
  if (hit_ && period && (requests_ - p.requests) % period != 0) return false;
  for (size_t i = 0; i < cache_.size(); ++i) {  // from the line that is replaced next
    const data_line &a = p.cache[(p.next_victim + i) % cache_.size()], &b = cache_[(next_victim_ + i) % cache_.size()];
    if (a.line != b.line || (a.line != core_no_line && a.bytes != b.bytes)) return false;
  }
  return true;
}

// ---- Loads ----------------------------------------------------------------------------------------------------------------

bool core_memory::legal(const char* what, uint32_t raw_address, unsigned bytes, const decoded_address& where, cycle_t e) {
  const bool load = what[0] == 'l', known = where.region != address_region::unknown;
  std::string wrong;
  if (raw_address % bytes) wrong = ", which is not a multiple of them";
  else if (known && !(load ? where.readable : where.writable))
    wrong = load ? ", which cannot be read" : ", which cannot be written";
  else if (known) return true;
  const std::string access = std::string(what) + " of " + std::to_string(bytes) + " bytes at ";
  return core_.undefined(access + core_.describe(raw_address) + wrong, e);
}

cycle_t core_memory::wait_for_ram(cycle_t e) {
  core_.time.stall(stall_reason::memory_order, e, ram_ready_);
  core_.time.t = ram_ready_ + 1;
  return ram_ready_;
}

// First cycle, not before e, in which there is a place for one more load.
cycle_t core_memory::wait_for_place(cycle_t e, stall_reason why) {
  const size_t next = free_place_ + size_t{1} < places_.size() ? free_place_ + size_t{1} : 0;
  if (places_[next].from <= e) {
    free_place_ = static_cast<uint8_t>(next);
    return e;
  }
  const cycle_t wanted = e;
  for (;;) {
    take_answers();
    const auto first =
        std::min_element(places_.begin(), places_.end(), [](const place& a, const place& b) { return a.from < b.from; });
    free_place_ = static_cast<uint8_t>(first - places_.begin());
    if (first->from <= wanted) return wanted;
    // One whose load is not back yet may be free before that.
    if (first->from <= now_cycle() || !count_) break;
    core_.time.wait_for(why, wanted, answered, first->from >= core_unknown ? never : first->from);
  }
  e = places_[free_place_].from;
  core_.causes.await_load(places_[free_place_].seq);
  core_.time.stall(why, wanted, e);
  core_.time.t = e + 1;
  return e;
}

// From the data RAM or the cache: `raw`.
inline void core_memory::load_at_once(const riscv_instruction& d, uint32_t raw, cycle_t e) {
  core_.execute.s.reg[d.rd] = riscv_loaded(d.op, raw);
  core_.causes.local_load(e);
  core_.execute.record(d.rd, e + core_.around.local_load_cycles, stall_reason::local_load);
}

void core_memory::load(const riscv_instruction& d, cycle_t e) {
  core_execute& x = core_.execute;
  const uint32_t sum = x.s.reg[d.rs1] + d.immediate, address = riscv_address(x.s, d);
  if (x.s.csr.strongly_ordered()) e = ordered(e);
  if (!core_.stores.empty()) {
    if (x.cfg0(riscv_csrs::disable_load_bypass)) e = core_.stores.drain(e);
    e = core_.stores.behind(address, d.bytes, e);
  }
  core_.time.t = e + 1;
  if (sum == address) {
    if (const uint8_t* const bytes = ram(address)) {
      e = ram_from(e);
      return load_at_once(d, core_.polls.ram_load(address, d.bytes, e, narrow_word(bytes, d.bytes)), e);
    }
    if (address < core_.around.l1_bytes) return load_from_l1(d, address, core_.made_in(false, address, e));
  }
  e = core_.made_in(false, address, e);
  const decoded_address where = address_map::decode(core_.number, address, core_.around.l1_bytes);
  if (!legal("load", sum, d.bytes, where, e)) return x.record(d.rd, e + 1, stall_reason::execute);
  load_from_port(d, address, where.region, e);
}

void core_memory::load_from_l1(const riscv_instruction& d, uint32_t address, cycle_t e) {
  const uint32_t line = address / core_line_bytes, period = core_.parameters.data_cache_flush_requests;
  const bool use_cache = uses_cache();
  if (use_cache) {
    if (count_ || fill_count_) fill_cache(e);
    const bool flush = period && !core_.execute.cfg0(riscv_csrs::disable_periodic_flush) && ++requests_ % period == 0;
    const data_line* l = cached(line);
    if (!l) {
      const cycle_t from = wait_for_place(e, stall_reason::l1_load);
      if (from != e) fill_cache(from), l = cached(line);
      e = from;
    }
    if (l) {
      hit_ = true;
      load_at_once(d, narrow_word(l->bytes.data() + address % core_line_bytes, d.bytes), e);
    }
    if (flush) flush_cache();
    if (l) return;
  } else {
    e = wait_for_place(e, stall_reason::l1_load);
  }
  if (core_.polls.relive(d, address, e, stall_reason::l1_load)) return;
  // A store to other bytes of the line may still be in the queue: then the line does not get into the cache.
  if (use_cache && core_.stores.hold_line(line)) core_.time.sync(e);
  core_load& p = begin(d, address, e, stall_reason::l1_load);
  fills(p, use_cache && !core_.stores.hold_line(line));
  send_to_l1(p, l1_operation::plain, line * core_line_bytes, core_line_bytes);
}

void core_memory::load_from_port(const riscv_instruction& d, uint32_t address, address_region region, cycle_t e) {
  const stall_reason why = address_map::load_reason(region);
  e = wait_for_place(e, why);
  if (core_.polls.relive(d, address, e, why)) return;
  core_.time.sync(e);
  const core_load& p = begin(d, address, e, why);
  port_loads_[(port_head_ + port_count_++) % core_max_loads] = static_cast<uint8_t>(number_of(p));
  port_load_.notify();
}

// The process of loads through the port, one after the other.
void core_memory::load_through_port() {
  for (;;) {
    while (!port_count_) port_process_.sleep_for(port_load_);
    core_load& p = loads_[port_loads_[port_head_]];
    p.raw = 0;
    load_by_->by = p.by;
    const cycle_t latency = core_.access(bus_load_, tlm::TLM_READ_COMMAND, p.address, &p.raw, p.d.bytes);
    p.ready = now_cycle() + latency;
    if (!bus_load_.is_response_ok()) core_.fault();
    core_.causes.port_answered(p, load_by_->by, latency);
    core_.polls.note_answer(p);
    port_head_ = (port_head_ + 1) % core_max_loads;
    --port_count_;
    answer(p);
  }
}

// ---- Atomics, fences ------------------------------------------------------------------------------------------------------

cycle_t core_memory::ordered(cycle_t e) {
  e = core_.stores.drain(e);
  if (count_) {
    core_.time.t = e;
    settle();
  }
  const cycle_t back = core_.execute.loads_back(e);
  core_.causes.await_answers({riscv_op::fence, riscv_kind::fence});
  core_.time.stall(stall_reason::memory_order, e, back);
  return back;
}

void core_memory::fence(cycle_t e) {
  e = ordered(e);
  flush_cache();
  core_.execute.record(riscv_sink, e + 2, stall_reason::memory_order);
  core_.time.t = e + 1;
  if (!core_.execute.cfg0(riscv_csrs::disable_csr_sync)) core_.execute.serialise();
}

// The bytes in p.data are what was there. One that leaves the word as it is changes nothing.
void core_memory::write_atomic(core_load& p) {
  uint32_t value = riscv_atomic(p.d.op, p.raw, p.operand);
  if (value == p.raw) return;
  core_.polls.side_effect();
  l1_payload payload;
  payload.prepare(tlm::TLM_WRITE_COMMAND, p.address, reinterpret_cast<uint8_t*>(&value), 4);
  core_.l1->transport_dbg(payload);
}

void core_memory::atomic(const riscv_instruction& d, cycle_t e) {
  core_execute& x = core_.execute;
  const uint32_t address = riscv_address(x.s, d);
  core_.time.t = e + 1;
  decoded_address where;
  if (address < core_.around.l1_bytes) where = address_map::decode(core_.number, address, core_.around.l1_bytes);
  if (!legal("load and store (atomic, L1 only)", x.s.reg[d.rs1], 4, where, e))
    return x.record(d.rd, e + 1, stall_reason::execute);
  e = ordered(core_.made_in(false, address, e));
  flush_cache();
  e = wait_for_place(e, stall_reason::memory_order);
  core_.time.t = e + 1;
  if (core_.polls.relive(d, address, e, stall_reason::memory_order)) return;
  send_to_l1(begin(d, address, e, stall_reason::memory_order), l1_operation::atomic, address, 4);
}

}  // namespace tensix
