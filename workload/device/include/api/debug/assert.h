// ASSERT(condition, ...): checked programs end with the place of one that does not hold. Others do not look: as without TT-Metalium's
// watcher.
#pragma once
#include "tensix/checks.h"

#define ASSERT(condition, ...)                                               \
  do {                                                                       \
    if constexpr (tensix::device::checked) {                                 \
      tensix::device::called();                                              \
      tensix::device::check((condition), tensix::device::misuse::assertion); \
    }                                                                        \
  } while (0)
#define LLK_ASSERT(condition, message) ASSERT(condition)
