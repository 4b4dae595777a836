#include "models/vector_unit/vector_unit.h"

#include <algorithm>

namespace tensix {

vector_unit::vector_unit(sc_core::sc_module_name name, const vector_unit_parameters& parameters, tensix_state& state,
                         dst_users& users)
    : sc_module(name), issue("issue"), parameters_(parameters), state_(state), function_(state), users_(users) {
  issue(*this);
}

// The pipeline. An instruction starts when the unit is free and the LRegs it reads are complete; a thread's Dst accesses of
// matrix and vector unit complete in order.
issue_response vector_unit::offer(const issue_request& r) {
  const opcode op = opcode_of(r.word);
  const bool uses_dst = op == opcode::SFPLOAD || op == opcode::SFPSTORE || op == opcode::SFPLOADMACRO;
  const uint32_t reads = vector_unit_function::lregs_read(r.word), writes = vector_unit_function::lregs_written(r.word);
  const issue_response refusal = check(r, uses_dst, reads | writes);
  if (!refusal.accepted) {
    refusals_.refused(account_, refusal.why, r.cycle);
    return refusal;
  }
  refusals_.accepted(account_, r.cycle);
  function_.execute(r.word, r.thread);

  uint32_t occupied = 1, latency = 1;
  switch (op) {
    case opcode::SFPADD:
    case opcode::SFPADDI:
    case opcode::SFPMUL:
    case opcode::SFPMULI:
    case opcode::SFPMAD:
    case opcode::SFPMUL24:
    case opcode::SFPLUT:
    case opcode::SFPLUTFP32: latency = parameters_.multiply_add_cycles; break;
    case opcode::SFPSWAP:
    case opcode::SFPSHFT2: occupied = latency = parameters_.exchange_cycles; break;
    default: break;
  }
  free_ = r.cycle + occupied;
  account_.busy(r.cycle, free_);
  account_.executed(static_cast<int>(r.thread), r.word, r.cycle, r.cycle, free_);
  for (uint32_t w = writes; w; w &= w - 1) lreg_ready_[__builtin_ctz(w)] = r.cycle + latency;
  if (uses_dst) users_.last_vector[r.thread] = r.cycle;
  busy_until_[r.thread] = std::max(busy_until_[r.thread], r.cycle + latency - 1 + parameters_.drain_cycles);
  return issue_response::accept(r.cycle + 1);
}

issue_response vector_unit::check(const issue_request& r, bool uses_dst, uint32_t lregs) const {
  if (free_ > r.cycle) return issue_response::refuse(stall_reason::other_thread, free_);
  cycle_t ready = 0;
  for (uint32_t l = lregs; l; l &= l - 1) ready = std::max(ready, lreg_ready_[__builtin_ctz(l)]);
  if (ready > r.cycle) return issue_response::refuse(stall_reason::vector_dependency, ready);
  if (uses_dst && users_.last_matrix[r.thread] != never &&
      (users_.last_vector[r.thread] == never || users_.last_matrix[r.thread] > users_.last_vector[r.thread]))
    if (const cycle_t from = users_.last_matrix[r.thread] + parameters_.after_matrix_cycles,
        due = from - std::min<cycle_t>(parameters_.after_matrix_cycles, users_.completes_earlier[r.thread]);
        due > r.cycle)
      return issue_response::refuse(stall_reason::dst_unit_switch, due);
  return issue_response::accept(0);
}

}  // namespace tensix
