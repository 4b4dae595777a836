// SPDX-License-Identifier: Apache-2.0
// sub: first - second operand. No SystemC.
#include "workload/kernels/elementwise.h"

namespace tensix {

const kernel_description& kernels::sub() {
  static const elementwise_kernel kernel("sub", "first - second operand", opcode::ELWSUB, elementwise::sub,
                                         fidelity_loop::usual);
  return kernel;
}

}  // namespace tensix
