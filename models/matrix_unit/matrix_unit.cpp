// SPDX-License-Identifier: Apache-2.0
#include "models/matrix_unit/matrix_unit.h"

#include <algorithm>

#include "models/observe/observer.h"

namespace tensix {

matrix_unit::matrix_unit(sc_core::sc_module_name name, const matrix_unit_parameters& parameters, tensix_state& state,
                         matrix_unit_function& function, src_hand_over& hand_over, dst_users& blocks, dst_arbiter& dst)
    : tensix_unit(name),
      parameters_(parameters),
      state_(state),
      function_(function),
      hand_over_(hand_over),
      blocks_(blocks),
      dst_(dst) {}

// The pipeline. An instruction starts when the unit is free, no earlier move forbids it, its Src banks are handed over, the
// Dst blocks it reads have been written long enough, and it is its turn at Dst; its results are complete a latency later.
issue_response matrix_unit::offer(const issue_request& r) {
  issue_response answer = check_unit(r);
  using dst_reach = matrix_unit_function::dst_reach;
  const dst_reach reach = answer.accepted ? function_.reach_in_dst(r.word, r.thread) : dst_reach{};
  const dst_block_set &reads = reach.reads, &writes = reach.writes;
  bool uses_dst = false, like_reading = false;
  if (answer.accepted) {
    uses_dst = reads.any() || writes.any();
    like_reading = parameters_.overwriting_waits && matrix_operands_of(r.word).dst_access == dst_use::may_add;
    if (uses_dst) answer = check_dst(r, like_reading ? writes : reads);
  }
  if (!answer.accepted) {
    refusals_.refused(account_, answer.why, r.cycle);
    return answer;
  }
  refusals_.accepted(account_, r.cycle);

  if (observer* o = account_.tap()) o->works_with(account_.name(), banks_of(r.word));
  const uint32_t occupied = occupancy(r.word, r.thread);
  cause started;  // this instruction has started, and has been in the unit for a cycle
  if (state_.causes) {
    tell_waited(r, like_reading ? writes : reads);
    started = {state_.causes->last(), path_kind::matrix_issue, 1};
  }
  hand_over_.changed(function_.execute(r.word, r.thread, reach), r.cycle, account_.name(), started);
  free_ = r.cycle + occupied;
  worked(r, r.cycle, free_);
  const cycle_t empty = r.cycle + latency(r.word, occupied) + parameters_.drain_cycles;
  if (uses_dst) dst_.started(dst_user::matrix_unit, r.thread, r.cycle, empty);
  if (state_.causes) {
    free_by_ = {started.after, path_kind::matrix_issue, occupied};
    if (empty >= busy_until_[r.thread]) busy_by_[r.thread] = {started.after, path_kind::matrix_latency, empty - r.cycle};
    started = {started.after, path_kind::matrix_issue, occupied, path_kind::dst_hazard, parameters_.dst_read_hazard_cycles};
  }
  blocks_.written(writes, r.cycle + occupied + parameters_.dst_read_hazard_cycles, started);
  if (state_.tap && uses_dst) state_.tap->dst_used(dst_accessor::matrix_unit, reads, writes, r.cycle);
  note_move(matrix_timing_of(r.word).rule);
  busy_until_[r.thread] = std::max(busy_until_[r.thread], empty);
  return issue_response::accept(r.cycle + 1);
}

work_details matrix_unit::banks_of(uint32_t word) const {
  const unsigned needs = matrix_unit_function::needs_src(word);
  work_details d;
  if (needs & 1) d.srca_bank = static_cast<int>(state_.srca.matrix_bank);
  if (needs & 2) d.srcb_bank = static_cast<int>(state_.srcb.matrix_bank);
  return d;
}

// What the instruction that is accepted has waited for, or would have.
void matrix_unit::tell_waited(const issue_request& r, const dst_block_set& waits_for) const {
  cause_recorder& causes = *state_.causes;
  causes.after_turn(free_by_);
  const unsigned needs = matrix_unit_function::needs_src(r.word);
  if (needs & 1) causes.after(hand_over_.owned_by(0, state_.srca.matrix_bank));
  if (needs & 2) causes.after(hand_over_.owned_by(1, state_.srcb.matrix_bank));
  if (waits_for.any()) causes.after(blocks_.readable_by(waits_for));
}

// From its start to its result. The second cycle of a MOVA2D from SrcA's upper half does not delay its result: 16 of them take
// 15 cycles longer than 16 from the lower half (measured).
uint32_t matrix_unit::latency(uint32_t word, uint32_t occupied) const {
  switch (matrix_timing_of(word).latency) {
    case matrix_timing::latency_t::cycles: break;
    case matrix_timing::latency_t::compute: return occupied - 1 + parameters_.latency_cycles;
    case matrix_timing::latency_t::move: return std::max(occupied, parameters_.move_latency_cycles);
    case matrix_timing::latency_t::zeroacc: return occupied - 1 + parameters_.zeroacc_latency_cycles;
  }
  return occupied;
}

// Whether the unit is free and has its banks.
issue_response matrix_unit::check_unit(const issue_request& r) {
  if (free_ > r.cycle) return issue_response::refuse(stall_reason::other_thread, free_);
  if (const cycle_t from = allowed_from(matrix_timing_of(r.word).rule); from > r.cycle)
    return issue_response::refuse(stall_reason::pipeline_rule, from);
  const unsigned needs = matrix_unit_function::needs_src(r.word);
  const auto usable_from = [&](unsigned which, const src_register& src) {
    return needs >> which & 1 ? hand_over_.usable_from(which, src.matrix_bank, src_client::matrix_unit, r.cycle) : 0;
  };
  if (const cycle_t from = usable_from(0, state_.srca); from > r.cycle)
    return issue_response::refuse(stall_reason::srca_not_valid, from);
  if (const cycle_t from = usable_from(1, state_.srcb); from > r.cycle)
    return issue_response::refuse(stall_reason::srcb_not_valid, from);
  return issue_response::accept(0);
}

// And whether it may use Dst.
issue_response matrix_unit::check_dst(const issue_request& r, const dst_block_set& waits_for) {
  if (const cycle_t from = blocks_.readable_from(waits_for, r.cycle); from > r.cycle)
    return issue_response::refuse(stall_reason::dst_block_hazard, from);
  if (const auto a = dst_.ask(dst_user::matrix_unit, r.thread, r.cycle); a.why != stall_reason::none)
    return issue_response::refuse(a.why, a.again);
  return issue_response::accept(0);
}

// The first cycle in which no move before forbids it.
cycle_t matrix_unit::allowed_from(matrix_timing::rule_t rule) const {
  using r = matrix_timing::rule_t;
  cycle_t from = 0;
  if (rule != r::dst_to_a && rule != r::b_to_a) from = std::max(from, only_to_srca_until_);
  if (rule != r::dst_to_b) from = std::max(from, only_to_srcb_until_);
  if (rule == r::reads_dst || rule == r::dst_to_a || rule == r::dst_to_b) from = std::max(from, no_dst_readers_until_);
  return from;
}

void matrix_unit::note_move(matrix_timing::rule_t rule) {
  switch (rule) {
    case matrix_timing::rule_t::other:
    case matrix_timing::rule_t::reads_dst: break;
    case matrix_timing::rule_t::dst_to_a:
    case matrix_timing::rule_t::b_to_a: only_to_srca_until_ = free_ + parameters_.srca_move_keeps_out_cycles; break;
    case matrix_timing::rule_t::dst_to_b: only_to_srcb_until_ = free_ + parameters_.srcb_move_keeps_out_cycles; break;
    case matrix_timing::rule_t::to_dst:
      no_dst_readers_until_ = free_ + parameters_.dst_move_keeps_out_cycles;
      dst_.moves_until(free_);
      break;
  }
}

matrix_timing::cycles_t matrix_unit::cycles_of(uint32_t word, unsigned thread, const tensix_state& state) {
  using cycles_t = matrix_timing::cycles_t;
  const cycles_t kind = matrix_timing_of(word).cycles;
  switch (kind) {
    case cycles_t::one:
    case cycles_t::shiftxb: break;
    case cycles_t::mova2d:
      if (cfg::ALU_ACC_CTRL_Fp32_enabled(state.bank(thread)) &&
          ((insn::MOVA2D::src(word) + state.rwc[thread].srca) & (src_rows - 1)) >= src_rows / 2)
        break;
      return cycles_t::one;
    case cycles_t::zeroacc: return insn::ZEROACC::clear_mode(word) ? kind : cycles_t::one;
  }
  return kind;
}

uint32_t matrix_unit::occupancy(uint32_t word, unsigned thread) const {
  switch (cycles_of(word, thread, state_)) {
    case matrix_timing::cycles_t::one: break;
    case matrix_timing::cycles_t::shiftxb: return parameters_.shiftxb_cycles;
    case matrix_timing::cycles_t::mova2d: return parameters_.mova2d_upper_half_cycles;
    case matrix_timing::cycles_t::zeroacc: return parameters_.zeroacc_cycles;
  }
  if (parameters_.rows_per_cycle == dst_block_rows || matrix_timing_of(word).latency != matrix_timing::latency_t::compute)
    return 1;
  const uint32_t rows = function_.rows_computed(word, thread);
  return std::max(1u, (rows + parameters_.rows_per_cycle - 1) / parameters_.rows_per_cycle);
}

}  // namespace tensix
