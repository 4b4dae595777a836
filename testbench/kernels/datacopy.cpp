// datacopy: the output is the first operand, in another format if need be. No SystemC.
#include <algorithm>

#include "testbench/kernels/address_modifiers.h"
#include "testbench/kernels/tile_kernel.h"

namespace tensix {
namespace {

class datacopy_kernel final : public tile_kernel {
 public:
  constexpr datacopy_kernel()
      : tile_kernel({"datacopy", "first operand", 1, false, false, /*straight_to_dst*/ true, fidelity_loop::usual}) {}

  void program_math_mop(step_builder& s, const kernel& k) const override;
  void check(const kernel_options&) const override {}
  uint64_t operations(const kernel_options&) const override { return 0; }
  matrix_work work(const kernel& k) const override {
    const double datums = static_cast<double>(k.options().m) * k.options().n;
    if (k.plan().unpack_to_dst) return {"datums", datums, 0, 0};
    return {"datums", datums, matrix_datums, instructions(k)};
  }

 protected:
  void combine(const float* a, const float*, uint32_t count, double* out) const override { std::copy_n(a, count, out); }
};

// Four faces of two times eight rows. With a 32-bit Dst as SrcA + 0, since MOVA2D copies 16 bits only.
void datacopy_kernel::program_math_mop(step_builder& s, const kernel& k) const {
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

}  // namespace

const kernel_description& kernels::datacopy() {
  static const datacopy_kernel kernel;
  return kernel;
}

}  // namespace tensix
