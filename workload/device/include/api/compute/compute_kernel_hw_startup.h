// SPDX-License-Identifier: Apache-2.0
// What a kernel needs once, when no operation's own full initialisation is used.
#pragma once
#include "api/compute/common_globals.h"
#include "tensix/operation_names.h"
#include "tensix/start.h"

namespace ckernel {

// Formats of the buffers for SrcA, SrcB and the packer; the operation's short init comes next. SrcOrder::Reverse: icb0 is for SrcB and
// icb1 for SrcA, as products of matrices have them. About 300 cycles.
template <SrcOrder order = SrcOrder::Normal>
ALWI void compute_kernel_hw_startup(uint32_t icb0, uint32_t icb1, uint32_t ocb) {
  called();
  using namespace tensix::device;
  check_buffer(icb0, 0);
  check_buffer(icb1, 0);
  constexpr bool reverse = order == SrcOrder::Reverse;
  const uint32_t a = reverse ? icb1 : icb0, b = reverse ? icb0 : icb1;
  configure(a, b, src_format(a, b), ocb);
}
template <SrcOrder order = SrcOrder::Normal>
ALWI void compute_kernel_hw_startup(uint32_t icb0, uint32_t ocb) {
  called();
  compute_kernel_hw_startup<order>(icb0, icb0, ocb);
}

}  // namespace ckernel
using namespace ckernel;
