// T1's part of every kernel: a block of tiles into one half of Dst, while T2 packs the other. Semaphore 1 counts finished
// halves.
#pragma once
#include "layout.h"
#include "tile.h"
#include "workload/kernels/address_modifier.h"

// A free function: the struct is the host's kernels', too.
inline void set(uint32_t i, const address_modifier& m) {
  push(m.set_ab(i));
  push(m.set_dst(i));
}

inline __attribute__((noinline)) void configure_math() {
  const uint32_t format = arguments().fp16 ? code_fp16 : code_bf16;
  ttinsn<word::setc16(tcfg::DEST_TARGET_REG_CFG_MATH_Offset.reg, 0)>();
  ttinsn<word::setc16(tcfg::CLR_DVALID_SrcA_Disable.reg, 0)>();
  ttinsn<word::setc16(tcfg::FIDELITY_BASE_Phase.reg, 0)>();
  const uint32_t alu = cfg::ALU_FORMAT_SPEC_REG0_SrcA.place(format) | cfg::ALU_FORMAT_SPEC_REG1_SrcB.place(format);
  constexpr uint32_t alu_word = cfg::ALU_FORMAT_SPEC_REG0_SrcA.word;
  ttinsn<word::atgetm(0)>();  // T2 has a field in the same word
  push(word::rmwcib(2, alu_word, 0xfe, alu >> 16 & 0xff));
  push(word::rmwcib(3, alu_word, 0xe1, alu >> 24));
  ttinsn<word::atrelm(0)>();
  ttinsn<word::seminit(sem::math_pack, 2)>();
}
// After address modifiers and MOP: the counters, and all of Dst, from 0.
inline void start_math() {
  ttinsn<setrwc(0, rwc_all)>();
  ttinsn<word_of(opcode::ZEROACC) | insn::ZEROACC::clear_mode.place(3)>();
  ttinsn<word::stallwait(block::math | block::sync, until::math_done)>();
  sync();
}

class math_blocks {
 public:
  void begin_block() { ttinsn<word::semwait(block::math | block::vector | block::sync, sem::math_pack, until::not_max)>(); }
  void select_tile(uint32_t tile) { push(word::setc16(tcfg::DEST_TARGET_REG_CFG_MATH_Offset.reg, half_ + 64 * tile)); }
  void end_block() {
    ttinsn<word::stallwait(block::sync, until::math_done)>();
    ttinsn<word::sempost(sem::math_pack)>();
    half_ ^= 512;
  }

 private:
  uint32_t half_ = 0;  // its first row of Dst
};
// SPDX-License-Identifier: Apache-2.0
