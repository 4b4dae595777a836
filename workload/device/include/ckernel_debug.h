// SPDX-License-Identifier: Apache-2.0
// What is in Dst, read by the core itself, as in the public kernel library.
#pragma once
#include "tensix/tile.h"

// The 16 datums of 16 bits of a row of Dst, two in a word, as they stand, when all instructions of the thread have been executed. T1.
ALWI void dbg_read_dest_acc_row(uint32_t row, uint32_t* rd_data) {
  using namespace tensix;
  constexpr auto fields = cfg::RISC_DEST_ACCESS_CTRL_SEC1_fmt;
  constexpr uint32_t window = 0xFFBD8000, row_bytes = 32, sixteen_bits = 2;
  device::sync();
  device::set_config(fields.word, fields.place(sixteen_bits) | cfg::RISC_DEST_ACCESS_CTRL_SEC1_no_swizzle.place(1));
  for (uint32_t i = 0; i < 8; ++i) {
    uint32_t lower, upper;
    asm volatile("lhu %0, 0(%2)\n lhu %1, 2(%2)" : "=&r"(lower), "=r"(upper) : "r"(window + row * row_bytes + 4 * i));
    rd_data[i] = lower | upper << 16;
  }
}
