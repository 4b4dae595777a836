// SPDX-License-Identifier: Apache-2.0
// What a compiler of kernels throws. No SystemC.
#pragma once
#include <stdexcept>

namespace tensix {

// The compiler has refused the source; what() is what it says.
struct compile_error : std::runtime_error {
  using std::runtime_error::runtime_error;
};
// There is no room for one of the programs.
struct program_too_long : compile_error {
  using compile_error::compile_error;
};

}  // namespace tensix
