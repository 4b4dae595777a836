// SPDX-License-Identifier: Apache-2.0
// A function of the vector unit as three sequences of instructions, and parts that several have in common. Freestanding.
#pragma once
#include "workload/vector/coefficients.h"
#include "workload/vector/sequence.h"

namespace tensix::vector {

struct program {
  sequence constants;  // once: LReg 11, 13, 14, with a 32-bit Dst 12, which stay (and LReg 0, which does not)
  sequence tile;       // before each tile: LReg 4 to 7
  sequence step;       // 32 datums; the last instruction moves the row counter on to the next 32
  // Numbers that are known only as a kernel runs, FP32 bits: loaded before `tile`. Their LRegs: 4 to 7; or 11, 13, 14, of functions
  // that have constants only, whose init is said again behind another function's.
  uint32_t numbers = 0;
  uint32_t number_place[3] = {};
  uint32_t steps = tile_steps;

  constexpr program& takes(uint32_t place) {
    number_place[numbers++] = place;
    return *this;
  }
};

// Of functions of several tiles a step loads from the rows of these, counted from the first one's, and stores to that row of the
// first: whoever issues it puts in where the tiles are.
inline constexpr uint32_t tile_rows = 64, second_tile = tile_rows, third_tile = 2 * tile_rows;

// A number into LReg 4 to 7; into 11 to 14 by way of LReg 0.
constexpr bool is_constant_register(uint32_t lreg) { return lreg > 7; }
constexpr sequence load_number(uint32_t place, uint32_t bits) {
  sequence s;
  s.constant_word(is_constant_register(place) ? l0 : place, bits);
  if (is_constant_register(place)) s.configure(place);
  return s;
}

// Dst has datums of 16 or 32 bits: enough accuracy for FP16 and BF16, or for FP32.
enum class width : uint32_t { narrow, wide };

// SFPSTORE cuts off what does not fit. What is added before, to round: half of the last place. In LReg 12.
inline constexpr uint32_t round_to_bf16 = 0x8000, round_to_fp16 = 0x1000;

// In front of all constants: all lanes on, and how to round (0: Dst has 32 bits).
constexpr sequence start(uint32_t rounding) {
  sequence s;
  s.everywhere();
  if (rounding) s.special_constant(c12, rounding);
  return s;
}
// Rounds `d` to what Dst has.
constexpr void round(sequence& s, uint32_t d, width w) {
  if (w == width::narrow) s.add_integer(d, c12);
}
constexpr void finish(sequence& s, uint32_t d, width w) {
  round(s, d, w);
  s.store(d);
}
// The same, and no number where `mask` is all ones. (In this order: rounding would carry out of such a mask.)
constexpr void finish_or(sequence& s, uint32_t d, uint32_t mask, width w) {
  round(s, d, w);
  s.bit_or(d, mask);
  s.store(d);
}

// Where a coefficient is: in an LReg, or nowhere yet.
inline constexpr uint32_t not_in_a_register = ~0u;
struct coefficient_place {
  uint32_t bits, lreg = not_in_a_register;
};
// p = c[0] + c[1] * x + ... + c[n - 1] * x^(n - 1). `spare` takes what has to be loaded: while the product before is on
// its way.
template <uint32_t n>
constexpr void horner(sequence& s, uint32_t p, uint32_t x, const coefficient_place (&c)[n], uint32_t spare) {
  uint32_t top = c[n - 1].lreg;
  if (top == not_in_a_register) s.constant(top = p, c[n - 1].bits);
  for (uint32_t i = n - 1; i-- > 0;) {
    uint32_t addend = c[i].lreg;
    if (addend == not_in_a_register) s.constant(addend = spare, c[i].bits);
    s.mad(p, top, x, addend);
    top = p;
  }
}

// FP32 times a power of two.
constexpr uint32_t scaled(uint32_t bits, int32_t power) { return bits + static_cast<uint32_t>(power) * (1u << 23); }

}  // namespace tensix::vector
