// SPDX-License-Identifier: Apache-2.0
// T1: the vector unit divides integers of 32 bits.
#pragma once
#include "tensix/vector_integers.h"
#include "tensix/vector_tiles.h"
#include "workload/vector/division.h"

namespace tensix::device {

using vector::division;
template <division d>
struct integer_division {
  static constexpr uint32_t number = 0x108;  // the same constants
  static constexpr vector::program program() { return vector::divide_integers(d); }
};
struct integer_quotient {
  static constexpr uint32_t number = 0x109;
  static constexpr vector::program program() { return vector::divide_integers_as_floats(); }
};
template <class F>
ALWI void run_division(uint32_t a, uint32_t b, uint32_t out) {
  want_width_of<integer_format::int32>();
  run_function<F>(a, b, b, out);
}

// P: program(), a repeated one; number, as in vector_tiles.h.
template <class P>
struct repeated {
  static constexpr vector::repeated_program program = P::program();
  struct constants {
    static constexpr const vector::sequence& words() { return program.constants; }
  };
  struct head {
    static constexpr const vector::sequence& words() { return program.head; }
  };
  struct part {
    static constexpr const vector::sequence& words() { return program.part; }
  };
  struct tail {
    static constexpr const vector::sequence& words() { return program.tail; }
  };
};
struct common_divisor {
  static constexpr uint32_t number = 0;
  static constexpr vector::repeated_program program() { return vector::common_divisor(); }
};
struct common_multiple {
  static constexpr uint32_t number = 0x10a;
  static constexpr vector::repeated_program program() { return vector::common_multiple(); }
};
template <class P>
ALWI void init_repeated() {
  if constexpr (computes && repeated<P>::program.constants.size != 0) {
    issue<typename repeated<P>::constants>();
    if constexpr (checked) vector_unit.initialised = P::number;
  }
}
template <class P>
inline __attribute__((noinline)) void run_repeated_steps(uint32_t a, uint32_t b, uint32_t out) {
  using parts = repeated<P>;
  begin_vector(a);
  const uint32_t rows[] = {rows_between(a, b), 0, rows_between(a, out)};
  for (uint32_t i = 0; i < vector::tile_steps; ++i) {
    issue_all_for_tiles<typename parts::head>(rows, indices_to<parts::head::words().size>());
    for (uint32_t n = 0; n < parts::program.times; ++n) issue<typename parts::part>();
    issue_all_for_tiles<typename parts::tail>(rows, indices_to<parts::tail::words().size>());
  }
  ttinsn<setrwc(0, rwc_dst)>();
  end_vector();
}
template <class P>
ALWI void run_repeated(uint32_t a, uint32_t b, uint32_t out) {
  want_width_of<integer_format::int32>();
  if constexpr (computes) {
    check_two_tiles(P::number == 0 || vector_unit.initialised == P::number, a, b, out);
    run_repeated_steps<P>(a, b, out);
  }
}

}  // namespace tensix::device
