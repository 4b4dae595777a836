// SPDX-License-Identifier: Apache-2.0
#include "workload/kernels/kernel_function.h"

#include <algorithm>
#include <stdexcept>

namespace tensix {
kernel::kernel(const kernel_options& options) : options_(options) {
  const kernel_options& o = options_;
  if (o.m == 0 || o.n == 0 || (o.kernel->inner_dimension() && o.k == 0))
    throw std::invalid_argument("a dimension is 0: every dimension of the operands must be at least 1");
  if (o.repeat != broadcast::none && !o.kernel->broadcasts())
    throw std::invalid_argument(std::string(o.kernel->name()) + " has no operand to broadcast: only " +
                                kernels_that(&kernel_description::broadcasts) + " take broadcast " + name(o.repeat));
  if (o.l1_bytes % 16 != 0)
    throw std::invalid_argument("L1 of " + std::to_string(o.l1_bytes) + " bytes: the size must be a multiple of 16");
  if (o.sync == dst_sync::full && o.dst_rows > dst_rows)
    throw std::invalid_argument("dst-sync full with " + std::to_string(o.dst_rows) +
                                " rows of Dst (dst.rows): a block lies in one page of " + std::to_string(dst_rows) +
                                " rows; use --dst-sync half, whose two halves are a page each");
  check_inner_options();
  check_placement();
  if (o.kernel->has_constant()) options_.second_format = constant_format(o);
  plan_.two_operands = o.inputs() > 1;
  if (o.kernel->has_phases()) plan_.phases = (static_cast<uint32_t>(o.fidelity) + o.phases_at_once - 1) / o.phases_at_once;
  choose_loop();
  const auto works = [&o](isolated_stage s) { return o.isolate == isolated_stage::none || o.isolate == s; };
  plan_.unpacks = works(isolated_stage::unpack);
  plan_.computes = works(isolated_stage::math);
  plan_.packs = works(isolated_stage::pack);
  choose_formats();
  const kernel_plan uncut = plan_;
  const auto lay_out = [&](uint32_t tiles) {
    options_.buffer_tiles = tiles;
    plan_ = uncut;
    inputs_.clear();
    output_ = {};
    cut_into_blocks();
    return place_buffers();
  };
  if (lay_out(options.buffer_tiles)) return;
  uint32_t fits = 0, too_many = options.buffer_tiles ? options.buffer_tiles : 64;
  while (too_many - fits > 1) {
    const uint32_t middle = fits + (too_many - fits) / 2;
    (lay_out(middle) ? fits : too_many) = middle;
  }
  // By default each buffer holds two rounds of the loop; a small L1 gets what fits.
  if (fits > 0 && !options.buffer_tiles && lay_out(fits)) return;
  throw std::invalid_argument(
      "the circular buffers need more than the " + std::to_string(options.l1_bytes) + " bytes of L1" +
      (fits ? ": at most --l1-tiles " + std::to_string(fits) + " fits" : ", however few tiles they hold"));
}

void kernel::check_inner_options() const {
  const kernel_options& o = options_;
  const bool any = o.subblock_rows || o.block_k || o.l1_acc || o.partials_format || o.spill_all || o.bias ||
                   o.reuse != operand_reuse::chosen;
  if (any && !o.kernel->inner_dimension())
    throw std::invalid_argument(
        std::string(o.kernel->name()) +
        " has no inner dimension: sub-block, block-k, l1-acc, partials, spill-all, bias and reuse are for " +
        kernels_that(&kernel_description::inner_dimension));
}

void kernel::choose_loop() {
  const kernel_options& o = options_;
  if (o.loop != fidelity_loop::usual && !o.kernel->has_phases())
    throw std::invalid_argument(std::string(o.kernel->name()) + " has no fidelity phases: only " +
                                kernels_that(&kernel_description::has_phases) + " have a loop over them to place");
  plan_.loop = o.loop != fidelity_loop::usual ? o.loop : o.kernel->usual_loop();
  o.kernel->check(o);
}

void kernel::cut_into_blocks() {
  const kernel_options& o = options_;
  plan_.dst_sections = o.sync == dst_sync::full ? 1 : o.dst_sections;
  plan_.section_rows = o.dst_rows / plan_.dst_sections;
  plan_.dst_tiles = plan_.section_rows / (o.fp32_dest ? 128 : 64);
  plan_.tiles = o.kernel->output_grid(o).tiles();
  o.kernel->cut(o, o.buffer_tiles ? std::min(plan_.dst_tiles, o.buffer_tiles) : plan_.dst_tiles, plan_);
}

std::unique_ptr<step_source> kernel::program(unsigned core) const {
  switch (core) {
    case 0: return description().unpack_program(*this);
    case 1: return description().math_program(*this);
    case 2: return make_pack_program(*this);
    default: return nullptr;
  }
}

void kernel::expected(const std::vector<const operand_tiles*>& operands, uint32_t row, uint32_t tile_col, uint32_t rows,
                      double* out) const {
  description().expected(options_, operands, row, tile_col, rows, out);
  if (options_.relu)
    for (uint32_t i = 0; i < rows * tile_dim; ++i) out[i] = out[i] > 0 ? out[i] : 0;
}

reference kernel::expected(const std::vector<const tensor*>& tensors) const {
  if (tensors.size() != inputs_.size())
    throw std::invalid_argument(std::string(description().name()) + " takes " + std::to_string(inputs_.size()) + " tensors, " +
                                std::to_string(tensors.size()) + " were given");
  std::vector<operand_tiles> tiles;
  for (const tensor* t : tensors) {
    const auto i = static_cast<unsigned>(tiles.size());
    tiles.emplace_back(operand(*t), options_.input_format(i), inputs_[i].grid.tiles());
  }
  std::vector<const operand_tiles*> operands;
  for (size_t i = 0; i < tiles.size(); ++i) {
    inputs_[i].check_shape(i, tensors[i]->rows, tensors[i]->cols);
    tiles[i].encode_all();
    operands.push_back(&tiles[i]);
  }
  const uint32_t m = output_.grid.rows, n = output_.grid.cols;
  reference out{m, n, std::vector<double>(static_cast<size_t>(m) * n)};
  double values[tile_datums];
  for (uint32_t row = 0; row < m; row += tile_dim)
    for (uint32_t col = 0; col < n; col += tile_dim) {
      expected(operands, row, col / tile_dim, tile_dim, values);
      for (uint32_t r = 0; r < std::min(tile_dim, m - row); ++r)
        std::copy_n(values + r * tile_dim, std::min(tile_dim, n - col), &out.data[static_cast<size_t>(row + r) * n + col]);
    }
  return out;
}

}  // namespace tensix
