// SPDX-License-Identifier: Apache-2.0
// mul: first * second operand. No SystemC.
#include "workload/kernels/elementwise.h"

namespace tensix {

const kernel_description& kernels::mul() {
  static const elementwise_kernel kernel("mul", "first * second operand", opcode::ELWMUL, elementwise::mul,
                                         fidelity_loop::face);
  return kernel;
}

}  // namespace tensix
