// SPDX-License-Identifier: Apache-2.0
// Kernels that make each tile of the output from the tiles at the same place of their operands: one UNPACR a face and operand, a
// MOP of the matrix unit for a tile or some of its faces. A kernel of this kind is described by what its MOP does. No SystemC.
#pragma once
#include <optional>

#include "workload/kernels/kernel_function.h"
#include "workload/kernels/stream_builder_function.h"
#include "workload/vector/program.h"

namespace tensix {

class tile_kernel : public kernel_description {
 public:
  using kernel_description::kernel_description;

  // T1's address modifiers and MOP: of faces_a_mop() faces, whose banks it gives back (but SrcB, if it serves more faces). SrcA
  // and SrcB advance by the modifiers; with one operand SrcB is zero. Without the math stage: one instruction a bank.
  virtual void program_math_mop(step_builder& s, const kernel& k) const = 0;

  // What the vector unit does with each tile in Dst; nothing: it has no part in it.
  virtual std::optional<vector::program> vector_program(const kernel_options&) const { return std::nullopt; }

  tile_grid operand(const kernel_options& o, unsigned i) const override;
  void cut(const kernel_options& o, uint32_t limit, kernel_plan& plan) const override;
  buffer_layout layout(const kernel_options& o, const kernel_plan& plan, unsigned i) const override;
  std::unique_ptr<step_source> unpack_program(const kernel& k) const override;
  std::unique_ptr<step_source> math_program(const kernel& k) const override;
  void expected(const kernel_options& o, const std::vector<const operand_tiles*>& operands, uint32_t row, uint32_t tile_col,
                uint32_t rows, double* out) const override;

 protected:
  // What must come out of each datum of the operands; b: null, with one operand.
  virtual void combine(const float* a, const float* b, uint32_t count, double* out) const = 0;
  // Instructions of the matrix unit: one for each 8x16 datums and fidelity phase.
  static double instructions(const kernel& k);
};

// Faces that a MOP computes: those that share SrcB's clearing; one, if it loops over fidelity phases.
uint32_t faces_a_mop(const kernel& k);

}  // namespace tensix
