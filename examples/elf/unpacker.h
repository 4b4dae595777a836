// T0's part of every kernel: both unpackers, in turn with configuration context 0 and 1, so that the addresses of one tile can
// be written while the one before is read. Semaphore 5 counts contexts in use: posted here, taken by the thread.
#pragma once
#include "circular_buffer.h"
#include "tile.h"

inline constexpr uint32_t both_unpackers = 3;

constexpr uint32_t unpacr(uint32_t unpacker, uint32_t addr_mode) {
  using namespace insn::UNPACR;
  return word_of(opcode::UNPACR) | unpack_block_selection.place(unpacker) | insn::UNPACR::addr_mode.place(addr_mode) |
         ovrd_thread_id.place(1) | set_dat_valid.place(1) | last.place(1);
}
inline constexpr uint32_t next_face = 1;  // AddrMode: Z of the input side

// `datums` an UNPACR: a face or a tile.
inline __attribute__((noinline)) void configure_unpackers(uint32_t datums) {
  const uint32_t format = arguments().fp16 ? code_fp16 : code_bf16;
  ttinsn<word::seminit(sem::unpack_context, 2)>();
  ttinsn<word::seminit(sem::tiles_read, 15)>();
  ttinsn<word::clear_adc_xy(both_unpackers)>();
  ttinsn<word::clear_adc_zw(both_unpackers)>();
  push(word::set_adc_x(both_unpackers, datums));
  ttinsn<word::setc16(tcfg::SRCA_SET_Base.reg, 4)>();
  ttinsn<word::setc16(unpack_misc_cfg_register, 0)>();
  ttinsn<word::atgetm(0)>();  // T2 writes the same words
  constexpr uint32_t speed = cfg::THCON_SEC0_REG1_ovrd_default_throttle_mode.place(1);
  ttinsn<word::rmwcib(0, cfg::THCON_SEC0_REG1_ovrd_default_throttle_mode.word, speed, 0)>();
  ttinsn<word::rmwcib(0, cfg::THCON_SEC1_REG1_ovrd_default_throttle_mode.word, speed, 0)>();
  ttinsn<word::atrelm(0)>();
  sync();
  for (uint32_t u = 0; u < 2; ++u) {
    const uint32_t section = u * (cfg::THCON_SEC1_REG0_TileDescriptor.word - cfg::THCON_SEC0_REG0_TileDescriptor.word);
    const uint32_t descriptor = cfg::THCON_SEC0_REG0_TileDescriptor.word + section;
    set_config(descriptor, format | 1u << 4 | face_datums << 16);  // uncompressed; X: a face
    set_config(descriptor + 1, 1u | 4u << 16);                     // Y, Z
    set_config(descriptor + 2, 0);
    set_config(descriptor + 3, 0);
    set_config(cfg::THCON_SEC0_REG2_Out_data_format.word + section,
               cfg::THCON_SEC0_REG2_Out_data_format.place(format) | cfg::THCON_SEC0_REG2_Throttle_mode.place(2));
    set_config(cfg::THCON_SEC0_REG2_Disable_zero_compress_cntx0.word + section, 0xf000f);
  }
  set_config(cfg::THCON_SEC0_REG5_Tile_x_dim_cntx0.word, face_datums | face_datums << 16);
  set_config(cfg::THCON_SEC0_REG5_Dest_cntx0_address.word, 64 | 64 << 16);
  set_config(cfg::UNP0_ADD_DEST_ADDR_CNTR_add_dest_addr_cntr.word, cfg::UNP0_ADD_DEST_ADDR_CNTR_add_dest_addr_cntr.place(1));
  set_config(cfg::UNP0_ADDR_CTRL_ZW_REG_1_Zstride.word, 2 * face_datums);
  set_config(cfg::UNP1_ADDR_CTRL_ZW_REG_1_Zstride.word, 2 * face_datums);
}

class unpacker {
 public:
  // Waits for a free context and gives it the tiles for SrcA and SrcB. The instructions that read them come next, then end().
  void begin(uint32_t tile_a, uint32_t tile_b) {
    while (semaphore(sem::unpack_context) == 2) {
    }
    set_config(cfg::THCON_SEC0_REG3_Base_address.word + context_, tile_a - 1);
    set_config(cfg::THCON_SEC1_REG3_Base_address.word + context_, tile_b - 1);
    post_semaphore(sem::unpack_context);
    ttinsn<word::stallwait(block::unpack, until::riscv_stores_done)>();
  }
  void end() {
    ttinsn<word::semget(sem::unpack_context)>();
    context_ ^= 1;
    push(word::setc16(unpack_misc_cfg_register, context_ | context_ << 8));
  }
  uint32_t context() const { return context_; }

  // The block's tiles have been popped; their places are free when both unpackers are done with them (semaphore 6). That is
  // asked when the next tile is on its way, so that they have something to do meanwhile.
  template <typename... input>
  void end_block(input&... inputs) {
    ttinsn<word::stallwait(block::sync, until::unpacker0_done | until::unpacker1_done)>();
    ttinsn<word::sempost(sem::tiles_read)>();
    (inputs.mark(), ...);
    unfreed_ = true;
  }
  template <typename... input>
  void free_block(input&... inputs) {
    if (!unfreed_) return;
    while (semaphore(sem::tiles_read) == 0) {
    }
    get_semaphore(sem::tiles_read);
    (inputs.free_marked(), ...);
    unfreed_ = false;
  }

 private:
  uint32_t context_ = 0;
  bool unfreed_ = false;
};
// SPDX-License-Identifier: Apache-2.0
