// SPDX-License-Identifier: Apache-2.0
// Tiles of Dst to row-major order, by the packer. A block is 32 rows of tiles side by side.
#pragma once
#include "api/compute/common.h"
#include "api/compute/pack_rows.h"
#include "api/compute/unary_init.h"
#include "tensix/row_major.h"

namespace ckernel {

// Prepares the packer for blocks of which block_ct_dim tiles (at most what Dst holds) are packed at a time; ocb's format. Of each
// tile num_faces faces (4; 2: the upper ones; 1: the first) of face_r_dim rows; narrow_row: only the first row_num_datums of
// face 0's (and 2's) rows; dense: two tiles of two faces lie in one of Dst.
template <uint32_t block_ct_dim = 8, uint32_t full_ct_dim = block_ct_dim, bool narrow_row = false, uint32_t row_num_datums = 32,
          bool dense = false>
ALWI void pack_untilize_dest_init(uint32_t ocb, uint32_t face_r_dim = 16, uint32_t num_faces = 4, uint32_t = 0) {
  called();
  using namespace tensix::device;
  static_assert(block_ct_dim <= dst_tiles * (dense ? 2 : 1), "Dst holds fewer tiles: use a smaller block_ct_dim");
  static_assert(full_ct_dim % block_ct_dim == 0, "full_ct_dim is a multiple of block_ct_dim");
  check_buffer(ocb, 0);
  check(is_row_major_format(buffer_of(ocb).format), misuse::not_row_major, ocb);
  if constexpr (computes) set_dst_remap(true);
  if constexpr (packs) {
    use_pack_format(ocb);
    use_pack_untilize({block_ct_dim, face_r_dim, num_faces, narrow_row ? row_num_datums : row_datums, dense});
  }
}
template <uint32_t block_ct_dim = 8, uint32_t full_ct_dim = block_ct_dim>
ALWI void pack_untilize_dst_init_short(uint32_t ocb, uint32_t face_r_dim = 16, uint32_t num_faces = 4) {
  called();
  pack_untilize_dest_init<block_ct_dim, full_ct_dim>(ocb, face_r_dim, num_faces);
}
template <uint32_t block_ct_dim = 8, uint32_t full_ct_dim = block_ct_dim>
ALWI void pack_untilize_init(uint32_t icb, uint32_t ocb, uint32_t = 0) {
  called();
  constexpr uint32_t at_a_time = block_ct_dim <= tensix::device::dst_tiles ? block_ct_dim : tensix::device::dst_tiles;
  unary_op_init_common(icb, ocb);
  copy_tile_init(icb);
  pack_untilize_dest_init<at_a_time>(ocb);
}
// Dst tiles tile_dst_ct_offset + tile_dst_rt_offset .. + block_ct_dim - 1 (and as many more for each further one of block_rt_dim) to
// piece block_c_index of the block (of full_ct_dim tiles) at the back of ocb. About 110 cycles a tile in blocks of 8, 150 of 4: each
// row ends the packer's output.
template <uint32_t block_ct_dim = 8, uint32_t full_ct_dim = block_ct_dim, bool diagonal = false, bool narrow_row = false,
          uint32_t row_num_datums = 32, uint32_t tile_dst_ct_offset = 0, bool dense = false>
ALWI void pack_untilize_dest(uint32_t ocb, uint32_t block_rt_dim = 1, uint32_t block_c_index = 0, uint32_t face_r_dim = 16,
                             uint32_t num_faces = 4, uint32_t tile_dst_rt_offset = 0) {
  called();
  using namespace tensix::device;
  static_assert(!diagonal, "diagonal: not on Blackhole");
  if constexpr (packs) {
    const untilize_shape s{block_ct_dim, face_r_dim, num_faces, narrow_row ? row_num_datums : row_datums, dense};
    const uint32_t first_tile = tile_dst_ct_offset + tile_dst_rt_offset;
    check(dst.state == 1, misuse::not_waited);
    check_dst_tile(first_tile + (dense ? block_ct_dim / 2 : block_ct_dim) * block_rt_dim - 1);
    check(packer.op == packing::untilize, misuse::operation_not_initialised);
    check(buffer_of(ocb).format == packer.out, misuse::packer_other_buffer, ocb, packer.cb);
    use_pack_untilize(s);
    const uint32_t bytes = datum_bytes(ocb), piece = s.width(block_ct_dim) * bytes / 16,
                   row_units = s.width(full_ct_dim) * bytes / 16;
    for (uint32_t r = 0; r < block_rt_dim; ++r) {
      // Less than a tile's bytes a tile if not all of it is packed.
      if constexpr (checked) back_tile(ocb, r * full_ct_dim + (s.halves() * s.rows * row_units - 1) / tile_units(ocb));
      pack_row_major(first_tile + r * block_ct_dim, back_tile(ocb, r * full_ct_dim) + block_c_index * piece, row_units,
                     s.halves());
    }
  }
}
// The name before 2025.
template <uint32_t block_ct_dim = 8, uint32_t full_ct_dim = block_ct_dim>
ALWI void pack_untilize_dst(uint32_t ocb, uint32_t block_rt_dim = 1, uint32_t block_c_index = 0, uint32_t tile_dst_offset = 0) {
  called();
  pack_untilize_dest<block_ct_dim, full_ct_dim>(ocb, block_rt_dim, block_c_index, 16, 4, tile_dst_offset);
}
// The same, with copy_tile of block_ct_dim tiles from the front of icb: acquires and releases Dst itself, more than once if it holds
// fewer.
template <uint32_t block_ct_dim = 8, uint32_t full_ct_dim = block_ct_dim>
ALWI void pack_untilize_block(uint32_t icb, uint32_t block_rt_dim, uint32_t ocb, uint32_t block_c_index = 0) {
  called();
  constexpr uint32_t piece = tensix::device::tiles_at_a_time(block_ct_dim), pieces = block_ct_dim / piece;
  for (uint32_t r = 0; r < block_rt_dim; ++r)
    for (uint32_t p = 0; p < pieces; ++p) {
      acquire_dst();
      for (uint32_t t = 0; t < piece; ++t) copy_tile(icb, r * block_ct_dim + p * piece + t, t);
      pack_untilize_dest<piece, full_ct_dim>(ocb, 1, block_c_index * pieces + p);
      release_dst();
    }
}
// Whole tiles again.
ALWI void pack_untilize_uninit(uint32_t ocb) {
  called();
  (void)ocb;
  if constexpr (tensix::device::computes) tensix::device::set_dst_remap(false);
  if constexpr (tensix::device::packs) tensix::device::set_pack_usual();
}

}  // namespace ckernel
using namespace ckernel;

#include "llk/row_major.h"
