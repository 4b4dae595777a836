#include "models/matrix_unit/matrix_unit.h"

#include <algorithm>

namespace tensix {

matrix_unit::matrix_unit(sc_core::sc_module_name name, const matrix_unit_parameters& parameters, tensix_state& state,
                         src_hand_over& hand_over, dst_arbiter& dst)
    : sc_module(name),
      issue("issue"),
      parameters_(parameters),
      state_(state),
      function_(state),
      hand_over_(hand_over),
      dst_(dst) {
  issue(*this);
}

// The pipeline. An instruction starts when the unit is free, no earlier move forbids it, its Src banks are handed over, the
// Dst blocks it reads have been written long enough, and it is its turn at Dst; its results are complete a latency later.
issue_response matrix_unit::offer(const issue_request& r) {
  dst_block_set reads, writes;
  function_.dst_access(r.word, r.thread, reads, writes);
  const bool uses_dst = reads.any() || writes.any();
  const opcode op = opcode_of(r.word);
  const bool like_reading = parameters_.overwriting_waits && (op == opcode::ELWADD || op == opcode::ELWSUB);
  const issue_response refusal = check(r, like_reading ? writes : reads, uses_dst);
  if (!refusal.accepted) {
    refusals_.refused(account_, refusal.why, r.cycle);
    return refusal;
  }
  refusals_.accepted(account_, r.cycle);

  const uint32_t occupied = occupancy(r.word, r.thread);
  const auto owners = [this](unsigned which) {
    const src_register& s = which ? state_.srcb : state_.srca;
    return static_cast<unsigned>(s.bank[0].allowed_client) | static_cast<unsigned>(s.bank[1].allowed_client) << 1;
  };
  const unsigned before[2] = {owners(0), owners(1)}, used[2] = {state_.srca.matrix_bank, state_.srcb.matrix_bank};
  if (function_.execute(r.word, r.thread))
    for (unsigned which = 0; which < 2; ++which)
      for (unsigned bank = 0; bank < 2; ++bank)
        if (((before[which] ^ owners(which)) >> bank) & 1) hand_over_.given_up(which, bank, r.cycle, account_.name());
  if (used[0] != state_.srca.matrix_bank || used[1] != state_.srcb.matrix_bank) hand_over_.side_changed(r.cycle);

  free_ = r.cycle + occupied;
  account_.busy(r.cycle, free_);
  account_.executed(static_cast<int>(r.thread), r.word, r.cycle, r.cycle, free_);
  const cycle_t empty = r.cycle + latency(r.word, occupied, uses_dst) + parameters_.drain_cycles;
  if (uses_dst) dst_.started(dst_user::matrix_unit, r.thread, r.cycle, empty);
  dst_users::written(state_.dst, writes, r.cycle + occupied + parameters_.dst_read_hazard_cycles);
  note_pipeline_rule(op, r.cycle);
  busy_until_[r.thread] = std::max(busy_until_[r.thread], empty);
  return issue_response::accept(r.cycle + 1);
}

// From its start to its result. The second cycle of a MOVA2D from SrcA's upper half does not delay its result: 16 of them take
// 15 cycles longer than 16 from the lower half (measured).
uint32_t matrix_unit::latency(uint32_t word, uint32_t occupied, bool uses_dst) const {
  switch (opcode_of(word)) {
    case opcode::MOVA2D:
    case opcode::MOVB2D:
    case opcode::MOVB2A:
    case opcode::MOVD2A:
    case opcode::MOVD2B:
    case opcode::MOVDBGA2D: return std::max(occupied, parameters_.move_latency_cycles);
    case opcode::ZEROACC: return occupied - 1 + parameters_.zeroacc_latency_cycles;
    default: break;
  }
  return uses_dst || matrix_unit_function::needs_src(word) ? occupied - 1 + parameters_.latency_cycles : occupied;
}

issue_response matrix_unit::check(const issue_request& r, const dst_block_set& waits_for, bool uses_dst) {
  if (free_ > r.cycle) return issue_response::refuse(stall_reason::other_thread, free_);
  if (const cycle_t from = pipeline_rule(opcode_of(r.word), r.cycle); from > r.cycle)
    return issue_response::refuse(stall_reason::unit_pipeline, from);
  const unsigned needs = matrix_unit_function::needs_src(r.word);
  for (unsigned which = 0; which < 2; ++which) {
    if (!((needs >> which) & 1)) continue;
    const src_bank& bank = (which ? state_.srcb : state_.srca).in_use();
    const stall_reason why = which ? stall_reason::srcb_not_matrix_unit : stall_reason::srca_not_matrix_unit;
    if (bank.allowed_client != src_client::matrix_unit) return issue_response::refuse(why, never);
    if (bank.owned_since > r.cycle) return issue_response::refuse(why, bank.owned_since);
  }
  if (const cycle_t from = dst_users::readable_from(state_.dst, waits_for); from > r.cycle)
    return issue_response::refuse(stall_reason::dst_hazard, from);
  if (!uses_dst) return issue_response::accept(0);
  if (const auto a = dst_.ask(dst_user::matrix_unit, r.thread, r.cycle); a.why != stall_reason::none)
    return issue_response::refuse(a.why, a.again);
  return issue_response::accept(0);
}

// ISA documentation, MatrixUnit and the MOV* pages: what may not follow a move at once.
cycle_t matrix_unit::pipeline_rule(opcode op, cycle_t) const {
  cycle_t from = 0;
  if (op != opcode::MOVD2A && op != opcode::MOVB2A) from = std::max(from, only_d2a_b2a_until_);
  if (op != opcode::MOVD2B) from = std::max(from, only_d2b_until_);
  switch (op) {
    case opcode::MOVD2A:
    case opcode::MOVD2B:
    case opcode::ELWMUL:
    case opcode::MVMUL:
    case opcode::DOTPV:
    case opcode::GMPOOL:
    case opcode::GAPOOL:
    case opcode::CONV3S1:
    case opcode::CONV3S2:
    case opcode::MFCONV3S1:
    case opcode::MPOOL3S1:
    case opcode::MPOOL3S2:
    case opcode::APOOL3S1:
    case opcode::APOOL3S2: from = std::max(from, no_dst_readers_until_); break;
    default: break;
  }
  return from;
}

void matrix_unit::note_pipeline_rule(opcode op, cycle_t cycle) {
  switch (op) {
    case opcode::MOVD2A:
    case opcode::MOVB2A: only_d2a_b2a_until_ = cycle + 2; break;
    case opcode::MOVD2B: only_d2b_until_ = cycle + 4; break;
    case opcode::MOVA2D:
    case opcode::MOVB2D:
    case opcode::MOVDBGA2D:
      no_dst_readers_until_ = free_ + 3;
      dst_.moves_until(free_);
      break;
    default: break;
  }
}

uint32_t matrix_unit::occupancy(uint32_t word, unsigned thread) const {
  switch (opcode_of(word)) {
    case opcode::SHIFTXB: return 2;
    case opcode::MOVA2D:
      if (cfg::ALU_ACC_CTRL_Fp32_enabled(state_.bank(thread)) &&
          ((insn::MOVA2D::src(word) + state_.rwc[thread].srca) & (src_rows - 1)) >= src_rows / 2)
        return parameters_.mova2d_upper_half_cycles;
      return 1;
    case opcode::ZEROACC: return insn::ZEROACC::clear_mode(word) ? parameters_.zeroacc_cycles : 1;
    default: return 1;
  }
}

}  // namespace tensix
