// Tiles from a circular buffer to Dst.
#pragma once
#include "api/compute/common.h"
#include "tensix/copy.h"

namespace ckernel {

namespace detail {
ALWI void copy_init(uint32_t cbid, bool to_dst, bool transpose) {
  using namespace tensix::device;
  check_buffer(cbid, 0);
  use_formats(cbid, cbid, to_dst ? dst_format(cbid) : src_format(cbid, cbid), to_dst, !to_dst && transpose);
  init_copy(to_dst, transpose);
}
}  // namespace detail

// Prepares unpacker and matrix unit for copy_tile of buffers of `cbid`'s format. FP32 goes straight into a 32-bit Dst; with a
// 16-bit one it becomes BF16. `transpose`: as transpose_wh_init_short. Costs some 30 instructions a core; nothing if it is
// prepared for just that already.
ALWI void copy_tile_to_dst_init_short(uint32_t cbid, uint32_t transpose = 0) {
  called();
  detail::copy_init(cbid, tensix::device::goes_to_dst(cbid), transpose != 0);
}
ALWI void copy_tile_to_dst_init_short_with_dt(uint32_t old_cbid, uint32_t new_cbid, uint32_t transpose = 0) {
  called();
  (void)old_cbid;
  copy_tile_to_dst_init_short(new_cbid, transpose);
}
ALWI void copy_tile_init(uint32_t cbid) {
  called();
  copy_tile_to_dst_init_short(cbid, 0);
}

// Tile `in_tile_index` from the front of buffer `in_cb_id` to Dst tile `dst_tile_index`. 16-bit datums: 27 cycles of
// unpacker 0.
ALWI void copy_tile(uint32_t in_cb_id, uint32_t in_tile_index, uint32_t dst_tile_index) {
  called();
  using namespace tensix::device;
  check_buffer(in_cb_id, 0);
  if constexpr (unpacks) {
    const uint32_t tile = front_tile(in_cb_id, in_tile_index);
    check_unpacking(unpacker.op == unpacking::copy || unpacker.op == unpacking::to_dst);
    check(buffer_of(in_cb_id).format == unpack_formats::of(unpacker.formats).in0, misuse::other_buffer, in_cb_id, operands.a);
    if (goes_to_dst(in_cb_id) && unpacker.op == unpacking::to_dst) {
      unpack_into_dst(tile, dst_tile_index);
      if (unpacker.op_mode) ttinsns<unpacr_zeros(0), unpacr_zeros(1)>();  // SrcA and SrcB for T1 to transpose with
    } else {
      unpack_tiles(tile, tile);
    }
  }
  if constexpr (computes) {
    const bool to_dst = goes_to_dst(in_cb_id) && matrix.copies_to_dst;
    check_math(to_dst || matrix.op == operation::copy, dst_tile_index);
    if (to_dst) {
      grant_dst_tile(dst_tile_index);
      if (matrix.turns_in_dst) turn_faces_in_dst(dst_tile_index);
    } else {
      math_copy(dst_tile_index);
    }
  }
}

}  // namespace ckernel
using namespace ckernel;
