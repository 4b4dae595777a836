// SPDX-License-Identifier: Apache-2.0
// How near a result is to its reference. No SystemC.
#pragma once
#include <cstddef>

namespace tensix {

struct accuracy {
  double max_abs_error = 0;  // infinity if the result holds a NaN or an infinity the reference does not have
  double max_abs_reference = 0;
  double pcc = 1;  // Pearson correlation; where it is undefined: 1 if both are constant, 0 if only one is
};

// Gathers it from pieces, all of them twice: the correlation needs the mean first. Its sums are rounded at each step, so the
// same order of values gives the same digits, however they are cut into pieces.
class accuracy_sums {
 public:
  void first(const float* result, const double* reference, size_t count);
  void begin_second();
  void second(const float* result, const double* reference, size_t count);
  accuracy finish() const;

 private:
  accuracy found_;
  size_t finite_ = 0;
  bool all_finite_ = true;
  double mean_[2] = {0, 0};     // of result and reference; in the first pass their sums
  double squares_[2] = {0, 0};  // of the distances from the mean
  double products_ = 0;
  void first_with_others(const float* result, const double* reference, size_t count);
};

// As numbers: zeros are equal, NaNs are not.
bool are_equal(const float* result, const double* reference, size_t count);

}  // namespace tensix
