// SPDX-License-Identifier: Apache-2.0
// Instructions of the vector unit, put together when compiling: for programs of the RISC-V cores, which push the words,
// and for the host's built-in kernels. Freestanding C++17.
#pragma once
#include "models/isa/instruction_words.h"

namespace tensix::vector {

// LRegs: 0 to 7 are variables, 8 to 10 and 15 what they are, 11 to 14 constants written by SFPCONFIG.
inline constexpr uint32_t l0 = 0, l1 = 1, l2 = 2, l3 = 3, l4 = 4, l5 = 5, l6 = 6, l7 = 7, zero = 9, one = 10, c11 = 11,
                          c12 = 12, c13 = 13, c14 = 14, lane_number_twice = 15;

inline constexpr uint32_t positive_infinity = 0x7f800000, not_a_number = 0x7fc00000, ln_2 = 0x3f317218;

// What the address modifiers of SFPLOAD and SFPSTORE do to the row counter of Dst. 7 is set by the base of the compute API.
inline constexpr uint32_t stay = 7, next_step = 6;
inline constexpr uint32_t step_rows = 2;  // 32 datums: even or odd columns of four rows
inline constexpr uint32_t tile_steps = 32;

// Formats of SFPLOAD and SFPSTORE: 0 is that of Dst's datums, whatever they are.
inline constexpr uint32_t as_dst = 0, as_int32 = 4, as_uint16 = 6;

// Modes.
inline constexpr uint32_t negate_a = 1, negate_c = 2;                                          // SFPMAD
inline constexpr uint32_t if_negative = 0, if_not_zero = 2, if_not_negative = 4, if_zero = 6;  // SFPSETCC
inline constexpr uint32_t to_flags = 1, to_mask = 8;                                           // SFPGT, SFPLE
inline constexpr uint32_t no_flags = 4, subtract_from_c = 2;                                   // SFPIADD
inline constexpr uint32_t up_to_3 = 2, up_to_4 = 3, with_sign = 4;                             // SFPLUTFP32: six ranges
inline constexpr uint32_t to_fp16b = 1, to_int8 = 3, to_uint16 = 6;                            // SFP_STOCH_RND
inline constexpr uint32_t in_all = 1, in_rows_01 = 2, in_rows_02 = 3;                          // SFPSWAP

class sequence {
 public:
  static constexpr uint32_t most = 176;
  uint32_t word[most] = {};
  uint32_t size = 0;

  // -- Dst and constants
  constexpr sequence& load(uint32_t d, uint32_t row = 0, uint32_t format = as_dst) {
    using namespace insn::SFPLOAD;
    return add(opcode::SFPLOAD,
               lreg_ind.place(d) | instr_mod0.place(format) | sfpu_addr_mode.place(stay) | dest_reg_addr.place(row));
  }
  constexpr sequence& store(uint32_t d, uint32_t modifier = next_step, uint32_t format = as_dst) {
    using namespace insn::SFPSTORE;
    return add(opcode::SFPSTORE, lreg_ind.place(d) | instr_mod0.place(format) | sfpu_addr_mode.place(modifier));
  }
  // Any 32 bits; one instruction if the lower half is zero or they are a normal FP16 number or less than 2^16.
  constexpr sequence& constant(uint32_t d, uint32_t value) {
    if ((value & 0xffff) == 0) return load_immediate(d, 0, value >> 16);
    if (value < 1u << 16) return load_immediate(d, 2, value);
    const uint32_t exponent = value >> 23 & 255;
    if ((value & 0x1fff) == 0 && exponent > 112 && exponent < 112 + 31)
      return load_immediate(d, 1, (value >> 16 & 0x8000) | (exponent - 112) << 10 | (value >> 13 & 0x3ff));
    return constant_word(d, value);
  }
  constexpr sequence& constant_word(uint32_t d, uint32_t value) {  // always two instructions
    load_immediate(d, 10, value & 0xffff);
    return load_immediate(d, 8, value >> 16);
  }
  // LReg 11 to 14: what is in LReg 0; a constant, by way of LReg 0.
  constexpr sequence& configure(uint32_t d) { return add(opcode::SFPCONFIG, insn::SFPCONFIG::config_dest.place(d)); }
  constexpr sequence& special_constant(uint32_t d, uint32_t value) {
    constant(l0, value);
    return configure(d);
  }
  constexpr sequence& move(uint32_t d, uint32_t c) { return simple(opcode::SFPMOV, d, c, 0); }
  constexpr sequence& negate(uint32_t d, uint32_t c) { return simple(opcode::SFPMOV, d, c, 1); }

  // -- multiply-add: what is read in the next cycle waits for another
  constexpr sequence& mad(uint32_t d, uint32_t a, uint32_t b, uint32_t c, uint32_t mode = 0) {
    using namespace insn::SFPMAD;
    add(opcode::SFPMAD,
        lreg_dest.place(d) | lreg_src_a.place(a) | lreg_src_b.place(b) | lreg_src_c.place(c) | instr_mod1.place(mode));
    result_ = d;
    return *this;
  }
  constexpr sequence& mul(uint32_t d, uint32_t a, uint32_t b) { return mad(d, a, b, zero); }
  constexpr sequence& plus(uint32_t d, uint32_t a, uint32_t b) { return mad(d, a, one, b); }
  constexpr sequence& minus(uint32_t d, uint32_t a, uint32_t b) { return mad(d, a, one, b, negate_c); }
  // d = a * |l3| + c, a and c from the table in l0 to l2 and l4 to l6.
  constexpr sequence& look_up(uint32_t d, uint32_t mode) {
    using namespace insn::SFPLUTFP32;
    add(opcode::SFPLUTFP32, lreg_dest.place(d) | instr_mod1.place(mode) | mod1_mirror.place(mode));
    result_ = d;
    return *this;
  }
  // d += BF16, d *= BF16: its bits as FP32.
  constexpr sequence& add_constant(uint32_t d, uint32_t value) { return immediate(opcode::SFPADDI, d, value); }
  constexpr sequence& mul_constant(uint32_t d, uint32_t value) { return immediate(opcode::SFPMULI, d, value); }

  // -- bits and integers
  constexpr sequence& absolute(uint32_t d, uint32_t c) {
    return simple(opcode::SFPSETSGN, d, c, 1);
  }  // SFPABS would keep a NaN's
  constexpr sequence& bit_and(uint32_t d, uint32_t c) { return simple(opcode::SFPAND, d, c, 0); }
  constexpr sequence& bit_or(uint32_t d, uint32_t c) { return simple(opcode::SFPOR, d, c, 0); }
  constexpr sequence& bit_xor(uint32_t d, uint32_t c) { return simple(opcode::SFPXOR, d, c, 0); }
  constexpr sequence& bit_not(uint32_t d, uint32_t c) { return simple(opcode::SFPNOT, d, c, 0); }
  // The last, or the upper, 23 bits of the product of 23.
  constexpr sequence& mul24(uint32_t d, uint32_t a, uint32_t b, bool upper = false) {
    using namespace insn::SFPMUL24;
    add(opcode::SFPMUL24,
        lreg_dest.place(d) | lreg_src_a.place(a) | lreg_src_b.place(b) | lreg_src_c.place(zero) | instr_mod1.place(upper));
    result_ = d;
    return *this;
  }
  constexpr sequence& add_integer(uint32_t d, uint32_t c) {
    behind_result(d);
    return simple(opcode::SFPIADD, d, c, no_flags);
  }
  constexpr sequence& reverse_subtract_integer(uint32_t d, uint32_t c) {  // d = c - d
    behind_result(d);
    return simple(opcode::SFPIADD, d, c, no_flags | subtract_from_c);
  }
  constexpr sequence& add_integer_constant(uint32_t d, uint32_t c, int32_t imm) {  // d = c + imm, 12 bits
    return simple(opcode::SFPIADD, d, c, no_flags | 1, static_cast<uint32_t>(imm) & 0xfff);
  }
  // d = c << by; to the right for a negative one, with copies of the sign if `arithmetic`.
  constexpr sequence& shift(uint32_t d, uint32_t c, int32_t by, bool arithmetic = false) {
    return simple(opcode::SFPSHFT, d, c, 5 | (arithmetic ? 2 : 0), static_cast<uint32_t>(by) & 0xfff);
  }
  constexpr sequence& shift_by(uint32_t d, uint32_t c, bool arithmetic = false) {  // d <<= c; to the right for a negative one
    behind_result(d);
    return simple(opcode::SFPSHFT, d, c, arithmetic ? 2 : 0);
  }
  // FP32 to BF16 or to an integer that is as large as the format has: to the nearest, ties away from zero.
  constexpr sequence& round_to(uint32_t d, uint32_t c, uint32_t mode) { return simple(opcode::SFP_STOCH_RND, d, c, mode); }
  // Of two's complement: the magnitude, as 32 bits without sign.
  constexpr sequence& integer_absolute(uint32_t d, uint32_t c) { return simple(opcode::SFPABS, d, c, 0); }
  // 0 to 32; `only_not_zero`: what follows happens only in the lanes where c is not zero, of those where it does.
  constexpr sequence& leading_zeros(uint32_t d, uint32_t c, bool only_not_zero = false) {
    return simple(opcode::SFPLZ, d, c, only_not_zero ? 2 : 0);
  }
  // 32 bits of the lane's generator.
  constexpr sequence& random(uint32_t d) { return simple(opcode::SFPMOV, d, 9, 8); }
  constexpr sequence& exponent(uint32_t d, uint32_t c) { return simple(opcode::SFPEXEXP, d, c, 0); }     // less 127
  constexpr sequence& significand(uint32_t d, uint32_t c) { return simple(opcode::SFPEXMAN, d, c, 0); }  // with the leading one
  constexpr sequence& fraction(uint32_t d, uint32_t c) { return simple(opcode::SFPEXMAN, d, c, 1); }
  // d = c with the exponent 127, so of [1, 2).
  constexpr sequence& set_exponent_0(uint32_t d, uint32_t c) { return simple(opcode::SFPSETEXP, d, c, 1, 127); }
  // d = c with the exponent that d has.
  constexpr sequence& keep_exponent(uint32_t d, uint32_t c) { return simple(opcode::SFPSETEXP, d, c, 2); }
  // d = c with the sign that d has.
  constexpr sequence& keep_sign(uint32_t d, uint32_t c) { return simple(opcode::SFPSETSGN, d, c, 0); }
  constexpr sequence& set_sign(uint32_t d, uint32_t c, uint32_t sign) { return simple(opcode::SFPSETSGN, d, c, 1, sign); }
  constexpr sequence& scale(uint32_t d, uint32_t c, int32_t power) {
    return simple(opcode::SFPDIVP2, d, c, 1, static_cast<uint32_t>(power) & 0xff);
  }
  // Sign and magnitude to FP32; two's complement to sign and magnitude.
  constexpr sequence& to_float(uint32_t d, uint32_t c) { return cast(d, c, 0); }
  constexpr sequence& to_magnitude(uint32_t d, uint32_t c) { return cast(d, c, 3); }

  // d = c with BF16's bits, upwards as often as what is cut off is of its last place: by the lanes' random numbers.
  constexpr sequence& round_by_chance(uint32_t d, uint32_t c) {
    using namespace insn::SFP_STOCH_RND;
    return simple(opcode::SFP_STOCH_RND, d, c, 1).with(rnd_mode.place(1));
  }

  // -- approximations, order
  constexpr sequence& approximate_reciprocal(uint32_t d, uint32_t c) { return simple(opcode::SFPARECIP, d, c, 0); }
  // d = min, c = max in the total order: -NaN, -infinity .. -0, +0 .. infinity, NaN. Of LReg 8 and up nothing is written.
  constexpr sequence& min_max(uint32_t d, uint32_t c) {
    behind_result(d);
    behind_result(c);
    using namespace insn::SFPSWAP;
    return add(opcode::SFPSWAP, lreg_dest.place(d) | lreg_src_c.place(c) | instr_mod1.place(1));
  }
  constexpr sequence& swap(uint32_t d, uint32_t c) { return simple(opcode::SFPSWAP, d, c, 0); }
  // The same in some rows of lanes, in the others d = max, c = min.
  constexpr sequence& min_max_in(uint32_t rows, uint32_t d, uint32_t c) {
    behind_result(d);
    behind_result(c);
    using namespace insn::SFPSWAP;
    return add(opcode::SFPSWAP, lreg_dest.place(d) | lreg_src_c.place(c) | instr_mod1.place(rows));
  }
  // d > c, d <= c in that order: to the lane flags, or as all ones or zeros to d.
  constexpr sequence& greater(uint32_t d, uint32_t c, uint32_t mode) { return simple(opcode::SFPGT, d, c, mode); }
  constexpr sequence& not_greater(uint32_t d, uint32_t c, uint32_t mode) { return simple(opcode::SFPLE, d, c, mode); }

  // Where a product may stand before that is not in this sequence.
  constexpr sequence& no_operation() { return add(opcode::SFPNOP, 0); }

  // -- lane flags: what follows happens only in the lanes ...; in all lanes
  constexpr sequence& where(uint32_t c, uint32_t condition) { return simple(opcode::SFPSETCC, 0, c, condition); }
  constexpr sequence& elsewhere() { return add(opcode::SFPCOMPC, 0); }
  constexpr sequence& everywhere() { return add(opcode::SFPENCC, 3u << 12 | 10); }

  // -- across lanes and LRegs
  // LReg 0 to 3, and 4 to 7: row j of LReg i and row i of LReg j change places.
  constexpr sequence& transpose() { return add(opcode::SFPTRANSP, 0); }
  // d = c, each lane that of its neighbour on the left; the first that of the last of its row.
  constexpr sequence& rotate(uint32_t d, uint32_t c) {
    behind_result(c);
    using namespace insn::SFPSHFT2;
    return add(opcode::SFPSHFT2, lreg_dest.place(d) | lreg_src_c.place(c) | instr_mod1.place(3));
  }
  // SFPSWAP of LReg 0 to 3 moves LReg 4 to 7 as well, each with its partner: with LReg i LReg 4 + i.
  constexpr sequence& move_partners(bool on) {
    using namespace insn::SFPCONFIG;
    constexpr uint32_t enable_dest_index = 4, lane_config = 15, set = 3, clear = 5;
    return add(opcode::SFPCONFIG, config_dest.place(lane_config) | instr_mod1.place(on ? set : clear) |
                                      imm16_math.place(on ? enable_dest_index : 0xffff & ~enable_dest_index));
  }

  constexpr sequence& append(const sequence& other) {
    for (uint32_t i = 0; i < other.size; ++i) word[size++] = other.word[i];
    return *this;
  }

 private:
  static constexpr uint32_t nothing = ~0u;
  uint32_t result_ = nothing;  // LReg that the instruction before wrote as a multiply-add

  constexpr sequence& add(opcode op, uint32_t fields) {
    word[size++] = word_of(op) | fields;
    result_ = nothing;
    return *this;
  }
  constexpr sequence& with(uint32_t fields) {
    word[size - 1] |= fields;
    return *this;
  }
  constexpr sequence& simple(opcode op, uint32_t d, uint32_t c, uint32_t mode, uint32_t imm12 = 0) {
    return add(op, d << 4 | c << 8 | mode | imm12 << 12);
  }
  constexpr sequence& cast(uint32_t d, uint32_t c, uint32_t mode) { return simple(opcode::SFPCAST, d, c, mode); }
  constexpr sequence& load_immediate(uint32_t d, uint32_t mode, uint32_t imm) {
    using namespace insn::SFPLOADI;
    return add(opcode::SFPLOADI, lreg_ind.place(d) | instr_mod0.place(mode) | imm16.place(imm));
  }
  constexpr sequence& immediate(opcode op, uint32_t d, uint32_t value) {
    add(op, d << 4 | (value >> 16) << 8);
    result_ = d;
    return *this;
  }
  // These instructions read an operand that the stall logic overlooks: one SFPNOP if it is not complete.
  constexpr void behind_result(uint32_t operand) {
    if (result_ == operand) no_operation();
  }
};

}  // namespace tensix::vector
