// SPDX-License-Identifier: Apache-2.0
// The condition of SEMWAIT: the wait gate asks in every cycle, the functional machine when it gets there. Layer 1.
// Source: ISA documentation, SEMWAIT.
#pragma once
#include "models/isa/isa.h"
#include "models/registers/tensix_state.h"

namespace tensix {

// Is it still to wait? (sem_sel mask; wait_sem_cond bits: 1 while any selected is zero, 2 while any is at its maximum)
inline bool keeps_waiting(const tensix_state& state, uint32_t semwait_word) {
  const uint32_t selected = insn::SEMWAIT::sem_sel(semwait_word), condition = insn::SEMWAIT::wait_sem_cond(semwait_word);
  for (unsigned i = 0; i < semaphore_count; ++i) {
    if (!(selected >> i & 1)) continue;
    const semaphore& s = state.sem[i];
    if ((condition & 1) && s.value == 0) return true;
    if ((condition & 2) && s.value >= s.max) return true;
  }
  return false;
}

}  // namespace tensix
