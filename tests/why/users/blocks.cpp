// SPDX-License-Identifier: Apache-2.0
// Products in blocks of as many tiles as argument 1 says, with one init; the packer's ReLU for every second block if argument 2 is not 0.
#include "compute_kernel_api.h"
#include "compute_kernel_api/eltwise_binary.h"
using namespace tt;

void kernel_main() {
  constexpr auto a = CBIndex::c_0, b = CBIndex::c_1, out = CBIndex::c_16;
  constexpr uint32_t tiles = get_compile_time_arg_val(0), block = get_compile_time_arg_val(1);
  binary_op_init_common(a, b, out);
  mul_tiles_init(a, b);
  for (uint32_t i = 0; i < tiles; i += block) {
    cb_wait_front(a, block);
    cb_wait_front(b, block);
    if constexpr (get_compile_time_arg_val(2) != 0) pack_relu_config(i / block % 2 ? ZERO_RELU : NO_RELU);
    tile_regs_acquire();
    for (uint32_t t = 0; t < block; ++t) mul_tiles(a, b, t, t, t);
    tile_regs_commit();
    cb_pop_front(a, block);
    cb_pop_front(b, block);
    cb_reserve_back(out, block);
    tile_regs_wait();
    for (uint32_t t = 0; t < block; ++t) pack_tile(t, out);
    tile_regs_release();
    cb_push_back(out, block);
  }
}
