// SPDX-License-Identifier: Apache-2.0
#include "workload/kernels/unpack_program_function.h"

#include <algorithm>

#include "models/registers/tensix_state.h"

namespace tensix {

uint32_t unpacr_nop_zero(unsigned unpacker) {
  using namespace insn::UNPACR_NOP;
  return word_of(opcode::UNPACR_NOP) | unpacker_select.place(unpacker) | set_dvalid.place(1) | unpack_pop.place(1);
}
uint32_t set_z_of(unsigned unpacker, uint32_t z) {
  using namespace insn::SETADCZW;
  return word_of(opcode::SETADCZW) | cnt_set_mask.place(1u << unpacker) | bit_mask.place(1) | ch0_x.place(z);
}

uint32_t unpacr(const kernel_plan& p, unsigned unpacker, uint32_t addr_mode, bool dvalid) {
  using namespace insn::UNPACR;
  if (!p.unpacks) return dvalid ? unpacr_nop_zero(unpacker) : word::nop;
  return word_of(opcode::UNPACR) | unpack_block_selection.place(unpacker) | insn::UNPACR::addr_mode.place(addr_mode) |
         ovrd_thread_id.place(1) | set_dat_valid.place(dvalid) | last.place(1);
}

bool unpack_program::refill(step_builder& b) {
  if (!configured_) {
    configure(b);
    configured_ = true;
    return true;
  }
  if (p_.has_block(block_)) {
    step(b);
    return true;
  }
  if (open_) {
    close_batch(b);
    return true;
  }
  if (outstanding_) {
    acknowledge(b);
    return true;
  }
  return false;
}

// In format, uncompressed, X 256 (a face).
static uint32_t tile_descriptor(uint32_t in_code) { return in_code | 1u << 4 | face_datums << 16; }
// The unpacker writes Dst, or not; with what else is in that word.
static uint32_t if_sel(bool to_dst) { return 0xf000f | (to_dst ? 3u << cfg::THCON_SEC0_REG2_Unpack_if_sel_cntx0.lo : 0); }
static uint32_t throttle_code(unpack_throttle t) {
  static constexpr uint32_t codes[] = {2, 0, 1, 2};
  return codes[static_cast<int>(t)];
}
constexpr uint32_t no_dst_row = 64 | 64 << 16;  // of both contexts: the first four rows of SrcA do not exist

void unpack_program::configure(step_builder& b) {
  const kernel_options& o = k_.options();
  const uint32_t out_bytes = (p_.src_code & 3) == 0 ? 4 : (p_.src_code & 3) == 1 ? 2 : 1;
  const uint32_t throttle = throttle_code(o.throttle);
  to_dst_ = p_.unpack_to_dst;

  b.push(word::seminit(sem::unpack_context, 2));
  b.push(word::seminit(sem::tiles_read, 15));
  b.push(word::clear_adc_xy(both_unpackers));
  b.push(word::clear_adc_zw(both_unpackers));
  b.push(word::set_adc_x(both_unpackers, datums_));
  b.push(word::setc16(tcfg::SRCA_SET_Base.reg, p_.unpack_to_dst ? 0 : 4));
  b.push(word::setc16(unpack_misc_cfg_register, 0));
  // The override of the default speed shares words with the packers' configuration.
  const uint32_t override_bit = cfg::THCON_SEC0_REG1_ovrd_default_throttle_mode.place(1);
  b.push(word::atgetm(0));
  for (uint32_t w :
       {cfg::THCON_SEC0_REG1_ovrd_default_throttle_mode.word, cfg::THCON_SEC1_REG1_ovrd_default_throttle_mode.word})
    b.push(word::rmwcib(0, w, override_bit, o.throttle == unpack_throttle::none ? 0 : override_bit));
  b.push(word::atrelm(0));
  for (unsigned u = 0; u < 2; ++u)
    if (o.input_format(operand_of(u)) == tile_format::fp8_e4m3) {
      const auto field = u ? cfg::THCON_SEC1_REG1_Unp_LF8_4b_exp : cfg::THCON_SEC0_REG1_Unp_LF8_4b_exp;
      b.push(word::rmwcib(2, field.word, field.place(1) >> 16, field.place(1) >> 16));
    }
  b.gpr(unpack_stride_gpr, stride_bytes() / 16);
  b.sync();

  for (unsigned u = 0; u < 2; ++u) {
    const uint32_t section = u * (cfg::THCON_SEC1_REG0_TileDescriptor.word - cfg::THCON_SEC0_REG0_TileDescriptor.word);
    const uint32_t descriptor = cfg::THCON_SEC0_REG0_TileDescriptor.word + section;
    b.config(descriptor, tile_descriptor(p_.in_code[operand_of(u)]));
    b.config(descriptor + 1, 1u | 4u << 16);  // Y, Z
    b.config(descriptor + 2, 0);
    b.config(descriptor + 3, 0);
    b.config(cfg::THCON_SEC0_REG2_Out_data_format.word + section,
             cfg::THCON_SEC0_REG2_Out_data_format.place(p_.src_code) | cfg::THCON_SEC0_REG2_Throttle_mode.place(throttle) |
                 cfg::THCON_SEC0_REG2_Haloize_mode.place(u == 0 && p_.transpose && !p_.unpack_to_dst) |
                 (u == 0 && p_.tilize
                      ? cfg::THCON_SEC0_REG2_Tileize_mode.place(1) | row_units() << cfg::THCON_SEC0_REG2_Shift_amount_cntx0.lo
                      : 0));
    b.config(cfg::THCON_SEC0_REG2_Disable_zero_compress_cntx0.word + section, if_sel(to_dst_ && u == 0));
  }
  b.config(cfg::THCON_SEC0_REG5_Tile_x_dim_cntx0.word, face_datums | face_datums << 16);
  dst_addresses_ = no_dst_row;
  b.config(cfg::THCON_SEC0_REG5_Dest_cntx0_address.word, dst_addresses_);
  b.config(cfg::UNP0_ADD_DEST_ADDR_CNTR_add_dest_addr_cntr.word, cfg::UNP0_ADD_DEST_ADDR_CNTR_add_dest_addr_cntr.place(1));
  b.config(cfg::UNP0_ADDR_CTRL_ZW_REG_1_Zstride.word, face_datums * out_bytes);
  b.config(cfg::UNP1_ADDR_CTRL_ZW_REG_1_Zstride.word, face_datums * out_bytes);
  program_mop(b);
  b.sync();
}

// From a row of datums to the next, in 16 bytes.
uint32_t unpack_program::row_units() const {
  const circular_buffer_plan& in = k_.inputs()[0];
  return in.row_tiles * tile_dim * datum_bits(hardware_format(in.format)) / 8 / 16;
}

void unpack_program::wait_for_tiles(step_builder& b, const tile_counts& needed) {
  const auto& in = k_.inputs();
  for (size_t i = 0; i < in.size(); ++i)
    if (used_[i] + needed[i] - acknowledged_[i] > in[i].capacity && outstanding_) acknowledge(b);
  for (size_t i = 0; i < in.size(); ++i)
    if (needed[i]) b.poll(in[i].produced, comparison::ge, static_cast<uint32_t>(used_[i] + needed[i]));
}

void unpack_program::use_context(step_builder& b, uint32_t address0, uint32_t address1) {
  b.poll_semaphore(sem::unpack_context, comparison::lt, 2);
  b.config(cfg::THCON_SEC0_REG3_Base_address.word + context_, address0);
  if (p_.two_operands) b.config(cfg::THCON_SEC1_REG3_Base_address.word + context_, address1);
  if (to_dst_) b.config(cfg::THCON_SEC0_REG5_Dest_cntx0_address.word, dst_addresses_);
  b.post_semaphore(sem::unpack_context);
  b.push(word::stallwait(block::unpack, until::riscv_stores_done));
}

void unpack_program::use_dst_row(uint32_t row) {
  const uint32_t dst = 64 + row * row_datums;
  dst_addresses_ = context_ ? (dst_addresses_ & 0xffff) | dst << 16 : (dst_addresses_ & 0xffff0000) | dst;
}

void unpack_program::use_partials(step_builder& b, bool partials) {
  const uint32_t in = partials ? p_.partials.out_code : p_.in_code[operand_of(0)];
  const uint32_t src = partials ? p_.partials_src_code : p_.src_code;
  b.push(word::stallwait(block::sync | block::config | block::unpack, until::unpacker0_done | until::unpacker1_done));
  b.sync();
  b.config(cfg::THCON_SEC0_REG0_TileDescriptor.word, tile_descriptor(in));
  b.config(cfg::THCON_SEC0_REG2_Out_data_format.word,
           cfg::THCON_SEC0_REG2_Out_data_format.place(src) |
               cfg::THCON_SEC0_REG2_Throttle_mode.place(throttle_code(k_.options().throttle)));
  to_dst_ = partials && p_.partials_to_dst;
  if (!p_.partials_to_dst) return;
  b.config(cfg::THCON_SEC0_REG2_Disable_zero_compress_cntx0.word, if_sel(to_dst_));
  b.push(word::setc16(tcfg::SRCA_SET_Base.reg, to_dst_ ? 0 : 4));
  if (to_dst_) return;
  dst_addresses_ = no_dst_row;
  b.config(cfg::THCON_SEC0_REG5_Dest_cntx0_address.word, dst_addresses_);
}

void unpack_program::release_context(step_builder& b) {
  b.push(word::semget(sem::unpack_context));
  context_ ^= 1;
  b.push(word::setc16(unpack_misc_cfg_register, context_ | context_ << 8));
}

void unpack_program::close_batch(step_builder& b) {
  b.push(word::stallwait(block::sync, until::unpacker0_done | until::unpacker1_done));
  b.push(word::sempost(sem::tiles_read));
  closed_ = used_;
  steps_in_batch_ = 0;
  open_ = false;
  outstanding_ = true;
}

void unpack_program::acknowledge(step_builder& b) {
  b.poll_semaphore(sem::tiles_read, comparison::ge, 1);
  b.get_semaphore(sem::tiles_read);
  for (unsigned i = 0; i < k_.inputs().size(); ++i) {
    acknowledged_[i] = closed_[i];
    b.store(k_.inputs()[i].consumed, static_cast<uint32_t>(acknowledged_[i]));
  }
  outstanding_ = false;
}

void unpack_program::step_done(step_builder& b) {
  open_ = true;
  ++steps_in_batch_;
  if (outstanding_) acknowledge(b);
  if (steps_in_batch_ == p_.batch_steps) close_batch(b);
}

}  // namespace tensix
