// SPDX-License-Identifier: Apache-2.0
// What TTI_NAME and TT_NAME (tensix/instruction_names.h) do. Those of the vector unit name LRegs of their own choosing: the compiler is
// told which of them are written, so no vFloat that is alive is there. What they have written stays until the next vFloat, vInt or vUInt
// is made: sfpi::l_reg[...] takes it over.
#pragma once
#include "tensix/lreg_allocation.h"
#include "tensix/vector.h"

namespace tensix::device {

// An operand in its place; a negative one in two's complement.
template <class T>
constexpr uint32_t operand(T value, uint32_t lo, uint32_t width) {
  return (static_cast<uint32_t>(value) & (0xffffffffu >> (32 - width))) << lo;
}
template <class T>
constexpr uint32_t lreg_bit(T lreg) {
  return static_cast<uint32_t>(lreg) < 8 ? 1u << static_cast<uint32_t>(lreg) : 0;
}

ALWI uint32_t config_written(uint32_t lreg) {  // of SFPCONFIG: none of the eight
  constant_changed(lreg);
  return 0;
}

// LRegs of the bits in `lregs`, a constant.
ALWI void lregs_written(uint32_t lregs) {
  if constexpr (computes) {
#define TENSIX_LREG_WRITTEN(n) \
  if (lregs >> n & 1) asm volatile inline("tensix_writes ft" #n ::: "ft" #n);
    TENSIX_LREG_WRITTEN(0)
    TENSIX_LREG_WRITTEN(1)
    TENSIX_LREG_WRITTEN(2)
    TENSIX_LREG_WRITTEN(3)
    TENSIX_LREG_WRITTEN(4)
    TENSIX_LREG_WRITTEN(5)
    TENSIX_LREG_WRITTEN(6)
    TENSIX_LREG_WRITTEN(7)
#undef TENSIX_LREG_WRITTEN
  }
}
ALWI void push_vector(uint32_t word, uint32_t lregs) {
  push(word);
  lregs_written(__builtin_constant_p(lregs) ? lregs : 0xff);
}

}  // namespace tensix::device

#define TENSIX_TTI(word) asm volatile inline(".word %0" ::"i"(::tensix::device::rotated(word)))
#define TENSIX_TTI_VECTOR(word, lregs)      \
  do {                                      \
    TENSIX_TTI(word);                       \
    ::tensix::device::lregs_written(lregs); \
  } while (0)
