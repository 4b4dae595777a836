// SPDX-License-Identifier: Apache-2.0
// TileSlice(cb, tile, SliceRange::hw0_32_8()): datums of a tile in a buffer, for DPRINT.
#pragma once
#include <cstdint>

#include "tensix/program.h"

#define TSLICE_RD_PTR true
#define TSLICE_WR_PTR false
#define TSLICE_INPUT_CB true
#define TSLICE_OUTPUT_CB false
#define CB_RD_PTR(id) (get_local_cb_interface(id).fifo_rd_ptr << cb_addr_shift)
#define CB_RD_SZ(id) (get_local_cb_interface(id).fifo_size << cb_addr_shift)
#define CB_WR_PTR(id) (get_local_cb_interface(id).fifo_wr_ptr << cb_addr_shift)
#define CB_PAGE_COUNT(id) (get_local_cb_interface(id).fifo_num_pages)
#define CB_PAGE_SIZE(id) (get_local_cb_interface(id).fifo_page_size << cb_addr_shift)

// Rows h0 to h1 and columns w0 to w1, each hs-th and ws-th.
struct SliceRange {
  uint8_t h0, h1, hs, w0, w1, ws;
  static constexpr SliceRange hw0_32_16() { return {0, 32, 16, 0, 32, 16}; }
  static constexpr SliceRange hw0_32_8() { return {0, 32, 8, 0, 32, 8}; }
  static constexpr SliceRange hw0_32_4() { return {0, 32, 4, 0, 32, 4}; }
  static constexpr SliceRange h0_w0_32() { return {0, 1, 1, 0, 32, 1}; }
  static constexpr SliceRange h0_32_w0() { return {0, 32, 1, 0, 1, 1}; }
  static constexpr SliceRange h1_w0_32() { return {1, 2, 1, 0, 32, 1}; }
};

// Where on T0 the tile is what is read, on T2 what is written; on T1 there is none. On B and NC the kernel says which: input or output, and
// by which pointer it is found.
template <int most = 64>
struct TileSlice {
  uint32_t cb, tile;
  SliceRange range;
#if defined(TENSIX_MOVE)
  bool by_read_pointer;
  constexpr TileSlice(uint32_t cb, int tile, const SliceRange& range, [[maybe_unused]] bool input, bool read_pointer,
                      bool = true, bool = true)
      : cb(cb), tile(static_cast<uint32_t>(tile)), range(range), by_read_pointer(read_pointer) {}
#else
  constexpr TileSlice(uint32_t cb, int tile, const SliceRange& range, bool = false, bool = false)
      : cb(cb), tile(static_cast<uint32_t>(tile)), range(range) {}
  constexpr TileSlice(uint32_t cb, int tile, const SliceRange& range, bool, bool, bool, bool = false)
      : cb(cb), tile(static_cast<uint32_t>(tile)), range(range) {}
#endif
};
using TSLICE = TileSlice<64>;

namespace tensix::device {
template <class T>
inline constexpr bool is_tile_slice = false;
template <int most>
inline constexpr bool is_tile_slice<TileSlice<most>> = true;
}  // namespace tensix::device

#if TENSIX_DPRINT
#include "internal/circular_buffer_interface.h"
#include "tensix/print.h"
namespace tensix::device {
#if defined(TENSIX_MOVE)
template <int most>
ALWI uint32_t address_of(const TileSlice<most>& t) {
  const LocalCBInterface& local = get_local_cb_interface(t.cb);
  return (t.by_read_pointer ? local.fifo_rd_ptr : local.fifo_wr_ptr) + t.tile * local.fifo_page_size;
}
#else
template <int most>
ALWI uint32_t address_of(const TileSlice<most>& t) {
  const uint32_t offset = unpacks ? inputs.of[t.cb].offset : outputs.of[t.cb].offset;
  return 16 * (first_unit(t.cb) + ring_offset(t.cb, offset, t.tile));
}
#endif
template <int most>
ALWI void print_tile(const TileSlice<most>& t) {
  if (computes) return print_text("(T1 has no buffers)");
  print(print_kind::tile, address_of(t), buffer_of(t.cb).format);
  print(print_kind::slice, t.range.h0 | t.range.h1 << 8 | t.range.hs << 16, t.range.w0 | t.range.w1 << 8 | t.range.ws << 16);
  print_seen();
}
}  // namespace tensix::device
#endif
