// SPDX-License-Identifier: Apache-2.0
// Announces a switch between stacks to the address sanitizer, which would otherwise keep the wrong one. Nothing in other
// builds.
#pragma once
#include <cstddef>

#include "models/time/time_state.h"

#if defined(__SANITIZE_ADDRESS__)  // gcc
#define TENSIX_ADDRESS_SANITIZER
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)  // clang
#define TENSIX_ADDRESS_SANITIZER
#endif
#endif
#ifdef TENSIX_ADDRESS_SANITIZER
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif

namespace tensix {

#ifdef TENSIX_ADDRESS_SANITIZER
// Made before the switch; back(): after the return.
class stack_switch {
 public:
  // To a strand's stack.
  stack_switch(const void* bottom, size_t bytes) { __sanitizer_start_switch_fiber(&fake_, bottom, bytes); }
  // Back to the stack from which the strand was resumed.
  stack_switch() { __sanitizer_start_switch_fiber(&fake_, time_state::present.outer_bottom, time_state::present.outer_bytes); }
  void back() { __sanitizer_finish_switch_fiber(fake_, nullptr, nullptr); }
  static void arrived_first() {
    __sanitizer_finish_switch_fiber(nullptr, &time_state::present.outer_bottom, &time_state::present.outer_bytes);
  }
  static void leave_for_good() {
    __sanitizer_start_switch_fiber(nullptr, time_state::present.outer_bottom, time_state::present.outer_bytes);
  }
  // Before a stack is given back, whose frames have not been left.
  static void forget(const void* bottom, size_t bytes) { __asan_unpoison_memory_region(bottom, bytes); }

 private:
  void* fake_ = nullptr;
};
#else
struct stack_switch {
  stack_switch(const void*, size_t) {}
  stack_switch() {}
  void back() {}
  static void arrived_first() {}
  static void leave_for_good() {}
  static void forget(const void*, size_t) {}
};
#endif

}  // namespace tensix
