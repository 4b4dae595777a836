// SPDX-License-Identifier: Apache-2.0
// c_0 to c_16, a tile, with text on the way: PRINTS 0 leaves it out.
#include "api/compute/eltwise_unary/eltwise_unary.h"
#include "api/debug/assert.h"
#include "api/debug/dprint.h"

#ifndef PRINTS
#define PRINTS 1
#endif

void kernel_main() {
  unary_op_init_common(0, 16);
  cb_wait_front(0, 1);
#if PRINTS
  const char own[] = "of its own";
  DPRINT << "three " << 3 << ' ' << -3 << " text " << own << ENDL();
  DPRINT_UNPACK(DPRINT << TSLICE(0, 0, SliceRange{0, 2, 1, 0, 32, 8}) << ENDL());
  DPRINT_MATH({
    DPRINT << HEX() << 255 << DEC() << SETW(5) << 7 << SETW(0) << " " << BF16(0x3fc0) << " " << SETPRECISION(3) << 3.14159f
           << "\n";
    DPRINT << true << uint64_t{1} << 32 << int64_t{-5000000000} << " " << tt::CBIndex::c_5 << ENDL();
  });
  DPRINT_PACK(for (int i = 0; i < 100; ++i) DPRINT << "line " << i << ENDL(););
  if (get_arg_val<uint32_t>(0) == 5) DPRINT << "never" << ENDL();
  else MATH(DEVICE_PRINT("a {} b {}: {}\n", 1, 2.5f, "end"));
  ASSERT(get_arg_val<uint32_t>(0) < 3, "at most two");
#endif
  tile_regs_acquire();
  copy_tile(0, 0, 0);
  tile_regs_commit();
  cb_pop_front(0, 1);
  cb_reserve_back(16, 1);
  tile_regs_wait();
  pack_tile(0, 16);
  cb_push_back(16, 1);
  tile_regs_release();
}
