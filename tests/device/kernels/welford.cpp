// SPDX-License-Identifier: Apache-2.0
// Mean and variance of the columns of two tiles (c_0): in several ways, each two tiles of c_16. Reciprocals are in c_1.
#include "api/compute/welford.h"
#include "compute_kernel_api.h"

namespace {

constexpr auto in = tt::CBIndex::c_0, reciprocals = tt::CBIndex::c_1, out = tt::CBIndex::c_16;
using table = std::array<uint32_t, 64>;
constexpr std::array<uint32_t, 0> none{};

void pack_two(uint32_t tile) {
  tile_regs_commit();
  cb_reserve_back(out, 2);
  tile_regs_wait();
  pack_tile(tile, out);
  pack_tile(tile + 1, out);
  tile_regs_release();
  cb_push_back(out, 2);
}

}  // namespace

void kernel_main() {
  init_sfpu(in, out);
  copy_tile_to_dst_init_short(in);
  cb_wait_front(in, 2);
  cb_wait_front(reciprocals, 1);
  const table& known = *reinterpret_cast<const table*>(get_tile_address(reciprocals, 0));
  // Both tiles, once with the table, once without.
  for (int way = 0; way < 2; way++) {
    tile_regs_acquire();
    welford_init();
    for (uint32_t i = 0; i < 2; i++) {
      copy_tile(in, i, 3);
      if (way == 0) welford_update<64>(3, 32 * i, known);
      else welford_update<0>(3, 32 * i, none);
    }
    if (way == 0) welford_finalize_to_row<64>(1, 63, known);
    else welford_finalize_to_row<0>(1, 62, none);
    pack_two(1);
  }
  // Some rows of each: 5 to 14, 17 to 29.
  tile_regs_acquire();
  welford_clear();
  copy_tile(in, 0, 2);
  copy_tile(in, 1, 3);
  welford_update_rows<64>(2, 0, 5, 10, known);
  welford_update_rows<64>(3, 10, 17, 0, known);
  welford_update_rows<0>(3, 10, 17, 13, none);
  welford_finalize_to_face<64>(0, 22, known);
  pack_two(0);
  // Two groups in turn, the second tile's and the first one's.
  tile_regs_acquire();
  for (uint32_t i = 0; i < 2; i++) copy_tile(in, i, 2 + i);
  for (uint32_t half = 0; half < 2; half++) {
    for (uint32_t group = 0; group < 2; group++) {
      if (half) welford_restore_state(0, group);
      else welford_clear();
      welford_update_rows<64>(3 - group, 16 * half, 16 * half, 16, known);
      if (half) welford_finalize_to_face<64>(0, group, 31, known);
      else welford_save_state(0, group);
    }
  }
  pack_two(0);
  cb_pop_front(in, 2);
  cb_pop_front(reciprocals, 1);
}
