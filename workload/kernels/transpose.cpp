// SPDX-License-Identifier: Apache-2.0
// transpose: unpacker 0 turns each face round and brings them in the order 0, 2, 1, 3; the tiles of the operand come column by
// column. 32-bit datums of a 32-bit Dst it brings there, where the matrix unit turns the faces. No SystemC.
#include "workload/kernels/address_modifiers.h"
#include "workload/kernels/copy_kernel.h"
#include "workload/kernels/turn_in_dst.h"

namespace tensix {
namespace {

class transpose_kernel final : public copy_kernel {
 public:
  constexpr transpose_kernel()
      : copy_kernel({"transpose", "first operand (NxM) with rows as columns", 1, false, false, /*straight_to_dst*/ true,
                     fidelity_loop::usual}) {}

  tile_grid operand(const kernel_options& o, unsigned) const override { return {o.n, o.m}; }
  void program_math_mop(step_builder& s, const kernel& k) const override {
    if (!k.plan().turns_in_dst()) return copy_kernel::program_math_mop(s, k);
    set(s, turning::stay, {});
    constexpr turning::face_words face = turning::face();
    s.push(word::replay(0, face.size, true));
    for (const uint32_t w : face.word) s.push(w);
    mop_program m;
    m.inner = 4;
    m.op = word::replay(0, face.size, false);
    s.mop(m);
  }
  matrix_work work(const kernel& k) const override {
    matrix_work w = copy_kernel::work(k);
    if (!k.plan().turns_in_dst()) return w;
    constexpr double words = 4 * turning::face_words::size;
    return {w.unit, w.amount, tile_datums / words, words * static_cast<double>(k.plan().tiles)};
  }
  void cut(const kernel_options& o, uint32_t limit, kernel_plan& plan) const override {
    copy_kernel::cut(o, limit, plan);
    plan.transpose = true;
  }
  buffer_layout layout(const kernel_options& o, const kernel_plan& plan, unsigned i) const override {
    if (i == operands()) return copy_kernel::layout(o, plan, i);
    const tile_grid in = operand(o, 0);
    return {in, {{in.tile_rows, in.tile_cols, 1, 1, 1}, {in.tile_cols, 1, 0, 0, 0}}};
  }
  void expected(const kernel_options&, const std::vector<const operand_tiles*>& operands, uint32_t row, uint32_t tile_col,
                uint32_t rows, double* out) const override {
    float tile[tile_datums];
    operands[0]->rows(tile_col * tile_dim, row / tile_dim, tile_dim, tile);
    for (uint32_t r = 0; r < rows; ++r)
      for (uint32_t c = 0; c < tile_dim; ++c) out[r * tile_dim + c] = tile[c * tile_dim + row % tile_dim + r];
  }
};

}  // namespace

const kernel_description& kernels::transpose() {
  static const transpose_kernel kernel;
  return kernel;
}

}  // namespace tensix
