// SPDX-License-Identifier: Apache-2.0
// Between tiles and row-major order: 32 rows of a block of tiles side by side, as many bytes as the tiles have.
#pragma once
#include "tensix/copy.h"
#include "tensix/matmul.h"

namespace tensix::device {

constexpr bool is_row_major_format(uint32_t format) {
  return format == format_fp32 || format == format_fp16 || format == format_bf16 || is_integer_word(format) ||
         format == format_uint16 || format == format_tf32;
}
// Tiles of a block that go through Dst together: as many as it holds and the block is a multiple of.
constexpr uint32_t tiles_at_a_time(uint32_t block) {
  uint32_t tiles = block < dst_tiles ? block : dst_tiles;
  while (block % tiles != 0) --tiles;
  return tiles;
}
constexpr uint32_t datum_bytes(uint32_t cb) { return buffer_of(cb).tile_bytes / tile_datums; }

// Tilize. The unpacker takes 32 datums of each of the 32 rows, so that SrcA (or Dst) holds their left and right halves in turn;
// the packer takes every other row: two of its four read interfaces.
inline __attribute__((noinline)) void set_unpack_tilize(bool to_dst) {
  ttinsns<word::set_adc_x(both_unpackers, tile_datums), word::clear_adc_zw(both_unpackers)>();
  mop m;
  m.op = to_dst ? unpacr(0, 0, false) : unpacr(0, 0);
  if (!to_dst) {
    m.start = m.op;
    m.op = unpacr_zeros(1);
    m.outer = 1;
  }
  m.set();
  unpacker.op = unpacking::tilize;
  unpacker.op_mode = to_dst;
}
constexpr uint32_t pacr_rows(uint32_t interfaces, uint32_t modifier, bool concatenate, bool close, bool strided = false) {
  using namespace insn::PACR;
  return pacr(modifier, close) | read_intf_sel.place(interfaces) | concat.place(concatenate) | dst_access_mode.place(strided);
}
inline __attribute__((noinline)) void set_pack_tilize() {
  ttinsn<word::stallwait(0x1ff, until::packer_done)>();
  sync();
  packer.op = packing::tilize;
  set_pack_strides(packer.source);
  ttinsn<word::stallwait(0x1ff, until::riscv_stores_done)>();
  set_pack_modifier<0>(y_next(4));
  set_pack_modifier<1>(y_clear);
  set_pack_modifier<2>(y_clear, z_next);
  set_pack_modifier<3>(y_clear, z_clear);
  constexpr uint32_t even = pacr_rows(5, 0, true, false), odd = pacr_rows(10, 0, true, false);
  ttinsns<word::replay(0, 15, true), even, even, even, even, even, even, even, pacr_rows(5, 1, true, false), odd, odd, odd, odd,
          odd, odd, odd>();
  mop m;  // upper half, lower half; a half's last PACR is another one
  m.outer = 2;
  m.op = word::replay(0, 15, false);
  m.op1 = pacr_rows(10, 2, false, false);
  m.last_outer = pacr_rows(10, 3, false, true);
  m.set();
}

// Faces of tiles that lie in row-major order to SrcA, row by row; a face of another buffer to SrcB. What rows of SrcA are not filled is
// -infinity, or 0, or what was there.
enum class unfilled : uint32_t { as_was, zero, negative_infinity };
inline __attribute__((noinline)) void set_unpack_tilize_pair(uint32_t row_units, uint32_t b_rows) {
  const uint32_t src = unpack_formats::of(unpacker.formats).out;
  set_config(cfg::UNP0_ADDR_CTRL_XY_REG_1_Ystride.word, cfg::UNP0_ADDR_CTRL_XY_REG_1_Ystride.place(row_datums * bytes_of(src)));
  ttinsns<word::set_adc_x(1, row_datums), word::clear_adc_zw(both_unpackers)>();
  push(word::set_adc_x(2, b_rows * row_datums));
  set_gpr(gpr::unpack_stride, row_units);
  set_unpack_advancing<0, 0x40, false>();  // the next row of SrcA; the counter is 0 before and behind each face
  unpacker.op = unpacking::tilize_pair;
  unpacker.op_mode = 0;
}
template <unfilled rest, bool next_b>
TENSIX_STEP void unpack_tilize_face(uint32_t from, uint32_t tile_b, uint32_t rows) {
  begin_unpack(from, tile_b);
  set_gpr(gpr::unpack_address, from - 1);
  using namespace insn::UNPACR_NOP;
  if constexpr (rest != unfilled::as_was)
    ttinsn<word_of(opcode::UNPACR_NOP) | unpacker_select.place(0) |
           src_clr_val_ctrl.place(rest == unfilled::negative_infinity ? 1 : 0) | unpack_pop.place(1)>();
  constexpr uint32_t first_row =
      word_of(opcode::SETADCXY) | insn::SETADCXY::cnt_set_mask.place(1) | insn::SETADCXY::bit_mask.place(10);
  ttinsn<unpacr(1, next_b ? next_face : 0)>();
  if (rows > 1) {
    using namespace insn::MOP;
    push(word_of(opcode::MOP) | loop_count.place(rows - 2) | zmask_lo16_or_loop_count.place(context() ? 0xffff : 0));
  }
  ttinsns<unpacr(0, 0), first_row>();
  end_unpack();
}

// Untilize: the packer takes a row of the tile's left and right face together, tile by tile, then goes on to where the next row
// lies in L1.
namespace gpr {
inline constexpr uint32_t row_bytes = 20;  // from row to row, in 16 bytes
}
// What of each tile of Dst is packed: its faces (all four; 0 and 1; 0), so many rows of each, so many datums of a face's row. Two
// tiles of two faces may lie in one of Dst (`dense`).
struct untilize_shape {
  uint32_t tiles, rows = 16, faces = 4, datums = row_datums;
  bool dense = false;
  constexpr uint32_t mode() const { return tiles | rows << 8 | faces << 16 | datums << 20 | uint32_t{dense} << 28; }
  constexpr uint32_t interfaces() const { return dense ? 15 : faces == 1 || datums != row_datums ? 1 : 3; }
  constexpr uint32_t halves() const { return faces > 2 ? 2 : 1; }
  // Datums of `n` tiles' rows in L1.
  constexpr uint32_t width(uint32_t n) const { return n * datums * (interfaces() == 1 ? 1 : 2); }
};
inline __attribute__((noinline)) void set_pack_untilize_of(untilize_shape s) {
  ttinsn<word::stallwait(0x1ff, until::packer_done)>();
  sync();
  packer.op = packing::untilize;
  packer.op_mode = s.mode();
  set_pack_strides(packer.source);
  if (s.rows != 16) {
    const uint32_t row_bytes = row_datums * bytes_of(packer.source);
    set_config(cfg::PCK0_ADDR_CTRL_ZW_REG_0_Zstride.word, cfg::PCK0_ADDR_CTRL_ZW_REG_0_Zstride.place(2 * s.rows * row_bytes) |
                                                              cfg::PCK0_ADDR_CTRL_ZW_REG_0_Wstride.place(64 * row_bytes));
  }
  ttinsn<word::stallwait(0x1ff, until::riscv_stores_done)>();
  push(word::set_adc_x(packers, s.datums));
  set_pack_modifier<0>(0);
  using namespace insn::ADDDMAREG;
  ttinsns<word::replay(0, 4, true),
          word_of(opcode::ADDDMAREG) | op_a_reg_index.place(gpr::pack_tile) | op_b_reg_index.place(gpr::row_bytes) |
              result_reg_index.place(gpr::pack_tile),
          word::stallwait(block::config, until::scalar_done),
          word::wrcfg(gpr::pack_tile, cfg::THCON_SEC0_REG1_L1_Dest_addr.word), word_of(opcode::DMANOP)>();
  mop m;
  m.outer = s.rows;
  m.inner = s.dense ? s.tiles / 2 : s.tiles;
  m.start = word_of(opcode::ADDRCRZW) | insn::ADDRCRZW::cnt_set_mask.place(packers) | insn::ADDRCRZW::bit_mask.place(2);  // W
  m.op = word_of(opcode::INCADCZW) | insn::INCADCZW::cnt_set_mask.place(packers) | insn::INCADCZW::ch0_y.place(1);        // W
  m.op1 = pacr_rows(s.interfaces(), 0, false, false, true);
  m.last = m.last_outer = pacr_rows(s.interfaces(), 0, false, true, true);
  m.end0 = word_of(opcode::INCADCXY) | insn::INCADCXY::cnt_set_mask.place(packers) | insn::INCADCXY::ch0_y.place(1);
  m.end1 = word::replay(0, 4, false);
  m.set();
}
ALWI void use_pack_untilize(untilize_shape s) {
  if (packer.op != packing::untilize || packer.op_mode != s.mode()) set_pack_untilize_of(s);
}
// Tiles of Dst from first_tile on, to rows that begin at `to` and are row_units (16 bytes) apart; whole tiles: `halves` is 2.
ALWI void pack_row_major(uint32_t first_tile, uint32_t to, uint32_t row_units, uint32_t halves = 2) {
  using namespace insn::SETADC;
  // W is moved on before each tile. (It wraps: 16 tiles are all of Dst.)
  push(word_of(opcode::SETADC) | cnt_set_mask.place(packers) | dimension_index.place(3) | value.place((first_tile + 15) & 15));
  set_gpr(gpr::pack_tile, (to - 1) | 1u << 31);
  set_gpr(gpr::row_bytes, row_units);
  constexpr uint32_t clear_y =
      word_of(opcode::SETADCXY) | insn::SETADCXY::cnt_set_mask.place(packers) | insn::SETADCXY::bit_mask.place(2);
  constexpr uint32_t clear_z =
      word_of(opcode::SETADCZW) | insn::SETADCZW::cnt_set_mask.place(packers) | insn::SETADCZW::bit_mask.place(1);
  constexpr uint32_t lower_half =
      word_of(opcode::INCADCZW) | insn::INCADCZW::cnt_set_mask.place(packers) | insn::INCADCZW::ch0_x.place(1);
  ttinsns<word::stallwait(block::config, until::scalar_done),
          word::wrcfg(gpr::pack_tile, cfg::THCON_SEC0_REG1_L1_Dest_addr.word), word_of(opcode::DMANOP), clear_y, clear_z,
          word::mop>();
  if (halves == 2) ttinsns<lower_half, clear_y, word::mop>();
  ttinsns<clear_y, clear_z>();
}
// The first `rows` rows of 16 datums of a tile of Dst, as they lie there, one behind the other.
inline __attribute__((noinline)) void set_pack_first_rows(uint32_t rows) {
  ttinsn<word::stallwait(0x1ff, until::packer_done)>();
  mop_sync();
  packer.op = packing::rows;
  set_pack_modifier<0>(y_next(1));
  set_pack_modifier<1>(y_clear, z_clear);
  mop m;
  m.inner = rows;
  m.op = pacr_rows(1, 0, false, false);
  m.last = m.last_outer = pacr_rows(1, 1, false, true);
  m.set();
}
// T1: rows of Dst lie where two of them can be read at once. Only while nobody has Dst.
inline __attribute__((noinline)) void set_dst_remap(bool on) {
  constexpr config_field remap = cfg::DEST_ACCESS_CFG_remap_addrs, swizzle = cfg::DEST_ACCESS_CFG_swizzle_32b;
  constexpr uint32_t both = remap.place(1) | swizzle.place(1);
  static_assert(remap.word == swizzle.word && both < 0x100);
  sync();
  while (semaphore(sem::math_pack) != 0) {
  }
  ttinsn<word::stallwait(block::config, until::math_done | until_vector_done)>();
  push(word::rmwcib(0, remap.word, both, on ? both : 0));
  sync();
}
inline __attribute__((noinline)) void set_pack_usual() {
  ttinsn<word::stallwait(0x1ff, until::packer_done)>();
  sync();
  packer.op = packing::tile;
  set_pack_strides(packer.source);
  ttinsns<word::stallwait(0x1ff, until::riscv_stores_done), word::set_adc_x(packers, row_datums)>();
  set_pack_tiles();
}

}  // namespace tensix::device
