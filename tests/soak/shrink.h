// SPDX-License-Identifier: Apache-2.0
// Cuts a failing program down to what still fails.
#pragma once
#include <functional>

#include "tests/soak/program.h"

namespace tensix::soak {

// How far a program may be taken apart. Of one that cannot go on, or is undefined where it should not be, only whole groups may
// go: without its partner every wait is stuck.
enum class cuts : uint8_t { groups, everything };

// Leaves out groups of directives, then single ones, words of pushes and contents of memory, in ever smaller shares, for as long as
// `fails` says of the rest that it is legal and fails as before; calls it `most_tries` times at most.
program shrink(program p, const std::function<bool(const program&)>& fails, cuts allowed = cuts::everything,
               unsigned most_tries = 3000);

size_t instructions_pushed(const program& p);

}  // namespace tensix::soak
