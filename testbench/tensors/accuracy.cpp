#include "testbench/tensors/accuracy.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tensix {
namespace {

// Result and reference side by side: the two sums do not meet.
using pair = double __attribute__((vector_size(16)));
using mask = decltype(pair{} > pair{});

inline pair magnitude(pair v) { return v < 0 ? -v : v; }
inline pair larger(pair a, pair b) { return a > b ? a : b; }

constexpr double largest = std::numeric_limits<double>::max();
constexpr size_t piece = 32;

}  // namespace

void accuracy_sums::first(const float* result, const double* reference, size_t count) {
  for (; count > 0;) {
    const size_t n = std::min(count, piece);
    pair error = {found_.max_abs_error, 0}, high = {found_.max_abs_reference, 0}, sums = {mean_[0], mean_[1]};
    mask others = {0, 0};
    size_t i = 0;
    for (; i + 2 <= n; i += 2) {
      const pair x = {result[i], result[i + 1]}, y = {reference[i], reference[i + 1]};
      const pair distance = magnitude(x - y);
      others |= ~(distance <= largest);  // a NaN or an infinity
      error = larger(distance, error);
      high = larger(magnitude(y), high);
      sums += pair{x[0], y[0]};
      sums += pair{x[1], y[1]};
    }
    if (i < n || others[0] || others[1]) {
      first_with_others(result, reference, n);
    } else {
      found_.max_abs_error = std::max(error[0], error[1]);
      found_.max_abs_reference = std::max(high[0], high[1]);
      mean_[0] = sums[0], mean_[1] = sums[1];
      finite_ += n;
    }
    result += n, reference += n, count -= n;
  }
}

void accuracy_sums::first_with_others(const float* result, const double* reference, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    const double x = result[i], y = reference[i];
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
  for (size_t i = 0; i < count; ++i) {
    if (!std::isfinite(result[i]) && !std::isfinite(reference[i])) continue;  // (if only one is, the PCC is 0)
    const pair distance = pair{result[i], reference[i]} - mean;
    squares += distance * distance;
    products += distance[0] * distance[1];
  }
  squares_[0] = squares[0], squares_[1] = squares[1];
  products_ = products;
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
