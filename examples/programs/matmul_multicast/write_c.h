// Takes a core's block of C away as its sub-blocks come.
#pragma once
#include "api/dataflow/dataflow_api.h"

// Tiles: rows, columns of the block, h, w of a sub-block, `across` of a row of C; `row`, `column` of the block's first.
template <uint32_t rows, uint32_t columns, uint32_t h, uint32_t w, class Tensor>
void write_block(const Tensor& c, uint32_t row, uint32_t column, uint32_t across) {
  constexpr uint32_t cb_c = tt::CBIndex::c_16;
  const uint32_t bytes = get_tile_size(cb_c);
  for (uint32_t r = row; r < row + rows; r += h)
    for (uint32_t s = column; s < column + columns; s += w) {
      cb_wait_front(cb_c, h * w);
      uint32_t from = get_read_ptr(cb_c);
      for (uint32_t i = 0; i < h * w; ++i) {
        noc_async_write_tile((r + i / w) * across + s + i % w, c, from);
        from += bytes;
      }
      noc_async_writes_flushed();
      cb_pop_front(cb_c, h * w);
    }
  noc_async_write_barrier();
}
// SPDX-License-Identifier: Apache-2.0
