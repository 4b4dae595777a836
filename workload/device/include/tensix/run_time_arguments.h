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

#if !defined(TENSIX_LOGICAL_X)
#define TENSIX_LOGICAL_X 0
#define TENSIX_LOGICAL_Y 0
#endif
constexpr uint8_t get_absolute_logical_x() { return TENSIX_LOGICAL_X; }
constexpr uint8_t get_absolute_logical_y() { return TENSIX_LOGICAL_Y; }
// In its part of the grid: the only one.
constexpr uint8_t get_relative_logical_x() { return TENSIX_LOGICAL_X; }
constexpr uint8_t get_relative_logical_y() { return TENSIX_LOGICAL_Y; }
