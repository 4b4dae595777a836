// SPDX-License-Identifier: Apache-2.0
// untilize: the result lies in L1 row by row, 32 rows of all its columns after the other. The packer takes a row of a tile's left
// and right face together, tile by tile, and goes on to where the next row lies; rows of Dst lie so that two can be read at once.
// (As on Blackhole: its unpackers do not untilize.) Four independent packers take eight rows each, face by face. No SystemC.
#include <algorithm>
#include <stdexcept>

#include "workload/kernels/copy_kernel.h"

namespace tensix {
namespace {

class untilize_kernel final : public copy_kernel {
 public:
  constexpr untilize_kernel()
      : copy_kernel({"untilize", "first operand, as whole rows in L1", 1, false, false, /*straight_to_dst*/ true,
                     fidelity_loop::usual}) {}

  void check(const kernel_options& o) const override {
    const data_format out = hardware_format(o.output_format);
    if (is_block_format(out) || datum_bits(out) < 16)
      throw std::invalid_argument(std::string("untilize to ") + tensix::name(o.output_format) +
                                  ": rows of datums of 16 or 32 bits are packed; use --out-format bf16, fp16, fp32, tf32 or "
                                  "int32 (from integers)");
  }
  void cut(const kernel_options& o, uint32_t limit, kernel_plan& plan) const override {
    // Blocks of tiles side by side, none of which goes beyond the end of a row.
    while (tile_grid(o.m, o.n).tile_cols % limit != 0) --limit;
    copy_kernel::cut(o, limit, plan);
    plan.untilize = true;
    plan.whole_rows = o.topology == packer_topology::read_interfaces && o.read_interfaces > 1;
  }
  buffer_layout layout(const kernel_options& o, const kernel_plan& plan, unsigned i) const override {
    buffer_layout all = copy_kernel::layout(o, plan, i);
    if (i == operands()) all.side_by_side = all.grid.tile_cols, all.row_major = true;
    return all;
  }
};

}  // namespace

const kernel_description& kernels::untilize() {
  static const untilize_kernel kernel;
  return kernel;
}

}  // namespace tensix
