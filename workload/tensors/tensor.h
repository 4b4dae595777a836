// SPDX-License-Identifier: Apache-2.0
// Tensors of the testbench: plain row-major float matrices, test data, double-precision references and accuracy. No SystemC.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "workload/tensors/accuracy.h"

namespace tensix {

// rows x cols, row-major.
struct tensor {
  uint32_t rows = 0, cols = 0;
  std::vector<float> data;
  bool integers = false;  // `data` are the bits of int32_t: for formats of integers, of which FP32 has 24 bits only

  tensor() = default;
  tensor(uint32_t rows_, uint32_t cols_) : rows(rows_), cols(cols_), data(static_cast<size_t>(rows_) * cols_) {}
  float& at(uint32_t r, uint32_t c) { return data[static_cast<size_t>(r) * cols + c]; }
  float at(uint32_t r, uint32_t c) const { return data[static_cast<size_t>(r) * cols + c]; }
};

// Test data (test_values.h).
tensor make_test_tensor(uint32_t rows, uint32_t cols, uint64_t seed, unsigned significant_bits = 8);

// Which part of the second operand an element-wise operation repeats: a 1xN row, an Mx1 column, a 1x1 scalar.
enum class broadcast : uint8_t { none, row, column, scalar };
enum class elementwise : uint8_t { add, sub, mul };

// References in double precision (held as double, not rounded to float).
struct reference {
  uint32_t rows = 0, cols = 0;
  std::vector<double> data;
};
reference reference_copy(const tensor& a);
// Shapes as `broadcast` says; throws std::invalid_argument otherwise.
reference reference_elementwise(elementwise how, const tensor& a, const tensor& b, broadcast repeat);
// a: m x k, b: k x n.
reference reference_matmul(const tensor& a, const tensor& b);

// Throws std::invalid_argument if the shapes differ.
accuracy compare(const tensor& result, const reference& expected);

}  // namespace tensix
