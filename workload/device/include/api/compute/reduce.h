// Reductions on the matrix unit. The tile of scalers has the scaler in the first row of each face (a tile that is the scaler
// everywhere will do): 1 for sums and maxima, 1/N for averages; REDUCE_SCALAR multiplies by it twice. A maximum is scaled only
// by the exponent of the scaler, so use 1.
#pragma once
#include "api/compute/common.h"
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
using reducing = tensix::device::reduce_program<type == PoolType::MAX ? tensix::device::pool::max : tensix::device::pool::sum,
                                                static_cast<tensix::device::reduce_dim>(dim)>;
}

// Prepares all three cores (formats of these buffers, too). The packer packs results only, the rest as zeros, until
// reduce_uninit. About 60 instructions a core, and the packer's pipeline runs empty.
template <PoolType reduce_type = REDUCE_OP, ReduceDim dim = REDUCE_DIM>
ALWI void reduce_init(uint32_t icb, uint32_t icb_scaler, uint32_t ocb) {
  called();
  using namespace tensix::device;
  check_buffer(icb, 0);
  check_buffer(icb_scaler, 0);
  configure(icb, icb_scaler, src_format(icb, icb_scaler), ocb, dim == ReduceDim::REDUCE_ROW);
  if constexpr (unpacks)
    if (unpacker.op != unpacking::reduce) set_unpack_reduce();
  if constexpr (computes) detail::reducing<reduce_type, dim>::init();
  if constexpr (packs) pack_reduced<static_cast<reduce_dim>(dim)>();
}
// Dst tile idst += reduced tile itile of icb (or the larger of both). REDUCE_ROW about 56 cycles, REDUCE_COL 20,
// REDUCE_SCALAR 44 (LoFi).
template <PoolType reduce_type = REDUCE_OP, ReduceDim dim = REDUCE_DIM>
ALWI void reduce_tile(uint32_t icb, uint32_t icb_scaler, uint32_t itile, uint32_t itile_scaler, uint32_t idst) {
  called();
  using namespace tensix::device;
  if constexpr (unpacks) {
    const uint32_t tile = front_tile(icb, itile), scalers = front_tile(icb_scaler, itile_scaler);
    check_unpacking(unpacker.op == unpacking::reduce &&
                    unpack_formats::of(unpacker.formats).transpose == (dim == ReduceDim::REDUCE_ROW));
    check_operand(icb, operands.a);
    check_operand(icb_scaler, operands.b);
    unpack_tiles(tile, scalers);
  }
  if constexpr (computes) {
    using program = detail::reducing<reduce_type, dim>;
    check_math(matrix.op == operation::reduce && matrix.op_mode == program::mode, idst);
    program::run(idst);
  }
}
// The packer packs whole tiles again.
ALWI void reduce_uninit() {
  if constexpr (tensix::device::packs) tensix::device::pack_everything();
}
template <bool at_start = true, PoolType reduce_type = REDUCE_OP, ReduceDim dim = REDUCE_DIM>
ALWI void reduce_init_delta(uint32_t icb, uint32_t icb_scaler, uint32_t ocb) {
  called();
  reduce_init<reduce_type, dim>(icb, icb_scaler, ocb);
}
template <ReduceDim dim = REDUCE_DIM>
ALWI void reduce_revert_delta(uint32_t ocb = 0) {
  (void)ocb;
  reduce_uninit();
}

}  // namespace ckernel
using namespace ckernel;
