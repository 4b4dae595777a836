// SPDX-License-Identifier: Apache-2.0
// The address modifiers of the matrix unit, as T1's kernels set them. No SystemC.
#pragma once
#include "workload/kernels/address_modifier.h"
#include "workload/kernels/stream_builder_function.h"

namespace tensix {

inline address_modifier start_of_tile() {
  address_modifier m;
  m.a_clear = m.b_clear = m.dst_clear = m.a_cr = m.b_cr = m.dst_cr = true;
  return m;
}
inline void set(step_builder& s, unsigned i, const address_modifier& m) {
  s.push(m.set_ab(i));
  s.push(m.set_dst(i));
}

}  // namespace tensix
