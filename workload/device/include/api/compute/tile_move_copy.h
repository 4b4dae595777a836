// SPDX-License-Identifier: Apache-2.0
// Tiles from a circular buffer to Dst.
#pragma once
#include "api/compute/common.h"
#include "tensix/broadcast.h"

namespace ckernel {

namespace detail {
// `faces`: faces 1 and 2 change places; `within`: each face is transposed.
ALWI void copy_init(uint32_t cbid, bool to_dst, bool faces, bool within) {
  using namespace tensix::device;
  check_buffer(cbid, 0);
  use_formats(cbid, cbid, to_dst ? dst_format(cbid) : src_format(cbid, cbid), to_dst, !to_dst && within);
  init_copy(to_dst, faces, within);
}
}  // namespace detail

// Prepares unpacker and matrix unit for copy_tile of buffers of `cbid`'s format. FP32 goes straight into a 32-bit Dst; with a
// 16-bit one it becomes BF16. `transpose`: faces 1 and 2 change places; `transpose_within_16x16_face`: each face is transposed;
// both: transpose_wh_init_short. Costs some 30 instructions a core; nothing if it is prepared for just that already.
ALWI void copy_tile_to_dst_init_short(uint32_t cbid, uint32_t transpose = 0, uint32_t transpose_within_16x16_face = false,
                                      uint32_t = 0) {
  called();
  detail::copy_init(cbid, tensix::device::goes_to_dst(cbid), transpose != 0, transpose_within_16x16_face != 0);
}
ALWI void copy_tile_to_dst_init_short_with_dt(uint32_t old_cbid, uint32_t new_cbid, uint32_t transpose = 0) {
  called();
  (void)old_cbid;
  copy_tile_to_dst_init_short(new_cbid, transpose);
}
ALWI void copy_tile_init(uint32_t cbid, uint32_t = 0) {
  called();
  copy_tile_to_dst_init_short(cbid);
}

namespace detail {
// The two cores' parts of copy_tile.
ALWI void copy_unpack(uint32_t cb, uint32_t tile_index, uint32_t dst_tile) {
  using namespace tensix::device;
  const uint32_t tile = front_tile(cb, tile_index);
  check_unpacking(unpacker.op == unpacking::copy || unpacker.op == unpacking::to_dst);
  check(buffer_of(cb).format == unpack_formats::of(unpacker.formats).in0, misuse::other_buffer, cb, operands.a);
  if (goes_to_dst(cb) && unpacker.op == unpacking::to_dst) {
    unpack_into_dst(tile, dst_tile);
    if (unpacker.op_mode & turned) ttinsns<unpacr_zeros(0), unpacr_zeros(1)>();  // SrcA and SrcB for T1 to transpose with
  } else {
    unpack_tiles(tile, tile);
  }
}
ALWI void copy_math(uint32_t cb, uint32_t dst_tile) {
  using namespace tensix::device;
  const bool to_dst = goes_to_dst(cb) && matrix.copies_to_dst;
  check_math(to_dst || matrix.op == operation::copy, dst_tile);
  if (to_dst) {
    grant_dst_tile(dst_tile);
    if (matrix.turns_in_dst) turn_faces_in_dst(dst_tile);
  } else {
    math_copy(dst_tile);
  }
}
}  // namespace detail

// Tile `in_tile_index` from the front of buffer `in_cb_id` to Dst tile `dst_tile_index`. 16-bit datums: 27 cycles of
// unpacker 0.
ALWI void copy_tile(uint32_t in_cb_id, uint32_t in_tile_index, uint32_t dst_tile_index) {
  called();
  tensix::device::check_buffer(in_cb_id, 0);
  if constexpr (tensix::device::unpacks) detail::copy_unpack(in_cb_id, in_tile_index, dst_tile_index);
  if constexpr (tensix::device::computes) detail::copy_math(in_cb_id, dst_tile_index);
}
// `ntiles` of them, one behind the other.
ALWI void copy_block_matmul_partials(uint32_t in_cb_id, uint32_t start_in_tile_index, uint32_t start_dst_tile_index,
                                     uint32_t ntiles) {
  called();
  for (uint32_t t = 0; t < ntiles; ++t) copy_tile(in_cb_id, start_in_tile_index + t, start_dst_tile_index + t);
}

}  // namespace ckernel
using namespace ckernel;

#include "llk/copy.h"
