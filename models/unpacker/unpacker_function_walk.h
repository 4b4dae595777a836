// SPDX-License-Identifier: Apache-2.0
// How an unpacker steps through its input: shared by acceptance (which bytes, how many datums) and execution.
#pragma once
#include <cstdint>
#include <vector>

#include "models/unpacker/unpacker_function.h"

namespace tensix {

inline constexpr uint32_t header_rows = 4;  // of unpacker 0's output address: not written in SrcA

// Circular buffer rule; `address` counts `scale`ths of a byte.
inline int64_t wrap_scaled(const unpack_job::sampled& s, int64_t address, int64_t scale) {
  return address > int64_t{s.limit_bytes} * scale ? address - int64_t{s.fifo_bytes} * scale : address;
}

inline unsigned dst_row_of(const unpack_job::sampled& s, const dst_register& dst, uint32_t output_row) {
  return (output_row - 4) & (s.ovrd_with_addr ? 15u : dst.rows - 1);
}

struct input_datum {
  int64_t address;           // bits
  int64_t delta_address;     // bits, compressed data only
  int64_t exponent_address;  // sixteenths of a byte
  unsigned zeroes_after;     // 0..15
};

// Calls `visit` for every datum to be read, until it returns false. `byte(address)`: of L1, zero outside it.
template <class Byte, class Visit>
void walk_inputs(const unpack_job::sampled& s, Byte&& byte, Visit&& visit) {
  int64_t address = s.datum_address, delta = s.delta_address, exponent = s.exponent_address;
  for (uint32_t i = 0; i < s.datums;) {
    input_datum d{address, delta, exponent, 0};
    address += s.datum_bits;
    if (++i % s.row_width == 0)
      address = wrap_scaled(s, address + (int64_t{s.row_stride} * 8 - int64_t{s.row_width} * s.datum_bits), 8);
    if (s.has_exponent && !s.force_exponent && ++exponent % 256 == 0) exponent = wrap_scaled(s, exponent, 16);
    if (s.compressed) {
      if (delta >= 0) d.zeroes_after = (byte(delta / 8) >> (delta % 8)) & 15u;
      delta += 4;
      if (delta % 128 == 0) {  // the block's 32 deltas are used up: datums skip them, deltas skip the next 32 datums
        address += 128;
        delta = wrap_scaled(s, delta + 32 * s.datum_bits, 8);
      }
    }
    if (!visit(d)) return;
  }
}

}  // namespace tensix
