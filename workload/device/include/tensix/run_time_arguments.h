// SPDX-License-Identifier: Apache-2.0
// Arguments that the host puts into L1, a word each: the core's own (--arg), and those that all cores of a program share
// (--common-arg). Which core of the grid this is.
#pragma once
#include "tensix/checks.h"

// Where the i-th is, in bytes.
ALWI uint32_t get_arg_addr(int i) { return tensix_program::arguments_address + 4 * static_cast<uint32_t>(i); }
ALWI uint32_t get_common_arg_addr(int i) { return tensix_program::common_arguments_address + 4 * static_cast<uint32_t>(i); }

namespace tensix::device {
template <typename T>
ALWI T argument_at(uint32_t address) {
  static_assert(sizeof(T) == 4, "arguments are words of 4 bytes");
  T value;
  const uint32_t word = l1(address);
  __builtin_memcpy(&value, &word, sizeof value);
  return value;
}
}  // namespace tensix::device

// Costs a load from L1 (riscv.l1_load_cycles).
template <typename T>
ALWI T get_arg_val(uint32_t i) {
  tensix::device::called();
  using namespace tensix::device;
  check(i < tensix_program::arguments, misuse::argument, i, tensix_program::arguments);
  return argument_at<T>(get_arg_addr(static_cast<int>(i)));
}
template <typename T>
ALWI T get_common_arg_val(uint32_t i) {
  tensix::device::called();
  using namespace tensix::device;
  check(i < tensix_program::common_arguments, misuse::common_argument, i, tensix_program::common_arguments);
  return argument_at<T>(get_common_arg_addr(static_cast<int>(i)));
}

// Column and row among the Tensix cores, from L1; of a compute kernel that runs alone: the first.
#if defined(TENSIX_PLACE_ADDRESS)
ALWI uint8_t get_absolute_logical_x() { return static_cast<uint8_t>(tensix::device::l1(TENSIX_PLACE_ADDRESS)); }
ALWI uint8_t get_absolute_logical_y() { return static_cast<uint8_t>(tensix::device::l1(TENSIX_PLACE_ADDRESS + 4)); }
#else
ALWI uint8_t get_absolute_logical_x() { return 0; }
ALWI uint8_t get_absolute_logical_y() { return 0; }
#endif
// In its part of the grid: the only one.
ALWI uint8_t get_relative_logical_x() { return get_absolute_logical_x(); }
ALWI uint8_t get_relative_logical_y() { return get_absolute_logical_y(); }
