// SPDX-License-Identifier: Apache-2.0
// A tile of Dst to another one, by the vector unit.
#pragma once
#include "api/compute/common_globals.h"
#include "tensix/vector_binary.h"

namespace ckernel {

// Dst tile idst_out = Dst tile idst_in, all bits. About 100 cycles. The format is that of Dst, whatever is said.
ALWI void copy_dest_values(uint32_t idst_in, uint32_t idst_out) {
  called();
  if constexpr (tensix::device::computes) {
    tensix::device::check_two_tiles(true, idst_in, idst_out, idst_out);
    tensix::device::run_copy_steps(idst_in, idst_out);
  }
}
template <auto data_format>
ALWI void copy_dest_values(uint32_t idst_in, uint32_t idst_out) {
  called();
  copy_dest_values(idst_in, idst_out);
}
ALWI void copy_dest_values_init() { called(); }

}  // namespace ckernel
using namespace ckernel;
