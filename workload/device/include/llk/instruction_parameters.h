// SPDX-License-Identifier: Apache-2.0
// Operands of instructions by the names of the public kernel library (ckernel_instr_params.h there): values of fields as the ISA
// documentation has them.
#pragma once
#include "llk_defs.h"
#include "tensix/vector.h"

namespace ckernel {

struct p_setrwc {  // which banks to give back, which counters to set, and to what
  static constexpr uint32_t CLR_NONE = 0, CLR_A = 1, CLR_B = 2, CLR_AB = 3;
  static constexpr uint32_t SET_A = 1, SET_B = 2, SET_AB = 3, SET_D = 4, SET_AD = 5, SET_BD = 6, SET_ABD = 7, SET_F = 8,
                            SET_A_F = 9, SET_B_F = 10, SET_AB_F = 11, SET_D_F = 12, SET_AD_F = 13, SET_BD_F = 14,
                            SET_ABD_F = 15;
  static constexpr uint32_t CR_A = 1, CR_B = 2, CR_AB = 3, CR_D = 4, CR_AD = 5, CR_BD = 6, CR_ABD = 7, C_TO_CR_MODE = 8;
};

struct p_stall {
  // What is waited for.
  static constexpr uint32_t NONE = 0, THCON = tensix::until::scalar_done, UNPACK0 = tensix::until::unpacker0_done,
                            UNPACK1 = tensix::until::unpacker1_done, UNPACK = UNPACK0 | UNPACK1,
                            PACK0 = tensix::until::packer_done, PACK = PACK0, MATH = tensix::until::math_done,
                            SRCA_CLR = 1 << 5, SRCB_CLR = 1 << 6, SRCA_VLD = tensix::until::srca_given,
                            SRCB_VLD = tensix::until::srcb_given, XMOV = 1 << 9, TRISC_CFG = tensix::until::riscv_stores_done,
                            SFPU1 = tensix::until::vector_done, WAIT_SFPU = SFPU1, CFGEXU = 1 << 12,
                            ALL_THREAD_RES = THCON | UNPACK | PACK | MATH | XMOV;
  // What is held back.
  static constexpr uint32_t STALL_TDMA = tensix::block::tdma, STALL_SYNC = tensix::block::sync,
                            STALL_PACK = tensix::block::pack, STALL_UNPACK = tensix::block::unpack, STALL_XMOV = 1 << 4,
                            STALL_THCON = tensix::block::scalar, STALL_MATH = tensix::block::math,
                            STALL_CFG = tensix::block::config, STALL_SFPU = tensix::block::vector, STALL_THREAD = 0x1ff;
  static constexpr uint32_t STALL_ON_ZERO = tensix::until::not_zero, STALL_ON_MAX = tensix::until::not_max;
  static constexpr uint32_t SEMAPHORE_0 = 1, SEMAPHORE_1 = 2, SEMAPHORE_2 = 4, SEMAPHORE_3 = 8, SEMAPHORE_4 = 16,
                            SEMAPHORE_5 = 32, SEMAPHORE_6 = 64, SEMAPHORE_7 = 128, SEMAPHORE_BIAS = SEMAPHORE_4;
};

struct p_zeroacc {
  static constexpr uint32_t CLR_SPECIFIC = 0, CLR_16 = 1, CLR_HALF = 2, CLR_ALL = 3, CLR_HALF_32B = 6, CLR_ALL_32B = 7;
};
struct p_zerosrc {
  static constexpr uint32_t CLR_A = 1, CLR_B = 2, CLR_AB = 3;
};
struct p_mova2d {
  static constexpr uint32_t MATH_HALO_ROWS = 0, MOV_1_ROW = 0, MOV_8_ROWS = 2;
};
struct p_movd2a {
  static constexpr uint32_t MOV_1_ROW = 0, MOV_4_ROWS = 2;
};
struct p_movd2b {
  static constexpr uint32_t SRC_ZERO_OFFSET = 0, SRC_ROW16_OFFSET = 16, MOV_1_ROW = 0, MOV_4_ROWS = 2;
};
struct p_movb2a {
  static constexpr uint32_t SRCA_ZERO_OFFSET = 0, SRCB_ZERO_OFFSET = 0, SRCB_ROW16_OFFSET = 16, MOV_1_ROW = 0, MOV_4_ROWS = 2;
};
struct p_movb2d {
  static constexpr uint32_t SRC_ZERO_OFFSET = 0, SRC_ROW16_OFFSET = 16, MOV_1_ROW = 0, MOV_1_ROW_D0_BRCST = 1,
                            MOV_8_ROW_BRCST = 2, MOV_8_ROW_BRCST_D0_BRCST = 3, MOV_4_ROWS = 4, MOV_4_ROWS_D0_BRCST = 5;
};
struct p_elwise {
  static constexpr uint32_t SRCB_NO_BCAST = 0, SRCB_BCAST_COL = 1, SRCB_BCAST_ROW = 2, SRCB_BCAST_ALL = 3, DEST_ACCUM_DIS = 0,
                            DEST_ACCUM_EN = 1, CLR_A = 1, CLR_B = 2, CLR_AB = 3;
};
struct p_gpool {
  static constexpr uint32_t DIM_1X16 = 0, DIM_16X16 = 1, INDEX_DIS = 0, INDEX_EN = 1;
};
struct p_setadc {
  static constexpr uint32_t UNP0 = 1, UNP1 = 2, UNP_A = 1, UNP_B = 2, UNP_AB = 3, PAC = 4, SET_X = 0, SET_Y = 1, SET_Z = 2,
                            SET_W = 3, CH_0 = 0, CH_1 = 1;
};
struct p_cfg {
  static constexpr uint32_t WRCFG_32b = 0, WRCFG_128b = 1;
};

struct p_sfpu {  // LRegs: variables, what they are, what a program chooses, the lane's number
  static constexpr uint32_t LREG0 = 0, LREG1 = 1, LREG2 = 2, LREG3 = 3, LREG4 = 4, LREG5 = 5, LREG6 = 6, LREG7 = 7;
  static constexpr uint32_t LCONST_0_8373 = 8, LCONST_0 = tensix::vector::zero, LCONST_1 = tensix::vector::one;
  static constexpr uint32_t LREG11 = 11, LCONST_neg1 = 11, LREG12 = 12, LREG13 = 13, LREG14 = 14;
  static constexpr uint32_t LTILEID = tensix::vector::lane_number_twice;
  static constexpr uint32_t kCONST_1_FP16B = 0x3f80, kCONST_1_FP16A = 0x3c00, kCONST_0 = 0, kCONST_Exp_8Bit = 0,
                            kCONST_Exp_5Bit = 1;
};
struct p_sfpswap {  // (of rows 2 and 3 alone as they are there; the instruction has 7 and 8 for them)
  static constexpr uint32_t UNCONDITIONALLY = 0, ALL_ROWS_MAX = 1, ROWS_01_MAX = 2, ROWS_02_MAX = 3, ROWS_03_MAX = 4,
                            ROW_0_MAX = 5, ROW_1_MAX = 6, ROW_2_MAX = 5, ROW_3_MAX = 6;
};

// What follows an instruction of the matrix unit, or an SFPLOAD, SFPSTORE: increments of the row counters. Number 7 adds nothing and 6
// moves Dst on by 2, as the functions of the compute API need them: who changes these two restores them.
inline constexpr uint8_t ADDR_MOD_0 = 0, ADDR_MOD_1 = 1, ADDR_MOD_2 = 2, ADDR_MOD_3 = 3, ADDR_MOD_4 = 4, ADDR_MOD_5 = 5,
                         ADDR_MOD_6 = 6, ADDR_MOD_7 = 7;
struct addr_mod_t {
  struct addr_mod_src_t {
    uint8_t incr = 0, clr = 0, cr = 0;
  };
  struct addr_mod_dest_t {
    int16_t incr = 0;
    uint8_t clr = 0, cr = 0, c_to_cr = 0;
  };
  struct addr_mod_fidelity_t {
    uint8_t incr = 0, clr = 0;
  };
  struct addr_mod_bias_t {
    uint8_t incr = 0, clr = 0;
  };
  addr_mod_src_t srca = {}, srcb = {};
  addr_mod_dest_t dest = {};
  addr_mod_fidelity_t fidelity = {};
  addr_mod_bias_t bias = {};  // of no effect here: nothing has a bias
  addr_mod_src_t pack_ysrc = {}, pack_ydst = {};

  ALWI void set(uint8_t number) const {
    tensix::device::address_modifier m;
    m.a = srca.incr, m.a_clear = srca.clr, m.a_cr = srca.cr;
    m.b = srcb.incr, m.b_clear = srcb.clr, m.b_cr = srcb.cr;
    m.dst = static_cast<uint32_t>(dest.incr), m.dst_clear = dest.clr, m.dst_cr = dest.cr, m.dst_to_cr = dest.c_to_cr;
    m.fidelity = fidelity.incr, m.fidelity_clear = fidelity.clr;
    m.set(number);
    tensix::device::address_modifier_changed(number);
  }
};

}  // namespace ckernel
