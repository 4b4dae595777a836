// SPDX-License-Identifier: Apache-2.0
// What is unusual, but right: each case makes one tile of c_16 from c_0 to c_3, all of the same format.
#include "compute_kernel_api.h"
#include "compute_kernel_api/eltwise_binary_sfpu.h"

constexpr auto a = CBIndex::c_0, b = CBIndex::c_1, c = CBIndex::c_2, d = CBIndex::c_3, out = CBIndex::c_16;

static void packed(uint32_t tile = 0) {
  cb_reserve_back(out, 1);
  tile_regs_wait();
  pack_tile(tile, out);
  cb_push_back(out, 1);
  tile_regs_release();
}

void kernel_main() {
  // Inits before that of the formats.
  relu_tile_init();
  exp_tile_init();
  copy_tile_init(c);
  add_tiles_init(a, b);
  binary_op_init_common(a, b, out);
  for (uint32_t cb = 0; cb < 4; ++cb) cb_wait_front(cb, 1);

  // An init is for a format, not for a buffer.
  add_tiles_init(a, b);
  tile_regs_acquire();
  add_tiles(c, d, 0, 0, 0);
  tile_regs_commit();
  packed();
  mul_bcast_rows_init_short(a, b);
  tile_regs_acquire();
  mul_tiles_bcast_rows(d, c, 0, 0, 0);
  tile_regs_commit();
  packed();
  mm_init_short(a, b);
  tile_regs_acquire();
  matmul_tiles(d, c, 0, 0, 0);
  tile_regs_commit();
  packed();

  // T1's order, and T2's; not that of both.
  copy_tile_init(a);
  tile_regs_wait();
  tile_regs_acquire();
  copy_tile(d, 0, 0);
  cb_reserve_back(out, 1);
  pack_tile(0, out);
  tile_regs_commit();
  tile_regs_release();
  cb_push_back(out, 1);

  // Functions without constants want no init, wherever the constants of another are.
  tile_regs_acquire();
  copy_tile(a, 0, 0);
  ltz_tile(0);
  fill_tile(1, 2.5f);
  mul_binary_tile(0, 1, 0);
  tile_regs_commit();
  packed();
  exp_tile_init<true>();
  tile_regs_acquire();
  copy_tile(a, 0, 0);
  copy_tile(b, 0, 1);
  abs_tile(0);
  square_tile(1);
  add_binary_tile(0, 1, 2);  // rounded
  mul_unary_tile(2, 0x3f99999a);
  tile_regs_commit();
  packed(2);
  // These others change nothing for it.
  sqrt_tile_init();
  tile_regs_acquire();
  copy_tile(a, 0, 0);
  square_tile(0);
  fill_tile(1, 1.0f);
  add_binary_tile(0, 1, 0);
  sqrt_tile(0);
  tile_regs_commit();
  packed();
  for (uint32_t cb = 0; cb < 4; ++cb) cb_pop_front(cb, 1);
}
