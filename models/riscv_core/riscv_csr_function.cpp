// SPDX-License-Identifier: Apache-2.0
#include "models/riscv_core/riscv_csr_function.h"

#include <cstdio>

#include "models/contracts/cores.h"

namespace tensix {

namespace {
constexpr uint32_t fcsr_number = 0x003, vstart = 0x008, vxsat = 0x009, vxrm = 0x00a, mstatus = 0x300, misa = 0x301,
                   mcountinhibit = 0x320, mhpmevent3 = 0x323, mhpmevent4 = 0x324, cfg0_number = 0x7c0, pmacfg0 = 0x7c1,
                   pmacfg1 = 0x7c2, cfg1 = 0x7c3, vgsrc = 0x7c6, mhpmcounter3 = 0xb03, mhpmcounter4 = 0xb04,
                   mhpmcounter3h = 0xb83, mhpmcounter4h = 0xb84, tt_cfg_qstatus = 0xbc0, tt_cfg_bstatus = 0xbc1,
                   intp_restore_pc = 0xbca, vl = 0xc20, vtype = 0xc21, vlenb = 0xc22, mhartid = 0xf14;

// Machine-level number of a counter and its user-level alias.
bool is_cycle(uint32_t n) { return n == 0xb00 || n == 0xc00; }
bool is_cycle_high(uint32_t n) { return n == 0xb80 || n == 0xc80; }
bool is_instret(uint32_t n) { return n == 0xb02 || n == 0xc02; }
bool is_instret_high(uint32_t n) { return n == 0xb82 || n == 0xc82; }

std::string csr_text(uint32_t number) {
  char text[16];
  std::snprintf(text, sizeof text, "CSR 0x%03x", number);
  return text;
}
uint64_t with_half(uint64_t value, bool high, uint32_t half) {
  return high ? (value & 0xffffffff) | static_cast<uint64_t>(half) << 32 : (value & ~uint64_t{0xffffffff}) | half;
}
}  // namespace

// Registers that hold what was written.
uint32_t* riscv_csrs::plain(uint32_t number) {
  switch (number) {
    case vxsat: return &vxsat_;
    case vxrm: return &vxrm_;
    case mcountinhibit: return &mcountinhibit_;
    case mhpmevent3: return &event_[0];
    case mhpmevent4: return &event_[1];
    case cfg0_number: return &cfg0;
    case pmacfg0: return &pmacfg[0];
    case pmacfg1: return &pmacfg[1];
    case vl: return &vl_;
    case vtype: return &vtype_;
    case vlenb: return &vlenb_;
    default: break;
  }
  if (number >= cfg1 && number <= vgsrc) return &scratch_[number - cfg1];
  if (number >= tt_cfg_qstatus && number <= intp_restore_pc) return &status_[number - tt_cfg_qstatus];
  return nullptr;
}

bool riscv_csrs::read(unsigned core, uint32_t number, const counted& now, uint32_t& value, std::string& why) const {
  const uint64_t cycle = now.cycles + cycle_offset, instret = now.instructions + instret_offset;
  switch (number) {
    case fcsr_number: value = fcsr; return true;
    case vstart:
    case mhartid: value = 0; return true;
    case mstatus: value = 0x80006600; return true;
    case misa: value = 0x40201123; return true;
    case mhpmcounter3:
    case mhpmcounter4:
    case mhpmcounter3h:
    case mhpmcounter4h: {
      const unsigned i = (number & 0xf) - 3;
      if (event_[i] && !((mcountinhibit_ >> (3 + i)) & 1)) {
        why = csr_text(number) + ": events of performance counters are not modelled";
        return false;
      }
      value = static_cast<uint32_t>(number >= mhpmcounter3h ? counter_[i] >> 32 : counter_[i]);
      return true;
    }
    default: break;
  }
  if (is_cycle(number)) return value = static_cast<uint32_t>(cycle), true;
  if (is_cycle_high(number)) return value = static_cast<uint32_t>(cycle >> 32), true;
  if (is_instret(number)) return value = static_cast<uint32_t>(instret), true;
  if (is_instret_high(number)) return value = static_cast<uint32_t>(instret >> 32), true;
  const bool live_status = ((number == tt_cfg_qstatus || number == tt_cfg_bstatus) && !has_status_) ||
                           (number > tt_cfg_bstatus && number < intp_restore_pc && core < core_b);
  if (live_status && !(cfg0 & freeze_status)) {
    why = csr_text(number) + ": the status of the coprocessor or of NoC overlay streams in it is not modelled";
    return false;
  }
  if (const uint32_t* p = const_cast<riscv_csrs*>(this)->plain(number)) return value = *p, true;
  why = csr_text(number) + ": no CSR of these cores";
  return false;
}

void riscv_csrs::live_status(uint32_t queues, uint32_t busy) {
  has_status_ = true;
  if (cfg0 & freeze_status) return;
  status_[0] = queues;
  status_[1] = busy;
}

bool riscv_csrs::write(unsigned, uint32_t number, const counted& now, uint32_t value, std::string& why) {
  switch (number) {
    case fcsr_number: fcsr = value & 0xff; return true;
    case vstart:
    case mhartid:
    case mstatus:
    case misa: return true;  // read-only: nothing happens
    case mhpmcounter3:
    case mhpmcounter4:
    case mhpmcounter3h:
    case mhpmcounter4h: {
      uint64_t& counter = counter_[(number & 0xf) - 3];
      counter = with_half(counter, number >= mhpmcounter3h, value);
      return true;
    }
    default: break;
  }
  if (is_cycle(number) || is_cycle_high(number)) {
    cycle_offset = with_half(now.cycles + cycle_offset, is_cycle_high(number), value) - now.cycles;
    return true;
  }
  if (is_instret(number) || is_instret_high(number)) {
    instret_offset = with_half(now.instructions + instret_offset, is_instret_high(number), value) - now.instructions;
    return true;
  }
  if (uint32_t* p = plain(number)) return *p = value, true;
  why = csr_text(number) + ": no CSR of these cores";
  return false;
}

}  // namespace tensix
