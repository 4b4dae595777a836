// SPDX-License-Identifier: Apache-2.0
// Floating-point instructions for riscv_reference: IEEE 754 by whole numbers that hold every sum and product exactly.
#pragma once
#include <cstdint>

namespace tensix::soak {

// Executes OP-FP or a multiply-add on x[], f[] and fcsr (flags are added; the rounding mode is to nearest, whatever the word or
// fcsr say, as the cores do). x[0] may be written: the caller clears it. False: no such instruction.
bool float_reference(uint32_t word, uint32_t* x, uint32_t* f, uint32_t& fcsr);

}  // namespace tensix::soak
