// Reduces a tensor of --ct-arg ROWS COLUMNS tiles: --define OP=SUM (AVG, MAX) along --define DIM=ROW (COL, SCALAR).
// Buffer 0: the tensor; 1: a tile that is the scaler everywhere (1; for an average over N 1/N, with SCALAR its square root);
// 16: a column of tiles (ROW), a row (COL), or one. COL and SCALAR: buffer 0 holds all of the tensor.
#include "compute_kernel_api.h"

#ifndef OP
#define OP SUM
#endif
#ifndef DIM
#define DIM ROW
#endif
#define NAMED_(prefix, name) prefix##name
#define NAMED(prefix, name) NAMED_(prefix, name)

void kernel_main() {
  constexpr uint32_t rows = get_compile_time_arg_val(0), columns = get_compile_time_arg_val(1);
  constexpr PoolType op = PoolType::OP;
  constexpr ReduceDim dim = ReduceDim::NAMED(REDUCE_, DIM);
  constexpr auto in = CBIndex::c_0, scaler = CBIndex::c_1, out = CBIndex::c_16;
  constexpr bool by_row = dim == ReduceDim::REDUCE_ROW, by_column = dim == ReduceDim::REDUCE_COL;
  constexpr uint32_t results = by_row ? rows : by_column ? columns : 1;
  constexpr uint32_t tiles = by_row ? columns : by_column ? rows : rows * columns;  // a result
  constexpr uint32_t stride = by_column ? columns : 1;

  reduce_init<op, dim>(in, scaler, out);
  cb_wait_front(scaler, 1);
  if (!by_row) cb_wait_front(in, rows * columns);
  for (uint32_t r = 0; r < results; ++r) {
    tile_regs_acquire();
    for (uint32_t t = 0; t < tiles; ++t) {
      if (by_row) cb_wait_front(in, 1);
      reduce_tile<op, dim>(in, scaler, by_row ? 0 : t * stride + r, 0, 0);
      if (by_row) cb_pop_front(in, 1);
    }
    tile_regs_commit();
    cb_reserve_back(out, 1);
    tile_regs_wait();
    pack_tile(0, out);
    cb_push_back(out, 1);
    tile_regs_release();
  }
  if (!by_row) cb_pop_front(in, rows * columns);
  cb_pop_front(scaler, 1);
  reduce_uninit();
}
// SPDX-License-Identifier: Apache-2.0
