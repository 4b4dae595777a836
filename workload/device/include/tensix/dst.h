// SPDX-License-Identifier: Apache-2.0
// Who has Dst: T1 acquires it, computes and commits; T2 waits for that, packs and releases. Semaphore 1 counts what is
// committed. Half of Dst at a time (T1 has one, T2 the other), or all of it (--dst-sync full).
#pragma once
#include "tensix/checks.h"

namespace tensix::device {

inline constexpr uint32_t half_rows = full_sync ? 0 : 512, tile_rows = 64;

// The address modifier that adds nothing: the vector unit's, and that of instructions which are not to move counters.
inline constexpr uint32_t idle_address_modifier = 7;

struct dst_side {
  uint32_t half;          // its first row: 0 or half_rows
  uint32_t written;       // T1: a bit a tile: no longer zeros, as it was acquired
  uint32_t state;         // checked: 0 nobody's, 1 acquired (T1) or waited for (T2)
  int32_t committed;      // checked, T2: commits less waits, in the order of the text
  uint32_t last, waited;  // checked: who acquired (T1) or committed (T2), and who waited
};
static dst_side dst;

ALWI void check_dst_tile(uint32_t tile) { check(tile < dst_tiles, misuse::dst_index, tile, dst_tiles - 1); }

// T1
ALWI void acquire_dst_half() {
  check_unless_usual(dst.state == 0, false, misuse::acquired_twice);  // it waits for nothing
  if (checked) dst.state = 1, dst.last = call_site;
  dst.written = 0;
  ttinsn<word::semwait(block::math | block::vector | block::sync, sem::math_pack, until::not_max)>();
}
ALWI void commit_dst_half() {
  check_unless_usual(dst.state == 1, dst.last == 0, misuse::commit_without_acquire);  // one more of both cores' pair
  if (checked) dst.state = 0;
  ttinsns<word::stallwait(block::sync, until::math_done | until_vector_done), word::sempost(sem::math_pack)>();
  dst.half ^= half_rows;
}
ALWI void check_acquired(uint32_t tile) {
  check_unless_usual(dst.state == 1, dst.last == 0, misuse::not_acquired);  // behind a commit: what nobody packs
  check_dst_tile(tile);
}
// What matrix and vector unit address as Dst row 0 is the tile's first row.
ALWI void select_dst_tile(uint32_t tile) {
  dst.written |= 1u << tile;
  push(word::setc16(tcfg::DEST_TARGET_REG_CFG_MATH_Offset.reg, dst.half + tile_rows * tile));
}

// Makes the selected tile zeros: four blocks of 16 rows, counted from the half (of Dst, of 32 bits the same) that the offset
// of select_dst_tile is in.
ALWI void clear_dst_face(uint32_t tile, uint32_t face) {
  using namespace insn::ZEROACC;
  const uint32_t first = 4 * tile & (fp32_dst ? 15 : 31);
  push((word_of(opcode::ZEROACC) | clear_mode.place(1) | use_32_bit_mode.place(fp32_dst) |
        addr_mode.place(idle_address_modifier)) +
       first + face);
}
// Makes the tile's rows valid once more.
ALWI void mark_dst_tile(uint32_t tile) {
  select_dst_tile(tile);
  for (uint32_t face = 0; face < 4; ++face) push(word::mark_face(tile, face, idle_address_modifier));
}
// Makes 16 rows zeros, row by row, from where Dst's counter stands.
ALWI void clear_dst_rows() {
  using namespace insn::ZEROACC;
  for (uint32_t row = 0; row < 16; ++row)
    push((word_of(opcode::ZEROACC) | clear_mode.place(0) | addr_mode.place(idle_address_modifier)) + row);
}
ALWI void clear_dst_tile(uint32_t tile) {
  for (uint32_t i = 0; i < 4; ++i) clear_dst_face(tile, i);
}

// Around what the vector unit does to one tile: its instructions wait for the matrix unit's results, and what comes after for
// its own. Rows of the tile, in units of Dst's row counter: a face has 16, an SFPLOAD or SFPSTORE of 32 datums takes two rows'
// even or odd columns of four; so 8 of them a face, at row counter + 0, 2, .. 14, and 32 a tile, at + 0, 2, .. 62. Their
// address field is at most 1023: no moving of the counter is needed, but it may be moved (SETRWC, INCRWC) if it is back at 0
// at the end.
ALWI void begin_vector(uint32_t tile) {
  select_dst_tile(tile);
  ttinsn<word::stallwait(block::vector, until::math_done)>();
}
ALWI void end_vector() {
  // The matrix unit and SETC16 come behind what the vector unit still reads and writes.
  ttinsn<word::stallwait(block::math | block::config, until_vector_done)>();
}

// How far tile `b` is from tile `a`, in rows as the instructions' address field counts them.
ALWI uint32_t rows_between(uint32_t a, uint32_t b) { return tile_rows * (b - a) & 1023; }

}  // namespace tensix::device
