// SPDX-License-Identifier: Apache-2.0
// vFloat, dst_reg and lanes: datums of two tiles as in the text that the compute API follows, and functions of them.
#include "sfpi.h"
#include "compute_kernel_api.h"

// As printed there.
// clang-format off
void sfpu_example_function() {
// Load the first 32 elements of the 1st tile into an LReg.
vFloat vec1 = dst_reg[0];
// Load the first 32 elements of the 2nd tile into another LReg.
vFloat vec2 = dst_reg[32];
// Store the results back into the Dst registers.
dst_reg[0] = vec1;
dst_reg[32] = vec2;
}
// clang-format on

// A polynomial, and a choice of four by lanes.
ALWI vFloat chosen(vFloat x, vFloat y) {
  vFloat r = x * y + 1.0f;
  v_if(x < y) {
    r = x * x - y;
    v_if(x == 0.0f) { r = 7.0f; }
    v_endif;
  }
  v_elseif(x >= 2.0f && y > -1.0f) { r = -r; }
  v_elseif(y < -2.0f || x < -1.0f) { r = y - x * r; }
  v_else {
    vInt i = exexp(x);
    v_if(i < 0) { r = int_to_float(i); }
    v_endif;
  }
  v_endif;
  return r + x;
}

void kernel_main() {
  init_sfpu(CBIndex::c_0, CBIndex::c_16);
  for (uint32_t i = 0; i < get_compile_time_arg_val(0); ++i) {
    cb_wait_front(CBIndex::c_0, 1);
    cb_wait_front(CBIndex::c_1, 1);
    tile_regs_acquire();
    copy_tile(CBIndex::c_0, 0, 0);
    copy_tile(CBIndex::c_1, 0, 1);
    sfpu_begin(0);
    sfpu_example_function();
    for (int d = 0; d < 32; ++d) {
      vFloat x = dst_reg[0], y = dst_reg[32];
      dst_reg[0] = chosen(x, y);
      dst_reg++;
    }
    sfpu_end();
    tile_regs_commit();
    cb_pop_front(CBIndex::c_0, 1);
    cb_pop_front(CBIndex::c_1, 1);
    cb_reserve_back(CBIndex::c_16, 1);
    tile_regs_wait();
    pack_tile(0, CBIndex::c_16, 0);
    cb_push_back(CBIndex::c_16, 1);
    tile_regs_release();
  }
}
