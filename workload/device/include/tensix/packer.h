// SPDX-License-Identifier: Apache-2.0
// T2: tiles of Dst to L1, in the buffer's format. Four faces of four times four rows.
#pragma once
#include "tensix/circular_buffers.h"
#include "tensix/dst.h"
#include "tensix/formats.h"

namespace tensix::device {

inline constexpr uint32_t packers = 4;  // in SETADC*
namespace gpr {
inline constexpr uint32_t pack_tile = 4, pack_half[] = {8, 12};  // where a tile goes; first rows of the two halves of Dst
}

constexpr uint32_t pacr(uint32_t modifier, bool close) {
  using namespace insn::PACR;
  return word_of(opcode::PACR) | addr_mode.place(modifier) | last.place(close);
}

// What the packer's MOP is for, and how Dst's rows lie: a tile; one that was unpacked in row-major order; to row-major order; rows.
enum class packing : uint8_t { tile, tilize, untilize, rows };

struct packer_state {
  // One word, so that a check compares it as a whole.
  bool started;
  packing op;
  uint16_t out;      // format
  uint32_t op_mode;  // untilize: tiles of a row
  uint32_t source;   // format, as the packer reads Dst
  datums in_dst;     // kind of what Dst holds
  uint32_t cb;       // checked: of the last init
  ALWI bool packs_tiles_of(uint32_t format) const {
    uint32_t word;
    __builtin_memcpy(&word, this, sizeof word);
    return word == (1 | static_cast<uint32_t>(packing::tile) << 8 | format << 16);
  }
};
static packer_state packer;

// Bytes from row to row, face to face (to the lower half of the tile if rows are taken across faces), tile to tile of Dst.
ALWI void set_pack_strides(uint32_t source) {
  const uint32_t row_bytes = row_datums * bytes_of(source);
  set_config(cfg::PCK0_ADDR_CTRL_XY_REG_0_Ystride.word, cfg::PCK0_ADDR_CTRL_XY_REG_0_Ystride.place(row_bytes));
  set_config(cfg::PCK0_ADDR_CTRL_ZW_REG_0_Zstride.word,
             cfg::PCK0_ADDR_CTRL_ZW_REG_0_Zstride.place((packer.op == packing::tile ? 16 : 32) * row_bytes) |
                 cfg::PCK0_ADDR_CTRL_ZW_REG_0_Wstride.place(64 * row_bytes));
}

// Formats. Not while the packer works; T0 and T1 write the same words.
inline __attribute__((noinline)) void set_pack_formats(uint32_t source, uint32_t out) {
  ttinsn<word::stallwait(0x1ff, until::packer_done)>();
  const uint32_t formats = cfg::THCON_SEC0_REG1_Disable_zero_compress.place(1) |
                           cfg::THCON_SEC0_REG1_Out_data_format.place(hardware_code(out)) |
                           cfg::THCON_SEC0_REG1_In_data_format.place(source);
  constexpr uint32_t format_word = cfg::THCON_SEC0_REG1_Out_data_format.word;
  constexpr uint32_t speed = cfg::THCON_SEC0_REG1_ovrd_default_throttle_mode.place(1);
  ttinsn<word::atgetm(0)>();
  push(word::rmwcib(0, format_word, 0xff & ~speed, formats));
  push(word::rmwcib(1, format_word, 0xff, formats >> 8));
  ttinsns<word::rmwcib(2, format_word, 0xff, 0), word::rmwcib(3, format_word, 0xff, 0)>();
  constexpr config_field e4m3 = cfg::THCON_SEC0_REG1_Pac_LF8_4b_exp;
  push(word::rmwcib(2, e4m3.word, e4m3.place(1) >> 16, e4m3.place(out >> 4) >> 16));
  push(word::rmwcib(3, cfg::ALU_FORMAT_SPEC_REG2_Dstacc.word, 0x1e, cfg::ALU_FORMAT_SPEC_REG2_Dstacc.place(source) >> 24));
  ttinsn<word::atrelm(0)>();
  sync();
  set_pack_strides(source);
  set_config(cfg::PCK_DEST_RD_CTRL_Read_32b_data.word,
             cfg::PCK_DEST_RD_CTRL_Read_32b_data.place(fp32_dst) |
                 cfg::PCK_DEST_RD_CTRL_Read_unsigned.place(any_uint8 && out == format_uint8) |
                 cfg::PCK_DEST_RD_CTRL_Round_10b_mant.place(fp32_dst && source == format_fp16));
  set_config(cfg::THCON_SEC0_REG1_Exp_section_size.word, (block_float(out) ? 4u : 0u) << 16);  // in 16 bytes
  ttinsn<word::stallwait(0x1ff, until::riscv_stores_done)>();
  packer.source = source;
  packer.out = static_cast<uint16_t>(out);
}
// Whether the packer can make the buffer's datums of what is in Dst.
ALWI void check_output(uint32_t cb) {
  check_buffer(cb, 0);
  const uint32_t out = buffer_of(cb).format;
  // Integers of the vector unit may be any; of a 16-bit Dst, of 16 bits.
  check(fp32_dst ||
            (kind_of(out) == datums::integer ? out == format_uint16 : packer.in_dst == datums::narrow || out != format_fp16),
        misuse::output_format, cb);
}
ALWI void use_pack_format(uint32_t cb) {
  check_output(cb);
  const uint32_t out = buffer_of(cb).format, source = pack_source(out, packer.in_dst);
  packer.cb = cb;
  if (packer.source != source || packer.out != out) set_pack_formats(source, out);
}
// What Dst holds from now on.
ALWI void use_dst_datums(datums kind) {
  if (packer.in_dst == kind) return;
  packer.in_dst = kind;
  const uint32_t source = pack_source(packer.out, kind);
  if (source != packer.source) set_pack_formats(source, packer.out);
}

// An address modifier of the packer: what is added to Y and Z of Dst, and what is cleared instead.
template <uint32_t i>
ALWI void set_pack_modifier(uint32_t y, uint32_t z = 0) {
  using namespace tcfg;
  push(word::setc16(ADDR_MOD_PACK_SEC0_YsrcIncr.reg + i, y | z));
}
inline constexpr uint32_t y_clear = tcfg::ADDR_MOD_PACK_SEC0_YsrcClear.place(1) | tcfg::ADDR_MOD_PACK_SEC0_YdstClear.place(1);
inline constexpr uint32_t z_next = tcfg::ADDR_MOD_PACK_SEC0_ZsrcIncr.place(1),
                          z_clear = tcfg::ADDR_MOD_PACK_SEC0_ZsrcClear.place(1);
constexpr uint32_t y_next(uint32_t rows) { return tcfg::ADDR_MOD_PACK_SEC0_YsrcIncr.place(rows); }

// Four faces of four times four rows; of so many tiles one behind the other.
inline __attribute__((noinline)) void set_pack_tiles(uint32_t tiles = 1) {
  mop_sync();
  set_pack_modifier<0>(y_next(4));
  set_pack_modifier<1>(y_clear, z_clear);
  set_pack_modifier<2>(y_clear, z_next);
  mop m;
  m.outer = 4 * tiles, m.inner = 4;
  m.op = pacr(0, false);
  m.last = pacr(2, false);
  m.last_outer = pacr(1, true);
  m.set();
}

inline __attribute__((noinline)) void set_pack_relu(uint32_t mode, uint32_t threshold) {
  const uint32_t relu = cfg::STACC_RELU_ApplyRelu.place(mode) | cfg::STACC_RELU_ReluThreshold.place(threshold);
  constexpr uint32_t relu_word = cfg::STACC_RELU_ApplyRelu.word;
  ttinsns<word::stallwait(0x1ff, until::packer_done), word::atgetm(0)>();  // the word has fields of others
  push(word::rmwcib(0, relu_word, 0xfc, relu & 0xff));
  push(word::rmwcib(1, relu_word, 0xff, relu >> 8 & 0xff));
  push(word::rmwcib(2, relu_word, 0x3f, relu >> 16 & 0xff));
  ttinsn<word::atrelm(0)>();
}
inline __attribute__((noinline)) void set_pack_accumulation(bool on) {
  constexpr config_field field = cfg::THCON_SEC0_REG1_Pack_L1_Acc;
  static_assert(field.lo == 19 && field.width == 1);
  ttinsns<word::stallwait(0x1ff, until::packer_done), word::atgetm(0)>();
  push(word::rmwcib(2, field.word, 1 << 3, on ? 1 << 3 : 0));
  ttinsn<word::atrelm(0)>();
}

inline __attribute__((noinline)) void start_packer(uint32_t source, uint32_t out) {
  set_gpr(gpr::no_offset, 0);
  set_pack_relu(0, 0);
  set_pack_accumulation(false);
  set_pack_formats(source, out);
  set_config(cfg::PCK0_ADDR_CTRL_XY_REG_1_Ystride.word, 0);
  set_config(cfg::PCK0_ADDR_CTRL_ZW_REG_1_Zstride.word, 0);
  set_config(cfg::TILE_ROW_SET_MAPPING_0_row_set_mapping_0.word, 0);
  set_config(cfg::PCK_EDGE_OFFSET_SEC0_mask.word, 0xffff);
  for (uint32_t i = 0; i < 4; ++i)
    set_config(cfg::PACK_COUNTERS_SEC0_pack_reads_per_xy_plane.word + i,
               cfg::PACK_COUNTERS_SEC0_pack_reads_per_xy_plane.place(16));
  ttinsns<word::stallwait(0x1ff, until::riscv_stores_done), word::clear_adc_xy(packers), word::clear_adc_zw(packers),
          word::set_adc_x(packers, row_datums)>();
  for (uint32_t i = 0; i < 4; ++i) {
    set_gpr(gpr::pack_half[0] + i, 0);
    set_gpr(gpr::pack_half[1] + i, half_rows);
  }
  ttinsns<word::stallwait(block::config, until::scalar_done),
          word::wrcfg(gpr::pack_half[0], cfg::DEST_TARGET_REG_CFG_PACK_SEC0_Offset.word, true), word::nop>();
  set_pack_tiles();
}

ALWI void wait_for_dst_half() {
  if (checked) {
    check(dst.state == 0, misuse::waited_twice);
    dst.state = 1, --dst.committed, dst.waited = call_site;
  }
  ttinsn<word::semwait(block::tdma | block::pack | block::config, sem::math_pack, until::not_zero)>();
}
// Cleared for the operations that add to it, and T1's again.
template <uint32_t half>
ALWI void clear_and_release() {
  using namespace insn::ZEROACC;
  ttinsns<word::stallwait(block::math, until::packer_done),
          word_of(opcode::ZEROACC) | clear_mode.place(full_sync ? 3 : 2) | use_32_bit_mode.place(fp32_dst) | where.place(half) |
              addr_mode.place(1),
          word::semget(sem::math_pack)>();
  if (!full_sync)
    ttinsns<word::wrcfg(gpr::pack_half[half ^ 1], cfg::DEST_TARGET_REG_CFG_PACK_SEC0_Offset.word, true),
            word_of(opcode::DMANOP)>();
}
ALWI void release_dst_half() {
  check_unless_usual(dst.state == 1, dst.waited == 0, misuse::release_without_wait);
  if (checked) dst.committed -= dst.state == 0, dst.state = 0;
  if (dst.half) clear_and_release<1>();
  else clear_and_release<0>();
  dst.half ^= half_rows;
}
ALWI void pack_dst_tile(uint32_t tile, uint32_t to) {
  using namespace insn::SETADC;
  push(word_of(opcode::SETADC) | cnt_set_mask.place(packers) | dimension_index.place(3) | value.place(tile));  // W
  set_gpr(gpr::pack_tile, (to - 1) | 1u << 31);
  ttinsns<
      word::stallwait(block::config, until::scalar_done), word::wrcfg(gpr::pack_tile, cfg::THCON_SEC0_REG1_L1_Dest_addr.word),
      word_of(opcode::DMANOP),  // WRCFG takes two cycles
      word::mop, word_of(opcode::SETADCZW) | insn::SETADCZW::cnt_set_mask.place(packers) | insn::SETADCZW::bit_mask.place(5)>();
}

}  // namespace tensix::device
