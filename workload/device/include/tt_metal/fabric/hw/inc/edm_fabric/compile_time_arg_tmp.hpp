// SPDX-License-Identifier: Apache-2.0
// Arrays of compile-time arguments.
#pragma once
#include "api/compile_time_args.h"

// Arguments first, first + 1, .. as an array.
template <typename T, size_t first, size_t n>
constexpr std::array<T, n> fill_array_with_next_n_args() {
  std::array<T, n> all{};
  for (size_t i = 0; i < n; ++i) all[i] = static_cast<T>(get_compile_time_arg_val(first + i));
  return all;
}
