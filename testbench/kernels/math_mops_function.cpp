#include "testbench/kernels/math_mops_function.h"

#include "models/registers/tensix_state.h"

namespace tensix {
namespace {

constexpr unsigned replay_slot = 16;

uint32_t mvmul(uint32_t modifier, uint32_t clear_valid) {
  using namespace insn::MVMUL;
  return word_of(opcode::MVMUL) | addr_mode.place(modifier) | clear_dvalid.place(clear_valid);
}

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

void matmul_modifiers(step_builder& s, bool first_phase) {
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

// The same products in the same places, but each block (loop position), or each two blocks (face), through all phases before
// the next. The replay buffer holds one half of the tile without its last instruction, which differs.
void matmul_mop_phases_inside(step_builder& s, const kernel_plan& p) {
  const bool face = p.loop == fidelity_loop::face;
  const uint32_t streamed = p.reuse_in0() ? clear_a : clear_b;
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
      for (unsigned phase = 1; phase <= p.phases; ++phase) half.insert(half.end(), {0, phase < p.phases ? 3 : move});
    } else {
      for (const uint32_t leave : {0u, move}) {
        half.insert(half.end(), p.phases - 1, 3);
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

}  // namespace

uint32_t given_back_by_face(const kernel& k) {
  const broadcast r = k.options().repeat;
  return r == broadcast::column || r == broadcast::scalar ? clear_a : clear_a | clear_b;
}

// Four faces of two times eight rows. With a 32-bit Dst as SrcA + 0, since MOVA2D copies 16 bits only.
void program_datacopy_mop(step_builder& s, const kernel& k) {
  const kernel_plan& p = k.plan();
  address_modifier rows8;
  rows8.a = rows8.dst = 8;
  if (k.options().fp32_dest) rows8.b = 8;
  set(s, 2, rows8);
  mop_program m;
  m.outer = 4;
  m.inner = 2;
  if (!p.computes) {
    m.inner = 1;
    m.op = word_of(opcode::ELWADD) | insn::ELWADD::clear_dvalid.place(clear_a | clear_b) | insn::ELWADD::addr_mode.place(2);
    return s.mop(m);
  }
  if (k.options().fp32_dest) m.op = word_of(opcode::ELWADD) | insn::ELWADD::addr_mode.place(2);
  else m.op = word_of(opcode::MOVA2D) | insn::MOVA2D::instr_mod.place(2) | insn::MOVA2D::addr_mode.place(2);
  m.end0 = setrwc(clear_a | clear_b, rwc_ab);
  s.mop(m);
}

// One fidelity phase: as many faces in a MOP as share SrcB's clearing. Several phases: one face a MOP, or the whole tile, with
// the loop over phases outside; or inside, each block of eight rows through all phases.
void program_elementwise_mop(step_builder& s, const kernel& k) {
  const kernel_plan& p = k.plan();
  const kernel_options& o = k.options();
  const bool inside = p.loop == fidelity_loop::position && p.phases > 1;
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
  if (!p.computes) {
    m.outer = faces_a_bank(k) == 4 || p.phases > 1 ? 1 : o.repeat == broadcast::column ? 2 : 4;
    m.op = elw(given_back_by_face(k), 0);
  } else if (p.phases == 1 && !p.whole_tiles) {
    m.inner = 2;
    m.outer = o.repeat == broadcast::column ? 2 : 4;
    m.op = elw(0, 0);
    m.end0 = setrwc(given_back_by_face(k), rwc_ab);
  } else if (inside) {
    m.outer = 2;
    m.inner = p.phases;
    m.op = elw(0, 2);
    m.last = elw(0, 0);
    m.last_outer = elw(given_back_by_face(k), 3);
  } else {
    m.outer = p.phases;
    m.inner = 2 * faces_a_bank(k);
    m.op = elw(0, 0);
    m.last = elw(0, 2);
    m.last_outer = elw(given_back_by_face(k), 3);
  }
  s.mop(m);
}

// A 32x32 tile product is 16 MVMUL of 8x16 by 16x16, in an order that comes back to a block of Dst after eight instructions:
// SrcB faces 0 2 (times SrcA faces 0 1) fill the tile once, faces 1 3 (times 2 3) the second time. The replay buffer holds all
// of it, once a phase.
void program_matmul_mop(step_builder& s, const kernel& k) {
  const kernel_plan& p = k.plan();
  const bool phases = p.phases > 1;
  const uint32_t streamed = p.reuse_in0() ? clear_a : clear_b;
  if (phases && p.computes && p.loop != fidelity_loop::tile) return matmul_mop_phases_inside(s, p);
  address_modifier again = start_of_tile();
  again.fidelity = phases;
  matmul_modifiers(s, false);
  set(s, 5, again);
  mop_program m;
  if (!p.computes) {
    m.op = mvmul(0, streamed);
    return s.mop(m);
  }
  static constexpr uint32_t modifiers[16] = {0, 1, 0, 2, 0, 1, 0, 4, 0, 1, 0, 2, 0, 1, 0, 5};
  s.push(word::replay(replay_slot, 16, true));
  for (unsigned i = 0; i < 16; ++i) s.push(mvmul(modifiers[i], i == 15 && !phases ? streamed : 0));
  m.inner = p.phases;
  m.op = word::replay(replay_slot, 16, false);
  if (phases) m.end0 = setrwc(streamed, rwc_all);
  s.mop(m);
}

}  // namespace tensix
