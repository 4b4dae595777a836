// What a kernel needs once, when no operation's own full initialisation is used.
#pragma once
#include "api/compute/common_globals.h"
#include "tensix/start.h"

namespace ckernel {

// Formats of the buffers for SrcA, SrcB and the packer; the operation's short init comes next. About 300 cycles.
ALWI void compute_kernel_hw_startup(uint32_t icb0, uint32_t icb1, uint32_t ocb) {
  called();
  using namespace tensix::device;
  check_buffer(icb0, 0);
  check_buffer(icb1, 0);
  configure(icb0, icb1, src_format(icb0, icb1), ocb);
}
ALWI void compute_kernel_hw_startup(uint32_t icb0, uint32_t ocb) {
  called();
  compute_kernel_hw_startup(icb0, icb0, ocb);
}

}  // namespace ckernel
using namespace ckernel;
