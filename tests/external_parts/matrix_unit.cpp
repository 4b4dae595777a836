// SPDX-License-Identifier: Apache-2.0
#include "matrix_unit.h"

#include <algorithm>

namespace own {
using namespace tensix;

matrix_unit::matrix_unit(const sc_core::sc_module_name& name, const tile_context& c)
    : tensix_unit(name), c_(c), numbers_(c.configuration.matrix_unit) {}

matrix_unit::manner matrix_unit::manner_of(uint32_t word, unsigned thread) const {
  manner m;
  switch (opcode_of(word)) {
    case opcode::MVMUL:
    case opcode::ELWMUL:
      m.latency = numbers_.latency_cycles;
      m.kept_out = true;
      break;
    case opcode::ELWADD:
    case opcode::ELWSUB:
      m.latency = numbers_.latency_cycles;
      m.awaits_writes = numbers_.overwriting_waits;
      break;
    case opcode::MOVA2D: {
      const bool upper_half = (insn::MOVA2D::src(word) + c_.state.rwc[thread].srca) & 32;
      if (upper_half && cfg::ALU_ACC_CTRL_Fp32_enabled(c_.state.bank(thread))) m.cycles = numbers_.mova2d_upper_half_cycles;
      m.latency = std::max(m.cycles, numbers_.move_latency_cycles);
      m.to_dst = true;
      break;
    }
    case opcode::ZEROACC:
      if (insn::ZEROACC::clear_mode(word)) m.cycles = numbers_.zeroacc_cycles;
      m.latency = m.cycles - 1 + numbers_.zeroacc_latency_cycles;
      break;
    case opcode::SETRWC:
    case opcode::INCRWC:
    case opcode::CLEARDVALID: break;
    default: m.known = false;  // said by whoever asks
  }
  return m;
}

issue_response matrix_unit::may_start(const issue_request& r, const manner& m, const dst_block_set& awaits, bool uses_dst) {
  if (free_from_ > r.cycle) return issue_response::refuse(stall_reason::other_thread, free_from_);
  if (m.kept_out && readers_from_ > r.cycle) return issue_response::refuse(stall_reason::pipeline_rule, readers_from_);
  const unsigned needs = matrix_unit_function::needs_src(r.word);
  for (unsigned which = 0; which < 2; ++which) {
    if (!(needs >> which & 1)) continue;
    const unsigned bank = (which ? c_.state.srcb : c_.state.srca).matrix_bank;
    const stall_reason why = which ? stall_reason::srcb_not_valid : stall_reason::srca_not_valid;
    if (const cycle_t from = c_.hand_over.usable_from(which, bank, src_client::matrix_unit, r.cycle); from > r.cycle)
      return issue_response::refuse(why, from);
  }
  if (const cycle_t from = c_.dst.readable_from(awaits); from > r.cycle)
    return issue_response::refuse(stall_reason::dst_block_hazard, from);
  if (uses_dst)
    if (const auto turn = c_.dst_turn.ask(dst_user::matrix_unit, r.thread, r.cycle); turn.why != stall_reason::none)
      return issue_response::refuse(turn.why, turn.again);
  return issue_response::accept(r.cycle + 1);
}

issue_response matrix_unit::offer(const issue_request& r) {
  const manner m = manner_of(r.word, r.thread);
  if (!m.known) {
    c_.state.diagnose.undefined("own matrix unit", static_cast<int>(r.thread), r.word, "it does not know this instruction");
    return issue_response::accept(r.cycle + 1);
  }
  dst_block_set reads, writes;
  c_.functions.matrix_unit.dst_access(r.word, r.thread, reads, writes);
  const bool uses_dst = reads.any() || writes.any();
  const issue_response answer = may_start(r, m, m.awaits_writes ? writes : reads, uses_dst);
  if (!answer.accepted) {
    refusals_.refused(account_, answer.why, r.cycle);
    return answer;
  }
  refusals_.accepted(account_, r.cycle);

  c_.hand_over.changed(c_.functions.matrix_unit.execute(r.word, r.thread), r.cycle, account_.name());

  free_from_ = r.cycle + m.cycles;
  worked(r, r.cycle, free_from_);
  const cycle_t empty = r.cycle + m.latency + numbers_.drain_cycles;
  if (uses_dst) c_.dst_turn.started(dst_user::matrix_unit, r.thread, r.cycle, empty);
  c_.dst.written(writes, free_from_ + numbers_.dst_read_hazard_cycles);
  if (m.to_dst) {
    readers_from_ = free_from_ + numbers_.dst_move_keeps_out_cycles;
    c_.dst_turn.moves_until(free_from_);
  }
  empty_from_[r.thread] = std::max(empty_from_[r.thread], empty);
  return answer;
}

}  // namespace own
