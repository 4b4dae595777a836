// SPDX-License-Identifier: Apache-2.0
// Of the lower layer: rows to tiles.
#pragma once
#include "llk/copy.h"

template <bool neginf_srcA = false, uint32_t reload_srcB = false, bool zero_srcA = false, bool zero_srcA_reduce = false>
ALWI void llk_unpack_tilizeA_B_init(uint32_t operandA, uint32_t operandB, uint32_t ct_dim, uint32_t num_faces = 4,
                                    uint32_t unpA_face_r_dim = 16, uint32_t unpB_face_r_dim = 16) {
  called();
  (void)operandB, (void)unpA_face_r_dim;
  if constexpr (tensix::device::unpacks) ckernel::detail::tilize_pair_init(operandA, ct_dim, num_faces, unpB_face_r_dim);
}
template <bool neginf_srcA = false, uint32_t reload_srcB = false, bool zero_srcA = false, bool zero_srcA_reduce = false>
ALWI void llk_unpack_tilizeA_B_block(uint32_t operandA, uint32_t operandB, uint32_t block_c_tiles_a, uint32_t tile_idx_b,
                                     uint32_t num_faces = 4, uint32_t unpA_face_r_dim = 16) {
  called();
  unpack_tilizeA_B_block<neginf_srcA, reload_srcB, zero_srcA, zero_srcA_reduce>(operandA, operandB, block_c_tiles_a, tile_idx_b,
                                                                                num_faces, unpA_face_r_dim);
}
