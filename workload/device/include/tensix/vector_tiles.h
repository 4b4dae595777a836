// SPDX-License-Identifier: Apache-2.0
// T1: functions of the vector unit of several tiles that are programs of constants, what goes before a tile, and steps.
// F: program(), of width vector_width; number, its own, from 0x101 on, where it has constants.
#pragma once
#include "tensix/vector_binary.h"
#include "workload/vector/choice.h"

namespace tensix::device {

template <class F>
struct parts_of {
  static constexpr vector::program program = F::program();
  struct constants {
    static constexpr const vector::sequence& words() { return program.constants; }
  };
  struct tile {
    static constexpr const vector::sequence& words() { return program.tile; }
  };
  struct step {
    static constexpr const vector::sequence& words() { return program.step; }
  };
};

template <class F>
ALWI void init_function_of_tiles() {
  if constexpr (computes) {
    issue<typename parts_of<F>::constants>();
    if constexpr (checked && parts_of<F>::program.constants.size != 0) vector_unit.initialised = F::number;
  }
}
template <class F>
constexpr bool function_initialised() {
  if constexpr (checked && parts_of<F>::program.constants.size != 0) return vector_unit.initialised == F::number;
  return true;
}
// `a`: the tile at row 0.
template <class F>
inline __attribute__((noinline)) void run_function_steps(uint32_t a, uint32_t b, uint32_t c, uint32_t out) {
  begin_vector(a);
  issue<typename parts_of<F>::tile>();
  run_steps_of_tiles<typename parts_of<F>::step>(a, b, c, out);
}
// With a number in LReg 4.
template <class F>
inline __attribute__((noinline)) void run_function_steps_with(uint32_t bits, uint32_t a, uint32_t b, uint32_t c, uint32_t out) {
  begin_vector(a);
  push_number<vector::l4>(bits);
  issue<typename parts_of<F>::tile>();
  run_steps_of_tiles<typename parts_of<F>::step>(a, b, c, out);
}
ALWI void check_three_tiles(bool initialised, uint32_t a, uint32_t b, uint32_t c, uint32_t out) {
  check_two_tiles(initialised, a, b, out);
  check_dst_tile(c);
}
template <class F>
ALWI void run_function(uint32_t a, uint32_t b, uint32_t c, uint32_t out) {
  if constexpr (computes) {
    check_three_tiles(function_initialised<F>(), a, b, c, out);
    run_function_steps<F>(a, b, c, out);
  }
}
template <class F>
ALWI void run_pair(uint32_t a, uint32_t b, uint32_t out) {
  run_function<F>(a, b, b, out);
}
template <class F>
ALWI void run_function_with(uint32_t bits, uint32_t a, uint32_t b, uint32_t c, uint32_t out) {
  if constexpr (computes) {
    check_three_tiles(function_initialised<F>(), a, b, c, out);
    run_function_steps_with<F>(bits, a, b, c, out);
  }
}

// Whole datums of Dst, whatever they are.
struct where_function {
  static constexpr vector::program program() { return vector::where_not_zero(fp32_dst ? vector::as_int32 : vector::as_uint16); }
};
template <bool number>
struct mask_words {
  static constexpr vector::sequence words() { return vector::mask(number ? vector::l4 : vector::zero).step; }
};
struct no_bits_words {
  static constexpr vector::sequence words() { return vector::has_no_bits().step; }
};
ALWI void check_mask(uint32_t tile) {
  check_math(true, tile);
  check_dst_tile(tile + 1);
}

}  // namespace tensix::device
