// SPDX-License-Identifier: Apache-2.0
// T1: the vector unit on two tiles of Dst, on a tile and a number, and on a number alone.
#pragma once
#include "tensix/vector.h"

namespace tensix::device {

// A word of a step of several tiles: those that load from another tile than the first and those that store are known only as the
// program runs. `rows`: of the second and third tile and of the result, from the first one's on.
template <class P, uint32_t i>
ALWI void issue_for_tiles(const uint32_t (&rows)[3]) {
  constexpr uint32_t word = P::words().word[i];
  if constexpr (opcode_of(word) == opcode::SFPSTORE) {
    push(word | rows[2]);
  } else if constexpr (opcode_of(word) == opcode::SFPLOAD && insn::SFPLOAD::dest_reg_addr(word) != 0) {
    constexpr uint32_t row = insn::SFPLOAD::dest_reg_addr(word);
    push((word - row) | rows[row / tile_rows - 1]);
  } else {
    ttinsn<word>();
  }
}
template <class P, uint32_t... i>
ALWI void issue_all_for_tiles(const uint32_t (&rows)[3], indices<i...>) {
  (issue_for_tiles<P, i>(rows), ...);
}
// Steps of two or three tiles, of which `a` is the one at row 0.
template <class P>
ALWI void run_steps_of_tiles(uint32_t a, uint32_t b, uint32_t c, uint32_t out) {
  const uint32_t rows[] = {rows_between(a, b), rows_between(a, c), rows_between(a, out)};
  for (uint32_t i = 0; i < vector::tile_steps; ++i) issue_all_for_tiles<P>(rows, indices_to<P::words().size>());
  ttinsn<setrwc(0, rwc_dst)>();
  end_vector();
}
// Only those of some of the tile's faces: as functions of one tile have them.
template <class P>
inline __attribute__((noinline)) void run_faces_of_tiles(uint32_t a, uint32_t b, uint32_t out, int faces) {
  constexpr uint32_t face_steps = 8, rows8 = word_of(opcode::INCRWC) | insn::INCRWC::rwc_d.place(8);
  begin_vector(a);
  const uint32_t rows[] = {rows_between(a, b), 0, rows_between(a, out)};
  const uint32_t steps = faces == VectorMode::RC ? 4 * face_steps : faces == VectorMode::R ? 2 * face_steps : face_steps;
  for (uint32_t i = 0; i < steps; ++i) issue_all_for_tiles<P>(rows, indices_to<P::words().size>());
  if (faces == VectorMode::C) {
    ttinsns<rows8, rows8>();  // not face 1
    for (uint32_t i = 0; i < face_steps; ++i) issue_all_for_tiles<P>(rows, indices_to<P::words().size>());
  }
  ttinsn<setrwc(0, rwc_dst)>();
  end_vector();
}
template <class P>
ALWI void run_two_tiles(uint32_t a, uint32_t b, uint32_t out) {
  begin_vector(a);
  run_steps_of_tiles<P>(a, b, b, out);
}

ALWI void check_two_tiles(bool initialised, uint32_t a, uint32_t b, uint32_t out) {
  check_math(initialised, a);
  check_dst_tile(b);
  check_dst_tile(out);
}

template <vector::binary_operation op>
struct binary_words {
  static constexpr vector::sequence words() { return vector::binary(op, vector::second_tile, vector_width).step; }
};
template <class P>
inline __attribute__((noinline)) void run_binary_steps(uint32_t a, uint32_t b, uint32_t out) {
  run_two_tiles<P>(a, b, out);
}
template <class P>
ALWI void run_vector_binary(uint32_t a, uint32_t b, uint32_t out) {
  if constexpr (computes) {
    check_two_tiles(true, a, b, out);
    run_binary_steps<P>(a, b, out);
  }
}

template <class P>
ALWI void run_vector_binary_faces(uint32_t a, uint32_t b, uint32_t out, int faces) {
  if constexpr (computes) {
    check_two_tiles(true, a, b, out);
    run_faces_of_tiles<P>(a, b, out, faces);
  }
}

// Bits as they are: 32 of them as integers.
struct copy_words {
  static constexpr vector::sequence words() {
    constexpr uint32_t format = fp32_dst ? vector::as_int32 : vector::as_dst;
    vector::sequence s;
    s.load(vector::l0, 0, format);
    s.store(vector::l0, vector::next_step, format);
    return s;
  }
};
inline __attribute__((noinline)) void run_copy_steps(uint32_t from, uint32_t to) {
  begin_vector(from);
  dst.written |= 1u << to;
  run_steps_of_tiles<copy_words>(from, from, from, to);
}

// Division reads the second tile first: the one at row 0 is the divisor.
struct divide_words {
  static constexpr vector::program program = vector::divide(vector_width);
  static constexpr const vector::sequence& words() { return program.step; }
  struct constants {
    static constexpr const vector::sequence& words() { return program.constants; }
  };
};
ALWI void init_vector_divide() {
  if constexpr (computes) {
    issue<divide_words::constants>();
    if (checked) vector_unit.initialised = vector_divide;
  }
}
inline __attribute__((noinline)) void run_divide_steps(uint32_t a, uint32_t b, uint32_t out) {
  run_two_tiles<divide_words>(b, a, out);
}
ALWI void run_vector_divide(uint32_t a, uint32_t b, uint32_t out) {
  if constexpr (computes) {
    check_two_tiles(vector_unit.initialised == vector_divide, a, b, out);
    run_divide_steps(a, b, out);
  }
}

template <vector::binary_operation op>
struct scalar_words {
  static constexpr vector::sequence words() { return vector::with_scalar(op, vector_width).step; }
};
struct fill_words {
  static constexpr vector::sequence words() { return vector::fill().step; }
};
struct round_scalar_words {
  static constexpr vector::sequence words() {
    vector::sequence s;
    vector::round(s, vector::l4, vector_width);
    return s;
  }
};
template <class P, bool rounded>
inline __attribute__((noinline)) void run_scalar_steps(uint32_t tile, uint32_t bits) {
  begin_vector(tile);
  push_number<vector::l4>(bits);
  if constexpr (rounded) issue<round_scalar_words>();
  for (uint32_t i = 0; i < vector::tile_steps; ++i) issue<P>();
  ttinsn<setrwc(0, rwc_dst)>();
  end_vector();
}
// With two numbers, in LReg 4 and 5.
template <class P>
inline __attribute__((noinline)) void run_steps_with_two(uint32_t tile, uint32_t l4, uint32_t l5) {
  begin_vector(tile);
  push_number<vector::l4>(l4), push_number<vector::l5>(l5);
  for (uint32_t i = 0; i < vector::tile_steps; ++i) issue<P>();
  ttinsn<setrwc(0, rwc_dst)>();
  end_vector();
}
// Without a number.
template <class P>
inline __attribute__((noinline)) void run_steps(uint32_t tile) {
  begin_vector(tile);
  for (uint32_t i = 0; i < vector::tile_steps; ++i) issue<P>();
  ttinsn<setrwc(0, rwc_dst)>();
  end_vector();
}
template <vector::binary_operation op>
ALWI void run_with_scalar(uint32_t tile, uint32_t bits) {
  if constexpr (computes) {
    check_math(true, tile);
    // The larger and the smaller are not rounded: the number is, before.
    run_scalar_steps<scalar_words<op>, op == vector::binary_operation::max || op == vector::binary_operation::min>(tile, bits);
  }
}
ALWI void run_fill(uint32_t tile, uint32_t bits) {
  if constexpr (computes) {
    check_math(true, tile);
    run_scalar_steps<fill_words, true>(tile, bits);
  }
}
ALWI void run_fill_bits(uint32_t tile, uint32_t bits) {
  if constexpr (computes) {
    check_math(true, tile);
    run_scalar_steps<fill_words, false>(tile, bits);
  }
}

}  // namespace tensix::device
