// SPDX-License-Identifier: Apache-2.0
// The largest of rows of tiles (c_0) and where they are (c_1), to c_16: tiles of numbers and of places in turn. Ways: 9 and 32 rows of
// tiles; 9 and 32 rows one after the other; three tiles of the latter, accumulated.
#include "api/compute/max_reduce_with_indices.h"
#include "compute_kernel_api.h"

namespace {

constexpr auto numbers = tt::CBIndex::c_0, places = tt::CBIndex::c_1, out = tt::CBIndex::c_16;

void load(uint32_t tile) {
  copy_tile(numbers, tile, 0);
  copy_tile(places, tile, 2);
}
void pack_two(uint32_t first, uint32_t second) {
  cb_reserve_back(out, 2);
  pack_tile(first, out);
  pack_tile(second, out);
  cb_push_back(out, 2);
}
template <int rows, ckernel::DataLayout layout>
void largest() {
  tile_regs_acquire();
  load(0);
  max_reduce_with_indices_init<layout>();
  max_reduce_with_indices<rows, layout>(0, 2);
  tile_regs_commit();
  tile_regs_wait();
  pack_two(0, 2);
  tile_regs_release();
}

}  // namespace

void kernel_main() {
  unary_op_init_common(numbers, out);
  copy_tile_to_dst_init_short(numbers);
  cb_wait_front(numbers, 3);
  cb_wait_front(places, 3);
  largest<9, ckernel::DataLayout::TILE>();
  largest<32, ckernel::DataLayout::TILE>();
  largest<9, ckernel::DataLayout::ROW_MAJOR>();
  largest<32, ckernel::DataLayout::ROW_MAJOR>();
  tile_regs_acquire();
  for (uint32_t chunk = 0; chunk < 3; chunk++) {
    load(chunk);
    max_reduce_with_indices<32, ckernel::DataLayout::ROW_MAJOR, true>(0, 2, chunk);
  }
  tile_regs_commit();
  tile_regs_wait();
  pack_two(0, 2);
  pack_two(1, 3);
  tile_regs_release();
  cb_pop_front(numbers, 3);
  cb_pop_front(places, 3);
}
