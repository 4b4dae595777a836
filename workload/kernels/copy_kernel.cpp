// SPDX-License-Identifier: Apache-2.0
#include "workload/kernels/copy_kernel.h"

#include <algorithm>

#include "workload/kernels/address_modifiers.h"

namespace tensix {

// Four faces of two times eight rows. With a 32-bit Dst as SrcA + 0, since MOVA2D copies 16 bits only.
void copy_kernel::program_math_mop(step_builder& s, const kernel& k) const {
  const kernel_plan& p = k.plan();
  address_modifier rows8;
  rows8.a = rows8.dst = 8;
  if (k.options().fp32_dest) rows8.b = 8;
  set(s, 2, rows8);
  mop_program m;
  m.outer = p.tilize ? 1 : 4;  // a bank holds a tile, or a face
  m.inner = 8 / m.outer;
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

matrix_work copy_kernel::work(const kernel& k) const {
  const double datums = static_cast<double>(k.options().m) * k.options().n;
  if (k.plan().unpack_to_dst) return {"datums", datums, 0, 0};
  return {"datums", datums, matrix_datums, instructions(k)};
}

void copy_kernel::combine(const float* a, const float*, uint32_t count, double* out) const { std::copy_n(a, count, out); }

}  // namespace tensix
