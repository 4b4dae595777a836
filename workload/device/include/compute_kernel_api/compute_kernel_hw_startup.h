// What a kernel needs once, when no operation's own full initialisation is used.
#pragma once
#include "compute_kernel_api/eltwise_binary.h"

namespace ckernel {

// Formats of the buffers for SrcA, SrcB and the packer; the operation's short init comes next. About 300 cycles.
ALWI void compute_kernel_hw_startup(uint32_t icb0, uint32_t icb1, uint32_t ocb) {
  called();
  binary_op_init_common(icb0, icb1, ocb);
}
ALWI void compute_kernel_hw_startup(uint32_t icb0, uint32_t ocb) {
  called();
  binary_op_init_common(icb0, icb0, ocb);
}

}  // namespace ckernel
using namespace ckernel;
