// SPDX-License-Identifier: Apache-2.0
// T1: the matrix unit's configuration, address modifiers and programs.
#pragma once
#include "tensix/dst.h"
#include "tensix/formats.h"
#include "tensix/sequences.h"
#include "workload/kernels/address_modifier.h"
#include "workload/kernels/turn_in_dst.h"

namespace tensix::device {

// Set by the core.
struct address_modifier : tensix::address_modifier {
  ALWI void set(uint32_t i) const {
    push(set_ab(i));
    push(set_dst(i));
  }
};

enum class operation : uint32_t { none, copy, matmul, add, sub, mul, reduce, transpose, broadcast };

struct matrix_state {
  bool started;
  uint32_t src;        // format of SrcA and SrcB
  operation op;        // what the MOP and the address modifiers are for
  uint32_t op_mode;    // of the operation: what its own program depends on
  bool copies_to_dst;  // copy_tile: unpacker 0 writes Dst
  bool turns_in_dst;   // and the faces are then transposed there
};
static matrix_state matrix;

TENSIX_STEP void check_math(bool initialised, uint32_t dst_tile) {
  check(matrix.started, misuse::not_configured);
  check_acquired(dst_tile);
  check(initialised, misuse::operation_not_initialised);
}

// What all functions of the vector unit need: lanes, how numbers are rounded that go to a 16-bit Dst, and an address modifier.
template <uint32_t rounding>
struct start_words {
  static constexpr vector::sequence words() { return vector::start(rounding); }
};
ALWI void set_rounding(uint32_t src) {
  if (fp32_dst) issue<start_words<0>>();
  else if (kind_of(src) == datums::narrow) issue<start_words<vector::round_to_fp16>>();
  else issue<start_words<vector::round_to_bf16>>();
}
ALWI void start_vector_unit(uint32_t src) {
  static_assert(vector::stay == idle_address_modifier);
  address_modifier next;
  next.dst = vector::step_rows;
  next.set(vector::next_step);
  set_rounding(src);
}

// Format of SrcA and SrcB, width of Dst.
inline __attribute__((noinline)) void set_math_format(uint32_t src) {
  const uint32_t alu = cfg::ALU_FORMAT_SPEC_REG0_SrcA.place(src) | cfg::ALU_FORMAT_SPEC_REG1_SrcB.place(src) |
                       cfg::ALU_ACC_CTRL_Fp32_enabled.place(fp32_dst) | cfg::ALU_ACC_CTRL_SFPU_Fp32_enabled.place(fp32_dst) |
                       cfg::ALU_ACC_CTRL_INT8_math_enabled.place(src == format_int8 || src == format_int32);
  constexpr uint32_t alu_word = cfg::ALU_FORMAT_SPEC_REG0_SrcA.word;
  static_assert(alu_word == cfg::ALU_ACC_CTRL_Fp32_enabled.word);
  ttinsns<word::stallwait(block::config, until::math_done | until_vector_done),
          word::atgetm(0)>();  // T2 has a field in the word
  push(word::rmwcib(2, alu_word, 0xfe, alu >> 16 & 0xff));
  push(word::rmwcib(3, alu_word, 0xe1, alu >> 24));
  if constexpr (any_uint16) {  // any 16 bits are a datum, none are zero; in a 32-bit Dst they are the upper half
    constexpr config_field all_bits = cfg::ALU_ACC_CTRL_Zero_Flag_disabled_src;
    push(word::rmwcib(0, all_bits.word, all_bits.place(1), all_bits.place(src == format_uint16)));
    if (fp32_dst && src == format_uint16) at(riscv_address::feature_disable) = turning::narrow_is_upper_half;
  }
  ttinsn<word::atrelm(0)>();
  if (!fp32_dst && kind_of(src) != kind_of(matrix.src)) set_rounding(src);
  matrix.src = src;
}
ALWI void use_math_format(uint32_t src) {
  if (matrix.src != src) set_math_format(src);
}

inline __attribute__((noinline)) void start_math(uint32_t src) {
  ttinsns<word::setc16(tcfg::DEST_TARGET_REG_CFG_MATH_Offset.reg, 0), word::setc16(tcfg::CLR_DVALID_SrcA_Disable.reg, 0),
          word::setc16(tcfg::FIDELITY_BASE_Phase.reg, 0)>();
  set_math_format(src);
  ttinsns<word::seminit(sem::math_pack, full_sync ? 1 : 2), word::seminit(sem::unpacked_to_dst, 1),
          word::seminit(sem::dst_granted, 1)>();
  address_modifier{}.set(idle_address_modifier);
  start_vector_unit(src);
  ttinsns<setrwc(0, rwc_all),
          word_of(opcode::ZEROACC) | insn::ZEROACC::clear_mode.place(3) | insn::ZEROACC::use_32_bit_mode.place(fp32_dst),
          word::stallwait(block::math | block::sync, until::math_done)>();
}

}  // namespace tensix::device
