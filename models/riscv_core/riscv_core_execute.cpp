// SPDX-License-Identifier: Apache-2.0
#include "models/riscv_core/riscv_core.h"

namespace tensix {

namespace {
bool is_load(stall_reason why) {
  return why == stall_reason::l1_load || why == stall_reason::register_load || why == stall_reason::sync_load ||
         why == stall_reason::local_load || why == stall_reason::memory_order;
}
uint32_t behind(cycle_t x, cycle_t t) { return x > t ? static_cast<uint32_t>(x - t) : 0; }
}  // namespace

core_execute::core_execute(riscv_core_parts& core) : retire_entries_(core.parameters.retire_queue_entries), core_(core) {}

void core_execute::reset(uint32_t start) {
  s = riscv_state{};
  pc = start;
  instructions = 0;
  seq_ = core_ring;
  last_retire_ = 0;
  done_.fill(0);
  retire_.fill(0);
  why_.fill(stall_reason::execute);
  ready_.fill(0);
  writer_.fill(0);
  older_writer_.fill(0);
}

// ---- Entry into EX1 -------------------------------------------------------------------------------------------------------

// A result that two unretired instructions write is forwarded from neither, but for one that is just leaving EX1.
cycle_t core_execute::after_retired(cycle_t e, cycle_t t, const riscv_instruction& d) const {
  if (cfg0(riscv_csrs::sync_all)) return std::max(e, last_retire_ + 1);
  const riscv_core_parameters& p = core_.parameters;
  if (!p.forwards_out_of_queue && !in_order_) return after_queue(e, d);
  for (const unsigned r : {d.rs1, d.rs2, d.rs3}) {
    if (r == 0) continue;
    const uint64_t writer = writer_[r], older = older_writer_[r];
    if (in_order_) {
      if (in_ring(writer)) e = std::max(e, retire(writer) + 1);
      continue;
    }
    if (!p.single_writer_forwarding || !in_ring(older)) continue;
    if (writer + 1 == seq_ && done(writer) == e && t == e) continue;
    if (retire(older) >= e) e = retire(older) + 1;
  }
  return e;
}

// No way out of the middle of the retire queue: what is not just leaving EX1 can be used in the cycle in which it retires.
cycle_t core_execute::after_queue(cycle_t e, const riscv_instruction& d) const {
  for (const bool leaves_now : {true, false}) {
    const cycle_t wanted = e;
    for (const unsigned r : {d.rs1, d.rs2, d.rs3}) {
      const uint64_t writer = writer_[r];
      if (r == 0 || !in_ring(writer)) continue;
      const bool leaving = leaves_now && writer + 1 == seq_ && done(writer) == wanted;
      if (!leaving) e = std::max(e, retire(writer));
    }
    if (e == wanted) break;  // otherwise what was leaving is in the queue by then
  }
  return e;
}

uint64_t core_execute::waits_to_retire(unsigned r) const {
  return in_order_ || !core_.parameters.forwards_out_of_queue ? writer_[r] : older_writer_[r];
}

stall_reason core_execute::reason_of_wait(const riscv_instruction& d, cycle_t t) const {
  for (const unsigned r : {d.rs1, d.rs2, d.rs3})
    if (ready_[r] > t && in_ring(writer_[r])) return reason_of(writer_[r]);
  for (uint64_t n = out_of_queue(); n < seq_; ++n)
    if (done(n) > t) return reason_of(n);
  return stall_reason::execute;
}

cycle_t core_execute::enter(const riscv_instruction& d) {
  core_time& time = core_.time;
  core_memory& memory = core_.memory;
  const stall_reason why = reason_of_wait(d, time.t);
  cycle_t e;
  for (memory.take_answers(); (e = entry(d, time.t)) >= core_unknown; memory.take_answers())
    time.wait_for(why, time.t, memory.answered);
  core_.causes.await_answers(d);
  time.stall(why, time.t, e);
  return e;
}

unsigned core_execute::divide_cycles(const riscv_instruction& d) const {
  const riscv_core_parameters& p = core_.parameters;
  const uint32_t a = s.reg[d.rs1], b = s.reg[d.rs2];
  const bool is_signed = d.op == riscv_op::div || d.op == riscv_op::rem;
  if (b <= 1 || (is_signed && a == 0x80000000 && b == ~0u)) return p.divide_short_cycles;
  const uint32_t magnitude = is_signed && (a >> 31) ? 0u - a : a;
  // A quotient bit a cycle behind the leading zeros, which are skipped by whole steps; `least` is for one step of bits.
  const uint32_t bits = magnitude ? 32 - static_cast<uint32_t>(__builtin_clz(magnitude)) : 0, step = p.divide_step_bits;
  const uint32_t further = bits > step ? (bits - 1) / step * step : 0;
  return std::min(p.divide_least_cycles + further, std::max(p.divide_most_cycles, p.divide_least_cycles));
}

void core_execute::serialise() {
  core_time& time = core_.time;
  core_.memory.settle();
  core_.causes.await_serialised(last_retire_, core_.parameters.serialise_cycles);
  const cycle_t from = last_retire_ + core_.parameters.serialise_cycles;
  time.stall(stall_reason::memory_order, time.t, from);
  time.t = std::max(time.t, from);
}

// ---- Loads that come back -------------------------------------------------------------------------------------------------

void core_execute::loaded(uint64_t number, const riscv_instruction& d, uint32_t raw, cycle_t done) {
  done_[number & core_ring_mask] = done;
  if (writer_[d.rd] != number) return;
  ready_[d.rd] = done;
  s.reg[d.rd] = riscv_loaded(d.op, raw);
}

void core_execute::retire_from(uint64_t first) {
  for (uint64_t n = first; n < seq_; ++n) retire_[n & core_ring_mask] = std::max(done(n), retire(n - 1) + 1);
  last_retire_ = retire(seq_ - 1);
}

cycle_t core_execute::loads_back(cycle_t e) const {
  for (uint64_t n = out_of_queue(); n < seq_; ++n)
    if (is_load(reason_of(n))) e = std::max(e, done(n));
  return e;
}

// ---- Snapshots -------------------------------------------------------------------------------------------------------------

void core_execute::record(snapshot& p, cycle_t t) const {
  p.pc = pc;
  p.reg = s.reg;
  p.fcsr = s.csr.fcsr;
  p.instructions = instructions;
  for (unsigned r = 0; r < riscv_register_count; ++r) p.ready[r] = behind(ready_[r], t);
  for (unsigned i = 0; i < core_ring; ++i) p.retire[i] = behind(retire(seq_ - i), t);
}

bool core_execute::same_as(const snapshot& p, cycle_t t) const {
  if (!same_registers(p) || p.fcsr != s.csr.fcsr) return false;
  for (unsigned r = 0; r < riscv_register_count; ++r)
    if (p.ready[r] != behind(ready_[r], t)) return false;
  for (unsigned i = 1; i < core_ring; ++i)
    if (p.retire[i] != behind(retire(seq_ - i), t)) return false;
  return true;
}

void core_execute::skip(cycle_t rounds, cycle_t cycles, const snapshot& p) {
  instructions += rounds * (instructions - p.instructions);
  for (cycle_t& x : ready_) x += cycles;
  for (unsigned i = 0; i < core_ring; ++i) done_[i] += cycles, retire_[i] += cycles;
  last_retire_ += cycles;
}

}  // namespace tensix
