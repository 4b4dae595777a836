// SPDX-License-Identifier: Apache-2.0
#include "workload/tensors/tensor.h"

#include <stdexcept>

#include "workload/tensors/test_values.h"

namespace tensix {
namespace {

std::string shape(uint32_t rows, uint32_t cols) { return std::to_string(rows) + "x" + std::to_string(cols); }

}  // namespace

tensor make_test_tensor(uint32_t rows, uint32_t cols, uint64_t seed, unsigned significant_bits) {
  const test_values values(seed, significant_bits);
  tensor t(rows, cols);
  for (uint32_t r = 0; r < rows; ++r) values.make(uint64_t{r} * cols, cols, &t.data[static_cast<size_t>(r) * cols]);
  return t;
}

reference reference_copy(const tensor& a) { return {a.rows, a.cols, std::vector<double>(a.data.begin(), a.data.end())}; }

reference reference_elementwise(elementwise how, const tensor& a, const tensor& b, broadcast repeat) {
  const uint32_t rows = repeat == broadcast::row || repeat == broadcast::scalar ? 1 : a.rows;
  const uint32_t cols = repeat == broadcast::column || repeat == broadcast::scalar ? 1 : a.cols;
  if (b.rows != rows || b.cols != cols)
    throw std::invalid_argument("second operand is " + shape(b.rows, b.cols) + ", must be " + shape(rows, cols));
  reference out{a.rows, a.cols, std::vector<double>(a.data.size())};
  for (uint32_t r = 0; r < a.rows; ++r)
    for (uint32_t c = 0; c < a.cols; ++c) {
      const double x = a.at(r, c), y = b.at(rows == 1 ? 0 : r, cols == 1 ? 0 : c);
      out.data[static_cast<size_t>(r) * a.cols + c] = how == elementwise::add ? x + y : how == elementwise::sub ? x - y : x * y;
    }
  return out;
}

reference reference_matmul(const tensor& a, const tensor& b) {
  if (a.cols != b.rows)
    throw std::invalid_argument("cannot multiply " + shape(a.rows, a.cols) + " by " + shape(b.rows, b.cols) +
                                ": the columns of the first must be the rows of the second");
  reference out{a.rows, b.cols, std::vector<double>(static_cast<size_t>(a.rows) * b.cols)};
  const std::vector<double> wide(b.data.begin(), b.data.end());  // converted once, not in the innermost loop
  for (uint32_t r = 0; r < a.rows; ++r) {
    double* row = &out.data[static_cast<size_t>(r) * b.cols];
    const auto y = [&](uint32_t k) { return &wide[static_cast<size_t>(k) * b.cols]; };
    uint32_t k = 0;
    for (; k + 4 <= a.cols; k += 4) {  // four at a time, summed in the same order: a quarter of the loads and stores
      const double x0 = a.at(r, k), x1 = a.at(r, k + 1), x2 = a.at(r, k + 2), x3 = a.at(r, k + 3);
      const double *y0 = y(k), *y1 = y(k + 1), *y2 = y(k + 2), *y3 = y(k + 3);
      for (uint32_t c = 0; c < b.cols; ++c) row[c] = row[c] + x0 * y0[c] + x1 * y1[c] + x2 * y2[c] + x3 * y3[c];
    }
    for (; k < a.cols; ++k)
      for (uint32_t c = 0; c < b.cols; ++c) row[c] += double{a.at(r, k)} * y(k)[c];
  }
  return out;
}

accuracy compare(const tensor& result, const reference& expected) {
  if (result.rows != expected.rows || result.cols != expected.cols)
    throw std::invalid_argument("result is " + shape(result.rows, result.cols) + ", reference " +
                                shape(expected.rows, expected.cols));
  accuracy_sums sums;
  sums.first(result.data.data(), expected.data.data(), result.data.size());
  sums.begin_second();
  sums.second(result.data.data(), expected.data.data(), result.data.size());
  return sums.finish();
}

}  // namespace tensix
