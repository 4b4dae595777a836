// SPDX-License-Identifier: Apache-2.0
// Packing tiles of Dst to L1, with T2 alone. For configuration `blackhole`.
//
//   SOURCE, TARGET   codes of the packer's data formats: behind Dst, in L1
//   CALLS            how many; of TILES tiles each, which one MOP packs
#include "call.h"

#ifndef SOURCE
#define SOURCE 5
#endif
#ifndef TARGET
#define TARGET 5
#endif
#ifndef CALLS
#define CALLS 32
#endif
#ifndef TILES
#define TILES 1
#endif

namespace {

constexpr uint32_t packers = 4, tile_gpr = 4;
constexpr uint32_t bytes_of(uint32_t format) { return (format & 3) == 0 ? 4 : (format & 3) == 1 ? 2 : 1; }

constexpr uint32_t pacr(uint32_t modifier, bool close) {
  using namespace insn::PACR;
  return word_of(opcode::PACR) | addr_mode.place(modifier) | last.place(close);
}

void configure() {
  constexpr uint32_t row_bytes = row_datums * bytes_of(SOURCE), format_word = cfg::THCON_SEC0_REG1_Out_data_format.word;
  constexpr uint32_t formats = cfg::THCON_SEC0_REG1_Disable_zero_compress.place(1) |
                               cfg::THCON_SEC0_REG1_Out_data_format.place(TARGET) |
                               cfg::THCON_SEC0_REG1_In_data_format.place(SOURCE);
  ttinsn<word::rmwcib(3, cfg::ALU_FORMAT_SPEC_REG2_Dstacc.word, 0x1e, cfg::ALU_FORMAT_SPEC_REG2_Dstacc.place(SOURCE) >> 24)>();
  sync();
  set_config(format_word, formats);
  set_config(format_word - 2, cfg::THCON_SEC0_REG1_Exp_section_size.place(4));  // a byte a row, for formats that have one
  set_config(cfg::PCK0_ADDR_CTRL_XY_REG_0_Ystride.word, cfg::PCK0_ADDR_CTRL_XY_REG_0_Ystride.place(row_bytes));
  set_config(cfg::PCK0_ADDR_CTRL_ZW_REG_0_Zstride.word, cfg::PCK0_ADDR_CTRL_ZW_REG_0_Zstride.place(16 * row_bytes) |
                                                            cfg::PCK0_ADDR_CTRL_ZW_REG_0_Wstride.place(64 * row_bytes));
  set_config(cfg::PCK0_ADDR_CTRL_XY_REG_1_Ystride.word, 0);
  set_config(cfg::PCK0_ADDR_CTRL_ZW_REG_1_Zstride.word, 0);
  set_config(cfg::PCK_DEST_RD_CTRL_Read_32b_data.word, cfg::PCK_DEST_RD_CTRL_Read_32b_data.place(wide));
  set_config(cfg::TILE_ROW_SET_MAPPING_0_row_set_mapping_0.word, 0);
  set_config(cfg::PCK_EDGE_OFFSET_SEC0_mask.word, 0xffff);
  for (uint32_t i = 0; i < 4; ++i)
    set_config(cfg::PACK_COUNTERS_SEC0_pack_reads_per_xy_plane.word + i,
               cfg::PACK_COUNTERS_SEC0_pack_reads_per_xy_plane.place(16));
  ttinsn<word::stallwait(0x1ff, until::riscv_stores_done)>();
  ttinsn<word::clear_adc_xy(packers)>();
  ttinsn<word::clear_adc_zw(packers)>();
  ttinsn<word::set_adc_x(packers, row_datums)>();
  using namespace tcfg;
  constexpr uint32_t modifier = ADDR_MOD_PACK_SEC0_YsrcIncr.reg;  // 0: four rows on, 1: back to the start, 2: next face
  ttinsn<word::setc16(modifier, ADDR_MOD_PACK_SEC0_YsrcIncr.place(4) | ADDR_MOD_PACK_SEC0_YdstIncr.place(4))>();
  ttinsn<word::setc16(modifier + 1, ADDR_MOD_PACK_SEC0_YsrcClear.place(1) | ADDR_MOD_PACK_SEC0_YdstClear.place(1) |
                                        ADDR_MOD_PACK_SEC0_ZsrcClear.place(1))>();
  ttinsn<word::setc16(modifier + 2, ADDR_MOD_PACK_SEC0_YsrcClear.place(1) | ADDR_MOD_PACK_SEC0_YdstIncr.place(4) |
                                        ADDR_MOD_PACK_SEC0_ZsrcIncr.place(1))>();
  mop m;
  m.outer = 4 * TILES;  // faces
  m.inner = 4;          // times four rows
  m.op = pacr(0, false);
  m.last = pacr(2, false);
  m.last_outer = pacr(1, true);
  m.set();
  sync();
}

inline __attribute__((always_inline)) void call(uint32_t dst_tile, uint32_t to) {
  using namespace insn::SETADC;
  push(word_of(opcode::SETADC) | cnt_set_mask.place(packers) | dimension_index.place(3) | value.place(dst_tile));  // W
  push(word::setdmareg(tile_gpr, 0, to & 0xffff));
  push(word::setdmareg(tile_gpr, 1, (to | 1u << 31) >> 16));
  ttinsn<word::stallwait(block::config, until::scalar_done)>();
  ttinsn<word::wrcfg(tile_gpr, cfg::THCON_SEC0_REG1_L1_Dest_addr.word)>();
  push(word::setdmareg(tile_gpr, 1, to >> 16));
  ttinsn<word_of(opcode::DMANOP)>();
  ttinsn<word::mop>();
  ttinsn<word_of(opcode::SETADCZW) | insn::SETADCZW::cnt_set_mask.place(packers) | insn::SETADCZW::bit_mask.place(5)>();
}

}  // namespace

extern "C" void unpack() { meet(0); }

extern "C" void math() {
  configure_alu();
  meet(1);
}

extern "C" void pack() {
  configure();
  meet(2);
  const zone<2> z;
  if constexpr (TILES == 1) {
    for (uint32_t first = 0; first < CALLS; first += dst_tiles)
      for (uint32_t i = 0; i < dst_tiles; ++i) call(i, tile_address(out, first + i));
  } else {
    for (uint32_t i = 0; i < CALLS; ++i) call(0, tile_address(out, i * TILES));
  }
  sync();
}
