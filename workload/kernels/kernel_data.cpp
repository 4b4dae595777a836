// SPDX-License-Identifier: Apache-2.0
#include "workload/kernels/kernel_data.h"

#include <algorithm>
#include <cstring>

#include "workload/tensors/host_clones.h"
#include "workload/tensors/npy.h"

namespace tensix {
namespace {

// The largest finite magnitude: as integers they have the same order.
TENSIX_HOST_CLONES
float largest(const float* values, uint32_t count) {
  int32_t high = 0;
  for (uint32_t i = 0; i < count; ++i) {
    int32_t word;
    std::memcpy(&word, values + i, sizeof word);
    const int32_t magnitude = word & 0x7fffffff, finite = magnitude < 0x7f800000 ? magnitude : 0;
    high = std::max(high, finite);
  }
  float value;
  std::memcpy(&value, &high, sizeof value);
  return value;
}

}  // namespace

kernel_data::kernel_data(const kernel& k, const std::vector<operand>& operands, bool result_wanted, size_t room)
    : kernel_(k),
      grid_(k.output().grid),
      format_(k.output().format),
      result_wanted_(result_wanted),
      most_reference_bytes_(k.description().inner_dimension() ? std::numeric_limits<size_t>::max() : room),
      kept_(grid_.tiles()) {
  for (const operand& o : operands)
    inputs_.emplace_back(o, k.options().input_format(static_cast<unsigned>(inputs_.size())), tiles_to_keep());
  for (const operand_tiles& i : inputs_) operands_.push_back(&i);
}

// Input tiles: until the output that they make is taken.
uint64_t kernel_data::tiles_to_keep() const {
  if (kernel_.description().inner_dimension()) return std::numeric_limits<uint64_t>::max();
  uint64_t on_their_way = 2 * kernel_.plan().dst_tiles + kernel_.output().capacity + kernel_.output().row_tiles;
  for (const circular_buffer_plan& p : kernel_.inputs()) on_their_way += p.capacity;
  return on_their_way * kernel_.plan().kt;
}

circular_buffer_feed kernel_data::feed(uint8_t* l1) {
  std::vector<operand_tiles*> inputs;
  for (operand_tiles& i : inputs_) inputs.push_back(&i);
  const bool computes = kernel_.options().isolate == isolated_stage::none;
  return {kernel_.inputs(), kernel_.output(), inputs,
          [this, computes](uint64_t tile, const uint8_t* bytes) {
            if (computes) take(tile, bytes);
          },
          l1};
}

bool kernel_data::equal(const float* result, const double* reference, uint32_t rows, uint32_t cols) {
  // Several whole rows at once; the first ones tell most results that are not equal.
  const uint32_t step = cols == tile_dim ? 8 : 1;
  const auto each_piece = [&](auto&& use) {
    for (uint32_t r = 0; r < rows; r += step)
      if (!use(r * tile_dim, std::min(step, rows - r) * cols)) return false;
    return true;
  };
  if (!each_piece([&](uint32_t at, uint32_t n) { return are_equal(result + at, reference + at, n); })) return false;
  return each_piece([&](uint32_t at, uint32_t n) {
    max_abs_reference_ = std::max(max_abs_reference_, largest(result + at, n));
    return true;
  });
}

void kernel_data::take(uint64_t tile, const uint8_t* bytes) {
  const uint32_t row = static_cast<uint32_t>(tile / grid_.tile_cols) * tile_dim;
  const uint32_t tile_col = static_cast<uint32_t>(tile % grid_.tile_cols);
  float result[tile_datums];
  double reference[tile_datums];
  decode_tile(bytes, format_, result);
  kernel_.expected(operands_, row, tile_col, tile_dim, reference);
  const bool same =
      equal(result, reference, std::min(tile_dim, grid_.rows - row), std::min(tile_dim, grid_.cols - tile_col * tile_dim));
  differs_ |= !same;
  if (same && !result_wanted_) return;
  auto& kept = kept_[tile] = std::make_unique<kept_tile>();
  kept->bytes.assign(bytes, bytes + tile_bytes(format_));
  kept->equal = same;
  if (!same) keep_reference(*kept, reference);
}

void kernel_data::keep_reference(kept_tile& tile, const double* reference) {
  float narrow[tile_datums];
  std::copy_n(reference, tile_datums, narrow);
  const bool exact = are_equal(narrow, reference, tile_datums);
  const size_t bytes = tile_datums * (exact ? sizeof(float) : sizeof(double));
  if (bytes > most_reference_bytes_ - reference_bytes_) return;
  reference_bytes_ += bytes;
  if (exact) tile.narrow.assign(narrow, narrow + tile_datums);
  else tile.wide.assign(reference, reference + tile_datums);
}

// Row by row, 32 columns at most: u(result, reference, columns). What is not kept is equal to the reference.
template <class use>
void kernel_data::each_piece(use&& u) const {
  float result[tile_dim];
  double reference[tile_dim];
  for (uint32_t row = 0; row < grid_.rows; ++row)
    for (uint32_t tile_col = 0; tile_col < grid_.tile_cols; ++tile_col) {
      const kept_tile* kept = kept_[uint64_t{row / tile_dim} * grid_.tile_cols + tile_col].get();
      const uint32_t at = row % tile_dim * tile_dim;
      const double* y = reference;
      if (kept) decode_tile_row(kept->bytes.data(), format_, row % tile_dim, result);
      if (kept && kept->equal) std::copy_n(result, tile_dim, reference);
      else if (kept && !kept->narrow.empty()) std::copy_n(&kept->narrow[at], tile_dim, reference);
      else if (kept && !kept->wide.empty()) y = &kept->wide[at];
      else kernel_.expected(operands_, row, tile_col, 1, reference);
      if (!kept) std::copy_n(reference, tile_dim, result);
      u(result, y, std::min(tile_dim, grid_.cols - tile_col * tile_dim));
    }
}

accuracy kernel_data::finish() const {
  accuracy_sums sums;
  if (!differs_) {
    accuracy a;
    a.max_abs_reference = max_abs_reference_;
    return a;
  }
  each_piece([&](const float* x, const double* y, uint32_t n) { sums.first(x, y, n); });
  sums.begin_second();
  each_piece([&](const float* x, const double* y, uint32_t n) { sums.second(x, y, n); });
  return sums.finish();
}

void kernel_data::write(const std::string& file) const {
  npy_file out(file, grid_.rows, grid_.cols, is_integer(format_) ? "<i4" : nullptr);
  const auto decode_row = is_integer(format_) ? decode_integer_row : decode_tile_row;
  std::vector<float> row(size_t{grid_.tile_cols} * tile_dim);
  for (uint32_t r = 0; r < grid_.rows; ++r) {
    for (uint32_t tile_col = 0; tile_col < grid_.tile_cols; ++tile_col) {
      float* const datums = &row[size_t{tile_col} * tile_dim];
      if (const auto& kept = kept_[uint64_t{r / tile_dim} * grid_.tile_cols + tile_col])
        decode_row(kept->bytes.data(), format_, r % tile_dim, datums);
      else std::fill_n(datums, tile_dim, missing_datum(format_));
    }
    out.write(row.data(), grid_.cols);
  }
  out.keep();
}

}  // namespace tensix
