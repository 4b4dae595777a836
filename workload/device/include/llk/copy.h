// SPDX-License-Identifier: Apache-2.0
// Of the lower layer: one operand to Dst.
#pragma once
#include "llk/start.h"
#include "tensix/broadcast.h"

namespace ckernel::detail {
// Dst's tile, and half, for 32-bit datums, which unpacker 0 writes: T1's to say.
ALWI uint32_t from_t1() {
  const uint32_t place = tensix::device::at(0xFFEC0000 + 0x1000 * 2);
  tensix::device::dst.half = place >> 16;
  return place & 0xffff;
}
ALWI void to_t0(uint32_t dst_tile) { tensix::device::at(0xFFEC0000 + 0x1000 * 1) = dst_tile | tensix::device::dst.half << 16; }
}  // namespace ckernel::detail

// acc_to_dest and a reuse: the operand goes to one of SrcA and SrcB, Dst's tile to the other.
template <BroadcastType BType = BroadcastType::NONE, bool acc_to_dest = false,
          EltwiseBinaryReuseDestType reuse = EltwiseBinaryReuseDestType::NONE, bool unpack_to_dest = false>
ALWI void llk_unpack_A_init(uint32_t transpose_of_faces = 0, uint32_t within_face_16x16_transpose = 0, uint32_t operand = 0) {
  called();
  using namespace tensix::device;
  if constexpr (unpacks) {
    const bool faces = transpose_of_faces != 0, within = within_face_16x16_transpose != 0;
    const bool to_dst = unpack_to_dest && goes_to_dst(operand);
    if constexpr (reuse != EltwiseBinaryReuseDestType::NONE) {
      constexpr bool to_a = reuse == EltwiseBinaryReuseDestType::DEST_TO_SRCA;
      keep_unpack_formats(false);
      if (unpacker.op != unpacking::reuse || unpacker.op_mode != to_a) set_unpack_reuse(to_a);
    } else if constexpr (BType != BroadcastType::NONE) {
      constexpr auto how = static_cast<broadcast>(BType);
      keep_unpack_formats(false, to_dst);
      set_unpack_broadcast<how>(to_dst);
    } else {
      keep_unpack_formats(!to_dst && within, to_dst);
      init_copy(to_dst, faces, within);
    }
  }
}
template <BroadcastType BType = BroadcastType::NONE, bool acc_to_dest = false,
          EltwiseBinaryReuseDestType reuse = EltwiseBinaryReuseDestType::NONE, bool unpack_to_dest = false>
ALWI void llk_unpack_A(uint32_t operand, uint32_t tile_index) {
  called();
  using namespace tensix::device;
  if constexpr (unpacks) {
    const uint32_t tile = front_tile(operand, tile_index);
    check_unpacking(unpacker.op != unpacking::none);
    if (unpack_to_dest && goes_to_dst(operand) && unpacker.op == unpacking::to_dst)
      unpack_into_dst(tile, ckernel::detail::from_t1());
    else if (unpacker.op == unpacking::broadcast && unpacker.op_mode & broadcast_to_dst)
      unpack_broadcast(tile, ckernel::detail::from_t1());
    else unpack_tiles(tile, tile);
  }
}
template <BroadcastType BType = BroadcastType::NONE, bool acc_to_dest = false,
          EltwiseBinaryReuseDestType reuse = EltwiseBinaryReuseDestType::NONE, bool unpack_to_dest = false>
ALWI void llk_unpack_A_block(uint32_t operand, uint32_t start_tile_index, uint32_t ntiles) {
  called();
  for (uint32_t t = 0; t < ntiles; ++t) llk_unpack_A<BType, acc_to_dest, reuse, unpack_to_dest>(operand, start_tile_index + t);
}
template <BroadcastType BType = BroadcastType::NONE>
ALWI void llk_unpack_A_uninit(uint32_t operand) {
  called();
  (void)operand;
}

template <DataCopyType type, bool is_fp32_dest_acc_en = tensix::device::fp32_dst, BroadcastType dim = BroadcastType::NONE,
          bool is_int_fpu_en = false, bool tilize = false>
ALWI void llk_math_eltwise_unary_datacopy_init(uint32_t operand = 0) {
  called();
  using namespace tensix::device;
  if constexpr (computes) {
    if constexpr (dim != BroadcastType::NONE) {
      broadcast_program<static_cast<broadcast>(dim)>::init(goes_to_dst(operand));
    } else {
      matrix.copies_to_dst = goes_to_dst(operand);
      matrix.turns_in_dst = false;
      use_math_copy(tilize);
    }
  }
}
template <DataCopyType type, bool is_fp32_dest_acc_en = tensix::device::fp32_dst, BroadcastType dim = BroadcastType::NONE,
          bool unpack_to_dest = false>
ALWI void llk_math_eltwise_unary_datacopy(uint32_t dst_index, uint32_t operand = 0) {
  called();
  using namespace tensix::device;
  if constexpr (computes) {
    const bool to_dst = unpack_to_dest && goes_to_dst(operand);
    check_math(matrix.op == (dim == BroadcastType::NONE ? operation::copy : operation::broadcast), dst_index);
    if (to_dst) ckernel::detail::to_t0(dst_index);
    if constexpr (dim != BroadcastType::NONE) {
      using program = broadcast_program<static_cast<broadcast>(dim)>;
      if (to_dst) program::run_in_dst(dst_index);
      else program::run(dst_index);
    } else {
      if (to_dst) grant_dst_tile(dst_index);
      else math_copy(dst_index);
    }
  }
}
template <DataCopyType type, bool is_fp32_dest_acc_en = tensix::device::fp32_dst, BroadcastType dim = BroadcastType::NONE,
          bool unpack_to_dest = false>
ALWI void llk_math_eltwise_unary_datacopy_block(uint32_t start_dst_index, uint32_t ntiles, uint32_t operand = 0) {
  called();
  for (uint32_t t = 0; t < ntiles; ++t)
    llk_math_eltwise_unary_datacopy<type, is_fp32_dest_acc_en, dim, unpack_to_dest>(start_dst_index + t, operand);
}
template <BroadcastType dim = BroadcastType::NONE, bool unpack_to_dest = false>
ALWI void llk_math_eltwise_unary_datacopy_uninit() {
  called();
}
