// SPDX-License-Identifier: Apache-2.0
#include "workload/kernels/elementwise.h"

#include <stdexcept>

#include "workload/kernels/address_modifiers.h"

namespace tensix {
namespace {

// Banks that a face (or whatever lies in a bank) gives back. SrcB may stay valid over several faces.
uint32_t given_back_by_face(const kernel& k) {
  const broadcast r = k.options().repeat;
  return r == broadcast::column || r == broadcast::scalar ? clear_a : clear_a | clear_b;
}
// Tiles lie in a bank whole, or face by face.
uint32_t faces_a_bank(const kernel& k) { return k.plan().whole_tiles ? 4 : 1; }

}  // namespace

// One fidelity phase: as many faces in a MOP as share SrcB's clearing. Several phases: one face a MOP, or the whole tile, with
// the loop over phases outside; or inside, each block of eight rows through all phases.
void elementwise_kernel::program_math_mop(step_builder& s, const kernel& k) const {
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
  const auto elw = [&](uint32_t clear, uint32_t modifier) {
    using namespace insn::ELWMUL;  // the three have the same fields
    return word_of(opcode_) | clear_dvalid.place(clear) | instr_mod19.place(srcb_modes[static_cast<int>(o.repeat)]) |
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

void elementwise_kernel::check(const kernel_options& o) const {
  if (o.loop == fidelity_loop::tile && o.repeat != broadcast::none)
    throw std::invalid_argument(std::string(name()) +
                                " with the fidelity loop around the tile holds both tiles whole in SrcA and SrcB: it cannot "
                                "broadcast " +
                                tensix::name(o.repeat) + "; use the loop face or position");
}

void elementwise_kernel::cut(const kernel_options& o, uint32_t limit, kernel_plan& plan) const {
  tile_kernel::cut(o, limit, plan);
  plan.whole_tiles = plan.loop == fidelity_loop::tile;
}

matrix_work elementwise_kernel::work(const kernel& k) const {
  return {"operations", static_cast<double>(k.operations()), matrix_datums / k.plan().phases, instructions(k)};
}

void elementwise_kernel::combine(const float* a, const float* b, uint32_t count, double* out) const {
  switch (how_) {
    case elementwise::add:
      for (uint32_t i = 0; i < count; ++i) out[i] = double{a[i]} + double{b[i]};
      break;
    case elementwise::sub:
      for (uint32_t i = 0; i < count; ++i) out[i] = double{a[i]} - double{b[i]};
      break;
    case elementwise::mul:
      for (uint32_t i = 0; i < count; ++i) out[i] = double{a[i]} * double{b[i]};
      break;
  }
}

}  // namespace tensix
