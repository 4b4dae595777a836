#include "testbench/tensors/tensor.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace tensix {
namespace {

uint64_t hash(uint64_t x) {  // a 64-bit finaliser: every input bit reaches every output bit
  x += 0x9e3779b97f4a7c15ull;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}

std::string shape(uint32_t rows, uint32_t cols) { return std::to_string(rows) + "x" + std::to_string(cols); }

}  // namespace

tensor make_test_tensor(uint32_t rows, uint32_t cols, uint64_t seed, unsigned significant_bits) {
  if (significant_bits < 1 || significant_bits > 24)
    throw std::invalid_argument("significant_bits = " + std::to_string(significant_bits) + " is not in 1..24");
  tensor t(rows, cols);
  const uint64_t base = hash(seed);
  const uint32_t one = 1u << (significant_bits - 1);  // of the significand
  float scales[5];                                    // 2^-3 .. 2^1, of a significand as an integer
  for (int e = 0; e < 5; ++e) scales[e] = static_cast<float>(1u << e) / static_cast<float>(8u * one);
  for (size_t i = 0; i < t.data.size(); ++i) {
    const uint64_t h = hash(base + i);
    if ((h >> 59) == 0) continue;
    // one + fraction < 2^24, scaled by a power of two: exact.
    const float significand = static_cast<float>(one + (static_cast<uint32_t>(h) & (one - 1)));
    const float value = significand * scales[(h >> 32) % 5];
    t.data[i] = (h >> 40) & 1 ? -value : value;
  }
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
  accuracy a;
  const size_t n = result.data.size();
  size_t finite = 0;
  double mean_x = 0, mean_y = 0;
  for (size_t i = 0; i < n; ++i) {
    const double x = result.data[i], y = expected.data[i];
    if (!std::isfinite(x) && (x == y || (std::isnan(x) && std::isnan(y))))
      continue;  // the same NaN or infinity: right, and of no meaning to the rest
    ++finite;
    if (x != y) {
      const double error = std::fabs(x - y);
      a.max_abs_error = std::isfinite(error) ? std::max(a.max_abs_error, error) : std::numeric_limits<double>::infinity();
    }
    if (std::isfinite(y)) a.max_abs_reference = std::max(a.max_abs_reference, std::fabs(y));
    mean_x += x;
    mean_y += y;
  }
  if (finite == 0) return a;
  mean_x /= static_cast<double>(finite);
  mean_y /= static_cast<double>(finite);
  double xx = 0, yy = 0, xy = 0;
  for (size_t i = 0; i < n; ++i) {
    if (!std::isfinite(result.data[i]) && !std::isfinite(expected.data[i])) continue;  // (if only one is, the PCC is 0)
    const double x = result.data[i] - mean_x, y = expected.data[i] - mean_y;
    xx += x * x;
    yy += y * y;
    xy += x * y;
  }
  if (xx == 0 || yy == 0) a.pcc = xx == yy ? 1 : 0;
  else a.pcc = xy / std::sqrt(xx * yy);
  if (!std::isfinite(a.pcc)) a.pcc = 0;
  return a;
}

}  // namespace tensix
