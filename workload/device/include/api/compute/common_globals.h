// Buffer names, arguments, and what starts and ends the kernel.
#pragma once
#include "tensix/frame.h"

namespace tt {
enum CBIndex : uint8_t {
  c_0,
  c_1,
  c_2,
  c_3,
  c_4,
  c_5,
  c_6,
  c_7,
  c_8,
  c_9,
  c_10,
  c_11,
  c_12,
  c_13,
  c_14,
  c_15,
  c_16,
  c_17,
  c_18,
  c_19,
  c_20,
  c_21,
  c_22,
  c_23,
  c_24,
  c_25,
  c_26,
  c_27,
  c_28,
  c_29,
  c_30,
  c_31
};
}  // namespace tt
using tt::CBIndex;

namespace tensix::device {
ALWI uint32_t no_such_compile_time_argument(uint32_t i) {
  called();
  check(false, misuse::argument, i, tensix_program::compile_time_arguments);
  return 0;
}
}  // namespace tensix::device
// The i-th --ct-arg: a constant. Beyond those that were given a program that wants a constant does not compile.
constexpr uint32_t get_compile_time_arg_val(uint32_t i) {
  return i < tensix_program::compile_time_arguments ? tensix_program::compile_time_args[i]
                                                    : tensix::device::no_such_compile_time_argument(i);
}

// The i-th --arg, a word of L1. Costs a load from L1 (riscv.l1_load_cycles).
template <typename T>
ALWI T get_arg_val(uint32_t i) {
  tensix::device::called();
  static_assert(sizeof(T) == 4, "arguments are words of 4 bytes");
  using namespace tensix::device;
  check(i < tensix_program::arguments, misuse::argument, i, tensix_program::arguments);
  T value;
  const uint32_t word = l1(tensix_program::arguments_address + 4 * i);
  __builtin_memcpy(&value, &word, sizeof value);
  return value;
}

namespace ckernel {
using tensix::device::called;
}  // namespace ckernel
using namespace ckernel;
