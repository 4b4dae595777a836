// SPDX-License-Identifier: Apache-2.0
// What T2 does: pack the finished blocks of Dst into the output buffer. No SystemC.
//
// A block: wait for room in the output buffer and for semaphore 1, pack each tile to its slot, then (when the packer is done)
// clear the half of Dst, take semaphore 1, post semaphore 4, change the half. The core counts the tiles as produced when it
// sees semaphore 4, after it has queued the first tile of the next block.
//
// Topology read_interfaces (Blackhole): 4 faces x 4 PACR of four rows each, one output stream; with more or fewer read
// interfaces as many rows each. Topology independent: packer i packs face i, 16 PACR of one row for all four packers; its Dst
// offset is 16 i rows, its L1 address is relative to packer 0's (whose bit 31 says so). For block floats the four exponent sections of
// 16 bytes lie side by side in front of the tile, which each packer's own Exp_section_size makes possible: exponents at 16 i,
// datums (of BFP8) at 64 + 256 i.
#include <algorithm>

#include "models/registers/tensix_state.h"
#include "workload/kernels/kernel_function.h"
#include "workload/kernels/pack_mops_function.h"
#include "workload/kernels/stream_builder_function.h"

namespace tensix {
namespace {

constexpr unsigned offsets_gpr[4] = {8, 12, 20, 24};  // of each part of Dst

class pack_program final : public lazy_source {
 public:
  explicit pack_program(const kernel& k) : lazy_source(k.options().issue == issue_mode::direct), k_(k), p_(k.plan()) {
    half_ = k.options().sync == dst_sync::half;
    independent_ = k.options().topology == packer_topology::independent;
  }

 protected:
  bool refill(step_builder& b) override {
    if (!configured_) {
      configure(b);
      configured_ = true;
      return true;
    }
    if (p_.has_block(block_)) {
      pack_block(b);
      return true;
    }
    if (outstanding_) {
      publish(b);
      return true;
    }
    return false;
  }

 private:
  void configure(step_builder& b);
  void set_formats(step_builder& b, const packed_format& f, bool relu) const;
  void set_strides(step_builder& b, const packed_format& f) const;
  void set_reading(step_builder& b, const packed_format& f) const;
  void set_exponents(step_builder& b, unsigned packer, tile_format f) const;
  void use_formats(step_builder& b, bool partials);
  void pack_block(step_builder& b);
  void pack_rows(step_builder& b, uint32_t tiles);
  void go_to(step_builder& b, uint32_t l1_address);
  void pack_pass(step_builder& b, uint32_t tiles);
  void accumulate_in_l1(step_builder& b, bool on);
  void pack_tile(step_builder& b, uint32_t tile);
  void clear_dst(step_builder& b);
  // Of the face that an independent packer packs. Of what was tilized: the left or right half of the upper or lower rows, every
  // other row.
  // Of what is untilized: eight rows of all tiles.
  uint32_t first_row(unsigned packer) const {
    if (p_.untilize) return 32 * (packer / 2) + untilized_rows * (packer % 2);
    return p_.tilize ? 32 * (packer / 2) + packer % 2 : 16 * packer;
  }
  void publish(step_builder& b);
  void publish_partials(step_builder& b, uint32_t tiles);

  const kernel& k_;
  const kernel_plan& p_;
  bool half_ = true, independent_ = false, configured_ = false;
  uint64_t block_ = 0, uses_ = 0;        // of the output; uses of a half of Dst
  uint64_t packed_ = 0, published_ = 0;  // tiles queued for packing; tiles counted as produced
  uint64_t complete_ = 0;                // tiles of the blocks whose end has been queued
  bool outstanding_ = false;
  bool partials_ = false;  // what the packer is configured for
  uint64_t spilled_ = 0;   // tiles of partial sums packed
};

constexpr config_field format_fields[4] = {cfg::THCON_SEC0_REG1_Out_data_format, cfg::THCON_SEC0_REG8_Out_data_format,
                                           cfg::THCON_SEC1_REG1_Out_data_format, cfg::THCON_SEC1_REG8_Out_data_format};

uint32_t formats_word(const packed_format& f) {
  return cfg::THCON_SEC0_REG1_Disable_zero_compress.place(1) | cfg::THCON_SEC0_REG1_Out_data_format.place(f.out_code) |
         cfg::THCON_SEC0_REG1_In_data_format.place(f.in_code);
}

// What shares words with others.
void pack_program::set_formats(step_builder& b, const packed_format& f, bool relu) const {
  const uint32_t formats = formats_word(f);
  b.push(word::atgetm(0));
  // The words of packers 0 and 2 also hold the unpackers' speed override, which T0 sets.
  const uint32_t speed_override = cfg::THCON_SEC0_REG1_ovrd_default_throttle_mode.place(1);
  for (unsigned i = 0; i < (independent_ ? 4u : 1u); i += 2)
    for (unsigned byte = 0; byte < 4; ++byte)
      b.push(word::rmwcib(byte, format_fields[i].word, byte == 0 ? 0xff & ~speed_override : 0xff, formats >> (8 * byte)));
  const uint32_t dstacc = cfg::ALU_FORMAT_SPEC_REG2_Dstacc.place(f.in_code);
  b.push(word::rmwcib(3, cfg::ALU_FORMAT_SPEC_REG2_Dstacc.word, 0x1e, dstacc >> 24));
  for (unsigned byte = 0; byte < 3; ++byte)  // ReLU at zero, or none; the other fields of the word belong to others
    b.push(word::rmwcib(byte, cfg::STACC_RELU_ApplyRelu.word,
                        byte == 0   ? 0xfc
                        : byte == 1 ? 0xff
                                    : 0x3f,
                        byte == 0 ? cfg::STACC_RELU_ApplyRelu.place(relu) : 0));
  if (f.format == tile_format::fp8_e4m3)
    for (const auto& field : {cfg::THCON_SEC0_REG1_Pac_LF8_4b_exp, cfg::THCON_SEC1_REG1_Pac_LF8_4b_exp})
      b.push(word::rmwcib(2, field.word, field.place(1) >> 16, field.place(1) >> 16));
  b.push(word::atrelm(0));
  b.sync();
}

void pack_program::set_strides(step_builder& b, const packed_format& f) const {
  const uint32_t datum_bytes = (f.in_code & 3) == 0 ? 4 : (f.in_code & 3) == 1 ? 2 : 1;
  const uint32_t row_bytes = row_datums * datum_bytes;
  const uint32_t rows_on = independent_ && p_.tilize ? 2 : 1;
  // Halves of rows that are untilized: Y counts faces, Z rows.
  const bool halves = p_.untilize && !p_.whole_rows;
  const uint32_t y_rows = halves ? 16 : rows_on, z_rows = halves ? 1 : p_.tilize || p_.untilize ? 32 : 16;
  b.config(cfg::PCK0_ADDR_CTRL_XY_REG_0_Ystride.word, cfg::PCK0_ADDR_CTRL_XY_REG_0_Ystride.place(y_rows * row_bytes));
  b.config(cfg::PCK0_ADDR_CTRL_ZW_REG_0_Zstride.word, cfg::PCK0_ADDR_CTRL_ZW_REG_0_Zstride.place(z_rows * row_bytes) |
                                                          cfg::PCK0_ADDR_CTRL_ZW_REG_0_Wstride.place(64 * row_bytes));
}

void pack_program::set_reading(step_builder& b, const packed_format& f) const {
  b.config(cfg::PCK_DEST_RD_CTRL_Read_32b_data.word, cfg::PCK_DEST_RD_CTRL_Read_32b_data.place(k_.options().fp32_dest) |
                                                         cfg::PCK_DEST_RD_CTRL_Round_10b_mant.place(f.round_to_10_bits));
}

// In 16 bytes; of packer i from its 16 bytes of exponents to its face.
void pack_program::set_exponents(step_builder& b, unsigned packer, tile_format f) const {
  const data_format out = hardware_format(f);
  const uint32_t face_units = data_bytes(out, face_datums) / 16;
  const uint32_t exponents = !is_block_format(out) ? 0 : independent_ ? 4 + (face_units - 1) * packer : 4;
  b.config(format_fields[packer].word - 2u, exponents << 16);
  const uint32_t apart = p_.untilize ? untilized_rows * packed_row_units(k_) : is_block_format(out) ? 1 : face_units;
  if (packer > 0) b.config(format_fields[packer].word - 1u, apart * packer - 1);
}

// The output's formats, or those of partial sums; ReLU is for the output.
void pack_program::use_formats(step_builder& b, bool partials) {
  if (partials == partials_) return;
  partials_ = partials;
  const bool relu = k_.options().relu;
  if (p_.partials.format == p_.pack.format && !relu) return;
  const packed_format& f = partials ? p_.partials : p_.pack;
  b.push(word::stallwait(0x1ff, until::packer_done));
  set_formats(b, f, relu && !partials);
  set_strides(b, f);
  set_reading(b, f);
  for (unsigned i = 0; i < (independent_ ? 4u : 1u); ++i) {
    if (i % 2 == 1) b.config(format_fields[i].word, formats_word(f));
    set_exponents(b, i, f.format);
  }
  b.push(word::stallwait(0x1ff, until::riscv_stores_done));
}

void pack_program::configure(step_builder& b) {
  const kernel_options& o = k_.options();
  b.push(word::seminit(sem::packed, 15));
  set_formats(b, p_.pack, o.relu);
  set_strides(b, p_.pack);
  b.config(cfg::PCK0_ADDR_CTRL_XY_REG_1_Ystride.word, 0);
  b.config(cfg::PCK0_ADDR_CTRL_ZW_REG_1_Zstride.word, 0);
  set_reading(b, p_.pack);
  b.config(cfg::TILE_ROW_SET_MAPPING_0_row_set_mapping_0.word, 0);
  const bool whole = p_.edge_datums == 0xffff && p_.edge_rows == 0x55555555;
  if (whole) {
    b.config(cfg::PCK_EDGE_OFFSET_SEC0_mask.word, 0xffff);
  } else {  // section 0 of the masks is for the rows that do not go to section 1
    b.config(cfg::PCK_EDGE_OFFSET_SEC0_mask.word, cfg::PCK_EDGE_TILE_ROW_SET_SELECT_select.place(0x55));
    b.config(cfg::PCK_EDGE_OFFSET_SEC1_mask.word, p_.edge_datums);
    b.config(cfg::TILE_ROW_SET_MAPPING_1_row_set_mapping_0.word, p_.edge_rows);
  }
  for (unsigned i = 0; i < (independent_ ? 4u : 1u); ++i) {
    if (i % 2 == 1) b.config(format_fields[i].word, formats_word(p_.pack));
    set_exponents(b, i, p_.pack.format);
  }
  for (unsigned i = 0; i < 4; ++i)
    b.config(cfg::PACK_COUNTERS_SEC0_pack_reads_per_xy_plane.word + i,
             cfg::PACK_COUNTERS_SEC0_pack_reads_per_xy_plane.place(16));

  b.push(word::stallwait(0x1ff, until::riscv_stores_done));
  b.push(word::clear_adc_xy(adc_of_packers));
  b.push(word::clear_adc_zw(adc_of_packers));
  b.push(word::set_adc_x(adc_of_packers, row_datums));
  using namespace tcfg;
  const uint32_t step = independent_ ? 1 : o.read_interfaces;
  const uint32_t modifier = ADDR_MOD_PACK_SEC0_YsrcIncr.reg;
  b.push(word::setc16(modifier, ADDR_MOD_PACK_SEC0_YsrcIncr.place(step)));
  b.push(word::setc16(modifier + 1, ADDR_MOD_PACK_SEC0_YsrcClear.place(1) | ADDR_MOD_PACK_SEC0_YdstClear.place(1) |
                                        ADDR_MOD_PACK_SEC0_ZsrcClear.place(1)));
  b.push(word::setc16(modifier + 2, ADDR_MOD_PACK_SEC0_YsrcClear.place(1) | ADDR_MOD_PACK_SEC0_ZsrcIncr.place(1)));
  const uint32_t part_rows = half_ ? p_.section_rows : 512;
  for (unsigned h = 0; h < std::max(2u, p_.dst_sections); ++h)
    for (unsigned i = 0; i < 4; ++i) b.gpr(offsets_gpr[h] + i, h * part_rows + (independent_ ? first_row(i) : 0));
  b.push(word::stallwait(block::config, until::scalar_done));
  b.push(word::wrcfg(offsets_gpr[0], cfg::DEST_TARGET_REG_CFG_PACK_SEC0_Offset.word, true));
  b.push(word::nop);

  mop_program m;
  if (p_.untilize) {
    m = untilize_mop(b, k_);
  } else if (independent_) {
    m.inner = 16;
    m.op = pacr(0xf, 0, false);
    m.last_outer = pacr(0xf, 1, true);
  } else if (p_.tilize) {
    m = tilize_mop(b);
  } else {
    m.outer = 4;
    m.inner = 16 / o.read_interfaces;
    m.op = pacr(0, 0, false);
    m.last = pacr(0, 2, false);
    m.last_outer = pacr(0, 1, true);
  }
  b.mop(m);
  b.sync();
}

// A block's tiles: the upper and the lower half, or (four packers) all of it.
void pack_program::pack_rows(step_builder& b, uint32_t tiles) {
  const circular_buffer_plan& out = k_.output();
  const auto column = static_cast<uint32_t>(packed_ % out.row_tiles);
  constexpr uint32_t clear_y =
      word_of(opcode::SETADCXY) | insn::SETADCXY::cnt_set_mask.place(adc_of_packers) | insn::SETADCXY::bit_mask.place(2);
  constexpr uint32_t clear_z =
      word_of(opcode::SETADCZW) | insn::SETADCZW::cnt_set_mask.place(adc_of_packers) | insn::SETADCZW::bit_mask.place(1);
  using namespace insn::SETADC;
  // W is moved on before each tile, and wraps; halves of rows do without.
  b.push(word_of(opcode::SETADC) | cnt_set_mask.place(adc_of_packers) | dimension_index.place(3) |
         value.place(p_.whole_rows ? 15 : 0));
  go_to(b, out.slot_address(packed_ - column) + column * out.tile_bytes / tile_dim);
  for (const uint32_t instruction : {clear_y, clear_z, word::mop}) b.push(instruction);
  if (!independent_) {
    const uint32_t lower = p_.whole_rows ? 1 : 2 * face_dim;  // Z counts halves of a tile, or rows
    b.push(word_of(opcode::SETADC) | cnt_set_mask.place(adc_of_packers) | dimension_index.place(2) | value.place(lower));
    for (const uint32_t instruction : {clear_y, word::mop}) b.push(instruction);
  }
  for (const uint32_t instruction : {clear_y, clear_z}) b.push(instruction);
  packed_ += tiles;
}

void pack_program::go_to(step_builder& b, uint32_t l1_address) {
  b.gpr(pack_address_gpr, configured_address(l1_address) | 1u << 31);
  b.push(word::stallwait(block::config, until::scalar_done));
  b.push(word::wrcfg(pack_address_gpr, cfg::THCON_SEC0_REG1_L1_Dest_addr.word));
  b.push(word_of(opcode::DMANOP));  // WRCFG takes two cycles
}

void pack_program::pack_tile(step_builder& b, uint32_t tile) {
  using namespace insn::SETADC;
  b.push(word_of(opcode::SETADC) | cnt_set_mask.place(adc_of_packers) | dimension_index.place(3) | value.place(tile));  // W
  go_to(b, partials_ ? k_.partials().slot_address(spilled_ + tile) : k_.output().slot_address(packed_));
  b.push(word::mop);
  b.push(word_of(opcode::SETADCZW) | insn::SETADCZW::cnt_set_mask.place(adc_of_packers) | insn::SETADCZW::bit_mask.place(5));
  ++packed_;
}

// All passes of a block, or (all partial sums go to L1 before the first come back) one, of all blocks in turn.
void pack_program::pack_block(step_builder& b) {
  const circular_buffer_plan& out = k_.output();
  const bool one = k_.options().spill_all;
  const uint32_t first = one ? static_cast<uint32_t>(uses_ / p_.blocks) : 0, behind = one ? first + 1 : p_.passes;
  const bool completes = behind == p_.passes;
  const uint32_t tiles = p_.tiles_of_block(block_);
  // Room for the whole block, of whole rows for all that lies beside it. A buffer that cannot hold two blocks is emptied only if
  // the last one has been counted.
  const uint64_t end = packed_ + tiles, together = out.together(), whole = (end + together - 1) / together * together;
  if (whole > published_ + out.capacity && outstanding_) publish(b);
  if (whole > out.capacity && completes) b.poll(out.consumed, comparison::ge, static_cast<uint32_t>(whole - out.capacity));
  for (uint32_t pass = first; pass < behind; ++pass) {
    const bool spills = k_.options().spills() && pass + 1 < p_.passes;
    if (k_.options().l1_acc && pass < 2 && p_.packs) accumulate_in_l1(b, pass > 0);
    if (k_.options().spills()) use_formats(b, spills);
    packed_ = end - tiles;  // each pass goes to the same places
    pack_pass(b, tiles);
    b.push(word::semget(sem::math_pack));
    if (spills || (pass + 1 == p_.passes && end == whole)) b.push(word::sempost(sem::packed));
    if (spills) publish_partials(b, tiles);
    ++uses_;
    if (!half_) continue;
    b.push(word::wrcfg(offsets_gpr[uses_ % p_.dst_sections], cfg::DEST_TARGET_REG_CFG_PACK_SEC0_Offset.word, true));
    b.push(word_of(opcode::DMANOP));
  }
  if (!completes) packed_ = end - tiles;
  else if (end == whole) complete_ = packed_, outstanding_ = true;
  block_ = one ? uses_ / p_.passes : block_ + 1;
}

void pack_program::pack_pass(step_builder& b, uint32_t tiles) {
  if (!p_.packs) {
    b.push(word::semwait(block::sync, sem::math_pack, until::not_zero));
    if (outstanding_) publish(b);
    packed_ += tiles;
    return;
  }
  b.push(word::semwait(block::tdma | block::pack | block::config, sem::math_pack, until::not_zero));
  for (uint32_t t = 0; t < tiles && !p_.untilize; ++t) {
    pack_tile(b, t);
    if (t == 0 && outstanding_) publish(b);
  }
  if (p_.untilize) {
    pack_rows(b, tiles);
    if (outstanding_) publish(b);
  }
  clear_dst(b);
}

// The packer adds to what lies in L1, or writes over it.
void pack_program::accumulate_in_l1(step_builder& b, bool on) {
  b.push(word::stallwait(block::config, until::packer_done));
  static constexpr config_field fields[4] = {cfg::THCON_SEC0_REG1_Pack_L1_Acc, cfg::THCON_SEC0_REG8_Pack_L1_Acc,
                                             cfg::THCON_SEC1_REG1_Pack_L1_Acc, cfg::THCON_SEC1_REG8_Pack_L1_Acc};
  for (unsigned i = 0; i < (independent_ ? 4u : 1u); ++i)
    b.push(word::rmwcib(2, fields[i].word, fields[i].place(1) >> 16, fields[i].place(on) >> 16));
}

// What has been packed, for the next block that adds to it.
void pack_program::clear_dst(step_builder& b) {
  using namespace insn::ZEROACC;
  b.push(word::stallwait(block::math, until::packer_done));
  const uint32_t zeroes = word_of(opcode::ZEROACC) | use_32_bit_mode.place(k_.options().fp32_dest) | addr_mode.place(1);
  if (!half_) return b.push(zeroes | clear_mode.place(3));
  constexpr uint32_t at_once = 512;
  for (uint32_t row = 0; row < p_.section_rows; row += at_once)
    b.push(zeroes | clear_mode.place(2) | where.place((p_.first_row(uses_) + row) / at_once));
}

void pack_program::publish(step_builder& b) {
  b.poll_semaphore(sem::packed, comparison::ge, 1);
  b.get_semaphore(sem::packed);
  published_ = complete_;
  b.store(k_.output().produced, static_cast<uint32_t>(published_));
  outstanding_ = false;
}

// At once: everybody waits for them.
void pack_program::publish_partials(step_builder& b, uint32_t tiles) {
  b.poll_semaphore(sem::packed, comparison::ge, 1);
  b.get_semaphore(sem::packed);
  spilled_ += tiles;
  b.store(k_.partials().produced, static_cast<uint32_t>(spilled_));
}

}  // namespace

std::unique_ptr<step_source> make_pack_program(const kernel& k) { return std::make_unique<pack_program>(k); }

}  // namespace tensix
