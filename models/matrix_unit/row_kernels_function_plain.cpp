// SPDX-License-Identifier: Apache-2.0
// One lane at a time, for every machine.
#include <algorithm>

#include "models/matrix_unit/row_kernels_function_lanes.h"

namespace tensix {
namespace {

using vec = uint32_t;

void sum_products(int16_t least, const split_a& a, const split_b& b, unsigned r, sums_of_products& s) {
  for (unsigned g = 0; g < 2; ++g)
    for (unsigned j = 0; j < row_datums; ++j) {
      int exponent[8], largest = least;
      for (unsigned i = 0; i < 8; ++i) {
        const unsigned k = 8 * g + i;
        exponent[i] = static_cast<int16_t>(a.exponent[i][g][j]) + static_cast<int16_t>(b.exponent[r][k]);
        largest = std::max(largest, exponent[i]);
      }
      int sum = 0;
      for (unsigned i = 0; i < 8 && largest > 0; ++i) {
        const unsigned k = 8 * g + i;
        const int shift = std::min(largest - exponent[i], 20);
        const int product = (a.mantissa8[i][g][j] >> 3) * static_cast<int>(b.mantissa[r][k] & 0xffff);
        const int rounded = (product + ((1 << shift) >> 1)) >> shift;
        sum += (a.sign[i][g][j] ^ (b.sign[r][k] & 0xffff)) ? -rounded : rounded;
      }
      s.sum[g][j] = static_cast<uint16_t>(sum);
      s.exponent[g][j] = static_cast<uint16_t>(largest);
    }
}

#include "models/matrix_unit/row_kernels_function_instances.inc"

}  // namespace

const row_kernels plain_row_kernels = {"plain",          multiply,    multiply_int8, elementwise,
                                       elementwise_int8, move_to_dst, move_from_dst};

}  // namespace tensix
