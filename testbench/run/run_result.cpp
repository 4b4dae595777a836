// SPDX-License-Identifier: Apache-2.0
#include "testbench/run/run_result.h"

namespace tensix {

const char* name(run_outcome how) {
  switch (how) {
    case run_outcome::done: return "done";
    case run_outcome::undefined: return "undefined";
    case run_outcome::gave_up: return "gave_up";
    case run_outcome::deadlock: return "deadlock";
    case run_outcome::interrupted: return "interrupted";
    case run_outcome::rtl_failed: return "rtl_failed";
    case run_outcome::stopped: return "stopped";
  }
  return "";
}

}  // namespace tensix
