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

void integers_want_a_32_bit_dst() __attribute__((error("integers in Dst want 32 bits: --fp32-dest")));

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

// The steps of a tile, or of some of its faces. The row counter of Dst ends where it began, at 0.
template <vector::function f, bool fast, int faces>
inline __attribute__((noinline)) void run_vector_function(uint32_t tile) {
  static_assert(faces == VectorMode::RC || faces == VectorMode::R || faces == VectorMode::C, "a vector mode is RC, R or C");
  constexpr uint32_t steps = vector::tile_steps / (faces == VectorMode::RC ? 1 : faces == VectorMode::R ? 2 : 4);
  begin_vector(tile);
  issue<typename words_of<f, fast>::tile>();
  for (uint32_t i = 0; i < steps; ++i) issue<typename words_of<f, fast>::step>();
  if constexpr (faces == VectorMode::C) {
    constexpr uint32_t rows8 = word_of(opcode::INCRWC) | insn::INCRWC::rwc_d.place(8);
    ttinsns<rows8, rows8>();  // not face 1
    for (uint32_t i = 0; i < steps; ++i) issue<typename words_of<f, fast>::step>();
  }
  ttinsn<setrwc(0, rwc_dst)>();
  end_vector();
}

// For the headers of the API: name_tile_init() and name_tile(idst).
template <vector::function f, bool fast = false>
ALWI void vector_function_init() {
  if constexpr (computes) init_vector_function<f, fast>();
}
// `initialised`: as which variant.
template <vector::function f, bool fast = false, bool initialised = fast, int faces = VectorMode::RC>
ALWI void vector_function_tile(uint32_t tile) {
  if constexpr (computes) {
    check_math(!words_of<f, fast>::program.constants.size || vector_unit.initialised == vector_id(f, initialised), tile);
    run_vector_function<f, fast, faces>(tile);
  }
}

}  // namespace tensix::device
