// SPDX-License-Identifier: Apache-2.0
// The critical path in the user's source, as text and as JSON. No SystemC.
#pragma once
#include <iosfwd>
#include <nlohmann/json_fwd.hpp>

#include "observe/why/path_source.h"

namespace tensix {

// Lines of at least 1 % of the run, the rest in one; then the advice. Nothing, if there is no line.
void print_path_source(std::ostream& out, const path_in_source& source, uint64_t cycles);
nlohmann::ordered_json path_source_json(const path_in_source& source);

}  // namespace tensix
