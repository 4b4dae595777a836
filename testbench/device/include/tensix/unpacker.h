// T0: both unpackers, in turn with configuration context 0 and 1, so that the addresses of one tile can be written while the
// one before is read. Semaphore 5 counts contexts in use: posted by the core, taken by the thread.
#pragma once
#include "tensix/circular_buffers.h"

namespace tensix::device {

inline constexpr uint32_t both_unpackers = 3;
inline constexpr uint32_t next_face = 0x01, next_face_in_and_out = 0x11;  // AddrMode: Z of the input side; of both sides

constexpr uint32_t unpacr(uint32_t unpacker, uint32_t addr_mode, bool dvalid = true) {
  using namespace insn::UNPACR;
  return word_of(opcode::UNPACR) | unpack_block_selection.place(unpacker) | insn::UNPACR::addr_mode.place(addr_mode) |
         ovrd_thread_id.place(1) | set_dat_valid.place(dvalid) | last.place(1);
}
// Hands over a bank of zeros.
constexpr uint32_t unpacr_zeros(uint32_t unpacker) {
  using namespace insn::UNPACR_NOP;
  return word_of(opcode::UNPACR_NOP) | unpacker_select.place(unpacker) | set_dvalid.place(1) | unpack_pop.place(1);
}

// What a buffer's datums are in SrcA and SrcB.
constexpr uint32_t src_format(uint32_t cb) {
  const uint32_t f = buffer_of(cb).format;
  return f == format_fp32 ? (fp32_dst ? format_tf32 : format_bf16) : f;
}
constexpr uint32_t bytes_of(uint32_t format) { return (format & 3) == 0 ? 4 : (format & 3) == 1 ? 2 : 1; }

// What the MOP, X counters and modes of the unpackers are for.
enum class unpacking : uint32_t { none, copy, to_dst, pair, matmul };

struct unpacker_state {
  uint32_t context;
  uint32_t in[2], out[2];  // formats of both unpackers
  bool to_dst;
  bool started;
  unpacking op;
  uint32_t cb[2];  // checked: of the last init
};
static unpacker_state unpacker;

// Formats of one unpacker. Not while it works.
ALWI void set_unpack_format(uint32_t u, uint32_t in, uint32_t out) {
  const uint32_t section = u * (cfg::THCON_SEC1_REG0_TileDescriptor.word - cfg::THCON_SEC0_REG0_TileDescriptor.word);
  set_config(cfg::THCON_SEC0_REG0_TileDescriptor.word + section, in | 1u << 4 | face_datums << 16);  // uncompressed; X: a face
  set_config(cfg::THCON_SEC0_REG2_Out_data_format.word + section,
             cfg::THCON_SEC0_REG2_Out_data_format.place(out) | cfg::THCON_SEC0_REG2_Throttle_mode.place(2));
  const auto& stride = u == 0 ? cfg::UNP0_ADDR_CTRL_ZW_REG_1_Zstride : cfg::UNP1_ADDR_CTRL_ZW_REG_1_Zstride;
  set_config(stride.word, stride.place(face_datums * bytes_of(out)));
  unpacker.in[u] = in;
  unpacker.out[u] = out;
}
// Where unpacker 0 unpacks to: SrcA or (32-bit datums) Dst. Not while it works.
ALWI void set_unpack_to_dst(bool to_dst) {
  set_config(cfg::THCON_SEC0_REG2_Disable_zero_compress_cntx0.word,
             0xf000f | (to_dst ? 3u << cfg::THCON_SEC0_REG2_Unpack_if_sel_cntx0.lo : 0));
  if (to_dst) ttinsn<word::setc16(tcfg::SRCA_SET_Base.reg, 0)>();
  else ttinsn<word::setc16(tcfg::SRCA_SET_Base.reg, 4)>(), set_config(cfg::THCON_SEC0_REG5_Dest_cntx0_address.word, 64 | 64 << 16);
  unpacker.to_dst = to_dst;
}

inline __attribute__((noinline)) void start_unpackers(uint32_t in0, uint32_t out0, uint32_t in1, uint32_t out1) {
  ttinsns<word::seminit(sem::unpack_context, 2), word::clear_adc_xy(both_unpackers), word::clear_adc_zw(both_unpackers),
          word::setc16(unpack_misc_cfg_register, 0)>();
  set_gpr(gpr::no_offset, 0);
  ttinsn<word::atgetm(0)>();  // T2 writes the same words
  constexpr uint32_t speed = cfg::THCON_SEC0_REG1_ovrd_default_throttle_mode.place(1);
  ttinsns<word::rmwcib(0, cfg::THCON_SEC0_REG1_ovrd_default_throttle_mode.word, speed, 0),
          word::rmwcib(0, cfg::THCON_SEC1_REG1_ovrd_default_throttle_mode.word, speed, 0), word::atrelm(0)>();
  sync();
  unpacker.context = 0;
  for (uint32_t u = 0; u < 2; ++u) {
    const uint32_t section = u * (cfg::THCON_SEC1_REG0_TileDescriptor.word - cfg::THCON_SEC0_REG0_TileDescriptor.word);
    set_config(cfg::THCON_SEC0_REG0_TileDescriptor.word + section + 1, 1u | 4u << 16);  // Y, Z
    set_config(cfg::THCON_SEC0_REG0_TileDescriptor.word + section + 2, 0);
    set_config(cfg::THCON_SEC0_REG0_TileDescriptor.word + section + 3, 0);
    set_config(cfg::THCON_SEC0_REG2_Disable_zero_compress_cntx0.word + section, 0xf000f);
    set_unpack_format(u, u == 0 ? in0 : in1, u == 0 ? out0 : out1);
  }
  set_unpack_to_dst(false);
  set_config(cfg::THCON_SEC0_REG5_Tile_x_dim_cntx0.word, face_datums | face_datums << 16);
  set_config(cfg::UNP0_ADD_DEST_ADDR_CNTR_add_dest_addr_cntr.word, cfg::UNP0_ADD_DEST_ADDR_CNTR_add_dest_addr_cntr.place(1));
}
// What is unpacked next is of these buffers (32: unpacker 1 has none): formats, if they change.
inline __attribute__((noinline)) void change_unpack_formats(uint32_t in0, uint32_t out0, uint32_t in1, uint32_t out1, bool to_dst) {
  sync();
  set_unpack_format(0, in0, out0);
  set_unpack_format(1, in1, out1);
  set_unpack_to_dst(to_dst);
}
ALWI void use_unpack_formats(uint32_t in0, uint32_t out0, uint32_t in1, uint32_t out1, bool to_dst = false) {
  if (unpacker.in[0] == in0 && unpacker.out[0] == out0 && unpacker.in[1] == in1 && unpacker.out[1] == out1 &&
      unpacker.to_dst == to_dst)
    return;
  change_unpack_formats(in0, out0, in1, out1, to_dst);
}

// Waits for a free context and gives it the tiles for SrcA and SrcB. The instructions that read them come next, then
// end_unpack().
ALWI void begin_unpack(uint32_t tile_a, uint32_t tile_b) {
  while (semaphore(sem::unpack_context) == 2) {
  }
  set_config(cfg::THCON_SEC0_REG3_Base_address.word + unpacker.context, tile_a - 1);
  set_config(cfg::THCON_SEC1_REG3_Base_address.word + unpacker.context, tile_b - 1);
  post_semaphore(sem::unpack_context);
  ttinsn<word::stallwait(block::unpack, until::riscv_stores_done)>();
}
ALWI void end_unpack() {
  ttinsn<word::semget(sem::unpack_context)>();
  unpacker.context ^= 1;
  push(word::setc16(unpack_misc_cfg_register, unpacker.context | unpacker.context << 8));
}

}  // namespace tensix::device
