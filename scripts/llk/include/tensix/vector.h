// SPDX-License-Identifier: Apache-2.0
// What this project's vectors (workload/device/include/sfpi) want of a kernel, for kernels of tt-llk: nothing is checked.
#pragma once
#include "workload/vector/sequence.h"

#define ALWI inline __attribute__((always_inline))
#ifdef LLK_TRISC_MATH
#define TENSIX_MATH
#endif

namespace tensix::device {

#ifdef TENSIX_MATH
inline constexpr bool computes = true;
#else
inline constexpr bool computes = false;
#endif
inline constexpr bool checked = false, fp32_dst = true;

template <uint32_t instruction>
ALWI void ttinsn() {
  asm volatile(".word %0" ::"i"(instruction << 2 | instruction >> 30));
}
ALWI void push(uint32_t instruction) { *reinterpret_cast<volatile uint32_t*>(0xFFE40000) = instruction; }

enum class misuse { dst_reg_outside, dst_reg_index };
struct vector_unit_state {
  bool own, disturbed;
};
inline constexpr vector_unit_state vector_unit{};
ALWI void called() {}
ALWI void check(bool, misuse, uint32_t = 0) {}
ALWI void integers_want_a_32_bit_dst() {}
ALWI void constant_changed(uint32_t) {}

}  // namespace tensix::device
