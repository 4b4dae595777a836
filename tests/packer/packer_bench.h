// SPDX-License-Identifier: Apache-2.0
// A packer with its surroundings: configuration by field name, rows of Dst by value, L1 as the beats leave it.
#pragma once
#include <cstring>
#include <random>
#include <vector>

#include "catch.h"
#include "models/isa/isa.h"
#include "models/packer/packer_function.h"

namespace tensix {

struct packer_bench {
  tensix_state state;
  packer_function packer{state};
  pack_job job;
  unsigned thread = 2;

  packer_bench() {
    using namespace cfg;
    set(THCON_SEC0_REG1_Disable_zero_compress, 1);
    set(THCON_SEC0_REG8_Disable_zero_compress, 1);
    set(THCON_SEC1_REG1_Disable_zero_compress, 1);
    set(THCON_SEC1_REG8_Disable_zero_compress, 1);
    set(PCK_EDGE_OFFSET_SEC0_mask, 0xffff);
    for (unsigned i = 0; i < 4; ++i) set(PACK_COUNTERS_SEC0_pack_reads_per_xy_plane.further(i), 16);
    for (unsigned i = 0; i < 4; ++i) state.config.config[0][100 + 2 * (i & 1) + (i >> 1) * 48] = 0x1ffff;
    set(THCON_SEC0_REG1_L1_Dest_addr, 0x0fff);  // plus one: byte 0x10000
    set(THCON_SEC0_REG1_Sub_l1_tile_header_size, 0);
    strides(2);
    columns(0, 15);
    std::memset(state.l1.data(), 0xee, state.l1.size());
  }
  void set(config_field f, uint32_t value) {
    for (uint32_t* bank : {state.config.config[0], state.config.config[1]})
      bank[f.word] = (bank[f.word] & ~f.place(~0u)) | f.place(value);
  }
  void formats(data_format intermediate, data_format in, data_format out, bool read_32b) {
    set(cfg::ALU_FORMAT_SPEC_REG2_Dstacc, static_cast<uint32_t>(intermediate));
    set(cfg::THCON_SEC0_REG1_In_data_format, static_cast<uint32_t>(in));
    set(cfg::THCON_SEC0_REG1_Out_data_format, static_cast<uint32_t>(out));
    set(cfg::PCK_DEST_RD_CTRL_Read_32b_data, read_32b);
    strides((static_cast<unsigned>(in) & 3) == 0 ? 4 : (static_cast<unsigned>(in) & 3) == 1 ? 2 : 1);
  }
  // X counts datums, Y rows of Dst.
  void strides(unsigned bytes) {
    set(cfg::PCK0_ADDR_CTRL_XY_REG_0_Xstride, bytes);
    set(cfg::PCK0_ADDR_CTRL_XY_REG_0_Ystride, 16 * bytes);
  }
  adc_channel& adc(unsigned channel) { return state.adc[thread].set[adc_packers].channel[channel]; }
  void columns(unsigned from, unsigned to) {
    adc(0).x = from;
    adc(1).x = to;
  }
  void step_rows(unsigned rows, unsigned addr_mod = 0) {
    state.config.thread[thread][37 + addr_mod] = tcfg::ADDR_MOD_PACK_SEC0_YsrcIncr.place(rows);
  }

  void row16(unsigned row, unsigned column, uint16_t bits) {
    state.dst.bits[row][column] = bits;
    state.dst.row_valid[row] = true;
  }
  void row32(unsigned row, unsigned column, uint32_t value) {
    const unsigned r = dst_register::adj32(row, false, false);
    const uint32_t x = dst_encode_fp32(value);
    state.dst.bits[r][column] = static_cast<uint16_t>(x >> 16);
    state.dst.bits[r + 8][column] = static_cast<uint16_t>(x);
    state.dst.row_valid[r] = true;
  }
  // BF16 1.0, 2.0, ... by row and column, never zero.
  static uint16_t sample(unsigned row, unsigned column) { return static_cast<uint16_t>(0x3f80 + (row * 16 + column) % 1024); }
  void fill_bf16(unsigned rows) {
    for (unsigned r = 0; r < rows; ++r)
      for (unsigned c = 0; c < 16; ++c) row16(r, c, dst_encode_bf16(sample(r, c)));
  }

  static constexpr uint32_t last = insn::PACR::last.place(1), flush = insn::PACR::flush.place(1),
                            concat = insn::PACR::concat.place(1);
  static uint32_t interfaces(uint32_t mask) { return insn::PACR::read_intf_sel.place(mask); }
  void pacr(uint32_t fields = 0) {
    const uint32_t word = word_of(opcode::PACR) | fields;
    const dst_block_set foreseen = packer.dst_reads(word, thread);
    packer.execute(word, thread, job);
    CHECK(foreseen.word[0] == job.dst_reads.word[0]);
    CHECK(foreseen.word[1] == job.dst_reads.word[1]);
    for (const auto& beats : job.beats)
      for (const pack_beat& beat : beats) {
        CHECK(beat.address % 16 == 0);
        packer_function::commit(state, beat);
      }
  }
  uint16_t half(uint32_t address) const { return static_cast<uint16_t>(state.l1[address] | state.l1[address + 1] << 8); }
  uint32_t word(uint32_t address) const { return half(address) | uint32_t{half(address + 2)} << 16; }
  bool untouched(uint32_t from, uint32_t bytes) const {
    for (uint32_t i = 0; i < bytes; ++i)
      if (state.l1[from + i] != 0xee) return false;
    return true;
  }
};

}  // namespace tensix
