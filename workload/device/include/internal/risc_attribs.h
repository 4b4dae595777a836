// SPDX-License-Identifier: Apache-2.0
// Attributes of TT-Metalium's compiler. Which memory a pointer points to tells its scheduler how long a load takes; Debian's has no
// use for that.
#pragma once
#include <cstdint>

#define tt_l1_ptr
#define tt_reg_ptr
#define FORCE_INLINE inline __attribute__((always_inline))

// What noc_inline_dw_write writes to: what the address says, L1, a register.
enum class InlineWriteDst : uint8_t { DEFAULT = 0, L1 = 1, REG = 2 };

// Two words of a 64-bit number that are stored the upper one first.
union tt_uint64_t {
  uint64_t v;
  struct {
    uint32_t hi, lo;
  };
};
FORCE_INLINE uint64_t tt_l1_load(const volatile tt_uint64_t* p) {
  tt_uint64_t v;
  v.hi = p->hi;
  v.lo = p->lo;
  return v.v;
}
