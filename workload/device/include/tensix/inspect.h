// SPDX-License-Identifier: Apache-2.0
// What a program may look at while it runs: rows of Dst, through the window that the cores have into it.
#pragma once
#include "tensix/dst.h"

namespace tensix::device {

inline constexpr uint32_t sticky_bits = 0xFFB120B4;  // the register FPU_STICKY_BITS

// T0 and T1 stand still, and no tile waits for the packer, until let_go.
ALWI void halt() {
  constexpr uint32_t mailboxes = 0xFFEC0000, stride = 0x1000, t0 = 1, t1 = 2;
  if constexpr (unpacks) {
    sync();
    at(mailboxes + stride * t1) = 1;
    const uint32_t go = at(mailboxes + stride * t1);
    asm volatile("and zero, zero, %0" ::"r"(go));
  }
  if constexpr (computes) {
    sync();
    const uint32_t halted = at(mailboxes + stride * t0);
    asm volatile("and zero, zero, %0" ::"r"(halted));
    while (semaphore(sem::math_pack)) {
    }
  }
}
ALWI void let_go() {
  constexpr uint32_t mailboxes = 0xFFEC0000, stride = 0x1000, t0 = 1;
  if constexpr (computes) at(mailboxes + stride * t0) = 1;
}

// T1: 16 datums of 16 bits as Dst has them, two a word; of 32 bits the upper halves, the lower ones are eight rows further.
inline __attribute__((noinline)) void read_dst_row(uint32_t row, uint32_t* words) {
  constexpr uint32_t window = 0xFFBD8000, row_bytes = 32, sixteen_bits = 2;
  constexpr config_field format = cfg::RISC_DEST_ACCESS_CTRL_SEC1_fmt, as_is = cfg::RISC_DEST_ACCESS_CTRL_SEC1_no_swizzle;
  sync();
  const uint32_t address = riscv_address::config + 4 * format.word, before = at(address);
  at(address) = (before & ~format.place(7)) | format.place(sixteen_bits) | as_is.place(1);
  asm volatile("and zero, zero, %0" ::"r"(uint32_t{at(address)}));  // it has arrived
  for (uint32_t i = 0; i < 8; ++i) {
    uint32_t low, high;
    const uint32_t datum = window + row_bytes * (dst.half + row) + 4 * i;
    asm volatile("lhu %0, 0(%1)" : "=r"(low) : "r"(datum));
    asm volatile("lhu %0, 2(%1)" : "=r"(high) : "r"(datum));
    words[i] = low | high << 16;
  }
  at(address) = before;
}

}  // namespace tensix::device
