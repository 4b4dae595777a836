// SPDX-License-Identifier: Apache-2.0
// Compile-time arguments: --ct-arg WORD in their order, --ct-arg NAME=WORD by name.
#pragma once
#include <array>
#include <string_view>

#include "internal/risc_attribs.h"
#include "tensix/checks.h"

namespace tensix::device {
ALWI uint32_t no_such_compile_time_argument(uint32_t i) {
  called();
  check(false, misuse::argument, i, tensix_program::compile_time_arguments);
  return 0;
}
ALWI uint32_t no_such_named_argument() {
  called();
  check(false, misuse::named_argument);
  return 0;
}
template <size_t... i>
constexpr std::array<uint32_t, tensix_program::compile_time_arguments> as_array(std::index_sequence<i...>) {
  return {tensix_program::compile_time_args[i]...};
}
}  // namespace tensix::device

// The i-th --ct-arg: a constant. Beyond those that were given a program that wants a constant does not compile.
constexpr uint32_t get_compile_time_arg_val(uint32_t i) {
  return i < tensix_program::compile_time_arguments ? tensix_program::compile_time_args[i]
                                                    : tensix::device::no_such_compile_time_argument(i);
}
template <uint32_t Idx>
constexpr uint32_t get_ct_arg() {
  return get_compile_time_arg_val(Idx);
}
// All of them.
inline constexpr auto kernel_compile_time_args =
    tensix::device::as_array(std::make_index_sequence<tensix_program::compile_time_arguments>());

// The one of that name.
constexpr uint32_t get_named_compile_time_arg_val(std::string_view name) {
  for (const auto& a : tensix_program::named_arguments)
    if (name == a.name) return a.value;
  return tensix::device::no_such_named_argument();
}
constexpr uint32_t get_named_ct_arg(std::string_view name) { return get_named_compile_time_arg_val(name); }
