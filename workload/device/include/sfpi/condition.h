// SPDX-License-Identifier: Apache-2.0
// Comparisons, and v_if (c) { ... } v_elseif (c) { ... } v_else { ... } v_endif; Lanes where the condition does not hold
// keep what they have. Conditions: comparisons, !, &&, || of any. Order of floats: -NaN,
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
      asm volatile inline("tensix_reads %0\n .word %1 + (tensix_lreg_%0 << 10)\n .set tensix_result, -1"
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
      asm volatile inline(
          "tensix_reads %0\n tensix_reads %1\n .word %2 + (tensix_lreg_%0 << 6) + (tensix_lreg_%1 << 10)\n"
          " .set tensix_result, -1"
          :
          : "f"(d), "f"(c),
            "i"(tensix::device::rotated(word_of(greater ? opcode::SFPGT : opcode::SFPLE) | tensix::vector::to_flags)));
  }
  ALWI order_condition<!greater> inverse() const { return {d, c}; }
};
// One of them a number that an LReg always has: `c` or `d` is its index.
template <bool greater>
struct order_to_constant {  // r > LReg c
  float r;
  uint32_t c;
  ALWI void apply() const {
    if constexpr (computes)
      asm volatile inline("tensix_reads %0\n .word %1 + (tensix_lreg_%0 << 6)\n .set tensix_result, -1"
                          :
                          : "f"(r), "i"(tensix::device::rotated(word_of(greater ? opcode::SFPGT : opcode::SFPLE) |
                                                                tensix::vector::to_flags | c << 8)));
  }
  ALWI order_to_constant<!greater> inverse() const { return {r, c}; }
};
template <bool greater>
struct constant_to_order {  // LReg d > r
  float r;
  uint32_t d;
  ALWI void apply() const {
    if constexpr (computes)
      asm volatile inline("tensix_reads %0\n .word %1 + (tensix_lreg_%0 << 10)\n .set tensix_result, -1"
                          :
                          : "f"(r), "i"(tensix::device::rotated(word_of(greater ? opcode::SFPGT : opcode::SFPLE) |
                                                                tensix::vector::to_flags | d << 4)));
  }
  ALWI constant_to_order<!greater> inverse() const { return {r, d}; }
};
// a - b < 0, or not: SFPIADD, which sets the flags by its result; b is an integer's LReg or a constant.
template <bool less>
struct difference_condition {
  float a, b;
  ALWI void apply() const {
    float d = b;
    if constexpr (computes)
      asm volatile inline(
          "tensix_reads %0\n tensix_reads %1\n tensix_overlooked %0\n .word %2 + (tensix_lreg_%0 << 6) + (tensix_lreg_%1 << "
          "10)\n"
          " tensix_writes %0"
          : "+f"(d)
          : "f"(a), "i"(tensix::device::rotated(word_of(opcode::SFPIADD) | tensix::vector::subtract_from_c | (less ? 0 : 8))));
  }
  ALWI difference_condition<!less> inverse() const { return {a, b}; }
};
template <bool less>
struct difference_to_constant {
  float a;
  int32_t b;
  ALWI void apply() const {
    if constexpr (computes) {
      if (__builtin_constant_p(b) && b == 0) {
        sign_condition<less ? 0 : 4>{a}.apply();
      } else if (__builtin_constant_p(b) && b > -2048 && b <= 2048) {
        const uint32_t word = word_of(opcode::SFPIADD) | 1 | (less ? 0 : 8) | (static_cast<uint32_t>(-b) & 0xfff) << 12;
        float d;
        TENSIX_LREG_1("tensix_writes", word, "=f"(d), a);
      } else {
        difference_condition<less>{a, vInt(b).lreg()}.apply();
      }
    }
  }
  ALWI difference_to_constant<!less> inverse() const { return {a, b}; }
};
ALWI void complement_lanes() {
  if constexpr (computes)
    asm volatile inline(".word %0\n .set tensix_result, -1" : : "i"(tensix::device::rotated(word_of(opcode::SFPCOMPC))));
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
template <uint32_t w>
struct is_condition<sign_condition<w>> {
  static constexpr bool value = true, simple = true;
};
template <bool g>
struct is_condition<order_condition<g>> {
  static constexpr bool value = true, simple = true;
};
template <bool g>
struct is_condition<order_to_constant<g>> {
  static constexpr bool value = true, simple = true;
};
template <bool g>
struct is_condition<constant_to_order<g>> {
  static constexpr bool value = true, simple = true;
};
template <bool g>
struct is_condition<difference_condition<g>> {
  static constexpr bool value = true, simple = true;
};
template <bool g>
struct is_condition<difference_to_constant<g>> {
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
// Lane flags are saved where a v_if begins, and brought back at its end, also when it is left by return.
template <opcode op>
ALWI void flags_instruction() {
  if constexpr (computes)
    asm volatile inline(".word %0\n .set tensix_result, -1" : : "i"(tensix::device::rotated(word_of(op))));
}

// A condition as a value: all ones where it holds, else 0. Also what || inside of && becomes.
class vBool {
 public:
  ALWI vBool(const vInt& x) : mask_(x) {}
  template <class C, typename only<is_condition<C>::value>::type = 0>
  ALWI vBool(const C& condition) : mask_(0) {
    flags_instruction<opcode::SFPPUSHC>();
    condition.apply();
    mask_ = -1;
    flags_instruction<opcode::SFPPOPC>();
  }
  ALWI sign_condition<2> holds() const { return {mask_.lreg()}; }
  ALWI void apply() const { holds().apply(); }
  ALWI sign_condition<6> inverse() const { return holds().inverse(); }
  ALWI const vInt& mask() const { return mask_; }

 private:
  vInt mask_;
};
template <>
struct is_condition<vBool> {
  static constexpr bool value = true, simple = true;
};

template <bool with_sign>
template <class C, typename only<is_condition<C>::value>::type>
ALWI vInteger<with_sign>::vInteger(const C& condition) : vBits(unset{}) {
  r_ = vBool(condition).mask().lreg();
}

template <class C>
ALWI auto simple_condition(const C& c) {
  if constexpr (is_condition<C>::simple) return c;
  else return vBool(c).holds();
}
template <class A, class B, typename only<is_condition<A>::value && is_condition<B>::value>::type = 0>
ALWI auto operator&&(const A& a, const B& b) {
  const auto x = simple_condition(a);
  const auto y = simple_condition(b);
  return both<decltype(simple_condition(a)), decltype(simple_condition(b))>{x, y};
}
template <class A, class B, typename only<is_condition<A>::value && is_condition<B>::value>::type = 0>
ALWI auto operator||(const A& a, const B& b) {
  const auto x = simple_condition(a);
  const auto y = simple_condition(b);
  return either<decltype(simple_condition(a)), decltype(simple_condition(b))>{x, y};
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
// A number of the core: 0 and 1 are in LRegs of their own.
template <bool greater, bool number_first>
struct order_to_number {
  float r, number;
  ALWI void apply() const {
    if constexpr (computes) {
      if (__builtin_constant_p(number) && (number == 0.0f || number == 1.0f)) {
        const bool negative_zero = __builtin_bit_cast(uint32_t, number) >> 31;
        if (!negative_zero) {
          if (number == 0.0f) known<tensix::vector::zero>();
          else known<tensix::vector::one>();
          return;
        }
      }
      const vFloat n(number);
      if constexpr (number_first) order_condition<greater>{n.lreg(), r}.apply();
      else order_condition<greater>{r, n.lreg()}.apply();
    }
  }
  ALWI order_to_number<!greater, number_first> inverse() const { return {r, number}; }

 private:
  template <uint32_t lreg>
  ALWI void known() const {
    if constexpr (number_first) constant_to_order<greater>{r, lreg}.apply();
    else order_to_constant<greater>{r, lreg}.apply();
  }
};
template <bool g, bool n>
struct is_condition<order_to_number<g, n>> {
  static constexpr bool value = true, simple = true;
};
ALWI order_to_number<true, false> operator>(const vFloat& a, float b) { return {a.lreg(), b}; }
ALWI order_to_number<true, true> operator<(const vFloat& a, float b) { return {a.lreg(), b}; }
ALWI order_to_number<false, false> operator<=(const vFloat& a, float b) { return {a.lreg(), b}; }
ALWI order_to_number<false, true> operator>=(const vFloat& a, float b) { return {a.lreg(), b}; }
ALWI order_to_number<true, true> operator>(float a, const vFloat& b) { return {b.lreg(), a}; }
ALWI order_to_number<true, false> operator<(float a, const vFloat& b) { return {b.lreg(), a}; }
ALWI order_to_number<false, true> operator<=(float a, const vFloat& b) { return {b.lreg(), a}; }
ALWI order_to_number<false, false> operator>=(float a, const vFloat& b) { return {b.lreg(), a}; }
// 0 without a sign is 0, +0 and -0; by the difference of all others.
ALWI float distance(const vFloat& a, float b) {
  if (!__builtin_constant_p(b) || b != 0.0f) return vFloat(a - vFloat(b)).lreg();
  vFloat d{unset{}};
  if constexpr (computes) TENSIX_LREG_1("tensix_writes", word_of(opcode::SFPSETSGN) | 1, "=f"(d.lreg()), a.lreg());
  return d.lreg();
}
template <uint32_t n>
ALWI order_to_constant<true> operator>(const vFloat& a, const lreg_constant<n>&) {
  return {a.lreg(), n};
}
template <uint32_t n>
ALWI constant_to_order<true> operator<(const vFloat& a, const lreg_constant<n>&) {
  return {a.lreg(), n};
}
template <uint32_t n>
ALWI order_to_constant<false> operator<=(const vFloat& a, const lreg_constant<n>&) {
  return {a.lreg(), n};
}
template <uint32_t n>
ALWI constant_to_order<false> operator>=(const vFloat& a, const lreg_constant<n>&) {
  return {a.lreg(), n};
}
ALWI sign_condition<6> operator==(const vFloat& a, float b) { return {distance(a, b)}; }
ALWI sign_condition<2> operator!=(const vFloat& a, float b) { return {distance(a, b)}; }
ALWI sign_condition<6> operator==(float a, const vFloat& b) { return {distance(b, a)}; }
ALWI sign_condition<2> operator!=(float a, const vFloat& b) { return {distance(b, a)}; }
// Integers: by their difference, which must not overflow, whether they have a sign or not.
template <bool s, bool t>
ALWI difference_condition<true> operator<(const vInteger<s>& a, const vInteger<t>& b) {
  return {a.lreg(), b.lreg()};
}
template <bool s, bool t>
ALWI difference_condition<false> operator>=(const vInteger<s>& a, const vInteger<t>& b) {
  return {a.lreg(), b.lreg()};
}
template <bool s, bool t>
ALWI difference_condition<true> operator>(const vInteger<s>& a, const vInteger<t>& b) {
  return {b.lreg(), a.lreg()};
}
template <bool s, bool t>
ALWI difference_condition<false> operator<=(const vInteger<s>& a, const vInteger<t>& b) {
  return {b.lreg(), a.lreg()};
}
template <bool s, bool t>
ALWI sign_condition<6> operator==(const vInteger<s>& a, const vInteger<t>& b) {
  return {(a ^ b).lreg()};
}
template <bool s, bool t>
ALWI sign_condition<2> operator!=(const vInteger<s>& a, const vInteger<t>& b) {
  return {(a ^ b).lreg()};
}
#define TENSIX_SFPI_WHOLE template <bool s, class T, typename only<is_whole<T>>::type = 0>
TENSIX_SFPI_WHOLE ALWI difference_to_constant<true> operator<(const vInteger<s>& a, T b) {
  return {a.lreg(), static_cast<int32_t>(b)};
}
TENSIX_SFPI_WHOLE ALWI difference_to_constant<false> operator>=(const vInteger<s>& a, T b) {
  return {a.lreg(), static_cast<int32_t>(b)};
}
TENSIX_SFPI_WHOLE ALWI difference_to_constant<false> operator>(const vInteger<s>& a, T b) {
  return {a.lreg(), static_cast<int32_t>(static_cast<uint32_t>(b) + 1)};
}
TENSIX_SFPI_WHOLE ALWI difference_to_constant<true> operator<=(const vInteger<s>& a, T b) {
  return {a.lreg(), static_cast<int32_t>(static_cast<uint32_t>(b) + 1)};
}
// The difference is 0: of a number of 12 bits one instruction, and none of 0.
template <bool s>
ALWI float distance(const vInteger<s>& a, int32_t b) {
  if (__builtin_constant_p(b) && b == 0) return a.lreg();
  if (__builtin_constant_p(b) && b > -2048 && b <= 2048) return (a - b).lreg();
  return (a ^ vInteger<s>(b)).lreg();
}
TENSIX_SFPI_WHOLE ALWI sign_condition<6> operator==(const vInteger<s>& a, T b) {
  return {distance(a, static_cast<int32_t>(b))};
}
TENSIX_SFPI_WHOLE ALWI sign_condition<2> operator!=(const vInteger<s>& a, T b) {
  return {distance(a, static_cast<int32_t>(b))};
}
#undef TENSIX_SFPI_WHOLE

class lane_block {
 public:
  ALWI lane_block() = default;
  lane_block(const lane_block&) = delete;
  ALWI ~lane_block() {
    for (; depth_; --depth_) flags_instruction<opcode::SFPPOPC>();
  }
  ALWI void save() {
    flags_instruction<opcode::SFPPUSHC>();
    ++depth_;
  }
  template <class C>
  ALWI void begin(const C& condition) {
    save();
    narrow(condition);
  }
  template <class C>
  ALWI void narrow(const C& condition) {
    if constexpr (is_condition<C>::value) condition.apply();
    else sign_condition<2>{condition.lreg()}.apply();  // an integer that is not 0
  }
  ALWI void otherwise() { complement_lanes(); }

 private:
  uint32_t depth_ = 0;
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
#define v_endif \
  }             \
  }
// v_block { ... v_and(c); ... } v_endblock: from there on only the lanes where it holds, too.
#define v_block                      \
  {                                  \
    ::sfpi::lane_block tensix_lanes; \
    tensix_lanes.save();
#define v_and(...) tensix_lanes.narrow(__VA_ARGS__)
#define v_endblock }
