// SPDX-License-Identifier: Apache-2.0
// An operand of a kernel: a matrix, in memory or of test data that are made when they are wanted; and its tiles as they are in L1.
// No SystemC.
#pragma once
#include <cstdint>
#include <vector>

#include "workload/tensors/tensor.h"
#include "workload/tensors/test_values.h"
#include "workload/tensors/tile_layout.h"

namespace tensix {

// Of test data: as they come; their magnitudes; those, with ones for zeros; as they come, with ones for zeros.
enum class value_range : uint8_t { any, not_negative, positive, not_zero };

class operand {
 public:
  explicit operand(const tensor& t) : rows_(t.rows), cols_(t.cols), tensor_(&t) {}  // which must outlive it
  // Test data, times `scale` (which makes integers of them).
  operand(uint32_t rows, uint32_t cols, const test_values& values, float scale = 1, value_range range = value_range::any)
      : rows_(rows), cols_(cols), values_(values), scale_(scale), range_(range) {}

  uint32_t rows() const { return rows_; }
  uint32_t cols() const { return cols_; }
  // Row `row` of 32 columns, zeros outside of the matrix. `raw`: of a tensor of integers their bits.
  void piece(uint32_t row, uint32_t tile_col, float* values, bool raw = false) const;
  bool integers() const { return tensor_ && tensor_->integers; }

 private:
  uint32_t rows_, cols_;
  const tensor* tensor_ = nullptr;
  test_values values_{0};
  float scale_ = 1;
  value_range range_ = value_range::any;
};

// A tile is encoded when somebody wants it. The last ones are kept, for whoever wants them again.
class operand_tiles {
 public:
  // `kept`: how many are kept at least; all, if there are no more.
  operand_tiles(const operand& matrix, tile_format format, uint64_t kept);

  const tile_grid& grid() const { return grid_; }
  tile_format format() const { return format_; }
  // Tile number row * tile_cols + col. The bytes stay until `kept` other tiles were asked for.
  const uint8_t* bytes(uint64_t tile);
  void encode_all();  // of those that are kept, for an operand that will be gone
  // 32 columns of `count` rows from `row` on, as they are in L1: a whole tile, or one row.
  void rows(uint32_t row, uint32_t tile_col, uint32_t count, float* values) const;

 private:
  operand matrix_;
  tile_format format_;
  tile_grid grid_;
  uint32_t tile_bytes_;
  std::vector<uint8_t> bytes_;    // of the kept ones: tile n in place n % kept
  std::vector<uint64_t> number_;  // of the tile in that place, plus one; 0: none
  void encode(uint64_t tile, uint8_t* bytes) const;
};

}  // namespace tensix
