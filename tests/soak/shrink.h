// Cuts a failing program down to what still fails.
#pragma once
#include <functional>

#include "tests/soak/program.h"

namespace tensix::soak {

// Leaves out groups of directives, words of pushes and contents of memory, in ever smaller shares, for as long as `fails` says
// of the rest that it is legal and fails as before; calls it `most_tries` times at most.
program shrink(program p, const std::function<bool(const program&)>& fails, unsigned most_tries = 3000);

size_t instructions_pushed(const program& p);

}  // namespace tensix::soak
