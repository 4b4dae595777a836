// SPDX-License-Identifier: Apache-2.0
// vFloat: 32 datums of FP32 in an LReg. Sums and products are rounded to nearest even, denormals are zeros; a product and
// a sum in one expression are one SFPMAD. An assignment changes only the lanes that are on; the definition of a new one
// defines only these.
#pragma once
#include "tensix/lreg_allocation.h"

namespace sfpi {

using tensix::opcode;
using tensix::word_of;
using tensix::device::computes;

template <bool>
struct only {};
template <>
struct only<true> {
  using type = int;
};

// What an operator returns: not executed yet, so that the result may go where it is assigned to. a * b + c, a * b, a + c.
struct multiply_add_term {
  float a, b, c;
};
struct product_term {
  float a, b;
};
struct sum_term {
  float a, c;
};
struct unary_term {  // of a whole instruction word: its VC
  float c;
};
// One of them a number of the core: 1 is in an LReg of its own.
struct product_and_number_term {  // a * b + number
  float a, b, number;
};
struct number_sum_term {  // a + number
  float a, number;
};
// One or two of them LRegs that keep a constant: their indices are in the mode, as in the word.
struct of_a_term {
  float a;
};
struct of_ab_term {
  float a, b;
};
struct of_ac_term {
  float a, c;
};
template <uint32_t number>
struct lreg_constant {};
template <class T, uint32_t mode>
struct term : T {};

// 16 bits of a constant as they are: FP16, and BF16 of its bits or of a number.
class sFloat16a {
 public:
  template <class T>
  ALWI constexpr explicit sFloat16a(T bits) : bits_(static_cast<uint16_t>(bits)) {}
  ALWI constexpr uint32_t get() const { return bits_; }

 private:
  uint16_t bits_;
};
class sFloat16b {
 public:
  ALWI explicit sFloat16b(float value) : bits_(static_cast<uint16_t>(__builtin_bit_cast(uint32_t, value) >> 16)) {}
  ALWI explicit sFloat16b(double value) : sFloat16b(static_cast<float>(value)) {}
  template <class T>
  ALWI constexpr explicit sFloat16b(T bits) : bits_(static_cast<uint16_t>(bits)) {}
  ALWI constexpr uint32_t get() const { return bits_; }

 private:
  uint16_t bits_;
};
using s2vFloat16a = sFloat16a;
using s2vFloat16b = sFloat16b;

// For what is written at once: no LReg yet.
struct unset {};

class vFloat {
 public:
  ALWI explicit vFloat(unset) {}
  ALWI vFloat() {
    if constexpr (computes) asm volatile inline("tensix_writes %0" : "=f"(r_));
  }
  ALWI vFloat(float value) { tensix_set_constant(r_, __builtin_bit_cast(uint32_t, value)); }
  ALWI vFloat(sFloat16a value) { tensix_load_immediate(r_, 1, value.get()); }
  ALWI vFloat(sFloat16b value) { tensix_load_immediate(r_, 0, value.get()); }
  template <class T, uint32_t mode>
  ALWI vFloat(const term<T, mode>& t) {
    if constexpr (computes) evaluate<false>(t);
  }
  vFloat(const vFloat&) = default;

  ALWI vFloat& operator=(const vFloat& other) {
    if constexpr (computes) TENSIX_LREG_1("tensix_writes", word_of(opcode::SFPMOV), "+f"(r_), other.r_);
    return *this;
  }
  template <class T, uint32_t mode>
  ALWI vFloat& operator=(const term<T, mode>& t) {
    if constexpr (computes) evaluate<true>(t);
    return *this;
  }
  // A constant goes where it is wanted: no move.
  ALWI vFloat& operator=(float value) {
    tensix_set_constant<true>(r_, __builtin_bit_cast(uint32_t, value));
    return *this;
  }
  ALWI vFloat& operator=(sFloat16a value) { return tensix_load_immediate<true>(r_, 1, value.get()), *this; }
  ALWI vFloat& operator=(sFloat16b value) { return tensix_load_immediate<true>(r_, 0, value.get()), *this; }
  ALWI vFloat& operator+=(const vFloat& o) { return *this = sum(r_, o.r_); }
  ALWI vFloat& operator-=(const vFloat& o) { return *this = difference(r_, o.r_); }
  ALWI vFloat& operator*=(const vFloat& o) { return *this = product(r_, o.r_); }
  // By a constant that is a BF16 number: one instruction, SFPADDI or SFPMULI.
  ALWI vFloat& operator+=(float value) { return by_constant<opcode::SFPADDI>(value) ? *this : *this += vFloat(value); }
  ALWI vFloat& operator-=(float value) { return *this += -value; }
  ALWI vFloat& operator*=(float value) { return by_constant<opcode::SFPMULI>(value) ? *this : *this *= vFloat(value); }
  ALWI vFloat& operator++() { return *this += 1.0f; }
  ALWI vFloat& operator--() { return *this -= 1.0f; }
  ALWI vFloat operator++(int) {
    const vFloat before = *this;
    return *this += 1.0f, before;
  }
  ALWI vFloat operator--(int) {
    const vFloat before = *this;
    return *this -= 1.0f, before;
  }

  // Products and sums. (Terms of the same kind behind one another become vFloat in between.)
  static constexpr uint32_t negate_a = tensix::vector::negate_a, negate_c = tensix::vector::negate_c;
  static ALWI term<product_term, 0> product(float a, float b) { return {{a, b}}; }
  static ALWI term<sum_term, 0> sum(float a, float c) { return {{a, c}}; }
  static ALWI term<sum_term, negate_c> difference(float a, float c) { return {{a, c}}; }
  template <uint32_t word>
  static ALWI term<unary_term, word> unary(float c) {
    return {{c}};
  }
  // The register, for what else is made of instructions.
  ALWI float& lreg() { return r_; }
  ALWI const float& lreg() const { return r_; }
  ALWI float get() const { return r_; }  // for __builtin_rvtt_sfpstore

 private:
  float r_;

  template <bool kept, class T, uint32_t mode>
  ALWI void evaluate(const term<T, mode>& t) {
    if constexpr (kept) execute_kept(t);
    else execute_new(t);
  }
  static ALWI bool is_one(float value) { return __builtin_constant_p(value) && value == 1.0f; }
  template <opcode op>
  ALWI bool by_constant(float value) {
    if constexpr (computes) {
      const uint32_t bits = __builtin_bit_cast(uint32_t, value);
      if (!__builtin_constant_p(bits) || (bits & 0xffff)) return false;
      asm volatile inline("tensix_reads %0\n .word %1 + (tensix_lreg_%0 << 6)\n tensix_multiplies %0"
                          : "+f"(r_)
                          : "i"(tensix::device::rotated(word_of(op) | (bits >> 16) << 8)));
    }
    return true;
  }
#define TENSIX_EXECUTE(name, constraint)                                                                                      \
  template <uint32_t mode>                                                                                                    \
  ALWI void name(const term<multiply_add_term, mode>& t) {                                                                    \
    TENSIX_LREG_3("tensix_multiplies", word_of(opcode::SFPMAD) | mode, constraint(r_), t.c, t.b, t.a);                        \
  }                                                                                                                           \
  template <uint32_t mode>                                                                                                    \
  ALWI void name(const term<product_term, mode>& t) { /* a * b + 0 */                                                         \
    asm volatile inline(                                                                                                      \
        "tensix_reads %1\n tensix_reads %2\n .word %3 + (tensix_lreg_%0 << 6) + (tensix_lreg_%1 << 14) + "                    \
        "(tensix_lreg_%2 << 18)\n tensix_multiplies %0"                                                                       \
        : constraint(r_)                                                                                                      \
        : "f"(t.b), "f"(t.a), "i"(tensix::device::rotated(word_of(opcode::SFPMUL) | tensix::vector::zero << 8 | mode)));      \
  }                                                                                                                           \
  template <uint32_t mode>                                                                                                    \
  ALWI void name(const term<sum_term, mode>& t) { /* a * 1 + c */                                                             \
    asm volatile inline(                                                                                                      \
        "tensix_reads %1\n tensix_reads %2\n .word %3 + (tensix_lreg_%0 << 6) + (tensix_lreg_%1 << 10) + "                    \
        "(tensix_lreg_%2 << 18)\n tensix_multiplies %0"                                                                       \
        : constraint(r_)                                                                                                      \
        : "f"(t.c), "f"(t.a), "i"(tensix::device::rotated(word_of(opcode::SFPADD) | tensix::vector::one << 12 | mode)));      \
  }                                                                                                                           \
  template <uint32_t word>                                                                                                    \
  ALWI void name(const term<unary_term, word>& t) {                                                                           \
    TENSIX_LREG_1("tensix_writes", word, constraint(r_), t.c);                                                                \
  }                                                                                                                           \
  template <uint32_t mode>                                                                                                    \
  ALWI void name(const term<product_and_number_term, mode>& t) {                                                              \
    if (is_one(t.number)) return name(term<of_ab_term, mode | tensix::vector::one << 8>{{t.a, t.b}});                         \
    const vFloat n(t.number);                                                                                                 \
    name(term<multiply_add_term, mode>{{t.a, t.b, n.r_}});                                                                    \
  }                                                                                                                           \
  template <uint32_t mode>                                                                                                    \
  ALWI void name(const term<number_sum_term, mode>& t) {                                                                      \
    using namespace tensix::vector;                                                                                           \
    if (is_one(t.number)) return name(term<of_a_term, mode | one << 12 | one << 8>{{t.a}});                                   \
    const vFloat n(t.number);                                                                                                 \
    name(term<sum_term, mode>{{t.a, n.r_}});                                                                                  \
  }                                                                                                                           \
  template <uint32_t mode>                                                                                                    \
  ALWI void name(const term<of_a_term, mode>& t) {                                                                            \
    asm volatile inline("tensix_reads %1\n .word %2 + (tensix_lreg_%0 << 6) + (tensix_lreg_%1 << 18)\n tensix_multiplies %0"  \
                        : constraint(r_)                                                                                      \
                        : "f"(t.a), "i"(tensix::device::rotated(word_of(opcode::SFPMAD) | mode)));                            \
  }                                                                                                                           \
  template <uint32_t mode>                                                                                                    \
  ALWI void name(const term<of_ab_term, mode>& t) {                                                                           \
    asm volatile inline(                                                                                                      \
        "tensix_reads %1\n tensix_reads %2\n .word %3 + (tensix_lreg_%0 << 6) + (tensix_lreg_%1 << 18) + (tensix_lreg_%2 << " \
        "14)\n"                                                                                                               \
        " tensix_multiplies %0"                                                                                               \
        : constraint(r_)                                                                                                      \
        : "f"(t.a), "f"(t.b), "i"(tensix::device::rotated(word_of(opcode::SFPMAD) | mode)));                                  \
  }                                                                                                                           \
  template <uint32_t mode>                                                                                                    \
  ALWI void name(const term<of_ac_term, mode>& t) {                                                                           \
    asm volatile inline(                                                                                                      \
        "tensix_reads %1\n tensix_reads %2\n .word %3 + (tensix_lreg_%0 << 6) + (tensix_lreg_%1 << 18) + (tensix_lreg_%2 << " \
        "10)\n"                                                                                                               \
        " tensix_multiplies %0"                                                                                               \
        : constraint(r_)                                                                                                      \
        : "f"(t.a), "f"(t.c), "i"(tensix::device::rotated(word_of(opcode::SFPMAD) | mode)));                                  \
  }
  TENSIX_EXECUTE(execute_kept, "+f")
  TENSIX_EXECUTE(execute_new, "=f")
#undef TENSIX_EXECUTE

 public:
  // An LReg from a word of SFPLOADI; `kept`: only in the lanes that are on.
  template <bool kept = false>
  static ALWI void tensix_load_immediate(float& r, uint32_t mode, uint32_t bits) {
    if constexpr (computes) {
      const uint32_t word = word_of(opcode::SFPLOADI) | mode << 16 | (bits & 0xffff);
      if (!__builtin_constant_p(word)) {
        uint32_t tensix_scratch;
        if constexpr (kept) TENSIX_LREG_PUSH("+f"(r), word);
        else TENSIX_LREG_PUSH("=f"(r), word);
        (void)tensix_scratch;
      } else if constexpr (kept) {
        asm volatile inline(".word %1 + (tensix_lreg_%0 << 22)\n tensix_writes %0"
                            : "+f"(r)
                            : "i"(tensix::device::rotated(word)));
      } else {
        asm volatile inline(".word %1 + (tensix_lreg_%0 << 22)\n tensix_writes %0"
                            : "=f"(r)
                            : "i"(tensix::device::rotated(word)));
      }
    }
  }
  // From 32 bits: one instruction if the lower half is zero.
  template <bool kept = false>
  static ALWI void tensix_set_constant(float& r, uint32_t bits) {
    constexpr uint32_t upper = 8, lower = 10;
    if (__builtin_constant_p(bits) && (bits & 0xffff) == 0) tensix_load_immediate<kept>(r, 0, bits >> 16);
    else tensix_load_immediate<kept>(r, lower, bits), tensix_load_immediate<true>(r, upper, bits >> 16);
  }
};

ALWI auto operator*(const vFloat& a, const vFloat& b) { return vFloat::product(a.lreg(), b.lreg()); }
ALWI auto operator+(const vFloat& a, const vFloat& b) { return vFloat::sum(a.lreg(), b.lreg()); }
ALWI auto operator-(const vFloat& a, const vFloat& b) { return vFloat::difference(a.lreg(), b.lreg()); }
using a_product = term<product_term, 0>;
ALWI term<multiply_add_term, 0> operator+(const a_product& p, const vFloat& c) { return {{p.a, p.b, c.lreg()}}; }
ALWI term<multiply_add_term, 0> operator+(const vFloat& c, const a_product& p) { return {{p.a, p.b, c.lreg()}}; }
ALWI term<multiply_add_term, 0> operator+(const a_product& p, const a_product& q) { return {{p.a, p.b, vFloat(q).lreg()}}; }
ALWI term<multiply_add_term, vFloat::negate_c> operator-(const a_product& p, const vFloat& c) { return {{p.a, p.b, c.lreg()}}; }
ALWI term<multiply_add_term, vFloat::negate_a> operator-(const vFloat& c, const a_product& p) { return {{p.a, p.b, c.lreg()}}; }
ALWI term<multiply_add_term, vFloat::negate_c> operator-(const a_product& p, const a_product& q) {
  return {{p.a, p.b, vFloat(q).lreg()}};
}

// A number of the core.
using a_number_product = term<product_and_number_term, 0>;
ALWI term<number_sum_term, 0> operator+(const vFloat& a, float n) { return {{a.lreg(), n}}; }
ALWI term<number_sum_term, 0> operator+(float n, const vFloat& a) { return {{a.lreg(), n}}; }
ALWI term<number_sum_term, vFloat::negate_c> operator-(const vFloat& a, float n) { return {{a.lreg(), n}}; }
ALWI term<number_sum_term, vFloat::negate_a> operator-(float n, const vFloat& a) { return {{a.lreg(), n}}; }
ALWI a_number_product operator+(const a_product& p, float n) { return {{p.a, p.b, n}}; }
ALWI a_number_product operator+(float n, const a_product& p) { return {{p.a, p.b, n}}; }
ALWI term<product_and_number_term, vFloat::negate_c> operator-(const a_product& p, float n) { return {{p.a, p.b, n}}; }
ALWI term<product_and_number_term, vFloat::negate_a> operator-(float n, const a_product& p) { return {{p.a, p.b, n}}; }
// An LReg that keeps a constant: n is its index.
#define TENSIX_SFPI_CONSTANT template <uint32_t n>
inline constexpr uint32_t times_one = tensix::vector::one << 12, plus_zero = tensix::vector::zero << 8;
TENSIX_SFPI_CONSTANT ALWI term<of_a_term, n << 12 | plus_zero> operator*(const vFloat& a, const lreg_constant<n>&) {
  return {{a.lreg()}};
}
TENSIX_SFPI_CONSTANT ALWI term<of_a_term, n << 12 | plus_zero> operator*(const lreg_constant<n>&, const vFloat& a) {
  return {{a.lreg()}};
}
TENSIX_SFPI_CONSTANT ALWI term<of_a_term, times_one | n << 8> operator+(const vFloat& a, const lreg_constant<n>&) {
  return {{a.lreg()}};
}
TENSIX_SFPI_CONSTANT ALWI term<of_a_term, times_one | n << 8> operator+(const lreg_constant<n>&, const vFloat& a) {
  return {{a.lreg()}};
}
TENSIX_SFPI_CONSTANT ALWI term<of_a_term, times_one | n << 8 | vFloat::negate_c> operator-(const vFloat& a,
                                                                                           const lreg_constant<n>&) {
  return {{a.lreg()}};
}
TENSIX_SFPI_CONSTANT ALWI term<of_a_term, times_one | n << 8 | vFloat::negate_a> operator-(const lreg_constant<n>&,
                                                                                           const vFloat& a) {
  return {{a.lreg()}};
}
TENSIX_SFPI_CONSTANT ALWI term<of_ab_term, n << 8> operator+(const a_product& p, const lreg_constant<n>&) {
  return {{p.a, p.b}};
}
TENSIX_SFPI_CONSTANT ALWI term<of_ab_term, n << 8> operator+(const lreg_constant<n>&, const a_product& p) {
  return {{p.a, p.b}};
}
TENSIX_SFPI_CONSTANT ALWI term<of_ab_term, n << 8 | vFloat::negate_c> operator-(const a_product& p, const lreg_constant<n>&) {
  return {{p.a, p.b}};
}
TENSIX_SFPI_CONSTANT ALWI term<of_ab_term, n << 8 | vFloat::negate_a> operator-(const lreg_constant<n>&, const a_product& p) {
  return {{p.a, p.b}};
}
// a * n as a product: its mode has n and the 0 that is added.
constexpr bool is_scaled(uint32_t mode) { return (mode & (0xf << 8 | 0xf)) == plus_zero; }
template <uint32_t mode, typename only<is_scaled(mode)>::type = 0>
ALWI term<of_ac_term, (mode & 0xf000)> operator+(const term<of_a_term, mode>& p, const vFloat& c) {
  return {{p.a, c.lreg()}};
}
template <uint32_t mode, typename only<is_scaled(mode)>::type = 0>
ALWI term<of_ac_term, (mode & 0xf000)> operator+(const vFloat& c, const term<of_a_term, mode>& p) {
  return {{p.a, c.lreg()}};
}
template <uint32_t mode, typename only<is_scaled(mode)>::type = 0>
ALWI term<of_ac_term, (mode & 0xf000) | vFloat::negate_c> operator-(const term<of_a_term, mode>& p, const vFloat& c) {
  return {{p.a, c.lreg()}};
}
template <uint32_t mode, typename only<is_scaled(mode)>::type = 0>
ALWI term<of_ac_term, (mode & 0xf000) | vFloat::negate_a> operator-(const vFloat& c, const term<of_a_term, mode>& p) {
  return {{p.a, c.lreg()}};
}
template <uint32_t mode, uint32_t n, typename only<is_scaled(mode)>::type = 0>
ALWI term<of_a_term, (mode & 0xf000) | n << 8> operator+(const term<of_a_term, mode>& p, const lreg_constant<n>&) {
  return {{p.a}};
}
template <uint32_t mode, uint32_t n, typename only<is_scaled(mode)>::type = 0>
ALWI term<of_a_term, (mode & 0xf000) | n << 8 | vFloat::negate_c> operator-(const term<of_a_term, mode>& p,
                                                                            const lreg_constant<n>&) {
  return {{p.a}};
}
template <uint32_t mode, typename only<is_scaled(mode)>::type = 0>
ALWI term<of_ac_term, (mode & 0xf000)> operator+(const term<of_a_term, mode>& p, float c) {
  return {{p.a, vFloat(c).lreg()}};
}
template <uint32_t mode, typename only<is_scaled(mode)>::type = 0>
ALWI term<of_ac_term, (mode & 0xf000) | vFloat::negate_c> operator-(const term<of_a_term, mode>& p, float c) {
  return {{p.a, vFloat(c).lreg()}};
}
template <uint32_t mode, typename only<is_scaled(mode)>::type = 0>
ALWI term<of_ac_term, (mode & 0xf000)> operator+(float c, const term<of_a_term, mode>& p) {
  return {{p.a, vFloat(c).lreg()}};
}
template <uint32_t mode, typename only<is_scaled(mode)>::type = 0>
ALWI term<of_ac_term, (mode & 0xf000) | vFloat::negate_a> operator-(float c, const term<of_a_term, mode>& p) {
  return {{p.a, vFloat(c).lreg()}};
}
template <uint32_t mode, typename only<is_scaled(mode)>::type = 0>
ALWI term<of_ac_term, (mode & 0xf000)> operator+(const term<of_a_term, mode>& p, const a_product& q) {
  return {{p.a, vFloat(q).lreg()}};
}
template <uint32_t mode, typename only<is_scaled(mode)>::type = 0>
ALWI term<of_ac_term, (mode & 0xf000) | vFloat::negate_c> operator-(const term<of_a_term, mode>& p, const a_product& q) {
  return {{p.a, vFloat(q).lreg()}};
}
template <uint32_t mode, typename only<is_scaled(mode)>::type = 0>
ALWI term<of_ac_term, (mode & 0xf000)> operator+(const a_product& q, const term<of_a_term, mode>& p) {
  return {{p.a, vFloat(q).lreg()}};
}
template <uint32_t mode, typename only<is_scaled(mode)>::type = 0>
ALWI term<of_ac_term, (mode & 0xf000) | vFloat::negate_a> operator-(const a_product& q, const term<of_a_term, mode>& p) {
  return {{p.a, vFloat(q).lreg()}};
}
#undef TENSIX_SFPI_CONSTANT
ALWI auto operator-(const vFloat& a) { return vFloat::unary<word_of(opcode::SFPMOV) | 1>(a.lreg()); }
ALWI const vFloat& operator+(const vFloat& a) { return a; }
// a * -b is one instruction.
using a_negative = term<unary_term, word_of(opcode::SFPMOV) | 1>;
ALWI term<product_term, vFloat::negate_a> operator*(const vFloat& a, const a_negative& b) { return {{a.lreg(), b.c}}; }
ALWI term<product_term, vFloat::negate_a> operator*(const a_negative& a, const vFloat& b) { return {{a.c, b.lreg()}}; }
template <uint32_t n>
ALWI term<of_a_term, n << 12 | plus_zero | vFloat::negate_a> operator*(const a_negative& a, const lreg_constant<n>&) {
  return {{a.c}};
}
template <uint32_t n>
ALWI term<of_a_term, n << 12 | plus_zero | vFloat::negate_a> operator*(const lreg_constant<n>&, const a_negative& a) {
  return {{a.c}};
}

// Numbers that a program may say have a format: dst_reg[i] = vFloat16b(x).
class vFloat16a : public vFloat {
 public:
  using vFloat::vFloat;
  ALWI explicit vFloat16a(const vFloat& x) : vFloat(x) {}
};
class vFloat16b : public vFloat {
 public:
  using vFloat::vFloat;
  ALWI explicit vFloat16b(const vFloat& x) : vFloat(x) {}
};

}  // namespace sfpi
