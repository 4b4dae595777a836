// SPDX-License-Identifier: Apache-2.0
#include "workload/kernels/matmul_math.h"

#include "workload/kernels/address_modifiers.h"

namespace tensix {
namespace {

constexpr unsigned replay_slot = 16;

uint32_t mvmul(uint32_t modifier, uint32_t clear_valid) {
  using namespace insn::MVMUL;
  return word_of(opcode::MVMUL) | addr_mode.place(modifier) | clear_dvalid.place(clear_valid);
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
  const uint32_t streamed = p.reuse_in0 ? clear_a : clear_b;
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

// A 32x32 tile product is 16 MVMUL of 8x16 by 16x16, in an order that comes back to a block of Dst after eight instructions:
// SrcB faces 0 2 (times SrcA faces 0 1) fill the tile once, faces 1 3 (times 2 3) the second time. The replay buffer holds all
// of it, once a phase.
void program_matmul_mop(step_builder& s, const kernel_plan& p) {
  const bool phases = p.phases > 1;
  const uint32_t streamed = p.reuse_in0 ? clear_a : clear_b;
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
