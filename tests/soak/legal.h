// SPDX-License-Identifier: Apache-2.0
// Whether a program is one that may be compared at all. Layer 1.
#pragma once
#include <functional>
#include <string>

#include "tests/soak/untimed.h"

namespace tensix::soak {

// Runs `p` without time, cores and threads taking turns in so many `ways`. Empty if it always ends, is defined, and leaves the same
// behind; else what is wrong. `prepare` is given the first machine before its run: for those who count what executes.
std::string legal(const program& p, const packers_of_tile& packers,
                  const std::function<void(functional_machine&)>& prepare = nullptr, unsigned ways = 3);

}  // namespace tensix::soak
