// SPDX-License-Identifier: Apache-2.0
// For the programs with an sc_main of their own: the search for leaks comes after the destructors of statics.
#include "testbench/run/main_stack.h"

namespace {
struct at_exit {
  ~at_exit() { tensix::back_on_main_stack(); }
} main_stack;
}  // namespace
