// SPDX-License-Identifier: Apache-2.0
// What datacopy and the kernels made of it share: a tile of the one operand is copied to Dst. No SystemC.
#pragma once
#include "workload/kernels/tile_kernel.h"

namespace tensix {

class copy_kernel : public tile_kernel {
 public:
  using tile_kernel::tile_kernel;

  void program_math_mop(step_builder& s, const kernel& k) const override;
  void check(const kernel_options&) const override {}
  uint64_t operations(const kernel_options&) const override { return 0; }
  matrix_work work(const kernel& k) const override;

 protected:
  void combine(const float* a, const float* b, uint32_t count, double* out) const override;
};

}  // namespace tensix
