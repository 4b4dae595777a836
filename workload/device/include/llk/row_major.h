// SPDX-License-Identifier: Apache-2.0
// Of the lower layer: the packer's modes, rows and tiles.
#pragma once
#include "llk/copy.h"

// Whole tiles; `tilize`: as tilize_block packs them.
template <bool untilize = false, bool zero_output = false, bool tilize = false>
ALWI void llk_pack_init(uint32_t pack_output = 16, uint32_t num_tiles = 1) {
  called();
  using namespace tensix::device;
  static_assert(!untilize && !zero_output, "use llk_pack_untilize_init");
  (void)pack_output, (void)num_tiles;
  if constexpr (packs) {
    if (!packer.started) return;  // llk_pack_hw_configure does it
    if constexpr (tilize) {
      if (packer.op != packing::tilize) set_pack_tilize();
    } else {
      if (packer.op != packing::tile) set_pack_usual();
    }
  }
}
template <uint32_t block_ct_dim = 8, uint32_t full_ct_dim = block_ct_dim, bool diagonal = false, bool narrow_row = false,
          uint32_t row_num_datums = 32, bool dense = false>
ALWI void llk_pack_untilize_init(uint32_t output, uint32_t face_r_dim = 16, uint32_t num_faces = 4) {
  called();
  if constexpr (tensix::device::packs)
    pack_untilize_dest_init<block_ct_dim, full_ct_dim, narrow_row, row_num_datums, dense>(output, face_r_dim, num_faces);
}
template <uint32_t block_ct_dim = 8, uint32_t full_ct_dim = block_ct_dim, bool diagonal = false, bool narrow_row = false,
          uint32_t row_num_datums = 32, uint32_t tile_dst_ct_offset = 0, bool dense = false>
ALWI void llk_pack_untilize(uint32_t block_rt_dim, uint32_t output, uint32_t face_r_dim = 16, uint32_t num_faces = 4,
                            uint32_t block_c_index = 0, uint32_t tile_dst_rt_offset = 0) {
  called();
  pack_untilize_dest<block_ct_dim, full_ct_dim, diagonal, narrow_row, row_num_datums, tile_dst_ct_offset, dense>(
      output, block_rt_dim, block_c_index, face_r_dim, num_faces, tile_dst_rt_offset);
}
ALWI void llk_pack_untilize_uninit(uint32_t output) {
  called();
  if constexpr (tensix::device::packs) pack_untilize_uninit(output);
}
// T1: rows of Dst lie where the packer can read two of them at once, for untilizing.
ALWI void llk_math_reconfig_remap(bool remap_enable) {
  called();
  if constexpr (tensix::device::computes) tensix::device::set_dst_remap(remap_enable);
}
