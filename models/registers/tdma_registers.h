// SPDX-License-Identifier: Apache-2.0
// TDMA-RISC's registers, and what PACR_SETREG and UNPACR_NOP write with base addresses from there. Layer 1.
// Source: ISA documentation, TDMA-RISC (Wormhole; Blackhole has no page of its own), PACR_SETREG, UNPACR_NOP.
#pragma once
#include <cstdint>

namespace tensix {

namespace tdma_register {  // byte offsets; those of packer p: + packer_stride * p; of these, those of thread t: + thread_stride * t
inline constexpr uint32_t source = 0x00, destination = 0x04, size = 0x08, direction = 0x0c, command = 0x10, status = 0x14;
inline constexpr uint32_t all_zero_flags = 0x20, unpack_setreg_bases = 0x24, setreg_scaler3 = 0x28, mover_base = 0x2c;
inline constexpr uint32_t tile_size = 0x30, tile_zero_flags = 0x34;
inline constexpr uint32_t metadata_status = 0x38, pack_setreg_bases = 0x38;  // read; written
inline constexpr uint32_t scalers_and_status = 0x3c;
inline constexpr uint32_t last_tile_size = 0x18, accumulated_size = 0x1c;  // of a packer and a thread
inline constexpr uint32_t packer_stride = 0x100, thread_stride = 0x40;
}  // namespace tdma_register

namespace setreg {
inline constexpr uint32_t window = 0xffb00000, first_writable = 0xffb11000, end_of_writable = 0xffb80000;
constexpr bool writable(uint32_t address) { return address >= first_writable && address < end_of_writable; }
// A register's address in the window: of one of the base addresses, and a NoC stream's registers behind it.
constexpr uint32_t address(uint32_t base, uint32_t stream) { return window + base + (stream << 12); }
// The base addresses, two in a register of TDMA-RISC.
constexpr uint32_t base(uint32_t bases, unsigned i) {
  return (bases >> (20 + 2 * i) & 3) << 18 | (bases >> (10 * i) & 0x3ff) << 2;
}
}  // namespace setreg

}  // namespace tensix
