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
#include "models/registers/tensix_state.h"
#include "testbench/kernels/kernel_function.h"
#include "testbench/kernels/stream_builder_function.h"

namespace tensix {
namespace {

constexpr uint32_t packers = 4;  // SETADC*
constexpr unsigned address_gpr = 4, offsets_gpr[2] = {8, 12};

uint32_t pacr(uint32_t mask, uint32_t modifier, bool close) {
  using namespace insn::PACR;
  return word_of(opcode::PACR) | read_intf_sel.place(mask) | addr_mode.place(modifier) | last.place(close);
}

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
  void pack_block(step_builder& b);
  static mop_program tilize_mop(step_builder& b);
  void pack_pass(step_builder& b, uint32_t tiles);
  void accumulate_in_l1(step_builder& b, bool on);
  void pack_tile(step_builder& b, uint32_t tile);
  void clear_dst(step_builder& b);
  void publish(step_builder& b);

  const kernel& k_;
  const kernel_plan& p_;
  bool half_ = true, independent_ = false, configured_ = false;
  uint64_t block_ = 0, uses_ = 0;        // of the output; uses of a half of Dst
  uint64_t packed_ = 0, published_ = 0;  // tiles queued for packing; tiles counted as produced
  uint64_t complete_ = 0;                // tiles of the blocks whose end has been queued
  bool outstanding_ = false;
};

void pack_program::configure(step_builder& b) {
  const kernel_options& o = k_.options();
  const uint32_t datum_bytes = (p_.pack_in_code & 3) == 0 ? 4 : (p_.pack_in_code & 3) == 1 ? 2 : 1;
  const uint32_t row_bytes = row_datums * datum_bytes;
  const bool block_float = is_block_format(hardware_format(o.output_format));
  const uint32_t face_out = data_bytes(hardware_format(o.output_format), face_datums);

  b.push(word::seminit(sem::packed, 15));
  static constexpr config_field format_fields[4] = {cfg::THCON_SEC0_REG1_Out_data_format, cfg::THCON_SEC0_REG8_Out_data_format,
                                                    cfg::THCON_SEC1_REG1_Out_data_format, cfg::THCON_SEC1_REG8_Out_data_format};
  const uint32_t formats = cfg::THCON_SEC0_REG1_Disable_zero_compress.place(1) |
                           cfg::THCON_SEC0_REG1_Out_data_format.place(p_.pack_out_code) |
                           cfg::THCON_SEC0_REG1_In_data_format.place(p_.pack_in_code);
  b.push(word::atgetm(0));
  // The words of packers 0 and 2 also hold the unpackers' speed override, which T0 sets.
  const uint32_t speed_override = cfg::THCON_SEC0_REG1_ovrd_default_throttle_mode.place(1);
  for (unsigned i = 0; i < (independent_ ? 4u : 1u); i += 2)
    for (unsigned byte = 0; byte < 4; ++byte)
      b.push(word::rmwcib(byte, format_fields[i].word, byte == 0 ? 0xff & ~speed_override : 0xff, formats >> (8 * byte)));
  const uint32_t dstacc = cfg::ALU_FORMAT_SPEC_REG2_Dstacc.place(p_.pack_in_code);
  b.push(word::rmwcib(3, cfg::ALU_FORMAT_SPEC_REG2_Dstacc.word, 0x1e, dstacc >> 24));
  for (unsigned byte = 0; byte < 3; ++byte)  // ReLU at zero, or none; the other fields of the word belong to others
    b.push(word::rmwcib(byte, cfg::STACC_RELU_ApplyRelu.word,
                        byte == 0   ? 0xfc
                        : byte == 1 ? 0xff
                                    : 0x3f,
                        byte == 0 ? cfg::STACC_RELU_ApplyRelu.place(o.relu) : 0));
  if (o.output_format == tile_format::fp8_e4m3)
    for (const auto& field : {cfg::THCON_SEC0_REG1_Pac_LF8_4b_exp, cfg::THCON_SEC1_REG1_Pac_LF8_4b_exp})
      b.push(word::rmwcib(2, field.word, field.place(1) >> 16, field.place(1) >> 16));
  b.push(word::atrelm(0));
  b.sync();

  b.config(cfg::PCK0_ADDR_CTRL_XY_REG_0_Ystride.word, cfg::PCK0_ADDR_CTRL_XY_REG_0_Ystride.place(row_bytes));
  b.config(cfg::PCK0_ADDR_CTRL_ZW_REG_0_Zstride.word,
           cfg::PCK0_ADDR_CTRL_ZW_REG_0_Zstride.place((p_.tilize ? 32 : 16) * row_bytes) |
               cfg::PCK0_ADDR_CTRL_ZW_REG_0_Wstride.place(64 * row_bytes));
  b.config(cfg::PCK0_ADDR_CTRL_XY_REG_1_Ystride.word, 0);
  b.config(cfg::PCK0_ADDR_CTRL_ZW_REG_1_Zstride.word, 0);
  b.config(cfg::PCK_DEST_RD_CTRL_Read_32b_data.word, cfg::PCK_DEST_RD_CTRL_Read_32b_data.place(o.fp32_dest) |
                                                         cfg::PCK_DEST_RD_CTRL_Round_10b_mant.place(p_.round_to_10_bits));
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
    const uint16_t w = format_fields[i].word;
    if (i % 2 == 1) b.config(w, formats);
    // In 16 bytes; of packer i from its 16 bytes of exponents to its face.
    const uint32_t exponents = !block_float ? 0 : independent_ ? 4 + (face_out / 16 - 1) * i : 4;
    b.config(w - 2u, exponents << 16);
    if (i > 0) b.config(w - 1u, (block_float ? i : i * face_out / 16) - 1);
  }
  for (unsigned i = 0; i < 4; ++i)
    b.config(cfg::PACK_COUNTERS_SEC0_pack_reads_per_xy_plane.word + i,
             cfg::PACK_COUNTERS_SEC0_pack_reads_per_xy_plane.place(16));

  b.push(word::stallwait(0x1ff, until::riscv_stores_done));
  b.push(word::clear_adc_xy(packers));
  b.push(word::clear_adc_zw(packers));
  b.push(word::set_adc_x(packers, row_datums));
  using namespace tcfg;
  const uint32_t step = independent_ ? 1 : o.read_interfaces;
  const uint32_t modifier = ADDR_MOD_PACK_SEC0_YsrcIncr.reg;
  b.push(word::setc16(modifier, ADDR_MOD_PACK_SEC0_YsrcIncr.place(step)));
  b.push(word::setc16(modifier + 1, ADDR_MOD_PACK_SEC0_YsrcClear.place(1) | ADDR_MOD_PACK_SEC0_YdstClear.place(1) |
                                        ADDR_MOD_PACK_SEC0_ZsrcClear.place(1)));
  b.push(word::setc16(modifier + 2, ADDR_MOD_PACK_SEC0_YsrcClear.place(1) | ADDR_MOD_PACK_SEC0_ZsrcIncr.place(1)));
  for (unsigned h = 0; h < 2; ++h)
    for (unsigned i = 0; i < 4; ++i) b.gpr(offsets_gpr[h] + i, h * 512 + (independent_ ? 16 * i : 0));
  b.push(word::stallwait(block::config, until::scalar_done));
  b.push(word::wrcfg(offsets_gpr[0], cfg::DEST_TARGET_REG_CFG_PACK_SEC0_Offset.word, true));
  b.push(word::nop);

  mop_program m;
  if (p_.tilize) {
    m = tilize_mop(b);
  } else if (independent_) {
    m.inner = 16;
    m.op = pacr(0xf, 0, false);
    m.last_outer = pacr(0xf, 1, true);
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

// Dst has the left and right halves of the tile's rows in turn: two of the four read interfaces take every other row, eight times
// the left ones and eight times the right ones of the upper half, and the same of the lower half.
mop_program pack_program::tilize_mop(step_builder& b) {
  using namespace tcfg;
  const uint32_t modifier = ADDR_MOD_PACK_SEC0_YsrcIncr.reg;
  const uint32_t y_clear = ADDR_MOD_PACK_SEC0_YsrcClear.place(1) | ADDR_MOD_PACK_SEC0_YdstClear.place(1);
  b.push(word::setc16(modifier, ADDR_MOD_PACK_SEC0_YsrcIncr.place(4)));
  b.push(word::setc16(modifier + 1, y_clear));
  b.push(word::setc16(modifier + 2, y_clear | ADDR_MOD_PACK_SEC0_ZsrcIncr.place(1)));
  b.push(word::setc16(modifier + 3, y_clear | ADDR_MOD_PACK_SEC0_ZsrcClear.place(1)));
  constexpr uint32_t left = 5, right = 10;
  const auto rows = [](uint32_t interfaces, uint32_t move, bool more, bool close) {
    return pacr(interfaces, move, close) | insn::PACR::concat.place(more);
  };
  b.push(word::replay(0, 15, true));
  for (unsigned i = 0; i < 7; ++i) b.push(rows(left, 0, true, false));
  b.push(rows(left, 1, true, false));
  for (unsigned i = 0; i < 7; ++i) b.push(rows(right, 0, true, false));
  mop_program m;
  m.outer = 2;
  m.op = word::replay(0, 15, false);
  m.op1 = rows(right, 2, false, false);
  m.last_outer = rows(right, 3, false, true);
  return m;
}

void pack_program::pack_tile(step_builder& b, uint32_t tile) {
  using namespace insn::SETADC;
  b.push(word_of(opcode::SETADC) | cnt_set_mask.place(packers) | dimension_index.place(3) | value.place(tile));  // W
  const uint32_t address = configured_address(k_.output().slot_address(packed_));
  b.gpr(address_gpr, address | 1u << 31);
  b.push(word::stallwait(block::config, until::scalar_done));
  b.push(word::wrcfg(address_gpr, cfg::THCON_SEC0_REG1_L1_Dest_addr.word));
  b.push(word_of(opcode::DMANOP));  // WRCFG takes two cycles
  b.push(word::mop);
  b.push(word_of(opcode::SETADCZW) | insn::SETADCZW::cnt_set_mask.place(packers) | insn::SETADCZW::bit_mask.place(5));
  ++packed_;
}

void pack_program::pack_block(step_builder& b) {
  const circular_buffer_plan& out = k_.output();
  const uint32_t tiles = p_.tiles_of_block(block_);
  // Room for the whole block. A buffer that cannot hold two blocks is emptied only if the last one has been counted.
  const uint64_t end = packed_ + tiles;
  if (end > published_ + out.capacity && outstanding_) publish(b);
  if (end > out.capacity) b.poll(out.consumed, comparison::ge, static_cast<uint32_t>(end - out.capacity));
  for (uint32_t pass = 0; pass < p_.passes; ++pass) {
    if (p_.passes > 1 && pass < 2 && p_.packs) accumulate_in_l1(b, pass > 0);
    packed_ = end - tiles;  // each pass goes to the same places
    pack_pass(b, tiles);
    b.push(word::semget(sem::math_pack));
    if (pass + 1 == p_.passes) b.push(word::sempost(sem::packed));
    ++uses_;
    if (!half_) continue;
    b.push(word::wrcfg(offsets_gpr[uses_ & 1], cfg::DEST_TARGET_REG_CFG_PACK_SEC0_Offset.word, true));
    b.push(word_of(opcode::DMANOP));
  }
  complete_ = packed_;
  outstanding_ = true;
  ++block_;
}

void pack_program::pack_pass(step_builder& b, uint32_t tiles) {
  if (!p_.packs) {
    b.push(word::semwait(block::sync, sem::math_pack, until::not_zero));
    if (outstanding_) publish(b);
    packed_ += tiles;
    return;
  }
  b.push(word::semwait(block::tdma | block::pack | block::config, sem::math_pack, until::not_zero));
  for (uint32_t t = 0; t < tiles; ++t) {
    pack_tile(b, t);
    if (t == 0 && outstanding_) publish(b);
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
  b.push(word_of(opcode::ZEROACC) | clear_mode.place(half_ ? 2 : 3) | use_32_bit_mode.place(k_.options().fp32_dest) |
         where.place(half_ ? static_cast<uint32_t>(uses_ & 1) : 0) | addr_mode.place(1));
}

void pack_program::publish(step_builder& b) {
  b.poll_semaphore(sem::packed, comparison::ge, 1);
  b.get_semaphore(sem::packed);
  published_ = complete_;
  b.store(k_.output().produced, static_cast<uint32_t>(published_));
  outstanding_ = false;
}

}  // namespace

std::unique_ptr<step_source> make_pack_program(const kernel& k) { return std::make_unique<pack_program>(k); }

}  // namespace tensix
