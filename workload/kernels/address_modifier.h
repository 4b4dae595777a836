// SPDX-License-Identifier: Apache-2.0
// What an instruction of the matrix unit adds to the counters of SrcA, SrcB and Dst, as the words of its two SETC16. For the host's
// kernels and for programs of the cores alike: freestanding.
#pragma once
#include "workload/kernels/words.h"

namespace tensix {

struct address_modifier {
  uint32_t a = 0, b = 0, dst = 0, fidelity = 0;  // increments
  bool a_clear = false, b_clear = false, dst_clear = false, fidelity_clear = false;
  bool a_cr = false, b_cr = false, dst_cr = false, dst_to_cr = false;  // `cr`: to the value the counter was last set to
  constexpr uint32_t set_ab(uint32_t i) const {
    using namespace tcfg;
    return word::setc16(ADDR_MOD_AB_SEC0_SrcAIncr.reg + i,
                        ADDR_MOD_AB_SEC0_SrcAIncr.place(a) | ADDR_MOD_AB_SEC0_SrcACR.place(a_cr) |
                            ADDR_MOD_AB_SEC0_SrcAClear.place(a_clear) | ADDR_MOD_AB_SEC0_SrcBIncr.place(b) |
                            ADDR_MOD_AB_SEC0_SrcBCR.place(b_cr) | ADDR_MOD_AB_SEC0_SrcBClear.place(b_clear));
  }
  constexpr uint32_t set_dst(uint32_t i) const {
    using namespace tcfg;
    return word::setc16(ADDR_MOD_DST_SEC0_DestIncr.reg + i,
                        ADDR_MOD_DST_SEC0_DestIncr.place(dst) | ADDR_MOD_DST_SEC0_DestCR.place(dst_cr) |
                            ADDR_MOD_DST_SEC0_DestClear.place(dst_clear) | ADDR_MOD_DST_SEC0_DestCToCR.place(dst_to_cr) |
                            ADDR_MOD_DST_SEC0_FidelityIncr.place(fidelity) |
                            ADDR_MOD_DST_SEC0_FidelityClear.place(fidelity_clear));
  }
};

}  // namespace tensix
