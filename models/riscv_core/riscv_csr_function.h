// SPDX-License-Identifier: Apache-2.0
// The control and status registers of a core. Layer 1.
// Source: ISA documentation, BabyRISCV (Blackhole), CSRs.
#pragma once
#include <array>
#include <cstdint>
#include <string>

namespace tensix {

struct riscv_csrs {
  // Fields of cfg0 that matter here.
  static constexpr uint32_t disable_load_bypass = 1u << 0, disable_predictor = 1u << 1, disable_prefetch = 1u << 2,
                            disable_data_cache = 1u << 3, sync_all = 1u << 9, disable_csr_sync = 1u << 10,
                            disable_store_merge = 1u << 12, disable_ttinsn_fusion = 1u << 18, disable_forwarding = 1u << 20,
                            disable_periodic_flush = 1u << 24, freeze_status = 1u << 29, bfloat = 1u << 30,
                            bfloat_nearest = 1u << 31;
  uint32_t cfg0 = 16u << 13;
  uint32_t pmacfg[2] = {};
  uint32_t fcsr = 0;
  uint64_t cycle_offset = 0, instret_offset = 0;  // what a counter shows beyond what was counted
  unsigned store_merge_cycles() const { return (cfg0 & disable_store_merge) ? 0 : (cfg0 >> 13) & 31; }
  bool strongly_ordered() const { return ((pmacfg[0] | pmacfg[1]) & 1) != 0; }

  struct counted {  // what the counters have counted when the CSR is accessed
    uint64_t cycles, instructions;
  };
  // `core`: its number (contracts/cores.h). False: `why` says what is wrong.
  bool read(unsigned core, uint32_t number, const counted& now, uint32_t& value, std::string& why) const;
  // tt_cfg_qstatus and tt_cfg_bstatus, which are the coprocessor's unless they are frozen. Before they are read, or cfg0,
  // which freezes them, is written, `live_status` sets them.
  static bool shows_status(uint32_t number) { return number == 0xbc0 || number == 0xbc1 || number == 0x7c0; }
  void live_status(uint32_t queues, uint32_t busy);
  bool write(unsigned core, uint32_t number, const counted& now, uint32_t value, std::string& why);

 private:
  uint32_t mcountinhibit_ = 0, event_[2] = {};
  uint64_t counter_[2] = {};
  uint32_t vxsat_ = 0, vxrm_ = 0, vl_ = 0, vtype_ = 0, vlenb_ = 16;
  uint32_t scratch_[4] = {};  // cfg1, hwa_mask, hwa_cfg, vgsrc
  bool has_status_ = false;
  std::array<uint32_t, 11> status_{};  // tt_cfg_qstatus, bstatus, sstatus0..7, intp_restore_pc
  uint32_t* plain(uint32_t number);
};

}  // namespace tensix
