// TileSlice(cb, tile, SliceRange::hw0_32_8()): datums of a tile in a buffer, for DPRINT.
#pragma once
#include <cstdint>

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

template <int most = 64>
struct TileSlice {
  uint32_t cb, tile;
  SliceRange range;
  constexpr TileSlice(uint8_t cb, int tile, const SliceRange& range, bool = false, bool = false)
      : cb(cb), tile(static_cast<uint32_t>(tile)), range(range) {}
  constexpr TileSlice(uint8_t cb, int tile, const SliceRange& range, bool, bool, bool, bool = false)
      : cb(cb), tile(static_cast<uint32_t>(tile)), range(range) {}
};
using TSLICE = TileSlice<64>;
