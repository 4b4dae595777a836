// SPDX-License-Identifier: Apache-2.0
#include "models/vector_unit/vector_unit.h"

#include <algorithm>

#include "models/observe/observer.h"

namespace tensix {

vector_unit::vector_unit(sc_core::sc_module_name name, const vector_unit_parameters& parameters, vector_unit_function& function,
                         dst_arbiter& dst)
    : tensix_unit(name), parameters_(parameters), function_(function), dst_(dst) {
  function_.set_latencies(parameters.multiply_add_cycles, parameters.exchange_cycles, parameters.issue_cycles);
}

// Executes what SFPLOADMACRO scheduled for the cycles before.
void vector_unit::process() {
  const cycle_t c = run_.begin();
  function_.advance(c);
  look_ahead(thread_count);
}

// After every step while something is scheduled. `issuing`: the thread of an instruction in this cycle, if any.
void vector_unit::look_ahead(unsigned issuing) {
  for (unsigned t = 0; t < thread_count; ++t)
    if (const cycle_t behind = function_.after_scheduled_store(t); behind != stored_[t]) {
      stored_[t] = behind;
      beside_until_[t] = std::max(beside_until_[t], accessed(t, behind - 1));
    }
  if (!function_.anything_scheduled()) return;
  const cycle_t now = now_cycle(), quiet = function_.quiet_from(), next = now + (issuing == thread_count ? 1 : 2);
  if (quiet < next) return;  // the rest waits for instructions
  run_.arm(next);
  if (issuing == thread_count) return;
  account_.busy(now + 1, quiet);
  beside_until_[issuing] = std::max(beside_until_[issuing], function_.results_from() - 1 + parameters_.drain_cycles);
}

// What a store brings to Dst is in the unit until it is there; a load's datums are in their LReg at once.
cycle_t vector_unit::accessed(unsigned thread, cycle_t cycle) {
  const cycle_t complete = cycle + parameters_.issue_cycles - 1 + parameters_.dst_access_cycles;
  dst_.started(dst_user::vector_unit, thread, cycle, complete);
  return complete;
}

// The pipeline. An instruction starts when the unit is free, the LRegs it reads are complete, and it is its turn at Dst.
issue_response vector_unit::offer(const issue_request& r) {
  const sfpu::dst_use dst = sfpu::row_of(opcode_of(r.word)).dst;
  const uint32_t reads = vector_unit_function::lregs_read(r.word);
  const issue_response refusal = check(r, dst != sfpu::dst_use::none, reads);
  if (!refusal.accepted) {
    refusals_.refused(account_, refusal.why, r.cycle);
    return refusal;
  }
  refusals_.accepted(account_, r.cycle);
  start(r, dst, reads);
  return issue_response::accept(r.cycle + 1);
}

void vector_unit::start(const issue_request& r) {
  start(r, sfpu::row_of(opcode_of(r.word)).dst, vector_unit_function::lregs_read(r.word));
}

inline void vector_unit::start(const issue_request& r, sfpu::dst_use dst, uint32_t reads) {
  const opcode op = opcode_of(r.word);
  const bool uses_dst = dst != sfpu::dst_use::none;
  const uint32_t writes = vector_unit_function::lregs_written(r.word);
  const bool exchange = vector_unit_function::keeps_second_cycle(r.word);
  const uint32_t more = parameters_.issue_cycles - 1, occupied = (exchange ? parameters_.exchange_cycles : 1) + more;
  const uint32_t latency = vector_unit_function::multiplies(r.word) ? parameters_.multiply_add_cycles + more : occupied;
  if (function_.causes()) record_causes(r, reads, writes, occupied, latency);
  free_ = r.cycle + parameters_.issue_cycles;
  if (exchange) exchange_until_ = r.cycle + occupied;
  worked(r, r.cycle, r.cycle + occupied);
  for (uint32_t w = writes; w; w &= w - 1) lreg_ready_[__builtin_ctz(w)] = r.cycle + latency;
  if (uses_dst) {
    const cycle_t complete = accessed(r.thread, r.cycle);
    if (dst == sfpu::dst_use::writes) busy_until_[r.thread] = std::max(busy_until_[r.thread], complete);
  }
  busy_until_[r.thread] = std::max(busy_until_[r.thread], r.cycle + latency - 1 + parameters_.drain_cycles);
  const bool beside = function_.anything_scheduled() || op == opcode::SFPLOADMACRO;
  dst_block_set read, written;
  if (function_.tap() && uses_dst) function_.dst_access(r.word, r.thread, read, written);  // before counters move on
  function_.execute(r.word, r.thread, r.cycle);
  if (function_.tap() && uses_dst) function_.tap()->dst_used(dst_accessor::vector_unit, read, written, r.cycle);
  if (beside) look_ahead(r.thread);
}

// What the instruction that is accepted has waited for, or would have; and what waits for it.
void vector_unit::record_causes(const issue_request& r, uint32_t reads, uint32_t writes, uint32_t occupied, uint32_t latency) {
  cause_recorder& causes = *function_.causes();
  const event_id starts = causes.last();
  causes.after_turn(free_by_);
  if (opcode_of(r.word) != opcode::SFPNOP) causes.after(exchange_by_);
  for (uint32_t l = reads; l; l &= l - 1) causes.after(lreg_by_[__builtin_ctz(l)]);
  free_by_ = {starts, path_kind::vector_issue, parameters_.issue_cycles};
  if (vector_unit_function::keeps_second_cycle(r.word)) exchange_by_ = {starts, path_kind::vector_issue, occupied};
  for (uint32_t w = writes; w; w &= w - 1) lreg_by_[__builtin_ctz(w)] = {starts, path_kind::vector_latency, latency};
  const cause busy{starts, path_kind::vector_latency, latency - 1 + parameters_.drain_cycles};
  if (causes.cycle_of(busy) >= causes.cycle_of(busy_by_[r.thread])) busy_by_[r.thread] = busy;
}

inline issue_response vector_unit::check(const issue_request& r, bool uses_dst, uint32_t reads) {
  if (free_ > r.cycle) return issue_response::refuse(stall_reason::other_thread, free_);
  if (exchange_until_ > r.cycle && opcode_of(r.word) != opcode::SFPNOP)
    return issue_response::refuse(stall_reason::pipeline_rule, exchange_until_);
  cycle_t ready = 0;
  for (uint32_t l = reads; l; l &= l - 1) ready = std::max(ready, lreg_ready_[__builtin_ctz(l)]);
  if (ready > r.cycle) return issue_response::refuse(stall_reason::vector_dependency, ready);
  return uses_dst ? turn(r) : issue_response::accept(0);
}

issue_response vector_unit::turn(const issue_request& r) {
  if (sfpu::row_of(opcode_of(r.word)).dst == sfpu::dst_use::none) return issue_response::accept(0);
  if (const auto a = dst_.ask(dst_user::vector_unit, r.thread, r.cycle); a.why != stall_reason::none)
    return issue_response::refuse(a.why, a.again);
  return issue_response::accept(0);
}

}  // namespace tensix
