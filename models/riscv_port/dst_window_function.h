// SPDX-License-Identifier: Apache-2.0
// Dst as memory of RISC-V T0, T1 and T2 (0xFFBD8000, 32 KiB): what a load returns and a store leaves. Layer 1.
//
// RISC_DEST_ACCESS_CTRL_SEC[thread] of the thread's Config bank says how: `fmt` the element (0, 1: 32 bits, 512 rows; 2, 3, 4:
// 16 bits, 1024 rows; 5: 8 bits, 1024 rows), `no_swizzle` that bits pass as they stand, `unsigned_int` that integers have no
// sign. T0 and T1 access one element at a time; T2 several, in ascending addresses. Anything else (another width, fmt 6 or 7,
// beyond the last row) is diagnosed: such loads then return zero and such stores change nothing. Rows that ZEROACC has cleared
// read as zero; a store makes its row valid, as all other writers of Dst do. Source: ISA documentation, Dst (Blackhole), RISCV
// access to Dst.
#pragma once
#include <cstdint>

#include "models/registers/tensix_state.h"

namespace tensix {

inline constexpr uint32_t dst_window_bytes = 0x8000;

// `offset`: bytes from the start of the window, a multiple of `bytes`; `bytes`: 1, 2 or 4.
uint32_t dst_window_load(tensix_state& state, unsigned thread, uint32_t offset, unsigned bytes);
void dst_window_store(tensix_state& state, unsigned thread, uint32_t offset, unsigned bytes, uint32_t value);

}  // namespace tensix
