// transpose: unpacker 0 turns each face round and brings them in the order 0, 2, 1, 3; the tiles of the operand come column by
// column. No SystemC.
#include "testbench/kernels/copy_kernel.h"

namespace tensix {
namespace {

class transpose_kernel final : public copy_kernel {
 public:
  constexpr transpose_kernel()
      : copy_kernel({"transpose", "first operand (NxM) with rows as columns", 1, false, false, false, fidelity_loop::usual}) {}

  tile_grid operand(const kernel_options& o, unsigned) const override { return {o.n, o.m}; }
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
