// SPDX-License-Identifier: Apache-2.0
// Unpacking for a scalar reduction, to a sum or to a maximum, with T0 alone: T1 only gives the source banks back. Before each
// face SrcA is cleared, since the reduction writes into it. For configuration `blackhole`.
//
//   FORMAT_L1   code of the data format in L1
#include "call.h"

#ifndef FORMAT_L1
#define FORMAT_L1 5
#endif

namespace {

constexpr uint32_t both_unpackers = 3;

constexpr uint32_t unpacr(uint32_t unpacker) {
  using namespace insn::UNPACR;
  return word_of(opcode::UNPACR) | unpack_block_selection.place(unpacker) | addr_mode.place(1) | ovrd_thread_id.place(1) |
         set_dat_valid.place(1) | last.place(1);
}

void configure() {
  ttinsn<word::seminit(sem::unpack_context, 2)>();
  ttinsn<word::clear_adc_xy(both_unpackers)>();
  ttinsn<word::clear_adc_zw(both_unpackers)>();
  ttinsn<word::set_adc_x(1, face_datums)>();
  ttinsn<word::set_adc_x(2, row_datums)>();  // the scaler is a row
  ttinsn<word::setc16(tcfg::SRCA_SET_Base.reg, 4)>();
  ttinsn<word::setc16(unpack_misc_cfg_register, 0)>();
  sync();
  for (uint32_t u = 0; u < 2; ++u) {
    const uint32_t section = u * (cfg::THCON_SEC1_REG0_TileDescriptor.word - cfg::THCON_SEC0_REG0_TileDescriptor.word);
    const uint32_t descriptor = cfg::THCON_SEC0_REG0_TileDescriptor.word + section;
    set_config(descriptor, FORMAT_L1 | 1u << 4 | face_datums << 16);  // uncompressed; X: a face
    set_config(descriptor + 1, 1u | 4u << 16);                        // Y, Z
    set_config(descriptor + 2, 0);
    set_config(descriptor + 3, 0);
    set_config(cfg::THCON_SEC0_REG2_Out_data_format.word + section,
               cfg::THCON_SEC0_REG2_Out_data_format.place(FORMAT) | cfg::THCON_SEC0_REG2_Throttle_mode.place(2));
    set_config(cfg::THCON_SEC0_REG2_Disable_zero_compress_cntx0.word + section, 0xf000f);
  }
  set_config(cfg::THCON_SEC0_REG5_Tile_x_dim_cntx0.word, face_datums | face_datums << 16);
  set_config(cfg::THCON_SEC0_REG5_Dest_cntx0_address.word, 64 | 64 << 16);
  set_config(cfg::UNP0_ADD_DEST_ADDR_CNTR_add_dest_addr_cntr.word, cfg::UNP0_ADD_DEST_ADDR_CNTR_add_dest_addr_cntr.place(1));
  set_config(cfg::UNP0_ADDR_CTRL_ZW_REG_1_Zstride.word, 2 * face_datums);
  set_config(cfg::UNP1_ADDR_CTRL_ZW_REG_1_Zstride.word, 2 * face_datums);
  ttinsn<word::replay(0, 2, true)>();
  ttinsn<unpacr(0)>();
  ttinsn<unpacr(1)>();
  mop m;  // a tile: four faces
  m.inner = 4;
  m.op = word_of(opcode::UNPACR_NOP) | insn::UNPACR_NOP::unpack_pop.place(1);
  m.op1 = word::replay(0, 2, false);
  m.set();
  sync();
}

uint32_t context = 0;

inline __attribute__((always_inline)) void call(uint32_t a, uint32_t b) {
  ttinsn<word::clear_adc_zw(both_unpackers)>();
  while (semaphore(sem::unpack_context) >= 2) {
  }
  if (context == 0) {
    set_config(cfg::THCON_SEC0_REG3_Base_address.word, a);
    set_config(cfg::THCON_SEC1_REG3_Base_address.word, b);
  } else {
    set_config(cfg::THCON_SEC0_REG3_Base_address.word + 1, a);
    set_config(cfg::THCON_SEC1_REG3_Base_address.word + 1, b);
  }
  post_semaphore(sem::unpack_context);
  ttinsn<word::stallwait(block::unpack, until::riscv_stores_done)>();
  ttinsn<word::mop>();
  ttinsn<word::semget(sem::unpack_context)>();
  context = 1 - context;
  if (context == 0) ttinsn<word::setc16(unpack_misc_cfg_register, 0)>();
  else ttinsn<word::setc16(unpack_misc_cfg_register, 1 | 1 << 8)>();
}

}  // namespace

extern "C" void unpack() {
  configure();
  meet(0);
  const zone<0> z;
  for (uint32_t i = 0; i < tiles; ++i) call(tile_address(in0, i), tile_address(in1, i));
  sync();
}

extern "C" void math() {
  configure_alu();
  meet(1);
  const zone<1> z;
  for (uint32_t banks = 4 * tiles; banks > 0; --banks) {
    ttinsn<word::stallwait(block::math, until::srca_given | until::srcb_given)>();
    ttinsn<word_of(opcode::CLEARDVALID) | insn::CLEARDVALID::cleardvalid.place(clear_a | clear_b)>();
  }
}

extern "C" void pack() { meet(2); }
