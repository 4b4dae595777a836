// SPDX-License-Identifier: Apache-2.0
// Small things that the files of the vector unit's function share. Layer 1.
#pragma once
#include <cstdint>

#include "models/isa/isa.h"
#include "models/vector_unit/multiply_add_function.h"
#include "models/vector_unit/vector_unit_table_function.h"

namespace tensix::sfpu {

// Bits of LaneConfig (SFPCONFIG).
enum lane_config_bit : uint32_t {
  enable_fp16a_inf = 1u << 0,
  disable_backdoor_load = 1u << 1,
  enable_dest_index = 1u << 2,
  capture_default_dest_index = 1u << 3,
  block_dest_wr_from_sfpu = 1u << 4,
  block_sfpu_rd_from_dest = 1u << 5,
  dest_rd_col_exchange = 1u << 6,
  dest_wr_col_exchange = 1u << 7,
  exchange_srcb_srcc = 1u << 8
};
inline constexpr unsigned block_dest_mov_shift = 9;  // two bits, for the matrix unit: even and odd column
inline constexpr unsigned row_mask_shift = 12;
inline constexpr uint32_t lane_config_mask = 0x3ffff;
inline constexpr uint32_t column_lanes = 0x01010101;  // the lanes of column group 0

// Data formats of SFPLOAD and SFPSTORE (MOD0_FMT_*).
enum format : unsigned {
  fmt_srcb = 0,
  fmt_fp16 = 1,
  fmt_bf16 = 2,
  fmt_fp32 = 3,
  fmt_int32 = 4,
  fmt_int8 = 5,
  fmt_uint16 = 6,
  fmt_hi16 = 7,
  fmt_int16 = 8,
  fmt_lo16 = 9,
  fmt_int32_all = 10,
  fmt_zero = 11,
  fmt_int32_sm = 12,
  fmt_int8_comp = 13,
  fmt_lo16_only = 14,
  fmt_hi16_only = 15
};
inline constexpr uint32_t loads_32_bits = 1u << fmt_fp32 | 1u << fmt_int32 | 1u << fmt_int32_all | 1u << fmt_int32_sm;
inline constexpr uint32_t stores_32_bits = loads_32_bits | 1u << fmt_hi16 | 1u << fmt_lo16;

// Operand fields of most instructions.
inline constexpr instruction_field mod1{0, 4}, vd{4, 4}, vc{8, 4}, vb{12, 4}, va{16, 4};
// SFPLOAD, SFPLOADI, SFPSTORE, SFPLUT.
inline constexpr instruction_field mod0{16, 4}, upper_vd{20, 4};

// An instruction as it executes: decoded, or put together by SFPLOADMACRO, which overrides registers.
struct operation {
  opcode code = opcode::SFPNOP;
  uint8_t vd = 0, vc = 0, vb = 0, va = 0;  // 16: the register only SFPLOADMACRO reaches
  uint8_t mode = 0, thread = 0;
  uint32_t imm = 0;
  uint32_t word = 0;                // for reports
  uint32_t enabled = 0;             // lanes, at its beginning
  const uint32_t (*lreg)[lanes]{};  // what it reads: the LRegs, at its beginning
};
operation decode(uint32_t word);
// Bit r: LReg r is read / written by `o`.
uint32_t lregs_truly_read(const operation& o);
uint32_t lregs_truly_written(const operation& o);

// In the total order of sign-magnitude integers and FP32: -NaN < -infinity < ... < -0 < +0 < ... < +NaN.
constexpr bool smaller(uint32_t c, uint32_t d) {
  const auto ordered = [](uint32_t x) { return x & sign_bit ? ~x : x | sign_bit; };
  return ordered(c) < ordered(d);
}

constexpr bool writable(unsigned lreg) { return lreg < 8 || lreg == 16; }

}  // namespace tensix::sfpu
