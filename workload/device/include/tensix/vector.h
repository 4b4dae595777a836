// T1: the vector unit's functions (workload/vector) on tiles of Dst: 32 datums at a time, 32 times a tile.
#pragma once
#include "tensix/formats.h"
#include "tensix/matrix.h"
#include "workload/vector/functions.h"

namespace tensix::device {

inline constexpr vector::width vector_width = fp32_dst ? vector::width::wide : vector::width::narrow;

// What is initialised: a function, a group of functions, or nothing.
inline constexpr uint32_t vector_binary = 0x100, vector_scalar = 0x200, vector_divide = 0x300, vector_integer = 0x400,
                          vector_nothing = 0;
constexpr uint32_t vector_id(vector::function f, bool fast) { return (static_cast<uint32_t>(f) + 1) | (fast ? 0x80 : 0); }
struct vector_unit_state {
  uint32_t initialised;  // checked
  bool own;              // checked: between sfpu_begin and sfpu_end
};
static vector_unit_state vector_unit;

void integers_want_a_32_bit_dst() __attribute__((error("integers in Dst want 32 bits: --fp32-dest")));

// The words of a constexpr sequence, each an instruction of the core. P::words() is the sequence.
template <class P, uint32_t... i>
ALWI void issue_words(indices<i...>) {
  constexpr vector::sequence s = P::words();
  (ttinsn<s.word[i]>(), ...);
}
template <class P>
ALWI void issue() {
  issue_words<P>(indices_to<P::words().size>());
}

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

template <uint32_t rounding>
struct start_words {
  static constexpr vector::sequence words() { return vector::start(rounding); }
};

// What every function needs. A 16-bit Dst holds what the matrix unit's formats say.
inline __attribute__((noinline)) void start_vector_unit() {
  static_assert(vector::stay == idle_address_modifier);
  address_modifier next;
  next.dst = vector::step_rows;
  next.set(vector::next_step);
  if (fp32_dst) issue<start_words<0>>();
  else if (kind_of(matrix.src) == datums::narrow) issue<start_words<vector::round_to_fp16>>();
  else issue<start_words<vector::round_to_bf16>>();
}

template <vector::function f, bool fast>
ALWI void init_vector_function(place caller) {
  check(matrix.started, misuse::not_configured, caller);
  start_vector_unit();
  issue<typename words_of<f, fast>::constants>();
  if (checked) vector_unit.initialised = vector_id(f, fast);
}

// The steps of a tile. The row counter of Dst ends where it began, at 0.
template <vector::function f, bool fast>
inline __attribute__((noinline)) void run_vector_function(uint32_t tile) {
  begin_vector(tile);
  issue<typename words_of<f, fast>::tile>();
  for (uint32_t i = 0; i < vector::tile_steps; ++i) issue<typename words_of<f, fast>::step>();
  ttinsn<setrwc(0, rwc_dst)>();
  end_vector();
}

ALWI void check_vector(uint32_t what, uint32_t tile, place caller) {
  check(vector_unit.initialised == what, misuse::operation_not_initialised, caller);
  check_acquired(tile, caller);
}

// For the headers of the API: name_tile_init() and name_tile(idst).
template <vector::function f, bool fast = false>
ALWI void vector_function_init(place caller) {
  if constexpr (computes) init_vector_function<f, fast>(caller);
}
template <vector::function f, bool fast = false>
ALWI void vector_function_tile(uint32_t tile, place caller) {
  if constexpr (computes) {
    check_vector(vector_id(f, fast), tile, caller);
    run_vector_function<f, fast>(tile);
  }
}

}  // namespace tensix::device
