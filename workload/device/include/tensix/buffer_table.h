// SPDX-License-Identifier: Apache-2.0
// What the host tells a kernel's programs about each circular buffer (tensix_program.h, which it generates). No code.
#pragma once
#include <cstdint>

namespace tensix::device {

// The hardware's codes of data formats (ISA documentation, FormatConversion); with 16 what a bit elsewhere tells from its like, or
// what differs only in what it means. The same as TT-Metalium's DataFormat.
enum data_format : uint32_t {
  format_fp32 = 0,
  format_fp16 = 1,
  format_bfp8a = 2,
  format_bfp4a = 3,
  format_tf32 = 4,
  format_bf16 = 5,
  format_bfp8 = 6,
  format_bfp4 = 7,
  format_int32 = 8,
  format_uint16 = 9,  // any 16 bits
  format_fp8 = 10,
  format_bfp2a = 11,
  format_int8 = 14,
  format_bfp2 = 15,
  format_uint32 = 8 | 16,
  format_fp8_e4m3 = 10 | 16,
  format_uint8 = 14 | 16
};

struct buffer {
  uint32_t address = 0;     // in L1, in bytes; a multiple of 16
  uint32_t tile_bytes = 0;  // of a tile of 32x32 datums, with its exponents, or of a page in its place; a multiple of 16
  uint32_t capacity = 0;    // in tiles
  uint32_t format = 0;      // data_format
  // How many tiles have ever been put in, and taken out. Of a kernel that the host feeds, the address of two words of L1, each in a line
  // of 16 bytes of its own: +0, +16; the word at +4 is the kernel's: not 0 if the kernel itself fills the buffer. Of a program, the
  // address of a register of the NoC overlay: that one, and the one 8 bytes before it; their lower 16 bits count.
  uint32_t counters = 0;
  bool given = false;
  uint16_t format_units = 0;  // of a tile of the format, in units of 16 bytes, if pages have another size
};

inline constexpr uint32_t overlay_registers = 0xFFB40000;  // of the first stream; 0x1000 bytes a stream

}  // namespace tensix::device
