// SPDX-License-Identifier: Apache-2.0
// What the programs for calls of the kernel library share. All is known when compiling, as in the measured programs.
//
//   WIDE_DST   1: Dst has 32 bits a datum, and half as many tiles
//   FORMAT     code of the data format in SrcA and SrcB
#pragma once
#include "examples/elf/tile.h"
#include "tests/whole_kernels/programs/run.h"

#ifndef WIDE_DST
#define WIDE_DST 0
#endif
#ifndef FORMAT
#define FORMAT 5
#endif

// The zone that is measured, as the library's profiler takes it: an entry of two words in a core's log in L1 for its begin and
// its end, if there is room. What that takes behind the first clock and before the second counts, of the code as of its fetch.
namespace log {
inline constexpr uint32_t begin = 0xA200, entries = 64;  // of a core: 256 bytes
inline uint32_t used = 0, open = 0;
inline __attribute__((always_inline)) void note(uint32_t core, uint32_t kind) {
  const uint32_t low = at(0xFFB121F0), high = at(0xFFB121F8);
  uint32_t* const log = reinterpret_cast<uint32_t*>(begin + 4 * entries * core);
  log[used++] = kind << 28 | (high & 0xfff);
  log[used++] = low;
}
}  // namespace log
template <uint32_t core>
class zone {
 public:
  inline __attribute__((always_inline)) zone() {
    if (log::entries - (log::used + log::open) < 4) return;
    counts_ = true;
    log::note(core, 10);
    ++log::open;
  }
  ~zone() {
    if (!counts_) return;
    log::note(core, 11);
    --log::open;
  }

 private:
  bool counts_ = false;
};

inline constexpr bool wide = WIDE_DST;
inline constexpr uint32_t tiles = 32, dst_tiles = wide ? 4 : 8;  // half of Dst

// Formats of the matrix unit, and all of Dst cleared: T1, before the zone.
inline void configure_alu() {
  constexpr uint32_t alu_word = cfg::ALU_FORMAT_SPEC_REG0_SrcA.word;
  constexpr uint32_t alu = cfg::ALU_FORMAT_SPEC_REG0_SrcA.place(FORMAT) | cfg::ALU_FORMAT_SPEC_REG1_SrcB.place(FORMAT) |
                           cfg::ALU_FORMAT_SPEC_REG2_Dstacc.place(wide ? 0 : FORMAT) |
                           cfg::ALU_ACC_CTRL_Fp32_enabled.place(wide);
  ttinsn<word::rmwcib(2, alu_word, 0xff, alu >> 16 & 0xff)>();
  ttinsn<word::rmwcib(3, alu_word, 0xff, alu >> 24)>();
  ttinsn<word::setc16(tcfg::DEST_TARGET_REG_CFG_MATH_Offset.reg, 0)>();
  ttinsn<word_of(opcode::ZEROACC) | insn::ZEROACC::clear_mode.place(3) | insn::ZEROACC::addr_mode.place(1)>();
  sync();
}
