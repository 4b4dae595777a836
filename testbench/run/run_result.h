// SPDX-License-Identifier: Apache-2.0
// How a run ended. No SystemC.
#pragma once
#include <cstdint>
#include <string>

namespace tensix {

enum class run_outcome : uint8_t { done, undefined, gave_up, deadlock, interrupted, rtl_failed, stopped };
const char* name(run_outcome how);

struct run_result {
  run_outcome how = run_outcome::done;
  std::string
      text;  // undefined: the diagnosis; rtl_failed: of what; gave_up, deadlock, stopped: who waits for what, a line each
  std::string stopped;  // cores that stopped at an ebreak that is not known to be their program's end, a line each
  uint64_t cycles = 0;  // from the start to the last thing that happened
  double host_seconds = 0;
};

}  // namespace tensix
