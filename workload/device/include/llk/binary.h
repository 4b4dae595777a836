// SPDX-License-Identifier: Apache-2.0
// Of the lower layer: two operands, one of which may be a row, a column, a datum, or Dst itself.
#pragma once
#include "llk/start.h"

template <BroadcastType BType = BroadcastType::NONE>
ALWI void llk_unpack_AB_init(uint32_t operandA = 0, uint32_t operandB = 1, uint32_t transpose = 0) {
  called();
  using namespace tensix::device;
  (void)operandA, (void)operandB;
  check(transpose == 0, misuse::operation_not_initialised);
  if constexpr (unpacks) {
    keep_unpack_formats(false);
    if (unpacker.op != unpacking::pair || unpacker.op_mode != static_cast<uint32_t>(BType))
      set_unpack_pair<static_cast<broadcast>(BType)>();
  }
}
template <BroadcastType BType = BroadcastType::NONE>
ALWI void llk_unpack_AB(uint32_t operandA, uint32_t operandB, uint32_t tile_index_a, uint32_t tile_index_b,
                        uint32_t bcast_row_idx = 0) {
  called();
  if constexpr (tensix::device::unpacks) {
    if (tensix::device::unpacker.op == tensix::device::unpacking::reduce) {  // older kernels: the same for reductions
      tensix::device::unpack_tiles(tensix::device::front_tile(operandA, tile_index_a),
                                   tensix::device::front_tile(operandB, tile_index_b));
    } else {
      ckernel::detail::binary_unpack<BType>(operandA, operandB, tile_index_a, tile_index_b, bcast_row_idx);
    }
  }
}

// `math_fidelity` is --fidelity, whatever is said.
template <EltwiseBinaryType type, BroadcastType dim, auto math_fidelity = 0,
          EltwiseBinaryReuseDestType reuse = EltwiseBinaryReuseDestType::NONE>
ALWI void llk_math_eltwise_binary_init(uint32_t acc_to_dest = 0) {
  called();
  if constexpr (tensix::device::computes) {
    if constexpr (reuse == EltwiseBinaryReuseDestType::NONE) ckernel::detail::binary_program<type, dim>::init(acc_to_dest != 0);
    else ckernel::detail::reuse_program_of<type, reuse>::init(acc_to_dest != 0);
  }
}
template <EltwiseBinaryType type, BroadcastType dim, auto math_fidelity = 0,
          EltwiseBinaryReuseDestType reuse = EltwiseBinaryReuseDestType::NONE>
ALWI void llk_math_eltwise_binary_init_with_operands(uint32_t operand_A, uint32_t operand_B, uint32_t acc_to_dest = 0) {
  called();
  (void)operand_A, (void)operand_B;
  llk_math_eltwise_binary_init<type, dim, math_fidelity, reuse>(acc_to_dest);
}
template <EltwiseBinaryType type, BroadcastType dim, bool is_fp32_dest_acc_en = tensix::device::fp32_dst,
          auto math_fidelity = 0, EltwiseBinaryReuseDestType reuse = EltwiseBinaryReuseDestType::NONE>
ALWI void llk_math_eltwise_binary(uint32_t dst_index, bool clear_fp32_dst_acc = true) {
  called();
  (void)clear_fp32_dst_acc;
  if constexpr (tensix::device::computes) {
    if constexpr (reuse == EltwiseBinaryReuseDestType::NONE) ckernel::detail::binary_math<type, dim>(dst_index);
    else ckernel::detail::reuse_math<type, reuse>(dst_index);
  }
}
template <EltwiseBinaryType type, BroadcastType dim, bool is_fp32_dest_acc_en = tensix::device::fp32_dst,
          auto math_fidelity = 0, EltwiseBinaryReuseDestType reuse = EltwiseBinaryReuseDestType::NONE>
ALWI void llk_math_eltwise_binary(uint32_t operand_A, uint32_t operand_B, uint32_t dst_index, bool clear_fp32_dst_acc) {
  called();
  (void)operand_A, (void)operand_B;
  llk_math_eltwise_binary<type, dim, is_fp32_dest_acc_en, math_fidelity, reuse>(dst_index, clear_fp32_dst_acc);
}
