// SPDX-License-Identifier: Apache-2.0
// Products of matrices by names of their own, which in TT-Metalium do without the matrix unit's program: here they are matmul_block.
#pragma once
#include "api/compute/matmul.h"

namespace ckernel {

#define TENSIX_MM_INIT(name)                                                                                               \
  ALWI void name(uint32_t in0_cb_id, uint32_t in1_cb_id, bool transpose = false, uint32_t ct_dim = 1, uint32_t rt_dim = 1, \
                 uint32_t kt_dim = 1) {                                                                                    \
    called();                                                                                                              \
    llk_unpack_AB_matmul_init(in0_cb_id, in1_cb_id, transpose, ct_dim, rt_dim, kt_dim);                                    \
    llk_math_matmul_init(in0_cb_id, in1_cb_id, transpose, ct_dim, rt_dim);                                                 \
  }
// For buffers of the formats that are configured.
TENSIX_MM_INIT(mm_no_mop_init_short)
TENSIX_MM_INIT(mm_no_mop_reinit_short)
TENSIX_MM_INIT(mm_no_mop_reinit_after_sub)
#undef TENSIX_MM_INIT
ALWI void matmul_block_no_mop(uint32_t in0_cb_id, uint32_t in1_cb_id, uint32_t in0_tile_index, uint32_t in1_tile_index,
                              uint32_t idst, bool transpose, uint32_t ct_dim, uint32_t rt_dim, uint32_t kt_dim) {
  called();
  matmul_block(in0_cb_id, in1_cb_id, in0_tile_index, in1_tile_index, idst, transpose, ct_dim, rt_dim, kt_dim);
}

}  // namespace ckernel
using namespace ckernel;
