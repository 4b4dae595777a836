// SPDX-License-Identifier: Apache-2.0
// What every whole-kernel program shares: run-time arguments, where tiles lie, and zones whose first and last cycle a core
// notes.
#pragma once
#include "examples/elf/tile.h"

// Of the program that was measured only the loop bounds and formats are known at run time; the rest is compiled in.
struct run_arguments {
  uint32_t loops;
  uint32_t ct, rt, kt;             // tiles: columns and rows of the output block, inner dimension
  uint32_t units_a, units_b;       // size of a tile in units of 16 bytes: of in0 (rows) and in1 (columns)
  uint32_t format_in, format_out;  // codes of data formats
  uint32_t tiles;                  // vector kernels: in a loop
};
inline run_arguments read_arguments() {
  run_arguments a;
  const volatile uint32_t* const in = reinterpret_cast<const volatile uint32_t*>(0xA000);
  for (uint32_t i = 0; i < sizeof a / 4; ++i) reinterpret_cast<uint32_t*>(&a)[i] = in[i];
  return a;
}

// The n-th tile of a buffer, as the unpackers and packers want it: slots of 4 KiB, 16 of them.
inline constexpr uint32_t in0 = 0x21000, in1 = 0x31000, out = 0x51000;
constexpr uint32_t tile_address(uint32_t buffer, uint32_t n) { return (buffer + (n % 16) * 4096) / 16 - 1; }

// Two words a core from 0xA100 on: the wall clock at the beginning and the end of the zone.
inline __attribute__((always_inline)) void note_clock(uint32_t core, uint32_t which) {
  const uint32_t low = at(0xFFB121F0), high = at(0xFFB121F8);
  at(0xA180 + 8 * core + 4 * which) = high;
  at(0xA100 + 8 * core + 4 * which) = low;
}

// All three cores get here before any goes on.
inline void meet(uint32_t core) {
  at(0xA140 + 4 * core) = 1;
  for (uint32_t other = 0; other < 3; ++other)
    while (at(0xA140 + 4 * other) == 0) asm volatile("fence" ::: "memory");
}
