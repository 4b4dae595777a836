// SPDX-License-Identifier: Apache-2.0
// The example of the vector engine in the text that the compute API follows, as printed there.
#include "compute_kernel_api.h"
#include "compute_kernel_api/eltwise_binary_sfpu.h"

// clang-format off
void kernel_main() {
// Configure the (un)packer based on the data formats of the CBs.
init_sfpu(tt::CBIndex::c_0, tt::CBIndex::c_16);
add_binary_tile_init();
for(int i=0; i < 8; i++) {
cb_wait_front(CBIndex::c_0, 1); cb_wait_front(CBIndex::c_1, 1);
tile_regs_acquire();
// Unpack the first tile from CB 0 into Dst tile 0.
copy_tile(CBIndex::c_0, /*tile_offset_in_cb*/0, /*dst_idx*/0);
// Unpack the first tile from CB 1 into Dst tile 1.
copy_tile(CBIndex::c_1, /*tile_offset_in_cb*/0, /*dst_idx*/1);
// Add Dst tiles 0 and 1 together. Store the result back into Dst tile 0.
// Pseudocode: dst_tile[0] = dst_tile[0] + dst_tile[1]
add_binary_tile(/*dst_idx_a*/0, /*dst_idx_b*/1);
// More operations can be chained here, e.g., applying sigmoid.
// sigmoid_tile(0);
tile_regs_commit();
cb_pop_front(CBIndex::c_0, 1); cb_pop_front(CBIndex::c_1, 1);
cb_reserve_back(CBIndex::c_16, 1);
tile_regs_wait();
pack_tile(/*dst_idx*/0, CBIndex::c_16, /*tile_offset_in_cb*/0);
cb_push_back(CBIndex::c_16, 1);
tile_regs_release();
}
}
