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
  uint32_t tile_bytes = 0;  // of a tile of 32x32 datums, with its exponents; a multiple of 16
  uint32_t capacity = 0;    // in tiles
  uint32_t format = 0;      // data_format
  // Address of two words of L1, each in a line of 16 bytes of its own: how many tiles have ever been put in (+0) and taken out
  // (+16). The word at +4 is the kernel's: not 0 if the kernel itself fills the buffer.
  uint32_t counters = 0;
  bool given = false;
};

}  // namespace tensix::device
