// The address modifiers of the matrix unit, as T1's kernels set them. No SystemC.
#pragma once
#include "models/registers/tensix_state.h"
#include "testbench/kernels/stream_builder_function.h"

namespace tensix {

struct address_modifier {
  uint32_t a = 0, b = 0, dst = 0;  // increments
  bool a_cr = false, b_cr = false, dst_cr = false, dst_to_cr = false;
  bool a_clear = false, b_clear = false, dst_clear = false, fidelity_clear = false;
  uint32_t fidelity = 0;
};
inline address_modifier start_of_tile() {
  address_modifier m;
  m.a_clear = m.b_clear = m.dst_clear = m.a_cr = m.b_cr = m.dst_cr = true;
  return m;
}
inline void set(step_builder& s, unsigned i, const address_modifier& m) {
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

}  // namespace tensix
