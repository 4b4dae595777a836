// SPDX-License-Identifier: Apache-2.0
// What a core leaves in L1 for each thing that DPRINT prints, for the host: 16 bytes in its ring. No code.
#pragma once
#include <cstdint>

namespace tensix::device {

enum class print_kind : uint32_t {
  text,        // address in L1 of a text that ends with 0
  characters,  // up to eight of them, those that are not 0
  line,        // the end of a line
  format,      // address of a text with {} for each of the things that follow; how many
  unsigned32,
  unsigned64,
  signed32,
  signed64,
  float32,
  bfloat16,
  width,      // from here on
  precision,  // digits
  fixed,
  general,
  hexadecimal,
  octal,
  decimal,
  pointer,
  tile,  // address of a tile; its format. What of it follows as
  slice  // rows: first | end << 8 | step << 16; columns alike
};

struct print_record {
  print_kind kind;
  uint32_t pc;  // where the statement begins; the host knows the line (DWARF)
  uint32_t low, high;
};
inline constexpr uint32_t print_slots = 64;  // of a core's ring

}  // namespace tensix::device
