// SPDX-License-Identifier: Apache-2.0
// Sequences of the vector unit's instructions (workload/vector), each an instruction of the core. P::words() is the sequence.
#pragma once
#include "tensix/tile.h"
#include "workload/vector/program.h"

namespace tensix::device {

template <class P, uint32_t... i>
ALWI void issue_words(indices<i...>) {
  [[maybe_unused]] constexpr vector::sequence s = P::words();
  (ttinsn<s.word[i]>(), ...);
}
template <class P>
ALWI void issue() {
  issue_words<P>(indices_to<P::words().size>());
}

}  // namespace tensix::device
