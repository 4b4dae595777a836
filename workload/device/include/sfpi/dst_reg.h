// SPDX-License-Identifier: Apache-2.0
// dst_reg[i]: 32 datums of Dst. A tile has 32 of them: dst_reg[0] to dst_reg[31] are the first tile from where sfpu_begin
// has put it, dst_reg[32] is the beginning of the next one. Two are four rows of a face, the even columns and the odd
// ones; eight are a face.
#pragma once
#include "sfpi/vector_integer.h"

namespace sfpi {

// Of what the datums are: for SFPLOAD and SFPSTORE, by the names of the ISA documentation, and TT-Metalium's.
enum dst_mode : uint32_t {
  SFPLOAD_MOD0_FMT_SRCB = 0,
  SFPLOAD_MOD0_FMT_FP16 = 1,
  SFPLOAD_MOD0_FMT_FP16A = 1,
  SFPLOAD_MOD0_FMT_BF16 = 2,
  SFPLOAD_MOD0_FMT_FP16B = 2,
  SFPLOAD_MOD0_FMT_FP32 = 3,
  SFPLOAD_MOD0_FMT_INT32 = 4,
  SFPLOAD_MOD0_FMT_INT8 = 5,
  SFPLOAD_MOD0_FMT_UINT16 = 6,
  SFPLOAD_MOD0_FMT_HI16 = 7,
  SFPLOAD_MOD0_FMT_INT16 = 8,
  SFPLOAD_MOD0_FMT_LO16 = 9,
  SFPLOAD_MOD0_FMT_INT32_SM = 12,
  SFPLOAD_MOD0_FMT_SM32 = 12,
  SFPLOAD_MOD0_FMT_INT8_COMP = 13,
  SFPLOAD_MOD0_FMT_LO16_ONLY = 14,
  SFPLOAD_MOD0_FMT_HI16_ONLY = 15,
  SFPSTORE_MOD0_FMT_SRCB = 0,
  SFPSTORE_MOD0_FMT_FP16 = 1,
  SFPSTORE_MOD0_FMT_FP16A = 1,
  SFPSTORE_MOD0_FMT_BF16 = 2,
  SFPSTORE_MOD0_FMT_FP16B = 2,
  SFPSTORE_MOD0_FMT_FP32 = 3,
  SFPSTORE_MOD0_FMT_INT32 = 4,
  SFPSTORE_MOD0_FMT_INT8 = 5,
  SFPSTORE_MOD0_FMT_UINT16 = 6,
  SFPSTORE_MOD0_FMT_HI16 = 7,
  SFPSTORE_MOD0_FMT_INT16 = 8,
  SFPSTORE_MOD0_FMT_LO16 = 9,
  SFPSTORE_MOD0_FMT_INT32_SM = 12,
  SFPSTORE_MOD0_FMT_SM32 = 12,
  SFPSTORE_MOD0_FMT_INT8_COMP = 13,
  SFPSTORE_MOD0_FMT_LO16_ONLY = 14,
  SFPSTORE_MOD0_FMT_HI16_ONLY = 15
};
enum class DataLayout : uint32_t {
  Default = 16,
  FSrcB = 0,
  F16a = 1,
  F16b = 2,
  F32 = 3,
  I32 = 4,
  U32 = 4 | 32,
  M32 = 4 | 64,
  U16 = 6,
  HI16 = 7,
  SM16 = 8,
  LO16 = 9,
  SM32 = 12
};

class dst_datums {
 public:
  ALWI explicit dst_datums(uint32_t index) : row_(index * tensix::vector::step_rows) {}
  dst_datums(const dst_datums&) = default;
  // Read or written as of another format: mode<sfpi::SFPLOAD_MOD0_FMT_FP32>(), mode<sfpi::DataLayout::I32>(). One of 32 bits
  // wants a 32-bit Dst. `modifier`: ADDR_MOD_0 to 7, what is added to the row counter behind it.
  template <auto format = DataLayout::Default>
  ALWI dst_datums mode(int modifier = -1) const {
    constexpr auto chosen = static_cast<uint32_t>(format);
    dst_datums other = *this;
    if constexpr (chosen != static_cast<uint32_t>(DataLayout::Default)) {
      constexpr uint32_t word_field = chosen & 15;
      static_assert(word_field != 10 && word_field != 11, "a format of SFPLOAD and SFPSTORE");
      other.format_ = word_field;
    }
    if (modifier >= 0) other.modifier_ = static_cast<uint32_t>(modifier);
    return other;
  }

  ALWI operator vFloat() const { return loaded<vFloat>(tensix::vector::as_dst); }
  ALWI operator vFloat16a() const { return vFloat16a(loaded<vFloat>(SFPLOAD_MOD0_FMT_FP16A)); }
  ALWI operator vFloat16b() const { return vFloat16b(loaded<vFloat>(SFPLOAD_MOD0_FMT_FP16B)); }
  // Integers: of 32 bits, as sign and magnitude are stored; only in a 32-bit Dst.
  ALWI operator vInt() const { return loaded<vInt>(tensix::vector::as_int32); }
  ALWI operator vUInt() const { return loaded<vUInt>(tensix::vector::as_int32); }
  ALWI operator vUInt16() const { return vUInt16(loaded<vUInt>(SFPLOAD_MOD0_FMT_UINT16)); }
  ALWI operator vSMag() const { return loaded<vSMag>(SFPLOAD_MOD0_FMT_INT32); }
  ALWI operator vSMag16() const { return reinterpret<vSMag16>(loaded<vSMag>(SFPLOAD_MOD0_FMT_INT16)); }

  // Cut off where Dst has 16 bits: float_to_bf16() or float_to_fp16() first to have it rounded.
  ALWI void operator=(const vFloat& v) const { store(v.lreg(), format(tensix::vector::as_dst)); }
  ALWI void operator=(const vFloat16a& v) const { store(v.lreg(), format(SFPSTORE_MOD0_FMT_FP16A)); }
  ALWI void operator=(const vFloat16b& v) const { store(v.lreg(), format(SFPSTORE_MOD0_FMT_FP16B)); }
  ALWI void operator=(float v) const { *this = vFloat(v); }
  template <class T, uint32_t mode>
  ALWI void operator=(const term<T, mode>& t) const {
    *this = vFloat(t);
  }
  ALWI void operator=(const dst_datums& other) const { *this = vFloat(other); }
  ALWI void operator=(const vInt& v) const { store(v.lreg(), format(tensix::vector::as_int32)); }
  ALWI void operator=(const vUInt& v) const { store(v.lreg(), format(tensix::vector::as_int32)); }
  ALWI void operator=(const vUInt16& v) const { store(v.lreg(), format(SFPSTORE_MOD0_FMT_UINT16)); }
  ALWI void operator=(const vSMag& v) const { store(v.lreg(), format(SFPSTORE_MOD0_FMT_INT32)); }
  ALWI void operator=(const vSMag16& v) const { store(v.lreg(), format(SFPSTORE_MOD0_FMT_INT16)); }

  ALWI vFloat operator-() const { return -vFloat(*this); }

  // `modifier` and the address of a word, as they stand in it.
  static ALWI void store_at(float r, uint32_t format, uint32_t modifier, uint32_t address) {
    dst_datums to(0);
    to.row_ = address, to.modifier_ = modifier;
    to.store(r, format);
  }

 private:
  static constexpr uint32_t by_type = ~0u;
  uint32_t row_, format_ = by_type, modifier_ = tensix::vector::stay;
  ALWI uint32_t format(uint32_t of_type) const {
    const uint32_t f = format_ == by_type ? of_type : format_;
    if constexpr (computes && !tensix::device::fp32_dst)
      if (f == SFPLOAD_MOD0_FMT_INT32 || f == SFPLOAD_MOD0_FMT_INT32_SM) tensix::device::integers_want_a_32_bit_dst();
    return f;
  }
  template <class T>
  ALWI T loaded(uint32_t of_type) const {
    T v{unset{}};
    load(v.lreg(), format(of_type));
    return v;
  }
  ALWI uint32_t word(opcode op, uint32_t format) const {
    using namespace tensix::insn::SFPLOAD;
    return word_of(op) | instr_mod0.place(format) | sfpu_addr_mode.place(modifier_) | (row_ & 1023);
  }
  ALWI void load(float& r, uint32_t format) const {
    if constexpr (computes) {
      const uint32_t w = word(opcode::SFPLOAD, format);
      uint32_t tensix_scratch;
      if (__builtin_constant_p(w))
        asm volatile inline(".word %1 + (tensix_lreg_%0 << 22)\n tensix_writes %0" : "=f"(r) : "i"(tensix::device::rotated(w)));
      else TENSIX_LREG_PUSH("=f"(r), w);
      (void)tensix_scratch;
    }
  }
  ALWI void store(float r, uint32_t format) const {
    if constexpr (computes) {
      const uint32_t w = word(opcode::SFPSTORE, format);
      if (__builtin_constant_p(w))
        asm volatile inline("tensix_reads %0\n .word %1 + (tensix_lreg_%0 << 22)" : : "f"(r), "i"(tensix::device::rotated(w)));
      else {
        uint32_t scratch;
        asm volatile inline("tensix_reads %1\n lui %0, tensix_lreg_%1 << 8\n or %0, %0, %2\n sw %0, 0(%3)"
                            : "=&r"(scratch)
                            : "f"(r), "r"(w), "r"(0xFFE40000));
      }
    }
  }
};

#define TENSIX_SFPI_DST(op)                                                                          \
  ALWI auto operator op(const dst_datums& a, const dst_datums& b) { return vFloat(a) op vFloat(b); } \
  ALWI auto operator op(const dst_datums& a, const vFloat& b) { return vFloat(a) op b; }             \
  ALWI auto operator op(const vFloat& a, const dst_datums& b) { return a op vFloat(b); }             \
  ALWI auto operator op(const dst_datums& a, float b) { return vFloat(a) op b; }                     \
  ALWI auto operator op(float a, const dst_datums& b) { return a op vFloat(b); }                     \
  template <uint32_t n>                                                                              \
  ALWI auto operator op(const dst_datums& a, const lreg_constant<n>& b) {                            \
    return vFloat(a) op b;                                                                           \
  }                                                                                                  \
  template <uint32_t n>                                                                              \
  ALWI auto operator op(const lreg_constant<n>& a, const dst_datums& b) {                            \
    return a op vFloat(b);                                                                           \
  }                                                                                                  \
  template <class T, uint32_t mode>                                                                  \
  ALWI auto operator op(const dst_datums& a, const term<T, mode>& b) {                               \
    return vFloat(a) op b;                                                                           \
  }                                                                                                  \
  template <class T, uint32_t mode>                                                                  \
  ALWI auto operator op(const term<T, mode>& a, const dst_datums& b) {                               \
    return a op vFloat(b);                                                                           \
  }
TENSIX_SFPI_DST(+)
TENSIX_SFPI_DST(-)
TENSIX_SFPI_DST(*)
#undef TENSIX_SFPI_DST

// Steps of all that follows: dst_reg++ moves on by 32 datums, and is undone by sfpu_end.
struct dst_view {
  ALWI dst_datums operator[](uint32_t index) const {
    if constexpr (computes) {
      using namespace tensix::device;
      called();
      check(vector_unit.own, misuse::dst_reg_outside);
      check(index < 512, misuse::dst_reg_index, index);
    }
    return dst_datums(index);
  }
  ALWI void operator++(int) const { *this += 1; }
  ALWI void operator++() const { *this += 1; }
  ALWI void operator+=(uint32_t steps) const {  // the counter's increment has four bits: seven steps
    if constexpr (computes) {
      using namespace tensix::insn::INCRWC;
      constexpr uint32_t rows = tensix::vector::step_rows, most = 7;
      for (; steps >= most; steps -= most) tensix::device::ttinsn<word_of(opcode::INCRWC) | rwc_d.place(rows * most)>();
      const uint32_t word = word_of(opcode::INCRWC) | rwc_d.place(rows * steps);
      if (__builtin_constant_p(word)) {
        if (steps) asm volatile inline(".word %0" : : "i"(tensix::device::rotated(word)));
      } else {
        tensix::device::push(word);
      }
    }
  }
};
inline constexpr dst_view dst_reg{};

}  // namespace sfpi

// The one function of the vendor's compiler that kernels use.
#define __builtin_rvtt_sfpstore(value, format, modifier, address) ::sfpi::dst_datums::store_at(value, format, modifier, address)
