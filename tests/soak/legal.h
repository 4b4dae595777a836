// Whether a program is one that may be compared at all.
#pragma once
#include <functional>
#include <string>

#include "platform/parameters.h"
#include "testbench/functional/functional_machine.h"
#include "tests/soak/program.h"

namespace tensix::soak {

// Runs `p` without time, cores and threads taking turns in so many `ways`. Empty if it always ends, is defined, and leaves the same
// behind; else what is wrong. `prepare` is given the first machine before its run: for those who count what executes.
std::string legal(const program& p, const parameters& of_tile,
                  const std::function<void(functional_machine&)>& prepare = nullptr, unsigned ways = 3);

}  // namespace tensix::soak
