// SPDX-License-Identifier: Apache-2.0
// Reductions on the matrix unit. The tile of scalers has the scaler in the first row of each face (a tile that is the scaler
// everywhere will do): 1 for sums and maxima, 1/N for averages; REDUCE_SCALAR multiplies by it twice. A maximum is scaled only
// by the exponent of the scaler, so use 1.
#pragma once
#include "api/compute/common.h"
#include "tensix/operation_names.h"
#include "tensix/reduce.h"

namespace ckernel {

#ifndef REDUCE_OP
#define REDUCE_OP PoolType::SUM
#endif
#ifndef REDUCE_DIM
#define REDUCE_DIM ReduceDim::REDUCE_ROW
#endif

namespace detail {
template <PoolType type, ReduceDim dim>
struct reducing_type {
  static_assert(type != PoolType::MIN, "the matrix unit has sums and maxima");
  using program = tensix::device::reduce_program<type == PoolType::MAX ? tensix::device::pool::max : tensix::device::pool::sum,
                                                 static_cast<tensix::device::reduce_dim>(dim)>;
};
template <PoolType type, ReduceDim dim>
using reducing = typename reducing_type<type, dim>::program;

template <ReduceDim dim>
ALWI void reduce_unpack(uint32_t icb, uint32_t icb_scaler, uint32_t itile, uint32_t itile_scaler) {
  using namespace tensix::device;
  const uint32_t tile = front_tile(icb, itile), scalers = front_tile(icb_scaler, itile_scaler);
  check_unpacking(unpacker.op == unpacking::reduce &&
                  unpack_formats::of(unpacker.formats).transpose == (dim == ReduceDim::REDUCE_ROW));
  check_operand(icb, operands.a);
  check_operand(icb_scaler, operands.b);
  unpack_tiles(tile, scalers);
}
template <PoolType type, ReduceDim dim, bool all_bits = false>
ALWI void reduce_math(uint32_t idst, uint32_t faces = 4) {
  using namespace tensix::device;
  using program = reducing<type, dim>;
  check_math(matrix.op == operation::reduce && matrix.op_mode == program::mode, idst);
  program::template run<all_bits>(idst, faces);
}
}  // namespace detail

// Prepares all three cores (formats of these buffers, too). The packer packs results only, the rest as zeros, until
// reduce_uninit. enforce_fp32_accumulation: results along rows keep all bits of a 32-bit Dst, otherwise those of SrcB (BF16, or TF32 of
// FP32 buffers). About 60 instructions a core, and the packer's pipeline runs empty.
template <PoolType reduce_type = REDUCE_OP, ReduceDim reduce_dim = REDUCE_DIM, bool enforce_fp32_accumulation = false>
ALWI void reduce_init(uint32_t icb, uint32_t icb_scaler, uint32_t ocb, uint32_t = 0) {
  called();
  using namespace tensix::device;
  check_buffer(icb, 0);
  check_buffer(icb_scaler, 0);
  configure(icb, icb_scaler, src_format(icb, icb_scaler), ocb, reduce_dim == ReduceDim::REDUCE_ROW);
  if constexpr (unpacks)
    if (unpacker.op != unpacking::reduce) set_unpack_reduce();
  if constexpr (computes) {
    detail::reducing<reduce_type, reduce_dim>::init();
    if constexpr (enforce_fp32_accumulation && fp32_dst) prepare_reduced_halves();
  }
  if constexpr (packs) pack_reduced<static_cast<tensix::device::reduce_dim>(reduce_dim)>();
}
// Dst tile idst += reduced tile itile of icb (or the larger of both). REDUCE_ROW about 56 cycles (all bits: twice that), REDUCE_COL 20,
// REDUCE_SCALAR 44 (LoFi).
template <PoolType reduce_type = REDUCE_OP, ReduceDim reduce_dim = REDUCE_DIM, bool enforce_fp32_accumulation = false>
ALWI void reduce_tile(uint32_t icb, uint32_t icb_scaler, uint32_t itile, uint32_t itile_scaler, uint32_t idst) {
  called();
  if constexpr (tensix::device::unpacks) detail::reduce_unpack<reduce_dim>(icb, icb_scaler, itile, itile_scaler);
  if constexpr (tensix::device::computes) detail::reduce_math<reduce_type, reduce_dim, enforce_fp32_accumulation>(idst);
}
// T1's part alone: of the num_faces faces in SrcA and SrcB (4; 2: the upper half of a tile).
template <PoolType reduce_type = REDUCE_OP, ReduceDim reduce_dim = REDUCE_DIM, bool enforce_fp32_accumulation = false>
ALWI void reduce_tile_math(uint32_t idst, uint32_t num_faces = 4) {
  called();
  if constexpr (tensix::device::computes)
    detail::reduce_math<reduce_type, reduce_dim, enforce_fp32_accumulation>(idst, num_faces);
}
// The packer packs whole tiles again.
template <bool enforce_fp32_accumulation = false>
ALWI void reduce_uninit(uint32_t icb = 0) {
  called();
  (void)icb;
  if constexpr (tensix::device::packs) tensix::device::pack_everything();
}
template <bool at_start = true, PoolType reduce_type = REDUCE_OP, ReduceDim dim = REDUCE_DIM>
ALWI void reduce_init_delta(uint32_t icb, uint32_t icb_scaler, uint32_t ocb) {
  called();
  reduce_init<reduce_type, dim>(icb, icb_scaler, ocb);
}
template <ReduceDim dim = REDUCE_DIM>
ALWI void reduce_revert_delta(uint32_t ocb = 0) {
  called();
  (void)ocb;
  reduce_uninit();
}

}  // namespace ckernel
using namespace ckernel;

#include "llk/reduce.h"
