// T2: tiles of Dst to L1, in the buffer's format. Four faces of four times four rows.
#pragma once
#include "tensix/circular_buffers.h"
#include "tensix/dst.h"

namespace tensix::device {

inline constexpr uint32_t packers = 4;  // in SETADC*
namespace gpr {
inline constexpr uint32_t pack_tile = 4, pack_half[] = {8, 12};  // where a tile goes; first rows of the two halves of Dst
}

constexpr uint32_t pacr(uint32_t modifier, bool close) {
  using namespace insn::PACR;
  return word_of(opcode::PACR) | addr_mode.place(modifier) | last.place(close);
}

// Exponents of five bits (FP16 and its block floats, FP8) or eight.
constexpr bool five_bit_exponent(uint32_t format) {
  return format == format_fp16 || format == format_bfp8a || format == format_bfp4a || format == format_bfp2a || format == format_fp8;
}
constexpr bool block_float(uint32_t format) {
  return format == format_bfp8 || format == format_bfp8a || format == format_bfp4 || format == format_bfp4a ||
         format == format_bfp2 || format == format_bfp2a;
}
// What the packer reads from Dst to make `out`. `half_floats`: a 16-bit Dst holds FP16, not BF16.
constexpr uint32_t pack_source(uint32_t out, bool half_floats) {
  if (out == format_int32 || out == format_int8) return out;
  if (fp32_dst) return out == format_bf16 || out == format_fp16 ? out : format_fp32;
  if (half_floats) return block_float(out) ? format_bfp8a : format_fp16;
  return format_bf16;
}

struct packer_state {
  bool started;
  uint32_t source, out;  // formats; source: as the packer reads Dst
  bool half_floats;
  uint32_t cb;
};
static packer_state packer;

// Formats. Not while the packer works; T0 and T1 write the same words.
inline __attribute__((noinline)) void set_pack_formats(uint32_t source, uint32_t out) {
  ttinsn<word::stallwait(0x1ff, until::packer_done)>();
  const uint32_t formats = cfg::THCON_SEC0_REG1_Disable_zero_compress.place(1) |
                           cfg::THCON_SEC0_REG1_Out_data_format.place(out) | cfg::THCON_SEC0_REG1_In_data_format.place(source);
  constexpr uint32_t format_word = cfg::THCON_SEC0_REG1_Out_data_format.word;
  constexpr uint32_t speed = cfg::THCON_SEC0_REG1_ovrd_default_throttle_mode.place(1);
  ttinsn<word::atgetm(0)>();
  push(word::rmwcib(0, format_word, 0xff & ~speed, formats));
  push(word::rmwcib(1, format_word, 0xff, formats >> 8));
  ttinsns<word::rmwcib(2, format_word, 0xff, 0), word::rmwcib(3, format_word, 0xff, 0)>();
  push(word::rmwcib(3, cfg::ALU_FORMAT_SPEC_REG2_Dstacc.word, 0x1e, cfg::ALU_FORMAT_SPEC_REG2_Dstacc.place(source) >> 24));
  ttinsn<word::atrelm(0)>();
  sync();
  const uint32_t row_bytes = row_datums * ((source & 3) == 0 ? 4 : (source & 3) == 1 ? 2 : 1);
  set_config(cfg::PCK0_ADDR_CTRL_XY_REG_0_Ystride.word, cfg::PCK0_ADDR_CTRL_XY_REG_0_Ystride.place(row_bytes));
  set_config(cfg::PCK0_ADDR_CTRL_ZW_REG_0_Zstride.word, cfg::PCK0_ADDR_CTRL_ZW_REG_0_Zstride.place(16 * row_bytes) |
                                                            cfg::PCK0_ADDR_CTRL_ZW_REG_0_Wstride.place(64 * row_bytes));
  set_config(cfg::PCK_DEST_RD_CTRL_Read_32b_data.word,
             cfg::PCK_DEST_RD_CTRL_Read_32b_data.place(fp32_dst) |
                 cfg::PCK_DEST_RD_CTRL_Round_10b_mant.place(fp32_dst && source == format_fp16));
  set_config(cfg::THCON_SEC0_REG1_Exp_section_size.word, (block_float(out) ? 4u : 0u) << 16);  // in 16 bytes
  ttinsn<word::stallwait(0x1ff, until::riscv_stores_done)>();
  packer.source = source;
  packer.out = out;
}
ALWI void check_output(uint32_t cb, place caller) {
  check_buffer(cb, 0, caller);
  check(fp32_dst || packer.half_floats || buffer_of(cb).format != format_fp16, misuse::output_format, caller, cb);
}
ALWI void use_pack_format(uint32_t cb, place caller) {
  check_output(cb, caller);
  const uint32_t out = buffer_of(cb).format, source = pack_source(out, packer.half_floats);
  packer.cb = cb + 1;
  if (packer.source != source || packer.out != out) set_pack_formats(source, out);
}

// What is in a 16-bit Dst from now on: FP16 or BF16.
ALWI void use_dst_floats(bool half_floats) {
  if (fp32_dst || packer.half_floats == half_floats) return;
  packer.half_floats = half_floats;
  set_pack_formats(pack_source(packer.out, half_floats), packer.out);
}

inline __attribute__((noinline)) void start_packer(uint32_t source, uint32_t out) {
  constexpr uint32_t relu_word = cfg::STACC_RELU_ApplyRelu.word;
  set_gpr(gpr::no_offset, 0);
  ttinsns<word::atgetm(0), word::rmwcib(0, relu_word, 0xfc, 0), word::rmwcib(1, relu_word, 0xff, 0),  // no ReLU
          word::rmwcib(2, relu_word, 0x3f, 0), word::atrelm(0)>();
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
  using namespace tcfg;
  constexpr uint32_t modifier = ADDR_MOD_PACK_SEC0_YsrcIncr.reg;  // 0: four rows on, 1: back to the start, 2: next face
  ttinsns<word::setc16(modifier, ADDR_MOD_PACK_SEC0_YsrcIncr.place(4)),
          word::setc16(modifier + 1, ADDR_MOD_PACK_SEC0_YsrcClear.place(1) | ADDR_MOD_PACK_SEC0_YdstClear.place(1) |
                                         ADDR_MOD_PACK_SEC0_ZsrcClear.place(1)),
          word::setc16(modifier + 2, ADDR_MOD_PACK_SEC0_YsrcClear.place(1) | ADDR_MOD_PACK_SEC0_ZsrcIncr.place(1))>();
  for (uint32_t i = 0; i < 4; ++i) {
    set_gpr(gpr::pack_half[0] + i, 0);
    set_gpr(gpr::pack_half[1] + i, half_rows);
  }
  ttinsns<word::stallwait(block::config, until::scalar_done),
          word::wrcfg(gpr::pack_half[0], cfg::DEST_TARGET_REG_CFG_PACK_SEC0_Offset.word, true), word::nop>();
  mop m;
  m.outer = m.inner = 4;
  m.op = pacr(0, false);
  m.last = pacr(2, false);
  m.last_outer = pacr(1, true);
  m.set();
}

ALWI void wait_for_dst_half(place caller) {
  if (checked) {
    check(dst.state == 0, misuse::waited_twice, caller);
    check(dst.committed != dst.released, misuse::wait_without_commit, caller);
    dst.state = 1;
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
    ttinsns<word::wrcfg(gpr::pack_half[half ^ 1], cfg::DEST_TARGET_REG_CFG_PACK_SEC0_Offset.word, true), word_of(opcode::DMANOP)>();
}
ALWI void release_dst_half(place caller) {
  check(dst.state == 1, misuse::release_without_wait, caller);
  if (checked) dst.state = 0, ++dst.released;
  if (dst.half) clear_and_release<1>();
  else clear_and_release<0>();
  dst.half ^= half_rows;
}
ALWI void pack_dst_tile(uint32_t tile, uint32_t to) {
  using namespace insn::SETADC;
  push(word_of(opcode::SETADC) | cnt_set_mask.place(packers) | dimension_index.place(3) | value.place(tile));  // W
  set_gpr(gpr::pack_tile, (to - 1) | 1u << 31);
  ttinsns<word::stallwait(block::config, until::scalar_done),
          word::wrcfg(gpr::pack_tile, cfg::THCON_SEC0_REG1_L1_Dest_addr.word),
          word_of(opcode::DMANOP),  // WRCFG takes two cycles
          word::mop, word_of(opcode::SETADCZW) | insn::SETADCZW::cnt_set_mask.place(packers) | insn::SETADCZW::bit_mask.place(5)>();
}

}  // namespace tensix::device
