// SPDX-License-Identifier: Apache-2.0
// The replay buffer by its public names: words of the thread that are kept, and executed again.
#pragma once
#include "tensix/instruction_names.h"

namespace lltt {

enum ExecBool : bool { NoExec, Exec };

// The next `length` words of the thread are kept from `start` on (of 32); with Exec they are executed as well.
template <ExecBool execute = NoExec>
ALWI void record(uint32_t start, uint32_t length) {
  const uint32_t word = TT_OP_REPLAY(start, length, execute, 1);
  if (__builtin_constant_p(word)) TENSIX_TTI(word);
  else tensix::device::push(word);
}
ALWI void replay(uint32_t start, uint32_t length) {
  const uint32_t word = TT_OP_REPLAY(start, length, 0, 0);
  if (__builtin_constant_p(word)) TENSIX_TTI(word);
  else tensix::device::push(word);
}
constexpr uint32_t replay_insn(uint32_t start, uint32_t length) { return TT_OP_REPLAY(start, length, 0, 0); }

}  // namespace lltt
