// Tiles of Dst to row-major order, by the packer. A block is 32 rows of tiles side by side.
#pragma once
#include "api/compute/common.h"
#include "api/compute/unary_init.h"
#include "tensix/row_major.h"

namespace ckernel {

// Prepares the packer for blocks of which block_ct_dim tiles (at most what Dst holds) are packed at a time.
template <uint32_t block_ct_dim, uint32_t full_ct_dim = block_ct_dim>
ALWI void pack_untilize_dst_init_short(uint32_t ocb) {
  called();
  using namespace tensix::device;
  static_assert(block_ct_dim <= dst_tiles, "Dst holds fewer tiles: use a smaller block_ct_dim");
  static_assert(full_ct_dim % block_ct_dim == 0, "full_ct_dim is a multiple of block_ct_dim");
  check_buffer(ocb, 0);
  check(is_row_major_format(buffer_of(ocb).format), misuse::not_row_major, ocb);
  if constexpr (computes) set_dst_remap(true);
  if constexpr (packs) {
    use_pack_format(ocb);
    if (packer.op != packing::untilize || packer.op_mode != block_ct_dim) set_pack_untilize(block_ct_dim);
  }
}
template <uint32_t block_ct_dim, uint32_t full_ct_dim = block_ct_dim>
ALWI void pack_untilize_init(uint32_t icb, uint32_t ocb) {
  called();
  unary_op_init_common(icb, ocb);
  copy_tile_init(icb);
  pack_untilize_dst_init_short<block_ct_dim, full_ct_dim>(ocb);
}
// Dst tiles tile_dst_offset .. + block_ct_dim - 1 to piece block_c_index of the block (of full_ct_dim tiles) at the back of ocb.
// About 110 cycles a tile in blocks of 8, 150 of 4: each row ends the packer's output.
template <uint32_t block_ct_dim, uint32_t full_ct_dim = block_ct_dim>
ALWI void pack_untilize_dst(uint32_t ocb, uint32_t block_rt_dim = 1, uint32_t block_c_index = 0, uint32_t tile_dst_offset = 0) {
  called();
  using namespace tensix::device;
  if constexpr (packs) {
    check(dst.state == 1, misuse::not_waited);
    check_dst_tile(tile_dst_offset + block_ct_dim - 1);
    check(packer.op == packing::untilize && packer.op_mode == block_ct_dim, misuse::operation_not_initialised);
    check(buffer_of(ocb).format == packer.out, misuse::packer_other_buffer, ocb, packer.cb);
    const uint32_t piece = block_ct_dim * 32 * datum_bytes(ocb) / 16;
    for (uint32_t r = 0; r < block_rt_dim; ++r) {
      back_tile(ocb, (r + 1) * full_ct_dim - 1);
      pack_rows(tile_dst_offset + r * block_ct_dim, back_tile(ocb, r * full_ct_dim) + block_c_index * piece,
                full_ct_dim * 32 * datum_bytes(ocb) / 16);
    }
  }
}
// The same, with copy_tile of block_ct_dim tiles from the front of icb: acquires and releases Dst itself.
template <uint32_t block_ct_dim, uint32_t full_ct_dim = block_ct_dim>
ALWI void pack_untilize_block(uint32_t icb, uint32_t block_rt_dim, uint32_t ocb, uint32_t block_c_index = 0) {
  called();
  for (uint32_t r = 0; r < block_rt_dim; ++r) {
    acquire_dst();
    for (uint32_t t = 0; t < block_ct_dim; ++t) copy_tile(icb, r * block_ct_dim + t, t);
    pack_untilize_dst<block_ct_dim, full_ct_dim>(ocb, 1, block_c_index, 0);
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
