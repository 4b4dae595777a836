// SPDX-License-Identifier: Apache-2.0
// Of the lower layer: products of matrices.
#pragma once
#include "llk/start.h"

ALWI void llk_unpack_AB_matmul_init(uint32_t operandA, uint32_t operandB, uint32_t transpose = 0, uint32_t ct_dim = 1,
                                    uint32_t rt_dim = 1, uint32_t kt_dim = 1) {
  called();
  using namespace tensix::device;
  if constexpr (unpacks) {
    keep_unpack_formats(transpose != 0);
    init_unpack_matmul(operandA, operandB, {ct_dim, rt_dim, kt_dim, transpose != 0});
  }
}
ALWI void llk_unpack_AB_matmul(uint32_t operandA, uint32_t operandB, uint32_t tile_index_a, uint32_t tile_index_b,
                               uint32_t ct_dim = 1, uint32_t rt_dim = 1, uint32_t kt_dim = 1) {
  called();
  if constexpr (tensix::device::unpacks)
    ckernel::detail::mm_unpack(operandA, operandB, tile_index_a, tile_index_b, {ct_dim, rt_dim, kt_dim, false});
}
template <auto math_fidelity = 0, int throttle_level = 0>
ALWI void llk_math_matmul_init(uint32_t operandA = 0, uint32_t operandB = 0, uint32_t transpose = 0, uint32_t ct_dim = 1,
                               uint32_t rt_dim = 1) {
  called();
  (void)operandA, (void)operandB;
  if constexpr (tensix::device::computes) tensix::device::init_math_matmul({ct_dim, rt_dim, 1, transpose != 0});
}
template <auto math_fidelity = 0, int throttle_level = 0, uint32_t num_faces = 4>
ALWI void llk_math_matmul(uint32_t dst_index, uint32_t ct_dim = 1, uint32_t rt_dim = 1) {
  called();
  static_assert(num_faces == 4, "tiles are 32x32");
  if constexpr (tensix::device::computes) ckernel::detail::mm_math(dst_index, {ct_dim, rt_dim, 1, false});
}
