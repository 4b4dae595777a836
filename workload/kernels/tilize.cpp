// SPDX-License-Identifier: Apache-2.0
// tilize: the operand lies in L1 row by row, 32 rows of all its columns after the other. Unpacker 0 takes 32 datums of each row,
// the packer puts their halves into faces (four independent packers one face each, every other row). (As on Blackhole: the unpacker's own way is for 8-bit datums.) No SystemC.
#include <stdexcept>

#include "workload/kernels/copy_kernel.h"

namespace tensix {
namespace {

class tilize_kernel final : public copy_kernel {
 public:
  constexpr tilize_kernel()
      : copy_kernel({"tilize", "first operand, of which whole rows lie in L1", 1, false, false, /*straight_to_dst*/ true,
                     fidelity_loop::usual}) {}

  void check(const kernel_options& o) const override {
    if (datum_bits(hardware_format(o.format)) < 16)
      throw std::invalid_argument(std::string("tilize of ") + tensix::name(o.format) +
                                  ": rows of datums of 16 or 32 bits are unpacked; use bf16, fp16, fp32 or tf32");
    if (o.topology == packer_topology::read_interfaces && o.read_interfaces != 4)
      throw std::invalid_argument(
          "tilize packs every other row of Dst with two of a packer's four read interfaces: use packer.read_interfaces=4, or "
          "independent packers (packer.topology)");
  }
  void cut(const kernel_options& o, uint32_t limit, kernel_plan& plan) const override {
    copy_kernel::cut(o, limit, plan);
    plan.tilize = true;
    plan.batch_steps = tile_grid(o.m, o.n).tile_cols;
  }
  buffer_layout layout(const kernel_options& o, const kernel_plan& plan, unsigned i) const override {
    buffer_layout all = copy_kernel::layout(o, plan, i);
    if (i == 0) all.side_by_side = all.grid.tile_cols, all.row_major = true;
    return all;
  }
};

}  // namespace

const kernel_description& kernels::tilize() {
  static const tilize_kernel kernel;
  return kernel;
}

}  // namespace tensix
