// SPDX-License-Identifier: Apache-2.0
#include "workload/tensors/operand.h"

#include <algorithm>
#include <cstring>

namespace tensix {

void operand::piece(uint32_t row, uint32_t tile_col, float* values, bool raw) const {
  const uint32_t col = tile_col * tile_dim;
  const uint32_t count = row < rows_ && col < cols_ ? std::min(tile_dim, cols_ - col) : 0;
  const uint64_t first = uint64_t{row} * cols_ + col;
  if (count && tensor_) std::memcpy(values, &tensor_->data[first], count * sizeof(float));
  else if (count) values_.make(first, count, values);
  if (integers() && !raw)
    for (uint32_t i = 0; i < count; ++i) {
      int32_t integer;
      std::memcpy(&integer, &values[i], sizeof integer);
      values[i] = static_cast<float>(integer);
    }
  if (count && scale_ != 1)
    for (uint32_t i = 0; i < count; ++i) values[i] *= scale_;
  const bool positive = range_ == value_range::not_negative || range_ == value_range::positive;
  const bool no_zero = range_ == value_range::not_zero || range_ == value_range::positive;
  for (uint32_t i = 0; range_ != value_range::any && i < count; ++i) {
    if (positive && values[i] < 0) values[i] = -values[i];
    if (no_zero && values[i] == 0) values[i] = 1;
  }
  if (count < tile_dim) std::fill(values + count, values + tile_dim, 0.0f);
}

operand_tiles::operand_tiles(const operand& matrix, tile_format format, uint64_t kept)
    : matrix_(matrix),
      format_(format),
      grid_(matrix.rows(), matrix.cols()),
      tile_bytes_(tensix::tile_bytes(format)),
      bytes_(std::min(kept, grid_.tiles()) * tile_bytes_),
      number_(std::min(kept, grid_.tiles())) {}

const uint8_t* operand_tiles::bytes(uint64_t tile) {
  const uint64_t place = tile % number_.size();
  uint8_t* const at = &bytes_[place * tile_bytes_];
  if (number_[place] != tile + 1) encode(tile, at);
  number_[place] = tile + 1;
  return at;
}

void operand_tiles::encode_all() {
  for (uint64_t tile = 0; tile < number_.size(); ++tile) bytes(tile);
}

void operand_tiles::rows(uint32_t row, uint32_t tile_col, uint32_t count, float* values) const {
  const uint64_t tile = uint64_t{row / tile_dim} * grid_.tile_cols + tile_col, place = tile % number_.size();
  const bool here = number_[place] == tile + 1;
  if (count == 1) {
    if (here) return decode_tile_row(&bytes_[place * tile_bytes_], format_, row % tile_dim, values);
    matrix_.piece(row, tile_col, values);
    return quantize_row(format_, values);
  }
  if (here) return decode_tile(&bytes_[place * tile_bytes_], format_, values);
  uint8_t bytes[tile_datums * sizeof(float)];
  encode(tile, bytes);
  decode_tile(bytes, format_, values);
}

void operand_tiles::encode(uint64_t tile, uint8_t* bytes) const {
  const uint32_t row = static_cast<uint32_t>(tile / grid_.tile_cols) * tile_dim;
  const uint32_t col = static_cast<uint32_t>(tile % grid_.tile_cols);
  float values[tile_datums];
  for (uint32_t r = 0; r < tile_dim; ++r) matrix_.piece(row + r, col, values + r * tile_dim, true);
  if (matrix_.integers()) encode_integers(values, format_, bytes);
  else encode_tile(values, format_, bytes);
}

}  // namespace tensix
