// SPDX-License-Identifier: Apache-2.0
// From row to row of two tiles (c_0), to c_16: sums (two tiles), averages (two, then two that begin anew), and rows of the first added
// to rows of the second as the bytes of c_1 say.
#include "api/compute/cumsum.h"
#include "api/compute/ema.h"
#include "api/compute/reshuffle.h"
#include "api/compute/softmax.h"
#include "compute_kernel_api.h"

namespace {

constexpr auto in = tt::CBIndex::c_0, places = tt::CBIndex::c_1, out = tt::CBIndex::c_16;

void pack_one(uint32_t tile) {
  tile_regs_commit();
  cb_reserve_back(out, 1);
  tile_regs_wait();
  pack_tile(tile, out);
  tile_regs_release();
  cb_push_back(out, 1);
}

}  // namespace

void kernel_main() {
  init_sfpu(in, out);
  copy_tile_to_dst_init_short(in);
  cb_wait_front(in, 2);
  cumsum_tile_init();
  for (uint32_t i = 0; i < 2; i++) {
    tile_regs_acquire();
    copy_tile(in, i, i);
    cumsum_tile(i, i == 0);
    pack_one(i);
  }
  ema_init(0x3f400000, get_arg_val<uint32_t>(0));  // 0.75
  for (uint32_t i = 0; i < 4; i++) {
    if (i != 1) ema_clear_previous_output();
    tile_regs_acquire();
    copy_tile(in, i % 2, i % 3);
    ema_tile(i % 3);
    pack_one(i % 3 + 1);
  }
  tile_regs_acquire();
  copy_tile(in, 0, 2);
  copy_tile(in, 1, 3);
  cb_wait_front(places, 1);
  reshuffle_rows_tile_init();
  reshuffle_rows_tile(2, get_tile_address(places, 0) - 16);
  pack_one(3);
  cb_pop_front(in, 2);
  cb_pop_front(places, 1);
}
