// T1: the vector unit on two tiles of Dst, on a tile and a number, and on a number alone.
#pragma once
#include "tensix/vector.h"

namespace tensix::device {

// Parts of a sequence, whose words between are known only as the program runs.
template <class P, uint32_t from, uint32_t count>
struct part {
  static constexpr vector::sequence words() {
    constexpr vector::sequence all = P::words();
    vector::sequence s;
    for (uint32_t i = 0; i < count; ++i) s.word[s.size++] = all.word[from + i];
    return s;
  }
};

// Steps of two tiles: a at row 0 as the row counter goes, the other rows are added to two words of the step.
template <class P, uint32_t other_load>
ALWI void run_two_tiles(uint32_t tile_a, uint32_t tile_b, uint32_t tile_out) {
  begin_vector(tile_a);
  constexpr vector::sequence s = P::words();
  constexpr uint32_t last = s.size - 1;
  const uint32_t load = s.word[other_load] | (tile_rows * (tile_b - tile_a) & 1023);
  const uint32_t store = s.word[last] | (tile_rows * (tile_out - tile_a) & 1023);
  for (uint32_t i = 0; i < vector::tile_steps; ++i) {
    issue<part<P, 0, other_load>>();
    push(load);
    issue<part<P, other_load + 1, last - other_load - 1>>();
    push(store);
  }
  ttinsn<setrwc(0, rwc_dst)>();
  end_vector();
}

ALWI void check_two_tiles(bool initialised, uint32_t a, uint32_t b, uint32_t out) {
  check_math(initialised, a);
  check_dst_tile(b);
  check_dst_tile(out);
}

template <vector::binary_operation op>
struct binary_words {
  static constexpr vector::sequence words() { return vector::binary(op, 0, vector_width).step; }
};
// P loads the second tile with its second word.
template <class P>
inline __attribute__((noinline)) void run_binary_steps(uint32_t a, uint32_t b, uint32_t out) {
  run_two_tiles<P, 1>(a, b, out);
}
template <class P>
ALWI void run_vector_binary(uint32_t a, uint32_t b, uint32_t out) {
  if constexpr (computes) {
    check_two_tiles(true, a, b, out);
    run_binary_steps<P>(a, b, out);
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
  constexpr vector::sequence s = copy_words::words();
  static_assert(s.size == 2);
  const uint32_t store = s.word[1] | (tile_rows * (to - from) & 1023);
  for (uint32_t i = 0; i < vector::tile_steps; ++i) {
    issue<part<copy_words, 0, 1>>();
    push(store);
  }
  ttinsn<setrwc(0, rwc_dst)>();
  end_vector();
}

// Division reads the second tile first, the first one as the second has been inverted: so the second is the one at row 0.
struct divide_words {
  static constexpr vector::program program = vector::divide(0, vector_width);
  static constexpr const vector::sequence& words() { return program.step; }
  struct constants {
    static constexpr const vector::sequence& words() { return program.constants; }
  };
  static constexpr uint32_t second_load() {
    uint32_t i = 1;
    while (opcode_of(program.step.word[i]) != opcode::SFPLOAD) ++i;
    return i;
  }
};
ALWI void init_vector_divide() {
  if constexpr (computes) {
    issue<divide_words::constants>();
    if (checked) vector_unit.initialised = vector_divide;
  }
}
inline __attribute__((noinline)) void run_divide_steps(uint32_t a, uint32_t b, uint32_t out) {
  run_two_tiles<divide_words, divide_words::second_load()>(b, a, out);
}
ALWI void run_vector_divide(uint32_t a, uint32_t b, uint32_t out) {
  if constexpr (computes) {
    check_two_tiles(vector_unit.initialised == vector_divide, a, b, out);
    run_divide_steps(a, b, out);
  }
}

// A number into LReg 4.
ALWI void push_scalar(uint32_t bits) {
  using namespace insn::SFPLOADI;
  push(word_of(opcode::SFPLOADI) | lreg_ind.place(vector::l4) | instr_mod0.place(10) | imm16.place(bits));
  push(word_of(opcode::SFPLOADI) | lreg_ind.place(vector::l4) | instr_mod0.place(8) | imm16.place(bits >> 16));
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
  push_scalar(bits);
  if constexpr (rounded) issue<round_scalar_words>();
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

}  // namespace tensix::device
