// SPDX-License-Identifier: Apache-2.0
// T1: the vector unit's functions (workload/vector) on tiles of Dst: 32 datums at a time, 32 times a tile.
#pragma once
#include "llk_defs.h"
#include "tensix/formats.h"
#include "tensix/matrix.h"
#include "workload/vector/functions.h"

namespace tensix::device {

using ckernel::VectorMode;
inline constexpr vector::width vector_width = fp32_dst ? vector::width::wide : vector::width::narrow;

// What is initialised: whose constants are in LReg 11, 13 and 14 (of a 32-bit Dst 12, too). Functions without constants need none.
inline constexpr uint32_t vector_divide = 0x100;
constexpr uint32_t vector_id(vector::function f, bool fast) { return (static_cast<uint32_t>(f) + 1) | (fast ? 0x80 : 0); }
struct vector_unit_state {
  uint32_t initialised;  // checked
  bool own;              // checked: between sfpu_begin and sfpu_end
  bool disturbed;        // the kernel's own code has changed LReg 12 or address modifier 6 or 7
};
static vector_unit_state vector_unit;

// Code of the kernel's own has changed LReg 11 to 14, or an address modifier.
ALWI void constant_changed(uint32_t lreg) {
  if (lreg == vector::c12) vector_unit.disturbed = true;
  if (checked && lreg > 10 && lreg < 15) vector_unit.initialised = 0;
}
ALWI void address_modifier_changed(uint32_t number) {
  if (number == vector::next_step || number == vector::stay) vector_unit.disturbed = true;
}

ALWI void integers_want_a_32_bit_dst() { check(false, misuse::vector_integers_need_32_bits); }

template <vector::function f, bool fast>
struct words_of {
  static constexpr vector::program program = fast ? vector::fast_program_of(f) : vector::program_of(f, vector_width);
  static_assert(program.step.size);
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

template <vector::function f, bool fast>
ALWI void init_vector_function() {
  if (vector_unit.disturbed) {
    address_modifier{}.set(idle_address_modifier);
    start_vector_unit(matrix.src);
    vector_unit.disturbed = false;
  }
  issue<typename words_of<f, fast>::constants>();
  if (checked && words_of<f, fast>::program.constants.size) vector_unit.initialised = vector_id(f, fast);
}

// A number into an LReg, as vector::load_number().
template <uint32_t place>
ALWI void push_number(uint32_t bits) {
  using namespace insn::SFPLOADI;
  constexpr uint32_t d = vector::is_constant_register(place) ? vector::l0 : place;
  push(word_of(opcode::SFPLOADI) | lreg_ind.place(d) | instr_mod0.place(10) | imm16.place(bits));
  push(word_of(opcode::SFPLOADI) | lreg_ind.place(d) | instr_mod0.place(8) | imm16.place(bits >> 16));
  if constexpr (d != place) ttinsn<word_of(opcode::SFPCONFIG) | insn::SFPCONFIG::config_dest.place(place)>();
}
template <class W, class... words32>
ALWI void push_numbers(words32... number) {
  static_assert(sizeof...(number) == W::program.numbers, "a function of another number of numbers");
  [[maybe_unused]] uint32_t bits[] = {0u, number...};
  if constexpr (sizeof...(number) > 0) push_number<W::program.number_place[0]>(bits[1]);
  if constexpr (sizeof...(number) > 1) push_number<W::program.number_place[1]>(bits[2]);
  if constexpr (sizeof...(number) > 2) push_number<W::program.number_place[2]>(bits[3]);
}

// The steps of a tile, or of some of its faces. The row counter of Dst ends where it began, at 0.
template <vector::function f, bool fast, int faces, class... words32>
inline __attribute__((noinline)) void run_vector_function(uint32_t tile, words32... number) {
  static_assert(faces == VectorMode::RC || faces == VectorMode::R || faces == VectorMode::C || faces == VectorMode::None,
                "a vector mode is RC, R, C or None");
  using words = words_of<f, fast>;
  constexpr uint32_t all = words::program.steps;
  constexpr uint32_t steps = all / (faces == VectorMode::RC ? 1 : faces == VectorMode::R ? 2 : 4);
  begin_vector(tile);
  push_numbers<words>(number...);
  issue<typename words::tile>();
  for (uint32_t i = 0; i < steps; ++i) issue<typename words::step>();
  if constexpr (faces == VectorMode::C) {
    constexpr uint32_t rows8 = word_of(opcode::INCRWC) | insn::INCRWC::rwc_d.place(8);
    ttinsns<rows8, rows8>();  // not face 1
    for (uint32_t i = 0; i < steps; ++i) issue<typename words::step>();
  }
  ttinsn<setrwc(0, rwc_dst)>();
  end_vector();
}

// For the headers of the API: name_tile_init() and name_tile(idst).
template <vector::function f, bool fast = false>
ALWI void vector_function_init() {
  if constexpr (computes) init_vector_function<f, fast>();
}
template <vector::function f, bool fast, bool initialised>
ALWI void check_vector_function(uint32_t tile) {
  check_math(!words_of<f, fast>::program.constants.size || vector_unit.initialised == vector_id(f, initialised), tile);
}
// `initialised`: as which variant. `number`: FP32 bits that the function takes.
template <vector::function f, bool fast = false, bool initialised = fast, int faces = VectorMode::RC, class... words32>
ALWI void vector_function_tile(uint32_t tile, words32... number) {
  if constexpr (computes) {
    check_vector_function<f, fast, initialised>(tile);
    run_vector_function<f, fast, faces>(tile, number...);
  }
}
// Of each face only the first `part` steps of eight.
template <vector::function f, bool fast, uint32_t part, class... words32>
inline __attribute__((noinline)) void run_vector_part(uint32_t tile, int faces, words32... number) {
  using words = words_of<f, fast>;
  constexpr uint32_t face_steps = 8, row_increment = word_of(opcode::INCRWC);
  begin_vector(tile);
  push_numbers<words>(number...);
  issue<typename words::tile>();
  for (uint32_t face = 0; face < 4; ++face) {
    const bool wanted =
        face == 0 || faces == VectorMode::RC || (faces == VectorMode::R && face == 1) || (faces == VectorMode::C && face == 2);
    if (wanted)
      for (uint32_t i = 0; i < part; ++i) issue<typename words::step>();
    for (uint32_t i = wanted ? part : 0; i < face_steps; ++i)
      ttinsn<row_increment | insn::INCRWC::rwc_d.place(vector::step_rows)>();
  }
  ttinsn<setrwc(0, rwc_dst)>();
  end_vector();
}
// The faces are known as the program runs: in most kernels when compiling.
template <vector::function f, bool fast, uint32_t part, class... words32>
ALWI void run_vector_faces(uint32_t tile, int faces, words32... number) {
  if constexpr (part != 8) run_vector_part<f, fast, part>(tile, faces, number...);
  else if (faces == VectorMode::RC) run_vector_function<f, fast, VectorMode::RC>(tile, number...);
  else if (faces == VectorMode::R) run_vector_function<f, fast, VectorMode::R>(tile, number...);
  else if (faces == VectorMode::C) run_vector_function<f, fast, VectorMode::C>(tile, number...);
  else run_vector_function<f, fast, VectorMode::None>(tile, number...);
}
// `initialised`: the function whose init this one's is.
template <vector::function f, vector::function initialised = f, class... words32>
ALWI void vector_function_faces(uint32_t tile, int faces, words32... number) {
  if constexpr (computes) {
    check_vector_function<initialised, false, false>(tile);
    run_vector_faces<f, false, 8>(tile, faces, number...);
  }
}

// The result goes to another tile.
template <class P>
struct without_last {
  static constexpr vector::sequence words() {
    vector::sequence s = P::words();
    --s.size;
    return s;
  }
};
template <vector::function f>
inline __attribute__((noinline)) void run_vector_to(uint32_t tile, uint32_t out) {
  using words = words_of<f, false>;
  constexpr vector::sequence step = words::program.step;
  const uint32_t store = step.word[step.size - 1] | (tile_rows * (out - tile) & 1023);
  begin_vector(tile);
  issue<typename words::tile>();
  for (uint32_t i = 0; i < vector::tile_steps; ++i) {
    issue<without_last<typename words::step>>();
    push(store);
  }
  ttinsn<setrwc(0, rwc_dst)>();
  end_vector();
}
template <vector::function f>
ALWI void vector_function_to(uint32_t tile, uint32_t out) {
  if constexpr (computes) {
    check_vector_function<f, false, false>(tile);
    check_dst_tile(out);
    run_vector_to<f>(tile, out);
  }
}

}  // namespace tensix::device

// Functions of the API in their place: name_tile_init(); name_tile(idst), name_tile(idst, FP32 bits of a number), of two, of three.
#define TENSIX_VECTOR_INIT(name, f) \
  ALWI void name() { tensix::device::vector_function_init<tensix::vector::function::f>(); }
#define TENSIX_VECTOR(name, f)                                               \
  ALWI void name(uint32_t idst) {                                            \
    called();                                                                \
    tensix::device::vector_function_tile<tensix::vector::function::f>(idst); \
  }
#define TENSIX_VECTOR_1(name, f)                                                     \
  ALWI void name(uint32_t idst, uint32_t param0) {                                   \
    called();                                                                        \
    tensix::device::vector_function_tile<tensix::vector::function::f>(idst, param0); \
  }
#define TENSIX_VECTOR_2(name, f)                                                             \
  ALWI void name(uint32_t idst, uint32_t param0, uint32_t param1) {                          \
    called();                                                                                \
    tensix::device::vector_function_tile<tensix::vector::function::f>(idst, param0, param1); \
  }
