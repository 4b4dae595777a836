// SPDX-License-Identifier: Apache-2.0
// What a checked program leaves in L1 when it finds wrong use, for the host: one record a core, behind which it stops, and some of
// what went well this time. No code.
#pragma once
#include <cstdint>

namespace tensix::device {

// Rows of misuse.def. 0: none.
enum class misuse : uint32_t {
  none,
#define TENSIX_MISUSE(name, text) name,
#include "workload/device/misuse.def"
#undef TENSIX_MISUSE
};

struct fault_record {  // 32 bytes
  uint32_t code;       // misuse
  uint32_t pc;         // within the call of the API that found it; the host knows the line (DWARF)
  uint32_t values[3];
  uint32_t unused[3];
};
inline constexpr uint32_t most_warnings = 8;  // a core

}  // namespace tensix::device
