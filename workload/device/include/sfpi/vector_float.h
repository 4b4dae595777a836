// vFloat: 32 datums of FP32 in an LReg. Sums and products are rounded to nearest even, denormals are zeros; a product and
// a sum in one expression are one SFPMAD. An assignment changes only the lanes that are on; the definition of a new one
// defines only these.
#pragma once
#include "tensix/lreg_allocation.h"

namespace sfpi {

using tensix::opcode;
using tensix::word_of;
using tensix::device::computes;

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
template <class T, uint32_t mode>
struct term : T {};

class vFloat {
 public:
  ALWI vFloat() {
    if constexpr (computes) asm volatile("tensix_writes %0" : "=f"(r_));
  }
  ALWI vFloat(float value) { set_constant(__builtin_bit_cast(uint32_t, value)); }
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
  ALWI vFloat& operator+=(const vFloat& o) { return *this = sum(r_, o.r_); }
  ALWI vFloat& operator-=(const vFloat& o) { return *this = difference(r_, o.r_); }
  ALWI vFloat& operator*=(const vFloat& o) { return *this = product(r_, o.r_); }
  ALWI vFloat operator-() const {
    vFloat d;
    if constexpr (computes) TENSIX_LREG_1("tensix_writes", word_of(opcode::SFPMOV) | 1, "=f"(d.r_), r_);
    return d;
  }

  // Products and sums. (Terms of the same kind behind one another become vFloat in between.)
  static constexpr uint32_t negate_a = tensix::vector::negate_a, negate_c = tensix::vector::negate_c;
  static ALWI term<product_term, 0> product(float a, float b) { return {{a, b}}; }
  static ALWI term<sum_term, 0> sum(float a, float c) { return {{a, c}}; }
  static ALWI term<sum_term, negate_c> difference(float a, float c) { return {{a, c}}; }
  // The register, for what else is made of instructions.
  ALWI float& lreg() { return r_; }
  ALWI const float& lreg() const { return r_; }

 private:
  float r_;

  template <bool kept, class T, uint32_t mode>
  ALWI void evaluate(const term<T, mode>& t) {
    if constexpr (kept) execute_kept(t);
    else execute_new(t);
  }
#define TENSIX_EXECUTE(name, constraint)                                                                                 \
  template <uint32_t mode>                                                                                               \
  ALWI void name(const term<multiply_add_term, mode>& t) {                                                               \
    TENSIX_LREG_3("tensix_multiplies", word_of(opcode::SFPMAD) | mode, constraint(r_), t.c, t.b, t.a);                   \
  }                                                                                                                      \
  template <uint32_t mode>                                                                                               \
  ALWI void name(const term<product_term, mode>& t) { /* a * b + 0 */                                                    \
    asm volatile(                                                                                                        \
        "tensix_reads %1\n tensix_reads %2\n .word %3 + (tensix_lreg_%0 << 6) + (tensix_lreg_%1 << 14) + "               \
        "(tensix_lreg_%2 << 18)\n tensix_multiplies %0"                                                                  \
        : constraint(r_)                                                                                                 \
        : "f"(t.b), "f"(t.a), "i"(tensix::device::rotated(word_of(opcode::SFPMUL) | tensix::vector::zero << 8 | mode))); \
  }                                                                                                                      \
  template <uint32_t mode>                                                                                               \
  ALWI void name(const term<sum_term, mode>& t) { /* a * 1 + c */                                                        \
    asm volatile(                                                                                                        \
        "tensix_reads %1\n tensix_reads %2\n .word %3 + (tensix_lreg_%0 << 6) + (tensix_lreg_%1 << 10) + "               \
        "(tensix_lreg_%2 << 18)\n tensix_multiplies %0"                                                                  \
        : constraint(r_)                                                                                                 \
        : "f"(t.c), "f"(t.a), "i"(tensix::device::rotated(word_of(opcode::SFPADD) | tensix::vector::one << 12 | mode))); \
  }
  TENSIX_EXECUTE(execute_kept, "+f")
  TENSIX_EXECUTE(execute_new, "=f")
#undef TENSIX_EXECUTE

  ALWI void set_constant(uint32_t bits) { tensix_set_constant(r_, bits); }

 public:
  // An LReg from 32 bits: one instruction if the lower half is zero.
  static ALWI void tensix_set_constant(float& r, uint32_t bits) {
    if constexpr (computes) {
      const uint32_t loadi = word_of(opcode::SFPLOADI);
      if (__builtin_constant_p(bits)) {
        if ((bits & 0xffff) == 0) {
          asm volatile(".word %1 + (tensix_lreg_%0 << 22)\n tensix_writes %0"
                       : "=f"(r)
                       : "i"(tensix::device::rotated(loadi | bits >> 16)));
        } else {
          asm volatile(".word %1 + (tensix_lreg_%0 << 22)\n tensix_writes %0"
                       : "=f"(r)
                       : "i"(tensix::device::rotated(loadi | 10u << 16 | (bits & 0xffff))));
          asm volatile(".word %1 + (tensix_lreg_%0 << 22)\n tensix_writes %0"
                       : "+f"(r)
                       : "i"(tensix::device::rotated(loadi | 8u << 16 | bits >> 16)));
        }
      } else {
        uint32_t tensix_scratch;
        asm volatile("tensix_writes %0" : "=f"(r));
        TENSIX_LREG_PUSH("+f"(r), loadi | 10u << 16 | (bits & 0xffff));
        TENSIX_LREG_PUSH("+f"(r), loadi | 8u << 16 | bits >> 16);
        (void)tensix_scratch;
      }
    }
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

inline const float vConst0 = 0.0f, vConst1 = 1.0f;

}  // namespace sfpi
