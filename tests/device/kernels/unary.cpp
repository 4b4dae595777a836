// SPDX-License-Identifier: Apache-2.0
// One function of the vector unit on every tile: --define FUNCTION=exp, and FAST=true or FAST=false where both calls choose between
// two variants; or INIT=sqrt_tile_init and CALL=sqrt_tile<true>; HEADER=<file> that has them; NUMBERS=,1,2 behind the tile.
#include "compute_kernel_api/common.h"
#include "compute_kernel_api/eltwise_unary/eltwise_unary.h"
#ifdef HEADER
#include HEADER
#endif
#ifndef NUMBERS
#define NUMBERS
#endif
#ifndef INIT_NUMBERS
#define INIT_NUMBERS
#endif

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#ifdef FAST
#define VARIANT <FAST>
#else
#define VARIANT
#endif
#ifndef CALL
#define INIT JOIN(FUNCTION, _tile_init) VARIANT
#define CALL JOIN(FUNCTION, _tile) VARIANT
#endif

void kernel_main() {
  constexpr uint32_t tiles = get_compile_time_arg_val(0);
  init_sfpu(CBIndex::c_0, CBIndex::c_16);
  copy_tile_init(CBIndex::c_0);
  INIT(INIT_NUMBERS);
  for (uint32_t i = 0; i < tiles; ++i) {
    cb_wait_front(CBIndex::c_0, 1);
    tile_regs_acquire();
    copy_tile(CBIndex::c_0, 0, 0);
    CALL(0 NUMBERS);
    tile_regs_commit();
    cb_pop_front(CBIndex::c_0, 1);
    cb_reserve_back(CBIndex::c_16, 1);
    tile_regs_wait();
    pack_tile(0, CBIndex::c_16, 0);
    cb_push_back(CBIndex::c_16, 1);
    tile_regs_release();
  }
}
