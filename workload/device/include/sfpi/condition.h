// Comparisons, and v_if (c) { ... } v_elseif (c) { ... } v_else { ... } v_endif; Lanes where the condition does not hold
// keep what they have. Conditions: comparisons, !, && of any, || of any that is not inside of &&. Order of floats: -NaN,
// -infinity .. -0, +0 .. infinity, NaN (so -0 is less than +0); == and != compare values. Eight deep, an v_elseif counts
// as one more.
#pragma once
#include "sfpi/vector_integer.h"

namespace sfpi {

// What is executed: SFPSETCC of one LReg, or SFPGT, SFPLE of two; `inverse` when negated.
template <uint32_t when>
struct sign_condition {
  float r;
  ALWI void apply() const {
    if constexpr (computes)
      asm volatile("tensix_reads %0\n .word %1 + (tensix_lreg_%0 << 10)\n .set tensix_result, -1"
                   :
                   : "f"(r), "i"(tensix::device::rotated(word_of(opcode::SFPSETCC) | when)));
  }
  ALWI sign_condition<when ^ 4> inverse() const { return {r}; }
};
template <bool greater>  // d > c, or not
struct order_condition {
  float d, c;
  ALWI void apply() const {
    if constexpr (computes)
      asm volatile(
          "tensix_reads %0\n tensix_reads %1\n .word %2 + (tensix_lreg_%0 << 6) + (tensix_lreg_%1 << 10)\n"
          " .set tensix_result, -1"
          :
          : "f"(d), "f"(c),
            "i"(tensix::device::rotated(word_of(greater ? opcode::SFPGT : opcode::SFPLE) | tensix::vector::to_flags)));
  }
  ALWI order_condition<!greater> inverse() const { return {d, c}; }
};
ALWI void complement_lanes() {
  if constexpr (computes)
    asm volatile(".word %0\n .set tensix_result, -1" : : "i"(tensix::device::rotated(word_of(opcode::SFPCOMPC))));
}
template <class A, class B>
struct both;
template <class A, class B>
struct either;  // not (not a and not b)
template <class A, class B>
struct both {
  A a;
  B b;
  ALWI void apply() const { a.apply(), b.apply(); }
  ALWI auto inverse() const { return either<decltype(a.inverse()), decltype(b.inverse())>{a.inverse(), b.inverse()}; }
};
template <class A, class B>
struct either {
  A a;
  B b;
  ALWI void apply() const { a.inverse().apply(), b.inverse().apply(), complement_lanes(); }
  ALWI auto inverse() const { return both<decltype(a.inverse()), decltype(b.inverse())>{a.inverse(), b.inverse()}; }
};
template <class T>
struct is_condition {
  static constexpr bool value = false, simple = false;
};
template <uint32_t w>
struct is_condition<sign_condition<w>> {
  static constexpr bool value = true, simple = true;
};
template <bool g>
struct is_condition<order_condition<g>> {
  static constexpr bool value = true, simple = true;
};
template <class A, class B>
struct is_condition<both<A, B>> {
  static constexpr bool value = true, simple = is_condition<A>::simple && is_condition<B>::simple;
};
template <class A, class B>
struct is_condition<either<A, B>> {
  static constexpr bool value = true, simple = false;
};
template <bool>
struct only {};
template <>
struct only<true> {
  using type = int;
};

template <class A, class B, typename only<is_condition<A>::value && is_condition<B>::value>::type = 0>
ALWI both<A, B> operator&&(const A& a, const B& b) {
  static_assert(is_condition<A>::simple && is_condition<B>::simple, "|| inside of && is not supported: use nested v_if");
  return {a, b};
}
template <class A, class B, typename only<is_condition<A>::value && is_condition<B>::value>::type = 0>
ALWI either<A, B> operator||(const A& a, const B& b) {
  static_assert(is_condition<A>::simple && is_condition<B>::simple, "conditions joined by || are comparisons or && of these");
  return {a, b};
}
template <class A, typename only<is_condition<A>::value>::type = 0>
ALWI auto operator!(const A& a) {
  return a.inverse();
}

// Floats.
ALWI order_condition<true> operator>(const vFloat& a, const vFloat& b) { return {a.lreg(), b.lreg()}; }
ALWI order_condition<true> operator<(const vFloat& a, const vFloat& b) { return {b.lreg(), a.lreg()}; }
ALWI order_condition<false> operator<=(const vFloat& a, const vFloat& b) { return {a.lreg(), b.lreg()}; }
ALWI order_condition<false> operator>=(const vFloat& a, const vFloat& b) { return {b.lreg(), a.lreg()}; }
ALWI sign_condition<6> operator==(const vFloat& a, const vFloat& b) { return {vFloat(a - b).lreg()}; }
ALWI sign_condition<2> operator!=(const vFloat& a, const vFloat& b) { return {vFloat(a - b).lreg()}; }
// Integers with a sign: by their difference, which must not overflow.
ALWI sign_condition<0> operator<(const vInt& a, const vInt& b) { return {(a - b).lreg()}; }
ALWI sign_condition<4> operator>=(const vInt& a, const vInt& b) { return {(a - b).lreg()}; }
ALWI sign_condition<0> operator>(const vInt& a, const vInt& b) { return {(b - a).lreg()}; }
ALWI sign_condition<4> operator<=(const vInt& a, const vInt& b) { return {(b - a).lreg()}; }
ALWI sign_condition<6> operator==(const vInt& a, const vInt& b) { return {(a ^ b).lreg()}; }
ALWI sign_condition<2> operator!=(const vInt& a, const vInt& b) { return {(a ^ b).lreg()}; }

// Lane flags are saved where a v_if begins, and brought back at its end.
class lane_block {
 public:
  template <class C>
  ALWI void begin(const C& condition) {
    flags_instruction<opcode::SFPPUSHC>();
    ++depth_;
    condition.apply();
  }
  ALWI void otherwise() { complement_lanes(); }
  ALWI void end() {
    for (; depth_; --depth_) flags_instruction<opcode::SFPPOPC>();
  }

 private:
  uint32_t depth_ = 0;
  template <opcode op>
  ALWI void flags_instruction() {
    if constexpr (computes) asm volatile(".word %0\n .set tensix_result, -1" : : "i"(tensix::device::rotated(word_of(op))));
  }
};

}  // namespace sfpi

#define v_if(...)                    \
  {                                  \
    ::sfpi::lane_block tensix_lanes; \
    tensix_lanes.begin(__VA_ARGS__); \
    {
#define v_elseif(...)              \
  }                                \
  tensix_lanes.otherwise();        \
  tensix_lanes.begin(__VA_ARGS__); \
  {
#define v_else              \
  }                         \
  tensix_lanes.otherwise(); \
  {
// Written as v_if (c) { ... } v_else { ... } v_endif;
#define v_endif       \
  }                   \
  tensix_lanes.end(); \
  }
