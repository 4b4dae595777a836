// SPDX-License-Identifier: Apache-2.0
// Tiles of c_0 reduced by the vector unit, each result a tile of c_16. FORMAT is the datums'.
#include "api/compute/sfpu_reduce.h"
#include "compute_kernel_api.h"

namespace {

constexpr auto in = tt::CBIndex::c_0, out = tt::CBIndex::c_16;

// Tiles 0 and 1 of c_0 in Dst tiles 1 and 2, the result in `tile`.
template <class F>
void each(uint32_t tile, F f) {
  tile_regs_acquire();
  copy_tile(in, 0, 1);
  copy_tile(in, 1, 2);
  f();
  tile_regs_commit();
  cb_reserve_back(out, 1);
  tile_regs_wait();
  pack_tile(tile, out);
  tile_regs_release();
  cb_push_back(out, 1);
}

}  // namespace

void kernel_main() {
  unary_op_init_common(in, out);
  copy_tile_init(in);
  cb_wait_front(in, 2);
  sfpu_reduce_init<PoolType::SUM, FORMAT>();
  each(1, [] { sfpu_reduce<PoolType::SUM, FORMAT>(1); });
  each(2, [] { sfpu_reduce<PoolType::AVG, FORMAT>(2); });
  each(1, [] { sfpu_reduce<PoolType::MAX, FORMAT, ReduceDim::REDUCE_COL>(1); });
  each(1, [] { sfpu_reduce<PoolType::MIN, FORMAT>(1, 1, 2); });
  each(1, [] { sfpu_reduce<PoolType::SUM, FORMAT, ReduceDim::REDUCE_ROW>(1, 2, 1); });
  each(2, [] { sfpu_reduce<PoolType::MAX, FORMAT, ReduceDim::REDUCE_ROW>(1, 1, 2); });
#ifdef TOP_ROWS
  sfpu_add_top_row_init();
  each(0, [] { sfpu_add_top_row<FORMAT>(2, 1, 0); });
#endif
  cb_pop_front(in, 2);
}
