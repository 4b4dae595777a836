// SPDX-License-Identifier: Apache-2.0
// Pieces of computing: each changes x10..x31, f0..f31, fcsr, the core's data RAM and its area in L1, and nothing else.
#pragma once
#include "tests/soak/riscv_emitter.h"
#include "tests/soak/riscv_random.h"

namespace tensix::soak {

struct piece_options {
  bool floating = true;
  bool wall_clock = true;  // reads of it that nobody looks at
};

void put_piece(emitter& out, riscv_random& random, const piece_options& options);
// A value for every register that pieces use.
void put_values(emitter& out, riscv_random& random);

}  // namespace tensix::soak
