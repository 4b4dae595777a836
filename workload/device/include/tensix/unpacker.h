// SPDX-License-Identifier: Apache-2.0
// T0: both unpackers, in turn with configuration context 0 and 1, so that the addresses of one tile can be written while the
// one before is read. Semaphore 5 counts contexts in use: posted by the core, taken by the thread.
#pragma once
#include "tensix/circular_buffers.h"
#include "tensix/formats.h"

namespace tensix::device {

inline constexpr uint32_t both_unpackers = 3;
// AddrMode: what is added to Z of the input side, and of both sides.
inline constexpr uint32_t next_face = 0x01, two_faces_on = 0x02, next_face_in_and_out = 0x11, two_faces_on_in_next_out = 0x12;

constexpr uint32_t unpacr(uint32_t unpacker, uint32_t addr_mode, bool dvalid = true) {
  using namespace insn::UNPACR;
  return word_of(opcode::UNPACR) | unpack_block_selection.place(unpacker) | insn::UNPACR::addr_mode.place(addr_mode) |
         ovrd_thread_id.place(1) | set_dat_valid.place(dvalid) | last.place(1);
}
// Z of the input sides of `units` (bit 0: unpacker 0).
constexpr uint32_t set_z(uint32_t units, uint32_t z) {
  using namespace insn::SETADCZW;
  return word_of(opcode::SETADCZW) | cnt_set_mask.place(units) | bit_mask.place(1) | ch0_x.place(z);
}
// Hands over a bank of zeros.
constexpr uint32_t unpacr_zeros(uint32_t unpacker) {
  using namespace insn::UNPACR_NOP;
  return word_of(opcode::UNPACR_NOP) | unpacker_select.place(unpacker) | set_dvalid.place(1) | unpack_pop.place(1);
}

inline constexpr uint32_t unpacker_stride_words =
    cfg::UNP1_ADDR_CTRL_ZW_REG_1_Zstride.word - cfg::UNP0_ADDR_CTRL_ZW_REG_1_Zstride.word;

// What the MOP and the X counters of the unpackers are for.
enum class unpacking : uint32_t { none, copy, to_dst, pair, broadcast, matmul, reduce, tilize, tilize_pair, reuse };

// Formats and modes of both unpackers, in one word (key): 0 only before the start.
struct unpack_formats {
  uint32_t in0, in1, out;
  bool to_dst = false;     // unpacker 0 writes Dst
  bool transpose = false;  // unpacker 0 transposes each face
  uint32_t row_units = 0;  // unpacker 0 takes 32 datums of each row, from row to row so many times 16 bytes; 0: whole tiles
  constexpr uint32_t key() const {
    return (in0 | in1 << 5 | out << 10 | uint32_t{to_dst} << 14 | uint32_t{transpose} << 15 | row_units << 16) + (1u << 31);
  }
  static constexpr unpack_formats of(uint32_t key) {
    return {key & 31, key >> 5 & 31, key >> 10 & 15, (key >> 14 & 1) != 0, (key >> 15 & 1) != 0, key >> 16 & 0xfff};
  }
};

struct unpacker_state {
  uint32_t select_context;  // the instruction that has selected the present one
  uint32_t formats;         // key(); 0: not started
  unpacking op;
  uint32_t op_mode;  // of the operation: what its own program depends on
};
static unpacker_state unpacker;

inline constexpr uint32_t context_0 = word::setc16(unpack_misc_cfg_register, 0),
                          context_1 = word::setc16(unpack_misc_cfg_register, 0x101);
TENSIX_STEP void check_unpacking(bool initialised) {
  check(unpacker.formats != 0, misuse::not_configured);
  check(initialised, misuse::operation_not_initialised);
}
ALWI uint32_t context() { return unpacker.select_context & 1; }

// Formats and modes. Not while the unpackers work.
inline __attribute__((noinline)) void set_unpack_formats(uint32_t key) {
  const unpack_formats f = unpack_formats::of(key);
#pragma GCC unroll 2
  for (uint32_t u = 0; u < 2; ++u) {
    const uint32_t section = u * (cfg::THCON_SEC1_REG0_TileDescriptor.word - cfg::THCON_SEC0_REG0_TileDescriptor.word);
    const uint32_t in = hardware_code(u == 0 ? f.in0 : f.in1);
    set_config(cfg::THCON_SEC0_REG0_TileDescriptor.word + section,
               in | 1u << 4 | face_datums << 16);  // uncompressed; X: a face
    set_config(cfg::THCON_SEC0_REG2_Out_data_format.word + section,
               cfg::THCON_SEC0_REG2_Out_data_format.place(f.out) | cfg::THCON_SEC0_REG2_Throttle_mode.place(2) |
                   cfg::THCON_SEC0_REG2_Haloize_mode.place(u == 0 && f.transpose) |
                   cfg::THCON_SEC0_REG2_Tileize_mode.place(u == 0 && f.row_units != 0) |
                   (u == 0 ? f.row_units << cfg::THCON_SEC0_REG2_Shift_amount_cntx0.lo : 0));
    set_config(cfg::UNP0_ADDR_CTRL_ZW_REG_1_Zstride.word + u * unpacker_stride_words,
               cfg::UNP0_ADDR_CTRL_ZW_REG_1_Zstride.place(face_datums * bytes_of(f.out)));
  }
  set_config(cfg::THCON_SEC0_REG2_Disable_zero_compress_cntx0.word,
             0xf000f | (f.to_dst ? 3u << cfg::THCON_SEC0_REG2_Unpack_if_sel_cntx0.lo : 0));
  if (!f.to_dst) set_config(cfg::THCON_SEC0_REG5_Dest_cntx0_address.word, 64 | 64 << 16);  // the first four rows do not exist
  push(word::setc16(tcfg::SRCA_SET_Base.reg, f.to_dst ? 0 : 4));
  // FP8 with four bits of exponent (of other formats the bit means nothing): bits in words that T2 writes, too.
  constexpr config_field e4m3 = cfg::THCON_SEC0_REG1_Unp_LF8_4b_exp, e4m3_1 = cfg::THCON_SEC1_REG1_Unp_LF8_4b_exp;
  ttinsn<word::atgetm(0)>();
  push(word::rmwcib(2, e4m3.word, e4m3.place(1) >> 16, e4m3.place(f.in0 >> 4) >> 16));
  push(word::rmwcib(2, e4m3_1.word, e4m3_1.place(1) >> 16, e4m3_1.place(f.in1 >> 4) >> 16));
  if constexpr (any_uint8) {  // in a word that T1 writes, too
    constexpr config_field a = cfg::ALU_FORMAT_SPEC_REG0_SrcAUnsigned, b = cfg::ALU_FORMAT_SPEC_REG0_SrcBUnsigned;
    static_assert(a.lo == 15 && b.lo == 16);
    push(word::rmwcib(1, a.word, 1 << 7, f.in0 == format_uint8 ? 1 << 7 : 0));
    push(word::rmwcib(2, b.word, 1, f.in1 == format_uint8));
  }
  ttinsn<word::atrelm(0)>();
  unpacker.formats = key;
}

inline __attribute__((noinline)) void start_unpackers(uint32_t key) {
  ttinsns<word::seminit(sem::unpack_context, 2), word::clear_adc_xy(both_unpackers), word::clear_adc_zw(both_unpackers),
          context_0>();
  unpacker.select_context = context_0;
  unpacker.op = unpacking::none;  // the X counters are not those of an init before
  set_gpr(gpr::no_offset, 0);
  ttinsn<word::atgetm(0)>();  // T2 writes the same words
  constexpr uint32_t speed = cfg::THCON_SEC0_REG1_ovrd_default_throttle_mode.place(1);
  ttinsns<word::rmwcib(0, cfg::THCON_SEC0_REG1_ovrd_default_throttle_mode.word, speed, 0),
          word::rmwcib(0, cfg::THCON_SEC1_REG1_ovrd_default_throttle_mode.word, speed, 0), word::atrelm(0)>();
  sync();
  for (uint32_t u = 0; u < 2; ++u) {
    const uint32_t section = u * (cfg::THCON_SEC1_REG0_TileDescriptor.word - cfg::THCON_SEC0_REG0_TileDescriptor.word);
    set_config(cfg::THCON_SEC0_REG0_TileDescriptor.word + section + 1, 1u | 4u << 16);  // Y, Z
    set_config(cfg::THCON_SEC0_REG0_TileDescriptor.word + section + 2, 0);
    set_config(cfg::THCON_SEC0_REG0_TileDescriptor.word + section + 3, 0);
    set_config(cfg::THCON_SEC0_REG2_Disable_zero_compress_cntx0.word + section, 0xf000f);
  }
  set_unpack_formats(key);
  set_config(cfg::THCON_SEC0_REG5_Tile_x_dim_cntx0.word, face_datums | face_datums << 16);
  set_config(cfg::UNP0_ADD_DEST_ADDR_CNTR_add_dest_addr_cntr.word, cfg::UNP0_ADD_DEST_ADDR_CNTR_add_dest_addr_cntr.place(1));
}
// If they change: when all that is on its way has been unpacked.
ALWI void use_unpack_formats(unpack_formats f) {
  if (unpacker.formats == f.key() || unpacker.formats == 0) return;
  ttinsn<word::stallwait(block::sync | block::config | block::unpack, until::unpacker0_done | until::unpacker1_done)>();
  sync();
  set_unpack_formats(f.key());
}

// For operations whose init names no buffers, or none that count: formats stay. Unpacker 0 writes SrcA or (32-bit datums) Dst;
// `transpose` as in unpack_formats.
ALWI void keep_unpack_formats(bool transpose, bool to_dst = false) {
  if (unpacker.formats == 0) return;
  unpack_formats f = unpack_formats::of(unpacker.formats);
  if (to_dst) f.out = format_goes_to_dst_as(f.in0);
  else if (f.to_dst) f.out = src_format_of(f.in0, f.in1);
  f.to_dst = to_dst, f.transpose = transpose, f.row_units = 0;
  use_unpack_formats(f);
}

// Waits for a free context and gives it the tiles for SrcA and SrcB. The instructions that read them come next, then
// end_unpack().
ALWI void begin_unpack(uint32_t tile_a, uint32_t tile_b) {
  while (semaphore(sem::unpack_context) >= 2) {
  }
  const uint32_t base = riscv_address::config + 4 * (cfg::THCON_SEC0_REG3_Base_address.word + context());
  at(base) = tile_a - 1;
  at(base + 4 * (cfg::THCON_SEC1_REG3_Base_address.word - cfg::THCON_SEC0_REG3_Base_address.word)) = tile_b - 1;
  post_semaphore(sem::unpack_context);
  ttinsn<word::stallwait(block::unpack, until::riscv_stores_done)>();
}
ALWI void end_unpack() {
  ttinsn<word::semget(sem::unpack_context)>();
  unpacker.select_context ^= context_0 ^ context_1;
  push(unpacker.select_context);
}

// A tile by each unpacker, as the MOP says.
TENSIX_STEP void unpack_tiles(uint32_t tile_a, uint32_t tile_b) {
  begin_unpack(tile_a, tile_b);
  ttinsns<word::clear_adc_zw(both_unpackers), word::mop>();
  end_unpack();
}

}  // namespace tensix::device
