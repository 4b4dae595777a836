// SPDX-License-Identifier: Apache-2.0
// What add, sub and mul share: an instruction of the matrix unit for every 8x16 datums of both operands, of which the second may
// be repeated. No SystemC.
#pragma once
#include "models/isa/isa.h"
#include "workload/kernels/tile_kernel.h"

namespace tensix {

class elementwise_kernel : public tile_kernel {
 public:
  // `op`: ELWADD, ELWSUB or ELWMUL; `how`: the same for the reference. `loop`: usual, if it has no fidelity phases.
  constexpr elementwise_kernel(const char* name, const char* output, opcode op, elementwise how, fidelity_loop loop)
      : tile_kernel({name, output, 2, false, /*broadcasts*/ true, false, loop}), opcode_(op), how_(how) {}

  void program_math_mop(step_builder& s, const kernel& k) const override;
  void check(const kernel_options& o) const override;
  void cut(const kernel_options& o, uint32_t limit, kernel_plan& plan) const override;
  uint64_t operations(const kernel_options& o) const override { return static_cast<uint64_t>(o.m) * o.n; }
  matrix_work work(const kernel& k) const override;

 protected:
  void combine(const float* a, const float* b, uint32_t count, double* out) const override;

 private:
  const opcode opcode_;
  const elementwise how_;
};

}  // namespace tensix
