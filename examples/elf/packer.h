// T2's part of every kernel: packs the tiles of a finished half of Dst, clears it, and gives it back to T1 (semaphore 1). The
// tiles count as produced when semaphore 4 says that the packer has written them.
#pragma once
#include "circular_buffer.h"
#include "tile.h"

inline constexpr uint32_t packers = 4;  // in SETADC*

constexpr uint32_t pacr(uint32_t modifier, bool close) {
  using namespace insn::PACR;
  return word_of(opcode::PACR) | addr_mode.place(modifier) | last.place(close);
}

inline constexpr uint32_t tile_gpr = 4, half_gpr[] = {8, 12};  // where a tile goes; first rows of the two halves of Dst

inline __attribute__((noinline)) void configure_packer() {
  const uint32_t format = arguments().fp16 ? code_fp16 : code_bf16;
  constexpr uint32_t row_bytes = 2 * row_datums, format_word = cfg::THCON_SEC0_REG1_Out_data_format.word;
  ttinsn<word::seminit(sem::packed, 15)>();
  const uint32_t formats = cfg::THCON_SEC0_REG1_Disable_zero_compress.place(1) |
                           cfg::THCON_SEC0_REG1_Out_data_format.place(format) |
                           cfg::THCON_SEC0_REG1_In_data_format.place(format);
  ttinsn<word::atgetm(0)>();  // T0 and T1 write the same words
  constexpr uint32_t speed = cfg::THCON_SEC0_REG1_ovrd_default_throttle_mode.place(1);
  push(word::rmwcib(0, format_word, 0xff & ~speed, formats));
  push(word::rmwcib(1, format_word, 0xff, formats >> 8));
  push(word::rmwcib(2, format_word, 0xff, formats >> 16));
  push(word::rmwcib(3, format_word, 0xff, formats >> 24));
  push(word::rmwcib(3, cfg::ALU_FORMAT_SPEC_REG2_Dstacc.word, 0x1e, cfg::ALU_FORMAT_SPEC_REG2_Dstacc.place(format) >> 24));
  constexpr uint32_t relu_word = cfg::STACC_RELU_ApplyRelu.word;  // none
  ttinsn<word::rmwcib(0, relu_word, 0xfc, 0)>();
  ttinsn<word::rmwcib(1, relu_word, 0xff, 0)>();
  ttinsn<word::rmwcib(2, relu_word, 0x3f, 0)>();
  ttinsn<word::atrelm(0)>();
  sync();
  set_config(cfg::PCK0_ADDR_CTRL_XY_REG_0_Ystride.word, cfg::PCK0_ADDR_CTRL_XY_REG_0_Ystride.place(row_bytes));
  set_config(cfg::PCK0_ADDR_CTRL_ZW_REG_0_Zstride.word, cfg::PCK0_ADDR_CTRL_ZW_REG_0_Zstride.place(16 * row_bytes) |
                                                            cfg::PCK0_ADDR_CTRL_ZW_REG_0_Wstride.place(64 * row_bytes));
  set_config(cfg::PCK0_ADDR_CTRL_XY_REG_1_Ystride.word, 0);
  set_config(cfg::PCK0_ADDR_CTRL_ZW_REG_1_Zstride.word, 0);
  set_config(cfg::PCK_DEST_RD_CTRL_Read_32b_data.word, 0);
  set_config(cfg::TILE_ROW_SET_MAPPING_0_row_set_mapping_0.word, 0);
  set_config(cfg::PCK_EDGE_OFFSET_SEC0_mask.word, 0xffff);
  set_config(format_word - 2, 0);  // no exponent section
  for (uint32_t i = 0; i < 4; ++i)
    set_config(cfg::PACK_COUNTERS_SEC0_pack_reads_per_xy_plane.word + i,
               cfg::PACK_COUNTERS_SEC0_pack_reads_per_xy_plane.place(16));
  ttinsn<word::stallwait(0x1ff, until::riscv_stores_done)>();
  ttinsn<word::clear_adc_xy(packers)>();
  ttinsn<word::clear_adc_zw(packers)>();
  ttinsn<word::set_adc_x(packers, row_datums)>();
  using namespace tcfg;
  constexpr uint32_t modifier = ADDR_MOD_PACK_SEC0_YsrcIncr.reg;  // 0: four rows on, 1: back to the start, 2: next face
  ttinsn<word::setc16(modifier, ADDR_MOD_PACK_SEC0_YsrcIncr.place(4))>();
  ttinsn<word::setc16(modifier + 1, ADDR_MOD_PACK_SEC0_YsrcClear.place(1) | ADDR_MOD_PACK_SEC0_YdstClear.place(1) |
                                        ADDR_MOD_PACK_SEC0_ZsrcClear.place(1))>();
  ttinsn<word::setc16(modifier + 2, ADDR_MOD_PACK_SEC0_YsrcClear.place(1) | ADDR_MOD_PACK_SEC0_ZsrcIncr.place(1))>();
  for (uint32_t i = 0; i < 4; ++i) {
    set_gpr(half_gpr[0] + i, 0);
    set_gpr(half_gpr[1] + i, 512);
  }
  ttinsn<word::stallwait(block::config, until::scalar_done)>();
  ttinsn<word::wrcfg(half_gpr[0], cfg::DEST_TARGET_REG_CFG_PACK_SEC0_Offset.word, true)>();
  ttinsn<word::nop>();
  mop m;  // a face: four times four rows
  m.outer = m.inner = 4;
  m.op = pacr(0, false);
  m.last = pacr(2, false);
  m.last_outer = pacr(1, true);
  m.set();
  sync();
}

class packer {
 public:
  void begin_block() { ttinsn<word::semwait(block::tdma | block::pack | block::config, sem::math_pack, until::not_zero)>(); }
  void pack_tile(uint32_t dst_tile, uint32_t to) {
    using namespace insn::SETADC;
    push(word_of(opcode::SETADC) | cnt_set_mask.place(packers) | dimension_index.place(3) | value.place(dst_tile));  // W
    set_gpr(tile_gpr, (to - 1) | 1u << 31);
    ttinsn<word::stallwait(block::config, until::scalar_done)>();
    ttinsn<word::wrcfg(tile_gpr, cfg::THCON_SEC0_REG1_L1_Dest_addr.word)>();
    ttinsn<word_of(opcode::DMANOP)>();  // WRCFG takes two cycles
    ttinsn<word::mop>();
    ttinsn<word_of(opcode::SETADCZW) | insn::SETADCZW::cnt_set_mask.place(packers) | insn::SETADCZW::bit_mask.place(5)>();
    ++packed_;
  }
  void end_block() {
    ttinsn<word::stallwait(block::math, until::packer_done)>();
    if (half_) finish<1>();
    else finish<0>();
    half_ ^= 1;
    ready_ = packed_;
    packed_ = 0;
  }
  // Counts the tiles of the block before. (Asked once a tile is on its way, so that the packer has something to do meanwhile.)
  void publish(output_buffer& out) {
    if (ready_ == 0) return;
    while (semaphore(sem::packed) == 0) {
    }
    get_semaphore(sem::packed);
    out.push_back(ready_);
    ready_ = 0;
  }

 private:
  template <uint32_t half>
  void finish() {  // of this half: clear it for the next block that adds to it, and go to the other one
    using namespace insn::ZEROACC;
    ttinsn<word_of(opcode::ZEROACC) | clear_mode.place(2) | where.place(half) | addr_mode.place(1)>();
    ttinsn<word::semget(sem::math_pack)>();
    ttinsn<word::sempost(sem::packed)>();
    ttinsn<word::wrcfg(half_gpr[half ^ 1], cfg::DEST_TARGET_REG_CFG_PACK_SEC0_Offset.word, true)>();
    ttinsn<word_of(opcode::DMANOP)>();
  }
  uint32_t half_ = 0, packed_ = 0, ready_ = 0;  // tiles of the present block; of the one before, if it is still to be counted
};
// SPDX-License-Identifier: Apache-2.0
