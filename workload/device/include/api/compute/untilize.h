// SPDX-License-Identifier: Apache-2.0
// Tiles to row-major order, for blocks of any width.
#pragma once
#include "api/compute/pack_untilize.h"

namespace ckernel {

// Prepares all three cores for tiles of icb: to row-major blocks in ocb (FP32, BF16 or FP16). Without ocb, as TT-Metalium has it,
// the packer is as it was: started, and of the buffer's format.
ALWI void untilize_init(uint32_t icb) {
  called();
  copy_tile_init(icb);
  if constexpr (tensix::device::computes) tensix::device::set_dst_remap(true);
}
ALWI void untilize_init(uint32_t icb, uint32_t ocb) {
  called();
  using namespace tensix::device;
  check_buffer(ocb, 0);
  check(is_row_major_format(buffer_of(ocb).format), misuse::not_row_major, ocb);
  unary_op_init_common(icb, ocb);
  untilize_init(icb);
}
// `full_ct_dim` tiles at the front of icb to a block of 32 rows at the back of ocb. Acquires and releases Dst itself, for as many
// tiles at a time as it holds and full_ct_dim is a multiple of (block_ct_dim is for TT-Metalium's own way). About 110 cycles a tile
// in blocks of 8, 150 of 4.
template <uint32_t block_ct_dim = 1>
ALWI void untilize_block(uint32_t icb, uint32_t full_ct_dim, uint32_t ocb) {
  called();
  using namespace tensix::device;
  const uint32_t block = full_ct_dim;
  const uint32_t piece = tiles_at_a_time(block);
  if constexpr (packs) {
    check(packer.started, misuse::not_configured);
    check(is_row_major_format(buffer_of(ocb).format), misuse::not_row_major, ocb);
    check(buffer_of(ocb).format == packer.out, misuse::packer_other_buffer, ocb, packer.cb);
    use_pack_untilize({piece});
    back_tile(ocb, outputs.of[ocb].packed + block - 1);
  }
  for (uint32_t first = 0; first < block; first += piece) {
    acquire_dst();
    for (uint32_t t = 0; t < piece; ++t) copy_tile(icb, first + t, t);
    if constexpr (packs)
      pack_row_major(0, back_tile(ocb, outputs.of[ocb].packed) + first * 32 * datum_bytes(ocb) / 16,
                     block * 32 * datum_bytes(ocb) / 16);
    release_dst();
  }
  if constexpr (packs) outputs.of[ocb].packed += block;
}
// Whole tiles again.
ALWI void untilize_uninit(uint32_t icb) {
  called();
  (void)icb;
  if constexpr (tensix::device::computes) tensix::device::set_dst_remap(false);
  if constexpr (tensix::device::packs) tensix::device::set_pack_usual();
}

}  // namespace ckernel
using namespace ckernel;
