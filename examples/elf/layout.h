// Where things lie in L1, for B and T0..T2 alike. (The programs themselves: core.ld.)
#pragma once
#include <cstdint>

// Run-time arguments: tensix-tlm elf --l1w 0xA000=ROWS --l1w 0xA004=COLUMNS ... What is not given is 0.
struct kernel_arguments {
  uint32_t rows, columns;              // of the output, in tiles
  uint32_t inner;                      // matmul: columns of the first operand, in tiles
  uint32_t block_rows, block_columns;  // matmul: output tiles in Dst at a time, 8 at most, that divide it; 0 is 1
  uint32_t fidelity;                   // matmul: 0 LoFi, 1 HiFi2, 2 HiFi3, 3 HiFi4
  uint32_t fp16;                       // 0: all tensors are BF16, 1: FP16
  uint32_t ring_tiles;  // datacopy, add: 0: the buffers are the tensors; 2 to 10: rings, which B fills and empties
};
inline const kernel_arguments& arguments() { return *reinterpret_cast<const kernel_arguments*>(0xA000); }
// Tiles that go through Dst together: one half of it, and half a ring, so that the other half can be used meanwhile.
inline uint32_t block_tiles() { return arguments().ring_tiles && arguments().ring_tiles < 16 ? arguments().ring_tiles / 2 : 8; }
inline uint32_t smaller(uint32_t a, uint32_t b) { return a < b ? a : b; }
inline uint32_t output_tiles() { return arguments().rows * arguments().columns; }

// Two operands and the output, as tiles of 2 KiB.
inline constexpr uint32_t buffer_in0 = 0, buffer_in1 = 1, buffer_out = 2, buffers = 3;
inline constexpr uint32_t tile_bytes = 2048, most_tiles = 224;
constexpr uint32_t tensor_address(uint32_t buffer) { return 0x20000 + buffer * most_tiles * tile_bytes; }
constexpr uint32_t ring_address(uint32_t buffer) { return 0x10000 + buffer * 0x5000; }  // up to 10 tiles

// A circular buffer's counters: how many tiles have ever been put in, and taken out. One writer each, one 16-byte line each.
struct buffer_counters {
  alignas(16) volatile uint32_t produced;
  alignas(16) volatile uint32_t consumed;
};
inline buffer_counters& counters(uint32_t buffer) {  // 0xA100, 0xA120, 0xA140
  return reinterpret_cast<buffer_counters*>(0xA100)[buffer];
}
// SPDX-License-Identifier: Apache-2.0
