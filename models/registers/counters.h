// SPDX-License-Identifier: Apache-2.0
// ADCs (addressing counters of unpackers and packers) and RWCs (row/word counters of matrix and vector unit). Layer 1.
// Source: ISA documentation, ADCs and RWCs.
#pragma once
#include <cstdint>

#include "models/registers/backend_config.h"

namespace tensix {

inline constexpr uint32_t adc_x_mask = 0x3ffff, adc_y_mask = 0x1fff, adc_z_mask = 0xff, adc_w_mask = 0xff;

struct adc_channel {
  uint32_t x = 0, x_cr = 0, y = 0, y_cr = 0, z = 0, z_cr = 0, w = 0, w_cr = 0;
};
struct adc_set {
  adc_channel channel[2];  // 0: input side, 1: output side
};
inline constexpr unsigned adc_packers = 2;  // index of the packers' set; 0 and 1 are the unpackers'
struct adc_thread {
  adc_set set[3];
};

struct rwc_thread {
  uint32_t dst = 0, dst_cr = 0;    // 10 bits
  uint32_t srca = 0, srca_cr = 0;  // 6 bits
  uint32_t srcb = 0, srcb_cr = 0;  // 6 bits
  uint32_t fidelity_phase = 0;     // 2 bits

  // ApplyAddrMod: `t` are the thread's ThreadConfig registers, `addr_mode` selects one of eight sections.
  void apply_addr_mod(const uint16_t* t, unsigned addr_mode, bool update_fidelity_phase = true) {
    using namespace tcfg;
    const unsigned i = addr_mode;
    const uint32_t a = ADDR_MOD_AB_SEC0_SrcAIncr.section(i)(t), b = ADDR_MOD_AB_SEC0_SrcBIncr.section(i)(t);
    const uint32_t d = ADDR_MOD_DST_SEC0_DestIncr.section(i)(t);
    if (ADDR_MOD_AB_SEC0_SrcAClear.section(i)(t)) srca = srca_cr = 0;
    else if (ADDR_MOD_AB_SEC0_SrcACR.section(i)(t)) srca = srca_cr = (srca_cr + a) & 63;
    else srca = (srca + a) & 63;
    if (ADDR_MOD_AB_SEC0_SrcBClear.section(i)(t)) srcb = srcb_cr = 0;
    else if (ADDR_MOD_AB_SEC0_SrcBCR.section(i)(t)) srcb = srcb_cr = (srcb_cr + b) & 63;
    else srcb = (srcb + b) & 63;
    if (ADDR_MOD_DST_SEC0_DestClear.section(i)(t)) dst = dst_cr = 0;
    else if (ADDR_MOD_DST_SEC0_DestCToCR.section(i)(t)) dst = dst_cr = (dst + d) & 1023;
    else if (ADDR_MOD_DST_SEC0_DestCR.section(i)(t)) dst = dst_cr = (dst_cr + d) & 1023;
    else dst = (dst + d) & 1023;
    if (update_fidelity_phase) {
      if (ADDR_MOD_DST_SEC0_FidelityClear.section(i)(t)) fidelity_phase = 0;
      else fidelity_phase = (fidelity_phase + ADDR_MOD_DST_SEC0_FidelityIncr.section(i)(t)) & 3;
    }
  }
};

}  // namespace tensix
