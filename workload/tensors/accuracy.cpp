// SPDX-License-Identifier: Apache-2.0
#include "workload/tensors/accuracy.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "workload/tensors/host_clones.h"

namespace tensix {
namespace {

// Two values at once. Sums are pairs of result and reference: the two do not meet.
using pair = double __attribute__((vector_size(16)));
using narrow_pair = float __attribute__((vector_size(8)));

inline pair pair_of(const float* p) {
  narrow_pair v;
  std::memcpy(&v, p, sizeof v);
  return __builtin_convertvector(v, pair);
}
inline pair pair_of(const double* p) {
  pair v;
  std::memcpy(&v, p, sizeof v);
  return v;
}
inline double largest_of(pair high, pair low) { return std::max({high[0], high[1], -low[0], -low[1], 0.0}); }

constexpr size_t piece = 32;

}  // namespace

void accuracy_sums::first(const float* result, const double* reference, size_t count) {
  for (size_t n; count > 0; result += n, reference += n, count -= n) {
    n = std::min(count, piece);
    if (n % 2 != 0) {
      first_with_others(result, reference, n);
      continue;
    }
    pair high = {0, 0}, low = {0, 0}, high_error = {0, 0}, low_error = {0, 0}, sums = {mean_[0], mean_[1]};
    pair nothing = {0, 0};  // NaN, if there is a NaN or an infinity
    for (size_t i = 0; i < n; i += 2) {
      const pair x = pair_of(result + i), y = pair_of(reference + i), error = x - y;
      nothing += error - error;
      high_error = high_error > error ? high_error : error;
      low_error = low_error < error ? low_error : error;
      high = high > y ? high : y;
      low = low < y ? low : y;
      sums += pair{x[0], y[0]};
      sums += pair{x[1], y[1]};
    }
    if (!(nothing[0] == 0 && nothing[1] == 0)) {
      first_with_others(result, reference, n);
      continue;
    }
    found_.max_abs_error = std::max(found_.max_abs_error, largest_of(high_error, low_error));
    found_.max_abs_reference = std::max(found_.max_abs_reference, largest_of(high, low));
    mean_[0] = sums[0], mean_[1] = sums[1];
    finite_ += n;
  }
}

void accuracy_sums::first_with_others(const float* result, const double* reference, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    const double x = result[i], y = reference[i];
    all_finite_ &= std::isfinite(x) && std::isfinite(y);
    if (!std::isfinite(x) && (x == y || (std::isnan(x) && std::isnan(y))))
      continue;  // the same NaN or infinity: right, and of no meaning to the rest
    ++finite_;
    if (x != y) {
      const double error = std::fabs(x - y);
      found_.max_abs_error =
          std::isfinite(error) ? std::max(found_.max_abs_error, error) : std::numeric_limits<double>::infinity();
    }
    if (std::isfinite(y)) found_.max_abs_reference = std::max(found_.max_abs_reference, std::fabs(y));
    mean_[0] += x;
    mean_[1] += y;
  }
}

void accuracy_sums::begin_second() {
  if (finite_ == 0) return;
  for (double& m : mean_) m /= static_cast<double>(finite_);
}

void accuracy_sums::second(const float* result, const double* reference, size_t count) {
  if (finite_ == 0) return;
  const pair mean = {mean_[0], mean_[1]};
  pair squares = {squares_[0], squares_[1]};
  double products = products_;
  size_t i = 0;
  for (; all_finite_ && i + 2 <= count; i += 2) {
    const pair x = pair_of(result + i) - mean[0], y = pair_of(reference + i) - mean[1];
    const pair xx = x * x, yy = y * y, xy = x * y;
    squares += pair{xx[0], yy[0]};
    squares += pair{xx[1], yy[1]};
    products += xy[0];
    products += xy[1];
  }
  for (; i < count; ++i) {
    if (!std::isfinite(result[i]) && !std::isfinite(reference[i])) continue;  // (if only one is, the PCC is 0)
    const pair distance = pair{result[i], reference[i]} - mean;
    squares += distance * distance;
    products += distance[0] * distance[1];
  }
  squares_[0] = squares[0], squares_[1] = squares[1];
  products_ = products;
}

TENSIX_HOST_CLONES
bool are_equal(const float* result, const double* reference, size_t count) {
  uint64_t different = 0;
  for (size_t i = 0; i < count; ++i) different |= double{result[i]} != reference[i] ? 1 : 0;
  return different == 0;
}

accuracy accuracy_sums::finish() const {
  accuracy a = found_;
  if (finite_ == 0) return a;
  const double xx = squares_[0], yy = squares_[1];
  if (xx == 0 || yy == 0) a.pcc = xx == yy ? 1 : 0;
  else a.pcc = products_ / std::sqrt(xx * yy);
  if (!std::isfinite(a.pcc)) a.pcc = 0;
  return a;
}

}  // namespace tensix
