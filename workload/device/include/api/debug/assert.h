// SPDX-License-Identifier: Apache-2.0
// ASSERT(condition, ...): programs with checks, or with --dprint, end with the place of one that does not hold. Others do not look: as
// without TT-Metalium's watcher.
#pragma once
#include "tensix/checks.h"

#define ASSERT(condition, ...)                                                                                        \
  do {                                                                                                                \
    if constexpr (tensix::device::checked || TENSIX_DPRINT)                                                           \
      if (!(condition)) tensix::device::fault_at(tensix::device::here(), tensix::device::misuse::assertion, 0, 0, 0); \
  } while (0)
#define LLK_ASSERT(condition, message) ASSERT(condition)
