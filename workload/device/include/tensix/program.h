// SPDX-License-Identifier: Apache-2.0
// Which core's program this is, and what the host has said about it. The source of a compute kernel is compiled three times: with
// TENSIX_UNPACK for T0, TENSIX_MATH for T1, TENSIX_PACK for T2; one that moves data once, with TENSIX_MOVE for B or NC.
#pragma once
#include "tensix_program.h"

#if defined(TENSIX_UNPACK) + defined(TENSIX_MATH) + defined(TENSIX_PACK) + defined(TENSIX_MOVE) != 1
#error "compile with one of -DTENSIX_UNPACK, -DTENSIX_MATH, -DTENSIX_PACK, -DTENSIX_MOVE"
#endif

namespace tensix::device {

#if defined(TENSIX_UNPACK)
inline constexpr uint32_t core = 0;
#elif defined(TENSIX_MATH)
inline constexpr uint32_t core = 1;
#elif defined(TENSIX_PACK)
inline constexpr uint32_t core = 2;
#elif defined(COMPILE_FOR_BRISC)
inline constexpr uint32_t core = 3;
#else
inline constexpr uint32_t core = 4;
#endif
inline constexpr bool unpacks = core == 0, computes = core == 1, packs = core == 2, moves = core >= 3;

inline constexpr bool fp32_dst = TENSIX_FP32_DEST, full_sync = TENSIX_DST_FULL_SYNC, checked = TENSIX_CHECKED;
inline constexpr uint32_t fidelity_phases = TENSIX_FIDELITY + 1;  // of the matrix unit's products: 1 LoFi .. 4 HiFi4
// Tiles of 32x32 that the kernel has between tile_regs_acquire and tile_regs_release; half of Dst unless it is synchronised whole.
inline constexpr uint32_t dst_tiles = (fp32_dst ? 4 : 8) * (full_sync ? 2 : 1);

inline constexpr const buffer& buffer_of(uint32_t cb) { return tensix_program::buffers[cb & 31]; }
constexpr uint32_t bytes_of_tile(const buffer& b) { return b.format_units ? 16u * b.format_units : b.tile_bytes; }
// Whether counters of circular buffers are registers of the NoC overlay.
inline constexpr bool counts_in_overlay = [] {
  for (const buffer& b : tensix_program::buffers)
    if (b.given && b.counters >= overlay_registers) return true;
  return false;
}();

}  // namespace tensix::device

// As in TT-Metalium: code for one of the three only. UNPACK((statement)).
#if defined(TENSIX_UNPACK)
#define UNPACK(x) x
#ifndef TRISC_UNPACK
#define TRISC_UNPACK 1
#endif
#else
#define UNPACK(x)
#endif
#if defined(TENSIX_MATH)
#define MATH(x) x
#ifndef TRISC_MATH
#define TRISC_MATH 1
#endif
#else
#define MATH(x)
#endif
#if defined(TENSIX_PACK)
#define PACK(x) x
#ifndef TRISC_PACK
#define TRISC_PACK 1
#endif
#else
#define PACK(x)
#endif
#define ALWI inline __attribute__((always_inline))
