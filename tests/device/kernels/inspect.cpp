// SPDX-License-Identifier: Apache-2.0
// Two tiles from c_0 to c_16, each filled with one of its datums, which T1 has read from Dst: column 21 of row 4, column 2 of row 30.
#include "api/compute/inspect.h"
#include "compute_kernel_api.h"

// FP32 of a BF16 number in the order of bits that Dst has.
constexpr uint32_t number(uint32_t x) { return (x & 0x8000) << 16 | (x & 0xff) << 23 | (x & 0x7f00) << 8; }

void kernel_main() {
  constexpr auto in = tt::CBIndex::c_0, out = tt::CBIndex::c_16;
  init_sfpu(in, out);
  clear_compute_special_value_flags();
  for (uint32_t i = 0; i < 2; i++) {
    uint32_t words[8] = {};
    cb_wait_front(in, 1);
    tile_regs_acquire();
    copy_tile(in, 0, 1);
    dbg_halt();
    dbg_read_dest_acc_row(i ? 64 + 32 + 14 : 64 + 16 + 4, words);
    dbg_unhalt();
    MATH((tensix::device::run_fill(0, number(i ? words[1] & 0xffff : words[2] >> 16))));
    tile_regs_commit();
    cb_reserve_back(out, 1);
    tile_regs_wait();
    pack_tile(0, out);
    tile_regs_release();
    cb_push_back(out, 1);
    cb_pop_front(in, 1);
  }
}
