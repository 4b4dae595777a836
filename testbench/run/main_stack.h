// SPDX-License-Identifier: Apache-2.0
// SystemC tells the address sanitizer about its switches between stacks, but leaves it with a wrong one when a simulation ends: an
// exception would then be taken for an access to a dead scope, and the search for leaks would read the stack of a process that is
// gone. Nothing in other builds.
#pragma once

namespace tensix {

// On the main stack, after sc_start.
void back_on_main_stack();

}  // namespace tensix
