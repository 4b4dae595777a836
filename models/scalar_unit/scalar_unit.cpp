// SPDX-License-Identifier: Apache-2.0
#include "models/scalar_unit/scalar_unit.h"

#include <algorithm>

#include "models/observe/observer.h"

namespace tensix {

scalar_unit::scalar_unit(sc_core::sc_module_name name, const scalar_unit_parameters& parameters, tensix_state& state,
                         scalar_unit_function& function, const src_hand_over& hand_over)
    : scalar_unit_if(name), parameters_(parameters), state_(state), function_(function), hand_over_(hand_over) {
  l1.usual.client = l1_client::scalar_unit;
  l1.usual.data_by_dmi = true;
  for (auto& thread : written_in_) thread.fill(never);
}

namespace {
constexpr auto number = static_cast<unsigned>(tile_unit::scalar_unit);  // of the unit, for a tap
}

// ---- GPRs

// A result is in the GPR from `cycle` on: a read before gets what it was.
void scalar_unit::result_in_gpr(uint32_t word, const gpr_result& result, cycle_t cycle) {
  gpr_written_in(cycle - 1);
  arrivals_.push_back({cycle, word, false, result});
  run_.arm(cycle);
}
void scalar_unit::load_arrives(uint32_t word, const gpr_result& loaded, cycle_t cycle) {
  memory_until_[loaded.thread] = std::max(memory_until_[loaded.thread], cycle);
  result_in_gpr(word, loaded, cycle);
  arrivals_.back().load = true;
}
// An instruction that writes its GPRs in the present cycle.
void scalar_unit::writes_now(const issue_request& r, gpr_range gprs) {
  uses_gprs(r, {gprs}, true, r.cycle);
  gpr_written_in(r.cycle);
  for (unsigned i = 0; i < gprs.count; ++i) written_in_[r.thread][gprs.first + i] = r.cycle;
  if (state_.tap) state_.tap->gprs_written(number, r.thread, gprs.first, gprs.count, r.cycle);
}

// What is due of instructions taken before (`offer` does the rest): results and loaded data come to their GPRs, arithmetic reads its
// right operand, REG2FLOP writes.
void scalar_unit::process() {
  const cycle_t now = run_.begin();
  if (state_.tap) state_.tap->registers_used(number, now);
  deliver(now);
  if (second_read_.cycle <= now) read_right_operand(now);
  if (flop_write_.cycle <= now) write_flop(now);
  for (const arrival& a : arrivals_) run_.arm(a.cycle);
  run_.arm(second_read_.cycle);
  run_.arm(flop_write_.cycle);
  environment->gprs_changed();
}

inline void scalar_unit::read_right_operand(cycle_t now) {
  const issue_request& r = second_read_.request;
  second_read_.cycle = never;
  uses_gprs(r, {gprs_read(r.word)[1]}, false, now);
  result_in_gpr(r.word, function_.arithmetic(r.word, r.thread, second_read_.left), second_read_.done);
}

inline void scalar_unit::write_flop(cycle_t now) {
  flop_write_.cycle = never;
  if (state_.tap && insn::REG2FLOP::target_sel(flop_write_.word) == 0) {
    const unsigned thread = flop_write_.thread, index = first_thcon_word + insn::REG2FLOP::flop_index(flop_write_.word);
    const bool four = insn::REG2FLOP::size_sel(flop_write_.word) == 0;
    state_.tap->config_writing({state_.config.state_id(thread), four ? index & ~3u : index, four ? 4u : 1u, false,
                                static_cast<int>(thread), flop_write_.word, now});
  }
  function_.register_to_flop(flop_write_.word, flop_write_.thread, flop_source_);
  if (state_.tap) state_.tap->flop_written(flop_write_.thread, flop_write_.word, now);
}

void scalar_unit::deliver(cycle_t now) {
  size_t left = 0;
  for (const arrival& a : arrivals_) {
    if (a.cycle > now) {
      arrivals_[left++] = a;
      continue;
    }
    const gpr_result& r = a.result;
    if (!a.load) {
      uses_gprs({a.word, r.thread, now}, {gpr_range{r.first, r.count}}, true, now - 1);
      for (unsigned i = 0; i < r.count; ++i) written_in_[r.thread][r.first + i] = now - 1;
    }
    function_.deliver(r);
    if (state_.tap) state_.tap->gprs_written(number, r.thread, r.first, r.count, now);
  }
  arrivals_.resize(left);
}

uint32_t scalar_unit::will_write(unsigned thread, unsigned gpr) const {
  const auto hits = [&](const gpr_result& r) { return r.thread == thread && gpr_range{r.first, r.count}.has(gpr); };
  for (const arrival& a : arrivals_)
    if (a.load && hits(a.result)) return a.word;
  for (const memory_request& q : requests_)
    if (q.in_use && hits(q.loaded)) return q.word;
  return 0;
}

// The right operand of GPR arithmetic is read so many cycles behind the left one: for as long as reading it makes the
// instruction longer.
uint32_t scalar_unit::second_read_after(uint32_t word) const {
  const uint32_t one = parameters_.arithmetic_cycles, two = parameters_.arithmetic_split_cycles;
  return reads_two_groups(word) && two > one ? two - one : 0;
}

void scalar_unit::start_arithmetic(const issue_request& r, cycle_t done) {
  const uint32_t left = function_.left_operand(r.word, r.thread), later = second_read_after(r.word);
  const gpr_ranges read = gprs_read(r.word);
  if (later) {
    uses_gprs(r, {read[0]}, false, r.cycle);
    second_read_ = {r.cycle + later, r, left, done};
    run_.arm(second_read_.cycle);
  } else {
    uses_gprs(r, read, false, r.cycle);
    result_in_gpr(r.word, function_.arithmetic(r.word, r.thread, left), done);
  }
}

// ---- Instructions

uint32_t scalar_unit::duration(uint32_t word) const {
  switch (scalar_timing_of(word)) {
    case scalar_timing::none: break;
    case scalar_timing::simple: return parameters_.simple_cycles;
    case scalar_timing::flop: return parameters_.flop_cycles;
    case scalar_timing::arithmetic:
      return reads_two_groups(word) ? parameters_.arithmetic_split_cycles : parameters_.arithmetic_cycles;
    case scalar_timing::memory:
    case scalar_timing::atomic: return parameters_.memory_cycles;
    case scalar_timing::compare_atomic: return parameters_.compare_atomic_cycles;
  }
  return 1;
}

// One step: the unit is free or it is not; what it takes it keeps for a fixed time. Memory instructions go on in L1 afterwards.
issue_response scalar_unit::offer(const issue_request& r) {
  if (free_ > r.cycle) return issue_response::refuse(stall_reason::scalar_unit_in_flight, free_);
  if (holder_ >= 0 && holder_ != static_cast<int>(r.thread))
    return issue_response::refuse(stall_reason::scalar_unit_in_flight, never);
  if (scalar_timing_of(r.word) == scalar_timing::atomic && atomic_free_ > r.cycle)
    return issue_response::refuse(stall_reason::scalar_unit_in_flight, atomic_free_);
  return turn(r);
}

issue_response scalar_unit::turn(const issue_request& r) {
  const opcode op = opcode_of(r.word);
  if (op == opcode::FLUSHDMA) return flush(r);
  const scalar_timing timing = scalar_timing_of(r.word);
  if (const cycle_t from = may_start(r); from > r.cycle)
    return issue_response::refuse(stall_reason::scalar_unit_in_flight, from);
  const l1_use use = l1_used_by(r, timing);
  if (use.bytes && !free_request()) return issue_response::refuse(stall_reason::l1_port, never);

  gpr_result late;
  bool succeeded = true;
  if (op != opcode::REG2FLOP && timing != scalar_timing::arithmetic) {
    uses_gprs(r, gprs_read(r.word), false, r.cycle);
    succeeded = function_.execute(r.word, r.thread, &late);
    environment->gprs_changed();
  }
  const cycle_t began = holder_ >= 0 ? held_since_ : r.cycle, done = keeps_until(r);
  free_ = done;
  if (!succeeded) {  // ATCAS or ATINCGETPTR: one attempt in vain, the thread tries again
    account_.busy(r.cycle, done);
    return issue_response::refuse(stall_reason::scalar_unit_in_flight, done);
  }
  busy_until_[r.thread] = done;
  worked(r, began, done);
  write_results(r, timing, late, done);
  // What ATINCGET and ATINCGETPTR bring is on its way by itself.
  if (use.bytes && use.address + use.bytes <= state_.l1.size()) request_l1(r, use, use.atomic ? gpr_result() : late);
  return issue_response::accept(done);
}

// The first cycle in which there is what the instruction needs beside the unit; it may be past.
inline cycle_t scalar_unit::may_start(const issue_request& r) {
  const opcode op = opcode_of(r.word);
  if (op == opcode::REG2FLOP) return flop_from(r);
  if (op != opcode::STOREIND || insn::STOREIND::mem_hier_sel(r.word) || insn::STOREIND::size_sel(r.word)) return r.cycle;
  // To SrcA or SrcB, as soon as the unpackers have the bank.
  const cycle_t from = src_bank_from(insn::STOREIND::reg_size_sel(r.word) != 0, r.cycle);
  if (from > r.cycle) hold(r);
  return from;
}

inline scalar_unit::l1_use scalar_unit::l1_used_by(const issue_request& r, scalar_timing timing) const {
  l1_use use;
  const opcode op = opcode_of(r.word);
  if (timing == scalar_timing::atomic || timing == scalar_timing::compare_atomic) {
    use.address = (state_.gpr[r.thread][insn::ATSWAP::addr_reg_index(r.word)] & 0xfffff) * 16;
    use.bytes = 16;
    use.write = use.atomic = true;
  } else if (op == opcode::LOADIND || (op == opcode::STOREIND && insn::STOREIND::mem_hier_sel(r.word))) {
    use.write = op == opcode::STOREIND;
    indirect_access(r, use.address, use.bytes);
  }
  return use;
}

// The instruction has the unit until then; one that has held it counts from there.
inline cycle_t scalar_unit::keeps_until(const issue_request& r) {
  if (holder_ < 0) return r.cycle + duration(r.word);
  const cycle_t done = std::max(held_since_ + duration(r.word), r.cycle + 1);
  release(done);
  return done;
}

// `late`: what the function has brought, for later.
inline void scalar_unit::write_results(const issue_request& r, scalar_timing timing, const gpr_result& late, cycle_t done) {
  const opcode op = opcode_of(r.word);
  if (op == opcode::REG2FLOP) {
    flop_write_ = {done, r.word, r.thread};
    run_.arm(done);
  } else if (timing == scalar_timing::arithmetic) {
    start_arithmetic(r, done);
  } else if (op == opcode::SETDMAREG) {
    writes_now(r, gpr_written(r.word));
  } else if (const gpr_range stepped = gpr_stepped(r.word); stepped.count) {
    writes_now(r, stepped);
  }
  if (op == opcode::LOADREG && late.count) {
    const cycle_t served = environment->register_load(function_.register_address(r.word), r.cycle + 1);
    load_arrives(r.word, late, served - 1 + parameters_.memory_latency_cycles);
  }
  if (timing == scalar_timing::atomic) {
    atomic_free_ = r.cycle + parameters_.atomic_cycles;
    memory_until_[r.thread] = std::max(memory_until_[r.thread], atomic_free_);
  }
  if (op == opcode::ATINCGET && late.count) load_arrives(r.word, late, atomic_free_);
  if (op == opcode::ATINCGETPTR && late.count) result_in_gpr(r.word, late, done);
}

// The thread keeps the unit although its instruction has to wait.
void scalar_unit::hold(const issue_request& r) {
  if (holder_ >= 0) return;
  holder_ = static_cast<int>(r.thread);
  held_since_ = r.cycle;
}
void scalar_unit::release(cycle_t free) {
  holder_ = -1;
  notify(free);
}

// REG2FLOP reads its GPRs in its first cycle. In that cycle it requests the write port of the THCON words, even if it is a
// counter that it writes, and again in each in which the configuration unit had it. Result: the cycle of its write, the last of
// its time in the unit.
cycle_t scalar_unit::flop_from(const issue_request& r) {
  if (holder_ < 0) {
    uses_gprs(r, gprs_read(r.word), false, r.cycle);
    flop_source_ = function_.flop_source(r.word, r.thread);
  }
  hold(r);
  const cycle_t earliest = held_since_ + parameters_.flop_cycles - 1;
  if (r.cycle < earliest) return earliest;
  return r.cycle > held_since_ && environment->thcon_port_taken(r.cycle - 1) ? r.cycle + 1 : r.cycle;
}

// The first cycle >= now in which the unpackers have the bank that STOREIND writes; never: not known yet.
cycle_t scalar_unit::src_bank_from(bool b, cycle_t now) const {
  return hand_over_.usable_from(b, (b ? state_.srcb : state_.srca).unpack_bank, src_client::unpackers, now);
}

// Where LOADIND and STOREIND access L1: 16, 4, 2 or 1 bytes at a GPR times 16 plus a half GPR.
void scalar_unit::indirect_access(const issue_request& r, uint32_t& address, uint32_t& bytes) const {
  using namespace insn::LOADIND;
  constexpr uint32_t sizes[4] = {16, 4, 2, 1};
  bytes = sizes[opcode_of(r.word) == opcode::STOREIND ? storeind_size(r.word) : size_sel(r.word)];
  const uint32_t* gpr = state_.gpr[r.thread];
  const uint32_t offset = (gpr[offset_index(r.word) >> 1] >> (16 * (offset_index(r.word) & 1))) & 0xffff;
  address = (gpr[addr_reg_index(r.word)] * 16 + offset) & ~(bytes - 1);
}

// FLUSHDMA occupies the unit for at least two cycles and until the conditions of its mask hold.
issue_response scalar_unit::flush(const issue_request& r) {
  hold(r);
  const cycle_t earliest = std::max(r.cycle, held_since_ + parameters_.flop_cycles - 1);
  const cycle_t met = environment->conditions_met(r.thread, insn::FLUSHDMA::flush_spec(r.word), r.cycle);
  if (met == never) return issue_response::refuse(stall_reason::stallwait, never);
  if (std::max(met, earliest) > r.cycle) return issue_response::refuse(stall_reason::stallwait, std::max(met, earliest));
  free_ = busy_until_[r.thread] = r.cycle + 1;
  worked(r, held_since_, free_);
  release(free_);
  return issue_response::accept(free_);
}

scalar_unit::memory_request* scalar_unit::free_request() {
  for (auto& q : requests_)
    if (!q.in_use) return &q;
  return nullptr;
}

void scalar_unit::request_l1(const issue_request& r, const l1_use& use, const gpr_result& loaded) {
  memory_request& q = *free_request();
  q.in_use = true;
  q.word = r.word;
  q.loaded = loaded;
  q.thread = static_cast<uint8_t>(r.thread);
  ++outstanding_[r.thread];
  l1_payload& t = l1.get(use.write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND, use.address,
                         state_.l1.data() + use.address, use.bytes);
  t.tag = static_cast<uint32_t>(&q - requests_);
  t.access.operation = use.atomic ? l1_operation::atomic : l1_operation::plain;
  if (use.write && state_.causes) state_.causes->scalar_store_begins(t.tag, use.address, use.bytes, state_.causes->last());
  l1.send(t);
}

void scalar_unit::answered(l1_payload& t) {
  t.expect_ok();  // it has been looked at
  memory_request& q = requests_[t.tag];
  q.in_use = false;
  --outstanding_[q.thread];
  const cycle_t c = now_cycle();
  if (t.is_read()) load_arrives(q.word, q.loaded, c + parameters_.memory_latency_cycles);
  else memory_until_[q.thread] = std::max(memory_until_[q.thread], c);
  notify(c);
}

cycle_t scalar_unit::memory_idle_from(unsigned thread, cycle_t now) const {
  return outstanding_[thread] ? never : std::max(now, memory_until_[thread]);
}
cycle_t scalar_unit::drained_from(unsigned thread, cycle_t now) const {
  return outstanding_[thread] ? never : std::max({now, busy_until_[thread], memory_until_[thread]});
}

}  // namespace tensix
