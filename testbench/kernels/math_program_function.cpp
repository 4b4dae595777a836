// What T1 does: the matrix unit's instructions, a block of tiles into one half of Dst (or all of it) after the other. No
// SystemC.
//
// A block: wait until fewer than the maximum of finished blocks wait for the packer (semaphore 1), compute every tile at its
// rows of Dst (SETC16 of the Dst offset, 64 rows a tile), wait for the matrix unit, post semaphore 1, change the half. Dst has
// been cleared by T2 before (or here, at the start): ELWMUL and MVMUL accumulate.
#include "models/registers/tensix_state.h"
#include "testbench/kernels/kernel_function.h"
#include "testbench/kernels/stream_builder_function.h"

namespace tensix {
namespace {

constexpr uint32_t clear_a = 1, clear_b = 2;
constexpr unsigned replay_slot = 16;

uint32_t mvmul(uint32_t modifier, uint32_t clear_valid) {
  using namespace insn::MVMUL;
  return word_of(opcode::MVMUL) | addr_mode.place(modifier) | clear_dvalid.place(clear_valid);
}
uint32_t setrwc(uint32_t clear_valid, uint32_t mask) {
  using namespace insn::SETRWC;
  return word_of(opcode::SETRWC) | clear_ab_vld.place(clear_valid) | bit_mask.place(mask);
}
constexpr uint32_t rwc_ab = 3, rwc_dst = 4, rwc_all = 15;  // SETRWC masks: SrcA, SrcB; Dst; those and the fidelity phase

struct address_modifier {
  uint32_t a = 0, b = 0, dst = 0;  // increments
  bool a_cr = false, b_cr = false, dst_cr = false, dst_to_cr = false;
  bool a_clear = false, b_clear = false, dst_clear = false, fidelity_clear = false;
  uint32_t fidelity = 0;
};
address_modifier start_of_tile() {
  address_modifier m;
  m.a_clear = m.b_clear = m.dst_clear = m.a_cr = m.b_cr = m.dst_cr = true;
  return m;
}
void set(step_builder& s, unsigned i, const address_modifier& m) {
  using namespace tcfg;
  s.push(word::setc16(ADDR_MOD_AB_SEC0_SrcAIncr.reg + i,
                      ADDR_MOD_AB_SEC0_SrcAIncr.place(m.a) | ADDR_MOD_AB_SEC0_SrcACR.place(m.a_cr) |
                          ADDR_MOD_AB_SEC0_SrcAClear.place(m.a_clear) | ADDR_MOD_AB_SEC0_SrcBIncr.place(m.b) |
                          ADDR_MOD_AB_SEC0_SrcBCR.place(m.b_cr) | ADDR_MOD_AB_SEC0_SrcBClear.place(m.b_clear)));
  s.push(word::setc16(ADDR_MOD_DST_SEC0_DestIncr.reg + i,
                      ADDR_MOD_DST_SEC0_DestIncr.place(m.dst) | ADDR_MOD_DST_SEC0_DestCR.place(m.dst_cr) |
                          ADDR_MOD_DST_SEC0_DestClear.place(m.dst_clear) | ADDR_MOD_DST_SEC0_DestCToCR.place(m.dst_to_cr) |
                          ADDR_MOD_DST_SEC0_FidelityIncr.place(m.fidelity) |
                          ADDR_MOD_DST_SEC0_FidelityClear.place(m.fidelity_clear)));
}

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
  void datacopy_mop(step_builder& s);
  void elementwise_mop(step_builder& s);
  void matmul_mop(step_builder& s);
  void matmul_mop_phases_inside(step_builder& s);
  static void matmul_modifiers(step_builder& s, bool first_phase);
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
  uint32_t faces_a_bank() const { return p_.whole_tiles ? 4 : 1; }
  uint32_t kept_operand() const {  // element-wise: SrcB stays valid over several faces
    const broadcast r = k_.options().repeat;
    return r == broadcast::column || r == broadcast::scalar ? clear_a : clear_a | clear_b;
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
  if (matmul_) matmul_mop(s);
  else if (p_.two_operands) elementwise_mop(s);
  else datacopy_mop(s);
  s.push(setrwc(0, rwc_all));
  // All of Dst: what ELWMUL and MVMUL add to.
  using namespace insn::ZEROACC;
  s.push(word_of(opcode::ZEROACC) | clear_mode.place(3) | use_32_bit_mode.place(k_.options().fp32_dest));
  s.push(word::stallwait(block::math | block::sync, until::math_done));
  s.sync();
}

// Four faces of two times eight rows. With a 32-bit Dst as SrcA + 0, since MOVA2D copies 16 bits only.
void math_program::datacopy_mop(step_builder& s) {
  address_modifier rows8;
  rows8.a = rows8.dst = 8;
  if (k_.options().fp32_dest) rows8.b = 8;
  set(s, 2, rows8);
  mop_program m;
  m.outer = 4;
  m.inner = 2;
  if (!p_.computes) {
    m.inner = 1;
    m.op = word_of(opcode::ELWADD) | insn::ELWADD::clear_dvalid.place(clear_a | clear_b) | insn::ELWADD::addr_mode.place(2);
    return s.mop(m);
  }
  if (k_.options().fp32_dest) m.op = word_of(opcode::ELWADD) | insn::ELWADD::addr_mode.place(2);
  else m.op = word_of(opcode::MOVA2D) | insn::MOVA2D::instr_mod.place(2) | insn::MOVA2D::addr_mode.place(2);
  m.end0 = setrwc(clear_a | clear_b, rwc_ab);
  s.mop(m);
}

// One fidelity phase: as many faces in a MOP as share SrcB's clearing. Several phases: one face a MOP, or the whole tile, with
// the loop over phases outside; or inside, each block of eight rows through all phases.
void math_program::elementwise_mop(step_builder& s) {
  const kernel_options& o = k_.options();
  const bool inside = p_.loop == fidelity_loop::position && p_.phases > 1;
  address_modifier rows8, next_phase, next_face;
  rows8.a = rows8.dst = 8;
  rows8.b = o.repeat == broadcast::none || o.repeat == broadcast::column ? 8 : 0;
  rows8.fidelity_clear = inside;
  if (!inside) next_phase.a_clear = next_phase.b_clear = next_phase.dst_cr = true;
  next_phase.fidelity = 1;
  next_face.a_clear = next_face.b_clear = next_face.dst_to_cr = next_face.fidelity_clear = true;
  next_face.dst = 8;
  set(s, 0, rows8);
  set(s, 2, next_phase);
  set(s, 3, next_face);
  static constexpr uint32_t srcb_modes[] = {0, 2, 1, 3};  // none, row, column, scalar
  const opcode op = o.kernel == kernel_name::add   ? opcode::ELWADD
                    : o.kernel == kernel_name::sub ? opcode::ELWSUB
                                                   : opcode::ELWMUL;
  const auto elw = [&](uint32_t clear, uint32_t modifier) {
    using namespace insn::ELWMUL;  // the three have the same fields
    return word_of(op) | clear_dvalid.place(clear) | instr_mod19.place(srcb_modes[static_cast<int>(o.repeat)]) |
           addr_mode.place(modifier);
  };
  mop_program m;
  if (!p_.computes) {
    m.outer = faces_a_bank() == 4 || p_.phases > 1 ? 1 : o.repeat == broadcast::column ? 2 : 4;
    m.op = elw(kept_operand(), 0);
  } else if (p_.phases == 1 && !p_.whole_tiles) {
    m.inner = 2;
    m.outer = o.repeat == broadcast::column ? 2 : 4;
    m.op = elw(0, 0);
    m.end0 = setrwc(kept_operand(), rwc_ab);
  } else if (inside) {
    m.outer = 2;
    m.inner = p_.phases;
    m.op = elw(0, 2);
    m.last = elw(0, 0);
    m.last_outer = elw(kept_operand(), 3);
  } else {
    m.outer = p_.phases;
    m.inner = 2 * faces_a_bank();
    m.op = elw(0, 0);
    m.last = elw(0, 2);
    m.last_outer = elw(kept_operand(), 3);
  }
  s.mop(m);
}

// A 32x32 tile product is 16 MVMUL of 8x16 by 16x16, in an order that comes back to a block of Dst after eight instructions:
// SrcB faces 0 2 (times SrcA faces 0 1) fill the tile once, faces 1 3 (times 2 3) the second time. The replay buffer holds all
// of it, once a phase.
void math_program::matmul_mop(step_builder& s) {
  const bool phases = p_.phases > 1;
  const uint32_t streamed = p_.reuse_in0() ? clear_a : clear_b;
  if (phases && p_.computes && p_.loop != fidelity_loop::tile) return matmul_mop_phases_inside(s);
  address_modifier again = start_of_tile();
  again.fidelity = phases;
  matmul_modifiers(s, false);
  set(s, 5, again);
  mop_program m;
  if (!p_.computes) {
    m.op = mvmul(0, streamed);
    return s.mop(m);
  }
  static constexpr uint32_t modifiers[16] = {0, 1, 0, 2, 0, 1, 0, 4, 0, 1, 0, 2, 0, 1, 0, 5};
  s.push(word::replay(replay_slot, 16, true));
  for (unsigned i = 0; i < 16; ++i) s.push(mvmul(modifiers[i], i == 15 && !phases ? streamed : 0));
  m.inner = p_.phases;
  m.op = word::replay(replay_slot, 16, false);
  if (phases) m.end0 = setrwc(streamed, rwc_all);
  s.mop(m);
}

// The same products in the same places, but each block (loop position), or each two blocks (face), through all phases before
// the next. The replay buffer holds one half of the tile without its last instruction, which differs.
void math_program::matmul_mop_phases_inside(step_builder& s) {
  const bool face = p_.loop == fidelity_loop::face;
  const uint32_t streamed = p_.reuse_in0() ? clear_a : clear_b;
  matmul_modifiers(s, true);
  address_modifier next_phase, again = start_of_tile(), rows8;
  next_phase.fidelity = 1;
  if (face) next_phase.b = 64 - 8, next_phase.dst = 1024 - 8;  // back to the face's first block
  again.fidelity_clear = true;
  rows8.b = rows8.dst = 8;
  rows8.fidelity_clear = !face;
  set(s, 0, rows8);
  set(s, 3, next_phase);
  set(s, 5, again);
  std::vector<uint32_t> half;
  static constexpr uint32_t to_next_face[4] = {1, 2, 1, 4};
  for (const uint32_t move : to_next_face)
    if (face) {
      for (unsigned phase = 1; phase <= p_.phases; ++phase) half.insert(half.end(), {0, phase < p_.phases ? 3 : move});
    } else {
      for (const uint32_t leave : {0u, move}) {
        half.insert(half.end(), p_.phases - 1, 3);
        half.push_back(leave);
      }
    }
  half.pop_back();
  s.push(word::replay(0, static_cast<unsigned>(half.size()), true));
  for (const uint32_t modifier : half) s.push(mvmul(modifier, 0));
  mop_program m;
  m.inner = 2;
  m.op = word::replay(0, static_cast<unsigned>(half.size()), false);
  m.op1 = mvmul(4, 0);
  m.last_outer = mvmul(5, 0);
  m.end0 = setrwc(streamed, rwc_all);
  s.mop(m);
}

void math_program::matmul_modifiers(step_builder& s, bool first_phase) {
  address_modifier rows8, next_column, next_row, second_half;
  rows8.b = rows8.dst = 8;
  next_column.a = 16, next_column.b_cr = true, next_column.dst = 8;
  next_row.a_cr = true, next_row.b = 32, next_row.b_cr = true, next_row.dst = 8;
  second_half.a = 32, second_half.a_cr = true, second_half.b = 48, second_half.b_cr = true, second_half.dst_cr = true;
  next_column.fidelity_clear = next_row.fidelity_clear = second_half.fidelity_clear = first_phase;
  set(s, 0, rows8);
  set(s, 1, next_column);
  set(s, 2, next_row);
  set(s, 4, second_half);
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
