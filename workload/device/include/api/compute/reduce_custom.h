// SPDX-License-Identifier: Apache-2.0
// The largest of each row of several tiles side by side, as reduce_tile<PoolType::MAX, ReduceDim::REDUCE_ROW> one by one; results
// are made a column once.
#pragma once
#include "api/compute/reduce.h"

namespace ckernel {

namespace detail {
using block_max = reducing<PoolType::MAX, ReduceDim::REDUCE_ROW>;
ALWI void block_max_init() {
  using namespace tensix::device;
  if constexpr (unpacks) {
    keep_unpack_formats(true);
    if (unpacker.op != unpacking::reduce) set_unpack_reduce();
  }
  if constexpr (computes) block_max::init();
  if constexpr (packs) pack_reduced<tensix::device::reduce_dim::row>();
}
// `trigger`: T0 reads the second half of the tiles when another thread has posted semaphore FPU_SFPU (0).
ALWI void block_max_row(uint32_t icb, uint32_t icb_scaler, uint32_t first, uint32_t tiles, uint32_t idst, bool trigger) {
  using namespace tensix::device;
  for (uint32_t t = 0; t < tiles; ++t) {
    if (unpacks && trigger && t == tiles / 2)
      ttinsn<tensix::word::semwait(tensix::block::unpack, 0, tensix::until::not_zero)>();
    if constexpr (unpacks) reduce_unpack<ReduceDim::REDUCE_ROW>(icb, icb_scaler, first + t, 0);
    if constexpr (computes) {
      if (t + 1 == tiles) {
        reduce_math<PoolType::MAX, ReduceDim::REDUCE_ROW>(idst);
      } else {
        check_math(matrix.op == operation::reduce && matrix.op_mode == block_max::mode, idst);
        block_max::pool_rows(idst);
      }
    }
  }
}
ALWI void block_max_uninit(uint32_t icb, bool trigger) {
  using namespace tensix::device;
  if (unpacks && trigger) ttinsn<tensix::word::semget(0)>();
  reduce_uninit(icb);
}
}  // namespace detail

// Prepares all three cores, for buffers of the formats that are configured. The packer packs results only until uninit.
template <uint32_t block_ct_dim, bool respect_trigger = false>
ALWI void reduce_block_max_row_init() {
  called();
  detail::block_max_init();
}
// Dst tile idst: in column 0 of each row the largest of tiles row_start_index .. + block_ct_dim - 1 of icb, times the scaler in tile 0
// of icb_scaler (use 1), or what Dst had there if that is larger. respect_trigger: T0 waits for semaphore FPU_SFPU before the second
// half of the tiles, and takes it in uninit. About 30 cycles a tile, 20 in the end.
template <uint32_t block_ct_dim, bool respect_trigger = false>
ALWI void reduce_block_max_row(uint32_t icb, uint32_t icb_scaler, uint32_t row_start_index, uint32_t idst) {
  called();
  detail::block_max_row(icb, icb_scaler, row_start_index, block_ct_dim, idst, respect_trigger);
}
template <bool clear_fp32_accumulation = false, bool respect_trigger = false>
ALWI void reduce_block_max_row_uninit(uint32_t icb) {
  called();
  detail::block_max_uninit(icb, respect_trigger);
}
// After another operation of the matrix unit.
template <uint32_t block_ct_dim, bool respect_trigger = false>
ALWI void reduce_block_max_row_reinit_short() {
  called();
  detail::block_max_init();
}
template <uint32_t block_ct_dim, bool respect_trigger = false>
ALWI void reduce_block_max_row_reinit_minimal() {
  called();
  detail::block_max_init();
}
// The same with a block_ct_dim that is known only as the program runs.
ALWI void reduce_block_max_row_init_runtime(uint32_t block_ct_dim, bool respect_trigger = false) {
  called();
  (void)respect_trigger;
  tensix::device::block_max_tiles = block_ct_dim;
  detail::block_max_init();
}
ALWI void reduce_block_max_row_reinit_short_runtime(uint32_t block_ct_dim, bool respect_trigger = false) {
  called();
  reduce_block_max_row_init_runtime(block_ct_dim, respect_trigger);
}
ALWI void reduce_block_max_row_reinit_minimal_runtime(uint32_t block_ct_dim, bool respect_trigger = false) {
  called();
  reduce_block_max_row_init_runtime(block_ct_dim, respect_trigger);
}
ALWI void reduce_block_max_row_runtime(uint32_t icb, uint32_t icb_scaler, uint32_t row_start_index, uint32_t idst,
                                       bool respect_trigger = false) {
  called();
  detail::block_max_row(icb, icb_scaler, row_start_index, tensix::device::block_max_tiles, idst, respect_trigger);
}
ALWI void reduce_block_max_row_uninit_runtime(uint32_t icb, bool respect_trigger = false) {
  called();
  detail::block_max_uninit(icb, respect_trigger);
}

}  // namespace ckernel
using namespace ckernel;
