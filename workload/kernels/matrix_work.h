// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

namespace tensix {

// What the matrix unit has to do (docs/bounds.md).
struct matrix_work {
  std::string unit;           // of `amount`: "operations", "datums" or "matrix unit cycles"
  double amount = 0;          // without padding
  double peak_per_cycle = 0;  // 0: the matrix unit has no part in it
  double cycles = 0;          // one instruction a cycle, padding included
};
}  // namespace tensix
