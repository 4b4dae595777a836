// SPDX-License-Identifier: Apache-2.0
// Of the lower layer: rows, columns or all of a tile to one.
#pragma once
#include "llk/start.h"

template <PoolType type, ReduceDim dim, bool enforce_fp32_accumulation = false>
ALWI void llk_unpack_AB_reduce_init(uint32_t operandA, uint32_t operandB) {
  called();
  using namespace tensix::device;
  (void)operandA, (void)operandB;
  if constexpr (unpacks) {
    keep_unpack_formats(dim == ReduceDim::REDUCE_ROW);
    if (unpacker.op != unpacking::reduce) set_unpack_reduce();
  }
}
template <PoolType type = REDUCE_OP, ReduceDim dim = REDUCE_DIM>
ALWI void llk_unpack_AB_reduce(uint32_t operandA, uint32_t operandB, uint32_t tile_index_a, uint32_t tile_index_b) {
  called();
  if constexpr (tensix::device::unpacks) ckernel::detail::reduce_unpack<dim>(operandA, operandB, tile_index_a, tile_index_b);
}
template <PoolType type, ReduceDim dim, bool is_fp32_dest_acc_en = tensix::device::fp32_dst, auto math_fidelity = 0,
          bool enforce_fp32_accumulation = false>
ALWI void llk_math_reduce_init() {
  called();
  using namespace tensix::device;
  if constexpr (computes) {
    ckernel::detail::reducing<type, dim>::init();
    if constexpr (enforce_fp32_accumulation && fp32_dst) prepare_reduced_halves();
  }
}
template <PoolType type, ReduceDim dim, bool is_fp32_dest_acc_en = tensix::device::fp32_dst, auto math_fidelity = 0,
          bool is_int_fpu_en = false, bool enforce_fp32_accumulation = false>
ALWI void llk_math_reduce(uint32_t dst_index, uint32_t num_faces = 4) {
  called();
  if constexpr (tensix::device::computes)
    ckernel::detail::reduce_math<type, dim, enforce_fp32_accumulation>(dst_index, num_faces);
}
template <PoolType type, ReduceDim dim, bool is_fp32_dest_acc_en = tensix::device::fp32_dst, auto math_fidelity = 0,
          bool is_int_fpu_en = false, bool enforce_fp32_accumulation = false>
ALWI void llk_math_reduce(uint32_t operandA, uint32_t operandB, uint32_t dst_index) {
  called();
  (void)operandA, (void)operandB;
  if constexpr (tensix::device::computes) ckernel::detail::reduce_math<type, dim, enforce_fp32_accumulation>(dst_index);
}
template <bool enforce_fp32_accumulation = false>
ALWI void llk_math_reduce_uninit() {
  called();
}
template <bool untilize = false, ReduceDim dim = ReduceDim::REDUCE_ROW>
ALWI void llk_pack_reduce_mask_config() {
  called();
  using namespace tensix::device;
  if constexpr (packs) pack_reduced<static_cast<reduce_dim>(dim)>();
}
ALWI void llk_pack_reduce_mask_clear() {
  called();
  if constexpr (tensix::device::packs) tensix::device::pack_everything();
}
