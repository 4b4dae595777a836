// SPDX-License-Identifier: Apache-2.0
// A block of rt x ct output tiles, kt tiles deep, again and again: what the kernel library's performance test of its matrix
// multiplication does on Wormhole. in0 goes through SrcB, in1 through SrcA. For configuration `documented`.
//
//   FIDELITY    phases of a multiplication: 1 LoFi, 2, 3, 4      (T1)
//   WIDE_DST    1: Dst has 32 bits a datum                       (T2)
#include "examples/elf/math_blocks.h"
#include "run.h"

#ifndef FIDELITY
#define FIDELITY 1
#endif
#ifndef WIDE_DST
#define WIDE_DST 0
#endif

// Variables, as there: they live in the data RAM, so a store to what may be the same type makes the compiler load them again.
uint32_t config_state = 0;  // which of the two banks of configuration
uint32_t unpack_context = 0;
uint32_t dst_half = 0;
volatile uint32_t* semaphore_base = reinterpret_cast<volatile uint32_t*>(riscv_address::semaphores);

namespace {

constexpr uint32_t half_rows = 512, tile_rows = 64;
constexpr uint32_t reg2flop(uint32_t size, uint32_t config_word, uint32_t gpr) {
  using namespace insn::REG2FLOP;
  return word_of(opcode::REG2FLOP) | size_sel.place(size) | flop_index.place(config_word - first_thcon_word) |
         reg_index.place(gpr);
}
constexpr uint32_t setdmareg(uint32_t gpr, uint32_t half, uint32_t value) {
  return word_of(opcode::SETDMAREG) | (value & 0xffff) << 8 | (2 * gpr + half);
}
constexpr uint32_t dmanop = word_of(opcode::DMANOP), vector_done = 1u << 11;

// ---- T0 -------------------------------------------------------------------------------------------------------------------

constexpr uint32_t base_a = cfg::THCON_SEC0_REG3_Base_address.word, base_b = cfg::THCON_SEC1_REG3_Base_address.word;
constexpr uint32_t gpr_size_a = 36, gpr_size_b = 37, gpr_kt = 38, gpr_next = 12, gpr_step = 18;

constexpr uint32_t unpacr(uint32_t unpacker) {
  using namespace insn::UNPACR;
  return word_of(opcode::UNPACR) | unpack_block_selection.place(unpacker) | ovrd_thread_id.place(1) | set_dat_valid.place(1) |
         last.place(1);
}
constexpr uint32_t read_config(uint32_t gpr, uint32_t config_word) {
  return word_of(opcode::RDCFG) | insn::RDCFG::gpr_address.place(gpr) | insn::RDCFG::cfg_reg.place(config_word);
}
constexpr uint32_t add_gpr(uint32_t to, uint32_t a, uint32_t b) {
  using namespace insn::ADDDMAREG;
  return word_of(opcode::ADDDMAREG) | op_a_reg_index.place(a) | op_b_reg_index.place(b) | result_reg_index.place(to);
}

// A tile, and the base address of this context one tile further.
template <uint32_t unpacker, uint32_t base, uint32_t step>
void tile_and_advance() {
  ttinsn<unpacr(unpacker)>();
  ttinsn<read_config(gpr_next, base)>();
  ttinsn<add_gpr(gpr_next, step, gpr_next)>();  // what RDCFG brings is read second: docs/hazards.md
  ttinsn<reg2flop(1, base, gpr_next)>();
  ttinsn<word::nop>();
}

void configure_unpack(const run_arguments& a) {
  const uint32_t register_format = a.format_in;  // as there: BFP8 stays BFP8, of which the registers hold BF16
  ttinsn<word::seminit(sem::unpack_context, 2)>();
  ttinsn<word::clear_adc_xy(3)>();
  ttinsn<word::clear_adc_zw(3)>();
  ttinsn<word::setc16(tcfg::SRCA_SET_Base.reg, 4)>();
  ttinsn<word::setc16(unpack_misc_cfg_register, 0)>();
  sync();
  for (uint32_t u = 0; u < 2; ++u) {
    const uint32_t section = u * (cfg::THCON_SEC1_REG0_TileDescriptor.word - cfg::THCON_SEC0_REG0_TileDescriptor.word);
    const uint32_t descriptor = cfg::THCON_SEC0_REG0_TileDescriptor.word + section;
    set_config(descriptor, a.format_in | 1u << 4 | face_datums << 16);
    set_config(descriptor + 1, 1u | 4u << 16);
    set_config(descriptor + 2, 0);
    set_config(descriptor + 3, 0);
    set_config(cfg::THCON_SEC0_REG2_Out_data_format.word + section,
               cfg::THCON_SEC0_REG2_Out_data_format.place(register_format) | cfg::THCON_SEC0_REG2_Throttle_mode.place(2));
    set_config(cfg::THCON_SEC0_REG2_Disable_zero_compress_cntx0.word + section, 0xf000f);
  }
  set_config(cfg::THCON_SEC0_REG5_Tile_x_dim_cntx0.word, face_datums | face_datums << 16);
  set_config(cfg::THCON_SEC0_REG5_Dest_cntx0_address.word, 64 | 64 << 16);
  set_config(cfg::UNP0_ADDR_CTRL_ZW_REG_1_Zstride.word, 2 * face_datums);
  set_config(cfg::UNP1_ADDR_CTRL_ZW_REG_1_Zstride.word, 2 * face_datums);
  push(setdmareg(gpr_size_a, 0, a.units_a));
  push(setdmareg(gpr_size_a, 1, 0));
  push(setdmareg(gpr_size_b, 0, a.units_b));
  push(setdmareg(gpr_size_b, 1, 0));
  push(setdmareg(gpr_kt, 0, a.kt));
  push(setdmareg(gpr_kt, 1, 0));
  ttinsn<word::clear_adc_zw(3)>();
  ttinsn<word::set_adc_x(3, tile_datums)>();
  ttinsn<word::replay(0, 10, true)>();
  if (a.ct >= a.rt) {
    tile_and_advance<0, base_a, gpr_size_b>();
    tile_and_advance<0, base_a + 1, gpr_size_b>();
  } else {
    tile_and_advance<1, base_b, gpr_step>();
    tile_and_advance<1, base_b + 1, gpr_step>();
  }
  sync();
  // Template 0: the first five for each tile, the other five where the mask has a bit set.
  const uint32_t words[8] = {0,         word::nop, word::replay(0, 5, false), word::nop,
                             word::nop, word::nop, word::replay(5, 5, false), word::nop};
  for (uint32_t i = 0; i < 8; ++i) at(riscv_address::mop_config + 4 * (i + 1)) = words[i];
}

inline volatile uint32_t* config_registers() {
  constexpr uint32_t bank_words = 224;
  return reinterpret_cast<volatile uint32_t*>(riscv_address::config) + (config_state ? bank_words : 0);
}

// One step of the inner dimension. The operand of which there are fewer tiles is kept in both banks of its register, so pairs
// of its tiles meet each tile of the other.
inline void unpack_step(uint32_t first_a, uint32_t first_b, uint32_t index_a, uint32_t index_b, uint32_t units_a,
                        uint32_t units_b, uint32_t ct, uint32_t rt, uint32_t kt) {
  volatile uint32_t* const config = config_registers();
  const bool keeps_in0 = ct >= rt;
  const uint32_t kept = keeps_in0 ? rt : ct;
  if (!keeps_in0) {
    using namespace insn::MULDMAREG;
    ttinsn<word_of(opcode::MULDMAREG) | op_a_reg_index.place(gpr_kt) | op_b_reg_index.place(gpr_size_a) |
           result_reg_index.place(gpr_step)>();
  }
  for (uint32_t t = 0; t < kept; ++t) {
    const uint32_t a = first_a + units_a * (index_a + (keeps_in0 ? t * kt : 0));
    const uint32_t next_a = first_a + units_a * (index_a + (keeps_in0 ? (t + 1) * kt : 0));
    const uint32_t b = first_b + units_b * (index_b + (keeps_in0 ? 0 : t));
    const uint32_t next_b = first_b + units_b * (index_b + (keeps_in0 ? 0 : t + 1));
    while (static_cast<uint8_t>(semaphore_base[sem::unpack_context]) >= 2) {
    }
    if (unpack_context == 0) {
      config[base_a] = b;
      config[base_b] = a;
    } else {
      config[base_a + 1] = b;
      config[base_b + 1] = a;
    }
    semaphore_base[sem::unpack_context] = 0;
    ttinsn<word::stallwait(block::unpack, until::riscv_stores_done)>();
    if (keeps_in0) {
      ttinsn<unpacr(1)>();
      if (t + 1 < kept) {
        push(setdmareg(gpr_next, 0, next_a));
        push(setdmareg(gpr_next, 1, next_a >> 16));
        if (unpack_context == 0) ttinsn<reg2flop(1, base_b, gpr_next)>();
        else ttinsn<reg2flop(1, base_b + 1, gpr_next)>();
        ttinsn<dmanop>();
        ttinsn<unpacr(1)>();
        ++t;
      }
    } else {
      ttinsn<unpacr(0)>();
      if (t + 1 < kept) {
        push(setdmareg(gpr_next, 0, next_b));
        push(setdmareg(gpr_next, 1, next_b >> 16));
        if (unpack_context == 0) ttinsn<reg2flop(1, base_a, gpr_next)>();
        else ttinsn<reg2flop(1, base_a + 1, gpr_next)>();
        ttinsn<dmanop>();
        ttinsn<unpacr(0)>();
        ++t;
      }
    }
    using namespace insn::MOP;
    push(word_of(opcode::MOP) | (((keeps_in0 ? ct : rt) - 1) << loop_count.lo) | (unpack_context == 0 ? 0 : 0xff));
    ttinsn<word::semget(sem::unpack_context)>();
    unpack_context = 1 - unpack_context;
    if (unpack_context == 0) ttinsn<word::setc16(unpack_misc_cfg_register, 0)>();
    else ttinsn<word::setc16(unpack_misc_cfg_register, 0x101)>();
  }
}

// ---- T1 -------------------------------------------------------------------------------------------------------------------

// 16 products of 8x16 by 16x16. Where one operand has one tile only, the last one hands back the other; with several phases a
// SETRWC behind the phases does.
template <uint32_t modifier, uint32_t clear = 0>
void mvmul() {
  using namespace insn::MVMUL;
  ttinsn<word_of(opcode::MVMUL) | addr_mode.place(modifier) | clear_dvalid.place(clear)>();
}
constexpr uint32_t rwc_phase = 8, rwc_counters = 7;

void configure_products(bool keeps_in0, uint32_t kept) {
  address_modifier rows8, next_column, next_row, second_half, again;
  rows8.b = rows8.dst = 8;
  next_column.a = 16, next_column.b_cr = true, next_column.dst = 8;
  next_row.a_cr = true, next_row.b = 32, next_row.b_cr = true, next_row.dst = 8;
  second_half.a = 32, second_half.a_cr = true, second_half.b = 48, second_half.b_cr = true, second_half.dst_cr = true;
  again.a_clear = again.b_clear = again.dst_clear = again.a_cr = again.b_cr = again.dst_cr = true;
  again.fidelity = FIDELITY > 1;
  set(0, rows8);
  set(1, next_column);
  set(2, next_row);
  set(4, second_half);
  set(5, again);
  // With two kept tiles SETRWC goes to the operand's other bank without handing this one back; CLEARDVALID hands it back.
  constexpr uint32_t keeps = tcfg::CLR_DVALID_SrcA_Disable.reg;
  if (kept == 1) ttinsn<word::setc16(keeps, 0)>();
  else if (keeps_in0) ttinsn<word::setc16(keeps, tcfg::CLR_DVALID_SrcB_Disable.place(1))>();
  else ttinsn<word::setc16(keeps, tcfg::CLR_DVALID_SrcA_Disable.place(1))>();
  ttinsn<word::replay(16, 16, true)>();
  mvmul<0>(), mvmul<1>(), mvmul<0>(), mvmul<2>(), mvmul<0>(), mvmul<1>(), mvmul<0>(), mvmul<4>();
  mvmul<0>(), mvmul<1>(), mvmul<0>(), mvmul<2>(), mvmul<0>(), mvmul<1>(), mvmul<0>();
  if (FIDELITY > 1 || kept > 1) mvmul<5>();
  else if (keeps_in0) mvmul<5, clear_a>();
  else mvmul<5, clear_b>();
  mop m;
  m.inner = FIDELITY;
  m.op = word::replay(16, 16, false);
  if (FIDELITY > 1) m.end0 = kept > 1 ? setrwc(0, rwc_phase) : setrwc(keeps_in0 ? clear_a : clear_b, rwc_all);
  sync();
  m.set();
  ttinsn<setrwc(0, rwc_all)>();
}

void configure_matrix_unit(const run_arguments& a, bool wide) {
  const uint32_t format = a.format_in;
  ttinsn<word::setc16(tcfg::DEST_TARGET_REG_CFG_MATH_Offset.reg, 0)>();
  ttinsn<word::setc16(tcfg::FIDELITY_BASE_Phase.reg, 0)>();
  const uint32_t alu = cfg::ALU_FORMAT_SPEC_REG0_SrcA.place(format) | cfg::ALU_FORMAT_SPEC_REG1_SrcB.place(format) |
                       cfg::ALU_ACC_CTRL_Fp32_enabled.place(wide);
  constexpr uint32_t alu_word = cfg::ALU_FORMAT_SPEC_REG0_SrcA.word;
  ttinsn<word::atgetm(0)>();
  push(word::rmwcib(2, alu_word, 0xfe, alu >> 16 & 0xff));
  push(word::rmwcib(3, alu_word, 0xe1, alu >> 24));
  ttinsn<word::atrelm(0)>();
  ttinsn<word::seminit(sem::math_pack, 2)>();
  ttinsn<word_of(opcode::ZEROACC) | insn::ZEROACC::clear_mode.place(3)>();
}

constexpr uint32_t clear_dvalid(uint32_t banks) {
  return word_of(opcode::CLEARDVALID) | insn::CLEARDVALID::cleardvalid.place(banks);
}
inline void select_tile(uint32_t tile) {
  push(word::setc16(tcfg::DEST_TARGET_REG_CFG_MATH_Offset.reg, 0) + (tile * tile_rows + (dst_half ? half_rows : 0)));
}
inline void multiply(uint32_t tile) {
  select_tile(tile);
  ttinsn<word::mop>();
}

inline void multiply_step(uint32_t ct, uint32_t rt) {
  const bool keeps_in0 = ct >= rt;
  const uint32_t kept = keeps_in0 ? rt : ct, passing = keeps_in0 ? ct : rt;
  for (uint32_t t = 0; t < kept; ++t) {
    for (uint32_t p = 0; p < passing; ++p) {
      multiply(keeps_in0 ? ct * t + p : t + p * ct);
      const bool last = p == passing - 1;
      if (kept == 1) {
        if (last) {
          if (keeps_in0) ttinsn<setrwc(clear_b, rwc_counters)>();
          else ttinsn<setrwc(clear_a, rwc_counters)>();
        }
        continue;
      }
      // Two kept tiles, one in each bank: the second bank, then back to the first for the next passing tile.
      if (t + 1 < kept) {
        if (keeps_in0) {
          if (last) ttinsn<clear_dvalid(clear_b)>();
          else ttinsn<setrwc(clear_b, rwc_counters)>();
        } else {
          if (last) ttinsn<clear_dvalid(clear_a)>();
          else ttinsn<setrwc(clear_a, rwc_counters)>();
        }
        multiply(keeps_in0 ? ct * (t + 1) + p : t + 1 + p * ct);
      }
      if (keeps_in0) {
        if (last) {
          ttinsn<setrwc(clear_a, rwc_counters)>();
          ttinsn<clear_dvalid(clear_b)>();
        } else {
          ttinsn<setrwc(clear_a | clear_b, rwc_counters)>();
        }
      } else {
        if (last) {
          ttinsn<setrwc(clear_b, rwc_counters)>();
          ttinsn<clear_dvalid(clear_a)>();
        } else {
          ttinsn<setrwc(clear_a | clear_b, rwc_counters)>();
        }
      }
    }
    ++t;
  }
}

// ---- T2 -------------------------------------------------------------------------------------------------------------------

constexpr uint32_t packers = 4;  // in SETADC*
constexpr uint32_t gpr_to = 12, gpr_low_half = 4, gpr_high_half = 8;
constexpr uint32_t pacr(uint32_t modifier, bool flush, bool close) {
  using namespace insn::PACR;
  return word_of(opcode::PACR) | addr_mode.place(modifier) | read_intf_sel.place(15) | insn::PACR::flush.place(flush) |
         last.place(close);
}

void configure_pack(const run_arguments& a) {
  constexpr uint32_t first_word[4] = {68, 96, 116, 144};  // each packer's own words
  // As there: what Dst holds; of 32-bit datums the format that goes out, but for FP16, which is converted late.
  const uint32_t format_in = !WIDE_DST ? a.format_in : a.format_out == 1 ? 0u : a.format_out;
  const uint32_t datum_bytes = (format_in & 3) == 0 ? 4u : (format_in & 3) == 1 ? 2u : 1u;  // as the packers count them
  const bool bfp = a.format_out == 6;
  ttinsn<word::atgetm(0)>();
  push(word::rmwcib(3, cfg::ALU_FORMAT_SPEC_REG2_Dstacc.word, 0x1e, cfg::ALU_FORMAT_SPEC_REG2_Dstacc.place(format_in) >> 24));
  ttinsn<word::atrelm(0)>();
  sync();
  set_config(cfg::PCK0_ADDR_CTRL_XY_REG_0_Xstride.word, datum_bytes | 16 * datum_bytes << 16);
  set_config(cfg::PCK0_ADDR_CTRL_ZW_REG_0_Zstride.word, 256 * datum_bytes | 1024 * datum_bytes << 16);
  set_config(cfg::PCK0_ADDR_CTRL_XY_REG_1_Ystride.word, 0);
  set_config(cfg::PCK0_ADDR_CTRL_ZW_REG_1_Zstride.word, 0);
  const uint32_t face_units = bfp ? 1u : (a.format_out & 3) == 0 ? 64u : (a.format_out & 3) == 1 ? 32u : 16u;
  for (uint32_t i = 0; i < 4; ++i) {
    // Exponents of a block format lie in front of all four faces; the other packers count from packer 0's address.
    const uint32_t exponents = !bfp ? 4u : i == 0 ? 4u : 1 + (3 - i) + 16 * i;
    set_config(first_word[i], cfg::THCON_SEC0_REG1_Exp_section_size.place(exponents));
    set_config(first_word[i] + 1, i * face_units - 1);
    set_config(first_word[i] + 2, cfg::THCON_SEC0_REG1_Disable_zero_compress.place(1) |
                                      cfg::THCON_SEC0_REG1_Out_data_format.place(a.format_out) |
                                      cfg::THCON_SEC0_REG1_In_data_format.place(format_in));
    set_config(first_word[i] + 3, 0);
    set_config(cfg::PACK_COUNTERS_SEC0_pack_reads_per_xy_plane.word + i,
               cfg::PACK_COUNTERS_SEC0_pack_reads_per_xy_plane.place(16));
  }
  set_config(cfg::PCK_DEST_RD_CTRL_Read_32b_data.word, WIDE_DST);
  set_config(cfg::PCK_EDGE_OFFSET_SEC0_mask.word, 0xffff);
  set_config(cfg::TILE_ROW_SET_MAPPING_0_row_set_mapping_0.word, 0);
  using namespace tcfg;
  constexpr uint32_t modifier = ADDR_MOD_PACK_SEC0_YsrcIncr.reg;
  ttinsn<word::setc16(modifier, ADDR_MOD_PACK_SEC0_YsrcIncr.place(15) | ADDR_MOD_PACK_SEC0_YdstIncr.place(1))>();
  ttinsn<word::setc16(modifier + 1, ADDR_MOD_PACK_SEC0_YsrcClear.place(1) | ADDR_MOD_PACK_SEC0_YdstClear.place(1))>();
  ttinsn<word::setc16(modifier + 2, ADDR_MOD_PACK_SEC0_YsrcClear.place(1))>();
  mop m;
  m.op = pacr(1, false, true);
  m.set();
  ttinsn<word::stallwait(0x1ff, until::riscv_stores_done)>();
  ttinsn<word::clear_adc_xy(packers)>();
  ttinsn<word::clear_adc_zw(packers)>();
  ttinsn<word::set_adc_x(packers, face_datums)>();
  for (uint32_t i = 0; i < 4; ++i) {
    set_gpr(gpr_low_half + i, 16 * i);
    set_gpr(gpr_high_half + i, half_rows + 16 * i);
  }
  ttinsn<word::stallwait(block::config, until::scalar_done)>();
  ttinsn<word::wrcfg(gpr_low_half, cfg::DEST_TARGET_REG_CFG_PACK_SEC0_Offset.word, true)>();
  ttinsn<dmanop>();
  ttinsn<dmanop>();
}

inline void pack_tile(uint32_t tile, uint32_t to) {
  using namespace insn::SETADC;
  push((word_of(opcode::SETADC) | cnt_set_mask.place(packers) | dimension_index.place(3)) + tile);  // W
  push(setdmareg(gpr_to, 0, to));
  push(setdmareg(gpr_to, 1, (to | 1u << 31) >> 16));
  ttinsn<reg2flop(1, cfg::THCON_SEC0_REG1_L1_Dest_addr.word, gpr_to)>();
  ttinsn<pacr(2, true, false)>();
  push(setdmareg(gpr_to, 1, to >> 16));
  ttinsn<word::mop>();
}

inline void pack_done() {
  using namespace insn::ZEROACC;
  ttinsn<word::stallwait(block::math, until::packer_done)>();
  constexpr uint32_t clear_half =
      word_of(opcode::ZEROACC) | clear_mode.place(2) | use_32_bit_mode.place(WIDE_DST) | addr_mode.place(1);
  push(clear_half + dst_half % 2);
  ttinsn<word::semget(sem::math_pack)>();
  dst_half = 1 - dst_half;
  constexpr uint32_t select = word::wrcfg(0, cfg::DEST_TARGET_REG_CFG_PACK_SEC0_Offset.word, true);
  push(select | insn::WRCFG::gpr_address.place(dst_half ? gpr_high_half : gpr_low_half));
  ttinsn<dmanop>();
  ttinsn<dmanop>();
}

}  // namespace

extern "C" void unpack() {
  const run_arguments a = read_arguments();
  meet(0);
  configure_unpack(a);
  sync();
  note_clock(0, 0);
  for (uint32_t loop = 0; loop < a.loops; ++loop)
    for (uint32_t j = 0; j < a.kt; ++j)
      unpack_step(tile_address(in0, j), tile_address(in1, j), j, j * a.ct, a.units_a, a.units_b, a.ct, a.rt, a.kt);
  sync();
  note_clock(0, 1);
}

extern "C" void math() {
  const run_arguments a = read_arguments();
  meet(1);
  configure_matrix_unit(a, WIDE_DST);
  configure_products(a.ct >= a.rt, a.ct >= a.rt ? a.rt : a.ct);
  sync();
  note_clock(1, 0);
  for (uint32_t loop = 0; loop < a.loops; ++loop) {
    ttinsn<word::semwait(block::math | block::vector | block::sync, sem::math_pack, until::not_max)>();
    for (uint32_t j = 0; j < a.kt; ++j) multiply_step(a.ct, a.rt);
    ttinsn<word::stallwait(block::sync, until::math_done | vector_done)>();
    ttinsn<word::sempost(sem::math_pack)>();
    dst_half = 1 - dst_half;
    ttinsn<word::stallwait(block::config, until::math_done | vector_done)>();
    push(word::setc16(tcfg::DEST_TARGET_REG_CFG_MATH_Offset.reg, 0) + (dst_half ? half_rows : 0));
  }
  sync();
  note_clock(1, 1);
}

extern "C" void pack() {
  const run_arguments a = read_arguments();
  meet(2);
  configure_pack(a);
  sync();
  note_clock(2, 0);
  constexpr uint32_t dst_tiles = WIDE_DST ? 4 : 8;
  for (uint32_t loop = 0; loop < a.loops; ++loop) {
    ttinsn<word::semwait(block::tdma, sem::math_pack, until::not_zero)>();
    for (uint32_t tile = 0; tile < a.ct * a.rt; ++tile) pack_tile(tile % dst_tiles, tile_address(out, tile % dst_tiles));
    pack_done();
  }
  sync();
  note_clock(2, 1);
}
