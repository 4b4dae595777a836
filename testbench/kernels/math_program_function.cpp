// What T1 does: the matrix unit's instructions, a block of tiles into one half of Dst (or all of it) after the other. No
// SystemC.
//
// A block: wait until fewer than the maximum of finished blocks wait for the packer (semaphore 1), compute every tile at its
// rows of Dst (SETC16 of the Dst offset, 64 rows a tile), wait for the matrix unit, post semaphore 1, change the half. Dst has
// been cleared by T2 before (or here, at the start): ELWMUL and MVMUL accumulate.
#include "models/registers/tensix_state.h"
#include "testbench/kernels/kernel_function.h"
#include "testbench/kernels/math_mops_function.h"
#include "testbench/kernels/stream_builder_function.h"

namespace tensix {
namespace {

class math_program final : public lazy_source {
 public:
  explicit math_program(const kernel& k) : lazy_source(k.options().issue == issue_mode::direct), k_(k), p_(k.plan()) {
    matmul_ = k.options().kernel == kernel_name::matmul;
    half_ = k.options().sync == dst_sync::half;
  }

 protected:
  bool refill(step_builder& s) override {
    if (!configured_) {
      configure(s);
      configured_ = true;
      return true;
    }
    if (block_ == p_.blocks) return false;
    if (!p_.unpacks && !p_.computes) no_block(s);
    else if (p_.unpack_to_dst) grant_block(s);
    else if (matmul_) matmul_step(s);
    else elementwise_block(s);
    return true;
  }

 private:
  void configure(step_builder& s);
  void no_block(step_builder& s) { begin_block(s), end_block(s); }
  void grant_block(step_builder& s);
  void elementwise_block(step_builder& s);
  void matmul_step(step_builder& s);
  void begin_block(step_builder& s) {
    s.push(word::semwait(block::math | block::vector | block::sync, sem::math_pack, until::not_max));
  }
  void end_block(step_builder& s) {
    s.push(word::stallwait(block::sync, until::math_done));
    s.push(word::sempost(sem::math_pack));
    ++block_;
  }
  void select_tile(step_builder& s, uint32_t tile) {
    const uint32_t base = half_ && (block_ & 1) ? 512 : 0;
    s.push(word::setc16(tcfg::DEST_TARGET_REG_CFG_MATH_Offset.reg, base + 64 * tile));
  }

  const kernel& k_;
  const kernel_plan& p_;
  bool matmul_ = false, half_ = true, configured_ = false;
  uint64_t block_ = 0;
  uint32_t k_step_ = 0;
};

void math_program::configure(step_builder& s) {
  s.push(word::setc16(tcfg::DEST_TARGET_REG_CFG_MATH_Offset.reg, 0));
  s.push(word::setc16(tcfg::CLR_DVALID_SrcA_Disable.reg, 0));
  s.push(word::setc16(tcfg::FIDELITY_BASE_Phase.reg, 0));
  // Formats of the operands and the width of Dst; T2 owns the field between them in the same word.
  const uint32_t alu = cfg::ALU_FORMAT_SPEC_REG0_SrcA.place(p_.src_code) | cfg::ALU_FORMAT_SPEC_REG1_SrcB.place(p_.src_code) |
                       cfg::ALU_ACC_CTRL_Fp32_enabled.place(k_.options().fp32_dest) |
                       cfg::ALU_ACC_CTRL_SFPU_Fp32_enabled.place(k_.options().fp32_dest);
  const uint32_t alu_word = cfg::ALU_ACC_CTRL_Fp32_enabled.word;
  s.push(word::atgetm(0));
  s.push(word::rmwcib(2, alu_word, 0xfe, alu >> 16 & 0xff));
  s.push(word::rmwcib(3, alu_word, 0xe1, alu >> 24));
  s.push(word::atrelm(0));
  s.push(word::seminit(sem::math_pack, half_ ? 2 : 1));
  s.push(word::seminit(sem::unpacked_to_dst, 1));
  s.push(word::seminit(sem::dst_granted, 1));
  if (matmul_) program_matmul_mop(s, k_);
  else if (p_.two_operands) program_elementwise_mop(s, k_);
  else program_datacopy_mop(s, k_);
  s.push(setrwc(0, rwc_all));
  // All of Dst: what ELWMUL and MVMUL add to.
  using namespace insn::ZEROACC;
  s.push(word_of(opcode::ZEROACC) | clear_mode.place(3) | use_32_bit_mode.place(k_.options().fp32_dest));
  s.push(word::stallwait(block::math | block::sync, until::math_done));
  s.sync();
}

// FP32 straight into Dst: T1 only hands the half of Dst to the unpacker and the result to the packer. (Real kernels do this for
// every tile and send the Dst address through a mailbox; here T0 knows it.)
void math_program::grant_block(step_builder& s) {
  begin_block(s);
  s.push(word::sempost(sem::dst_granted));
  s.push(word::semwait(block::math | block::sync, sem::unpacked_to_dst, until::not_zero));
  s.push(word::semget(sem::unpacked_to_dst));
  end_block(s);
}

void math_program::elementwise_block(step_builder& s) {
  begin_block(s);
  const uint32_t tiles = p_.tiles_of_block(block_);
  const broadcast repeat = p_.two_operands ? k_.options().repeat : broadcast::none;
  const uint32_t faces_a_mop = p_.whole_tiles ? 4 : p_.phases > 1 ? 1 : repeat == broadcast::column ? 2 : 4;
  for (uint32_t t = 0; t < tiles; ++t) {
    select_tile(s, t);
    for (uint32_t face = faces_a_mop; face <= 4; face += faces_a_mop) {
      s.push(word::mop);
      if ((repeat == broadcast::column && face % 2 == 0) || (repeat == broadcast::scalar && face == 4))
        s.push(setrwc(clear_b, 0));
    }
    s.push(setrwc(0, rwc_dst));
  }
  end_block(s);
}

// One step along K of a sub-block.
void math_program::matmul_step(step_builder& s) {
  if (k_step_ == 0) begin_block(s);
  const bool reuse0 = p_.reuse_in0();
  const uint32_t held = reuse0 ? p_.rt : p_.ct, streamed = reuse0 ? p_.ct : p_.rt;
  for (uint32_t h = 0; h < held; ++h) {
    for (uint32_t i = 0; i < streamed; ++i) {
      select_tile(s, reuse0 ? h * p_.ct + i : i * p_.ct + h);
      s.push(word::mop);
    }
    s.push(setrwc(reuse0 ? clear_b : clear_a, rwc_all));
  }
  if (++k_step_ == p_.kt) {
    k_step_ = 0;
    end_block(s);
  }
}

}  // namespace

std::unique_ptr<step_source> make_math_program(const kernel& k) { return std::make_unique<math_program>(k); }

}  // namespace tensix
