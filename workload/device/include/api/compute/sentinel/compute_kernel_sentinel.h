// SPDX-License-Identifier: Apache-2.0
// TT-Metalium's watch over formats, which puts in what a kernel forgot. Here short inits change formats themselves, and checked
// programs find what does not go together: it has nothing to do, and says what it was told.
#pragma once
#include "api/compute/common_globals.h"
#include "api/compute/sentinel/testing_spy.h"

inline constexpr bool sentinel_enabled = false;

namespace ckernel {

class ComputeKernelSentinel {
 public:
  ALWI static ComputeKernelSentinel instance() { return {}; }
  ALWI ComputeKernelSentinel& set_srca(uint32_t) { return *this; }
  ALWI ComputeKernelSentinel& set_srcb(uint32_t) { return *this; }
  ALWI ComputeKernelSentinel& set_pack(uint32_t) { return *this; }
  ALWI void reset() {}
  ALWI void enable_injection() {}
  ALWI void disable_injection() {}
  constexpr bool is_injection_enabled() const { return false; }
};

}  // namespace ckernel
using namespace ckernel;
