// SPDX-License-Identifier: Apache-2.0
// datacopy: the output is the first operand, in another format if need be. No SystemC.
#include "workload/kernels/copy_kernel.h"

namespace tensix {

const kernel_description& kernels::datacopy() {
  static const copy_kernel kernel(
      {"datacopy", "first operand", 1, false, false, /*straight_to_dst*/ true, fidelity_loop::usual});
  return kernel;
}

}  // namespace tensix
