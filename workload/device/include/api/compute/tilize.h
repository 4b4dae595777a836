// SPDX-License-Identifier: Apache-2.0
// Row-major data to tiles. A block is 32 rows of `block` tiles side by side, FP32, BF16 or FP16, with the bytes of `block` tiles.
#pragma once
#include "api/compute/common.h"
#include "api/compute/reduce.h"
#include "api/compute/tile_move_copy.h"
#include "tensix/row_major.h"

namespace ckernel {

// Prepares all three cores for blocks of `block` tiles of icb, to ocb. FP32 goes straight into a 32-bit Dst. About 100
// instructions a core after another operation, 300 cycles at the kernel's start.
ALWI void tilize_init(uint32_t icb, uint32_t block, uint32_t ocb, uint32_t = 0) {
  called();
  using namespace tensix::device;
  check_buffer(icb, 0);
  check(is_row_major_format(buffer_of(icb).format), misuse::not_row_major, icb);
  const bool to_dst = goes_to_dst(icb);
  const uint32_t src = src_format(icb, icb), row_units = block * 32 * datum_bytes(icb) / 16;
  configure(icb, icb, src, ocb);
  use_formats(icb, icb, to_dst ? dst_format(icb) : src, to_dst, false, row_units);
  if constexpr (unpacks)
    if (unpacker.op != unpacking::tilize || unpacker.op_mode != to_dst) set_unpack_tilize(to_dst);
  if constexpr (computes) {
    matrix.copies_to_dst = to_dst;
    if (!to_dst) use_math_copy(true);
  }
  if constexpr (packs)
    if (packer.op != packing::tilize) set_pack_tilize();
}
ALWI void tilize_init_short(uint32_t icb, uint32_t block, uint32_t ocb) {
  called();
  tilize_init(icb, block, ocb);
}

ALWI void tilize_init_short_with_dt(uint32_t old_icb, uint32_t new_icb, uint32_t block, uint32_t ocb) {
  called();
  (void)old_icb;
  tilize_init(new_icb, block, ocb);
}

// The block at the front of icb to `block` tiles at the back of ocb, which have been waited for and reserved. Acquires and
// releases Dst itself, for as many tiles at a time as it holds and `block` is a multiple of. About 45 cycles a tile.
ALWI void tilize_block(uint32_t icb, uint32_t block, uint32_t ocb, uint32_t input_tile_index = 0,
                       uint32_t output_tile_index = 0) {
  called();
  using namespace tensix::device;
  if constexpr (unpacks) {
    check_unpacking(unpacker.op == unpacking::tilize &&
                    unpack_formats::of(unpacker.formats).row_units == block * 32 * datum_bytes(icb) / 16);
    check_operand(icb, operands.a);
    front_tile(icb, input_tile_index + block - 1);
  }
  if constexpr (packs) {
    check(packer.op == packing::tilize, misuse::operation_not_initialised);
    check(buffer_of(ocb).format == packer.out, misuse::packer_other_buffer, ocb, packer.cb);
  }
  const uint32_t piece = tiles_at_a_time(block);
  for (uint32_t first = 0; first < block; first += piece) {
    acquire_dst();
    for (uint32_t t = 0; t < piece; ++t) {
      if constexpr (unpacks) {
        const uint32_t from = front_tile(icb, input_tile_index) + (first + t) * 32 * datum_bytes(icb) / 16;
        if (goes_to_dst(icb)) unpack_into_dst(from, t);
        else unpack_tiles(from, from);
      }
      if constexpr (computes) {
        if (matrix.copies_to_dst) grant_dst_tile(t);
        else math_copy(t);
      }
      if constexpr (packs) pack_dst_tile(t, back_tile(ocb, output_tile_index + first + t));
    }
    release_dst();
  }
}
// Whole tiles again.
ALWI void tilize_uninit(uint32_t icb, uint32_t ocb) {
  called();
  using namespace tensix::device;
  (void)icb, (void)ocb;
  if constexpr (packs) set_pack_usual();
}
// And the format of new_icb for SrcA.
ALWI void tilize_uninit_with_dt(uint32_t old_icb, uint32_t new_icb, uint32_t ocb) {
  called();
  tilize_uninit(old_icb, ocb);
  reconfig_data_format_srca(new_icb);
}

// The same again: on Blackhole the fast ones are these.
ALWI void fast_tilize_init(uint32_t icb, uint32_t full_dim, uint32_t ocb, uint32_t = 0) {
  called();
  tilize_init(icb, full_dim, ocb);
}
ALWI void fast_tilize_init_with_dt(uint32_t icb, uint32_t full_dim, uint32_t ocb) {
  called();
  tilize_init(icb, full_dim, ocb);
}
ALWI void fast_tilize_uninit(uint32_t icb, uint32_t ocb) {
  called();
  tilize_uninit(icb, ocb);
}
ALWI void fast_tilize_block(uint32_t icb, uint32_t block, uint32_t ocb, uint32_t input_tile_index = 0,
                            uint32_t output_tile_index = 0) {
  called();
  tilize_block(icb, block, ocb, input_tile_index, output_tile_index);
}

// T0: faces of tiles in row-major order to SrcA, and of another buffer to SrcB. `num_faces` of each tile: 4; 2: the upper ones, or 1, of
// face_r_dim rows; the block's rows are block * 32 datums apart (block * 16 of one face). neginf_srcA, zero_srcA_reduce: what rows
// of SrcA below are.
namespace detail {
ALWI void tilize_pair_init(uint32_t icb0, uint32_t block, uint32_t num_faces, uint32_t b_rows) {
  using namespace tensix::device;
  check(is_row_major_format(buffer_of(icb0).format), misuse::not_row_major, icb0);
  keep_unpack_formats(false);
  set_unpack_tilize_pair(block * (num_faces == 1 ? 16 : 32) * datum_bytes(icb0) / 16, b_rows);
}
template <tensix::device::unfilled rest, bool next_b>
ALWI void tilize_pair(uint32_t icb0, uint32_t icb1, uint32_t tile, uint32_t tile_b, uint32_t block, uint32_t num_faces,
                      uint32_t rows) {
  using namespace tensix::device;
  check_unpacking(unpacker.op == unpacking::tilize_pair);
  const uint32_t bytes = datum_bytes(icb0), from = front_tile(icb0, 0) + tile * 32 * bytes / 16, b = front_tile(icb1, tile_b);
  for (uint32_t face = 0; face < num_faces; ++face)
    unpack_tilize_face<rest, next_b>(from + (face % 2 * 16 + face / 2 * block * 32 * rows) * bytes / 16, b, rows);
}
}  // namespace detail
// At the start of a kernel: reduce_tile_math of such tiles, REDUCE_OP along REDUCE_DIM, with one row of scalers.
template <bool neginf_srcA = true, bool zero_srcA_reduce = false>
ALWI void tilizeA_B_reduce_init(uint32_t icb0, uint32_t icb1_scaler, uint32_t block, uint32_t ocb, uint32_t num_faces = 4,
                                uint32_t face_r_dim = 16, uint32_t = 0) {
  called();
  using namespace tensix::device;
  (void)face_r_dim;
  check_buffer(icb0, 0);
  check_buffer(icb1_scaler, 0);
  configure(icb0, icb1_scaler, src_format(icb0, icb1_scaler), ocb);
  if constexpr (unpacks) detail::tilize_pair_init(icb0, block, num_faces, 1);
  if constexpr (computes) detail::reducing<REDUCE_OP, REDUCE_DIM>::init();
}
// Tiles 0 .. block - 1 of the block at the front of icb0, one by one, each with tile tile_idx_b of icb1: its first face for each
// (reload_srcB), or face by face. As soon as T1 has used what came before.
template <bool neginf_srcA = true, uint32_t reload_srcB = true, bool zero_srcA = false, bool zero_srcA_reduce = false>
ALWI void unpack_tilizeA_B_block(uint32_t icb0, uint32_t icb1, uint32_t block, uint32_t tile_idx_b, uint32_t num_faces = 4,
                                 uint32_t srca_face_r_dim = 16) {
  called();
  using namespace tensix::device;
  constexpr unfilled rest = neginf_srcA ? unfilled::negative_infinity : zero_srcA_reduce ? unfilled::zero : unfilled::as_was;
  if constexpr (unpacks)
    for (uint32_t t = 0; t < block; ++t)
      detail::tilize_pair<rest, !reload_srcB>(icb0, icb1, t, tile_idx_b, block, num_faces, srca_face_r_dim);
}
ALWI void unpack_tilizeA_B_uninit(uint32_t icb) {
  called();
  (void)icb;
}

}  // namespace ckernel
using namespace ckernel;

#include "llk/tilize.h"
