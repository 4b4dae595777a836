// SPDX-License-Identifier: Apache-2.0
#include "workload/kernels/math_program_function.h"

#include "models/registers/tensix_state.h"
#include "workload/kernels/turn_in_dst.h"

namespace tensix {

bool math_program::refill(step_builder& s) {
  if (!configured_) {
    configure(s);
    configured_ = true;
    return true;
  }
  if (!p_.has_block(block_)) return false;
  if (!p_.unpacks && !p_.computes) begin_block(s), end_block(s);
  else if (p_.unpack_to_dst) grant_block(s);
  else step(s);
  return true;
}

void math_program::begin_block(step_builder& s) {
  s.push(word::semwait(block::math | block::vector | block::sync, sem::math_pack, until::not_max));
}
void math_program::end_block(step_builder& s) {
  s.push(word::stallwait(block::sync, units_at_work()));
  s.push(word::sempost(sem::math_pack));
  if (++uses_ % p_.passes == 0) ++block_;
}
void math_program::select_rows(step_builder& s, uint32_t row) {
  s.push(word::setc16(tcfg::DEST_TARGET_REG_CFG_MATH_Offset.reg, p_.first_row(uses_) + row));
}

void math_program::configure(step_builder& s) {
  s.push(word::setc16(tcfg::DEST_TARGET_REG_CFG_MATH_Offset.reg, 0));
  s.push(word::setc16(tcfg::CLR_DVALID_SrcA_Disable.reg, 0));
  s.push(word::setc16(tcfg::FIDELITY_BASE_Phase.reg, 0));
  // Formats of the operands and the width of Dst; T2 owns the field between them in the same word.
  // All that it does with what is turned in Dst are moves of 16 bits.
  const bool turns = p_.turns_in_dst(), wide = k_.options().fp32_dest;
  const uint32_t src = turns ? static_cast<uint32_t>(data_format::bf16) : p_.src_code;
  const uint32_t alu = cfg::ALU_FORMAT_SPEC_REG0_SrcA.place(src) | cfg::ALU_FORMAT_SPEC_REG1_SrcB.place(src) |
                       cfg::ALU_ACC_CTRL_Fp32_enabled.place(wide && !turns) | cfg::ALU_ACC_CTRL_SFPU_Fp32_enabled.place(wide) |
                       cfg::ALU_ACC_CTRL_INT8_math_enabled.place(p_.integers && !turns);
  const uint32_t alu_word = cfg::ALU_ACC_CTRL_Fp32_enabled.word;
  s.push(word::atgetm(0));
  s.push(word::rmwcib(2, alu_word, 0xfe, alu >> 16 & 0xff));
  s.push(word::rmwcib(3, alu_word, 0xe1, alu >> 24));
  if (turns) {
    constexpr config_field any_bits = cfg::ALU_ACC_CTRL_Zero_Flag_disabled_src;
    s.push(word::rmwcib(0, any_bits.word, any_bits.place(1), any_bits.place(1)));
    s.store(riscv_address::feature_disable, turning::narrow_is_upper_half);
  }
  s.push(word::atrelm(0));
  if (p_.whole_rows) {  // rows of Dst lie where two of them can be read at once
    constexpr uint32_t both = cfg::DEST_ACCESS_CFG_remap_addrs.place(1) | cfg::DEST_ACCESS_CFG_swizzle_32b.place(1);
    s.push(word::rmwcib(0, cfg::DEST_ACCESS_CFG_remap_addrs.word, both, both));
  }
  s.push(word::seminit(sem::math_pack, p_.dst_sections));
  s.push(word::seminit(sem::unpacked_to_dst, 1));
  s.push(word::seminit(sem::dst_granted, 1));
  program_mop(s);
  s.push(setrwc(0, rwc_all));
  // All of Dst: what ELWMUL and MVMUL add to.
  using namespace insn::ZEROACC;
  s.push(word_of(opcode::ZEROACC) | clear_mode.place(3) | use_32_bit_mode.place(k_.options().fp32_dest));
  s.push(word::stallwait(block::math | block::sync, until::math_done));
  s.sync();
}

void math_program::fill_dst(step_builder& s, uint32_t tiles, uint32_t stays) {
  s.push(word::sempost(sem::dst_granted));
  const uint32_t vector = units_at_work() & until::vector_done ? block::vector : 0;
  s.push(word::semwait(block::math | block::sync | vector, sem::unpacked_to_dst, until::not_zero));
  s.push(word::semget(sem::unpacked_to_dst));
  for (uint32_t t = 0; t < tiles; ++t) {
    select_tile(s, t);
    for (uint32_t face = 0; face < 4; ++face) s.push(word::mark_face(t, face, stays));
  }
}

// FP32 straight into Dst: T1 only hands the half of Dst to the unpacker and the result to the packer. (Real kernels do this for
// every tile and send the Dst address through a mailbox; here T0 knows it.)
void math_program::grant_block(step_builder& s) {
  begin_block(s);
  fill_dst(s, p_.tiles_of_block(block_), turning::stay);
  work_on_dst(s);
  end_block(s);
}

}  // namespace tensix
