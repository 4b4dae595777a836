// SPDX-License-Identifier: Apache-2.0
// Sum, difference and product of tiles on the matrix unit, datum by datum. About 34 cycles a tile in blocks
// of 8, limited by T0; products HiFi2 42, HiFi4 83.
#pragma once
#include "api/compute/common.h"
#include "tensix/binary.h"
#include "tensix/operation_names.h"

namespace ckernel {

namespace detail {
constexpr tensix::device::elementwise elementwise_of(EltwiseBinaryType type) {
  using tensix::device::elementwise;
  return type == ELWMUL ? elementwise::mul : type == ELWSUB ? elementwise::sub : elementwise::add;
}
template <EltwiseBinaryType type, BroadcastType dim>
struct binary_type {
  static_assert(type == ELWMUL || type == ELWSUB || type == ELWADD, "the matrix unit has ELWADD, ELWSUB, ELWMUL");
  using program = tensix::device::elementwise_program<elementwise_of(type), static_cast<tensix::device::broadcast>(dim)>;
};
template <EltwiseBinaryType type, BroadcastType dim>
using binary_program = typename binary_type<type, dim>::program;

template <EltwiseBinaryType type, BroadcastType dim>
ALWI void binary_short(uint32_t icb0, uint32_t icb1, bool acc_to_dest) {
  using namespace tensix::device;
  use_formats(icb0, icb1, src_format(icb0, icb1));
  if constexpr (unpacks)
    if (unpacker.op != unpacking::pair || unpacker.op_mode != static_cast<uint32_t>(dim))
      set_unpack_pair<static_cast<broadcast>(dim)>();
  if constexpr (computes) binary_program<type, dim>::init(acc_to_dest);
}
// `row`, of ROW: which one of tile itile1, of a format without common exponents.
template <BroadcastType dim>
ALWI void binary_unpack(uint32_t icb0, uint32_t icb1, uint32_t itile0, uint32_t itile1, uint32_t row = 0) {
  using namespace tensix::device;
  const uint32_t tile0 = front_tile(icb0, itile0), tile1 = front_tile(icb1, itile1);
  check_unpacking(unpacker.op == unpacking::pair && unpacker.op_mode == static_cast<uint32_t>(dim));
  check_operand(icb0, operands.a);
  check_operand(icb1, operands.b);
  check_operands(icb0, icb1);
  uint32_t offset = 0;  // in 16 bytes: rows 0 to 15 are in faces 0 and 1, 16 to 31 in 2 and 3
  if constexpr (dim == BroadcastType::ROW) offset = (row + (row & 16)) * bytes_of(buffer_of(icb1).format);
  unpack_tiles(tile0, tile1 + offset);
}
template <EltwiseBinaryType type, BroadcastType dim>
ALWI void binary_math(uint32_t idst) {
  using program = binary_program<type, dim>;
  tensix::device::check_math(program::ready(), idst);
  program::run(idst);
}
template <EltwiseBinaryType type, BroadcastType dim>
ALWI void binary(uint32_t icb0, uint32_t icb1, uint32_t itile0, uint32_t itile1, uint32_t idst, uint32_t row = 0) {
  if constexpr (tensix::device::unpacks) binary_unpack<dim>(icb0, icb1, itile0, itile1, row);
  if constexpr (tensix::device::computes) binary_math<type, dim>(idst);
}
}  // namespace detail

// At the start of a kernel: formats of both operands and the output, and what a kernel needs once. About 300 cycles.
ALWI void binary_op_init_common(uint32_t icb0, uint32_t icb1, uint32_t ocb, uint32_t = 0) {
  called();
  compute_kernel_hw_startup(icb0, icb1, ocb);
}

// What the next operation is. `acc_to_dest`: it adds to what is in Dst, as products always do. Some 40 instructions a core;
// nothing if it is already.
template <bool full_init, EltwiseBinaryType eltwise_binary_type>
ALWI void binary_tiles_init(uint32_t icb0, uint32_t icb1, bool acc_to_dest = false, uint32_t = 0) {
  called();
  detail::binary_short<eltwise_binary_type, BroadcastType::NONE>(icb0, icb1, acc_to_dest);
}
ALWI void add_tiles_init(uint32_t icb0, uint32_t icb1, bool acc_to_dest = false, uint32_t = 0) {
  called();
  detail::binary_short<ELWADD, BroadcastType::NONE>(icb0, icb1, acc_to_dest);
}
ALWI void sub_tiles_init(uint32_t icb0, uint32_t icb1, bool acc_to_dest = false, uint32_t = 0) {
  called();
  detail::binary_short<ELWSUB, BroadcastType::NONE>(icb0, icb1, acc_to_dest);
}
ALWI void mul_tiles_init(uint32_t icb0, uint32_t icb1, uint32_t = 0) {
  called();
  detail::binary_short<ELWMUL, BroadcastType::NONE>(icb0, icb1, false);
}

// Dst tile idst = tile itile0 of icb0 (+, -) tile itile1 of icb1; mul_tiles adds the product to what is in Dst: zeros after
// tile_regs_acquire.
ALWI void add_tiles(uint32_t icb0, uint32_t icb1, uint32_t itile0, uint32_t itile1, uint32_t idst) {
  called();
  detail::binary<ELWADD, BroadcastType::NONE>(icb0, icb1, itile0, itile1, idst);
}
ALWI void sub_tiles(uint32_t icb0, uint32_t icb1, uint32_t itile0, uint32_t itile1, uint32_t idst) {
  called();
  detail::binary<ELWSUB, BroadcastType::NONE>(icb0, icb1, itile0, itile1, idst);
}
ALWI void mul_tiles(uint32_t icb0, uint32_t icb1, uint32_t itile0, uint32_t itile1, uint32_t idst) {
  called();
  detail::binary<ELWMUL, BroadcastType::NONE>(icb0, icb1, itile0, itile1, idst);
}

namespace detail {
template <EltwiseBinaryType type, EltwiseBinaryReuseDestType reuse>
struct reuse_type {
  static_assert(reuse != EltwiseBinaryReuseDestType::NONE, "DEST_TO_SRCA or DEST_TO_SRCB");
  static constexpr bool to_a = reuse == EltwiseBinaryReuseDestType::DEST_TO_SRCA;
  using program = tensix::device::reuse_program<elementwise_of(type), to_a>;
};
template <EltwiseBinaryType type, EltwiseBinaryReuseDestType reuse>
using reuse_program_of = typename reuse_type<type, reuse>::program;
template <EltwiseBinaryType type, EltwiseBinaryReuseDestType reuse>
ALWI void reuse_math(uint32_t idst) {
  using program = reuse_program_of<type, reuse>;
  tensix::device::check_math(program::ready(), idst);
  program::run(idst);
}
}  // namespace detail

// Dst tile idst = itself (+, -, x) tile itile of icb (DEST_TO_SRCA), or that tile (+, -, x) itself (DEST_TO_SRCB). Dst has to have
// the kind of datums of icb. What comes from a 32-bit Dst is cut to the format of SrcA: BF16, or TF32 for buffers of FP32.
template <EltwiseBinaryType type = ELWADD, EltwiseBinaryReuseDestType reuse = EltwiseBinaryReuseDestType::NONE>
ALWI void binary_dest_reuse_tiles_init(uint32_t icb, uint32_t = 0) {
  called();
  using namespace tensix::device;
  constexpr bool to_a = detail::reuse_type<type, reuse>::to_a;
  use_formats(icb, icb, src_format(icb, icb));
  if constexpr (unpacks)
    if (unpacker.op != unpacking::reuse || unpacker.op_mode != to_a) set_unpack_reuse(to_a);
  if constexpr (computes) detail::reuse_program_of<type, reuse>::init(false);
}
template <EltwiseBinaryType type = ELWADD, EltwiseBinaryReuseDestType reuse = EltwiseBinaryReuseDestType::NONE>
ALWI void binary_dest_reuse_tiles(uint32_t icb, uint32_t itile, uint32_t idst) {
  called();
  using namespace tensix::device;
  constexpr bool to_a = detail::reuse_type<type, reuse>::to_a;
  if constexpr (unpacks) {
    const uint32_t tile = front_tile(icb, itile);
    check_unpacking(unpacker.op == unpacking::reuse && unpacker.op_mode == to_a);
    check_operand(icb, operands.a);
    unpack_tiles(tile, tile);
  }
  if constexpr (computes) detail::reuse_math<type, reuse>(idst);
}

}  // namespace ckernel
using namespace ckernel;

#include "llk/binary.h"
