// SPDX-License-Identifier: Apache-2.0
// add: first + second operand. No SystemC.
#include "workload/kernels/elementwise.h"

namespace tensix {

const kernel_description& kernels::add() {
  static const elementwise_kernel kernel("add", "first + second operand", opcode::ELWADD, elementwise::add,
                                         fidelity_loop::usual);
  return kernel;
}

}  // namespace tensix
