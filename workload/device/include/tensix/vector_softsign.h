// SPDX-License-Identifier: Apache-2.0
// T1: x / (1 + |x|).
#pragma once
#include "tensix/vector_tiles.h"
#include "workload/vector/softsign.h"

namespace tensix::device {

struct softsign_function {
  static constexpr uint32_t number = 0x180;
  static constexpr vector::program program() { return vector::softsign(vector_width); }
};

}  // namespace tensix::device
