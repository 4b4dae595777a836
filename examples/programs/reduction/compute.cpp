// Sums: of this core's rows of tiles to c_16, and of the parts of all cores in c_1, which have come in their order, to c_17.
// ct_args: tiles of a row; args: this core's number (0 adds up), rows of tiles, parts, both even.
#include "api/compute/eltwise_binary.h"

constexpr uint32_t cb_in = 0, cb_parts = 1, cb_part = 16, cb_sum = 17;

// Two tiles are added to what is in Dst.
void add_pair(uint32_t cb, uint32_t a, uint32_t b) { add_tiles(cb, cb, a, b, 0); }

void keep(uint32_t cb) {
  tile_regs_commit();
  cb_reserve_back(cb, 1);
  tile_regs_wait();
  pack_tile(0, cb);
  cb_push_back(cb, 1);
  tile_regs_release();
}

void kernel_main() {
  constexpr uint32_t across = get_compile_time_arg_val(0);
  const uint32_t number = get_arg_val<uint32_t>(0), rows = get_arg_val<uint32_t>(1), parts = get_arg_val<uint32_t>(2);
  binary_op_init_common(cb_in, cb_in, cb_part);
  add_tiles_init(cb_in, cb_in, /*acc_to_dest*/ true);
  for (uint32_t column = 0; column < across; ++column) {
    tile_regs_acquire();
    for (uint32_t row = 0; row < rows; row += 2) {
      cb_wait_front(cb_in, 2);
      add_pair(cb_in, 0, 1);
      cb_pop_front(cb_in, 2);
    }
    keep(cb_part);
  }
  if (number != 0) return;
  binary_op_init_common(cb_parts, cb_parts, cb_sum);
  add_tiles_init(cb_parts, cb_parts, /*acc_to_dest*/ true);
  cb_wait_front(cb_parts, parts * across);
  for (uint32_t column = 0; column < across; ++column) {
    tile_regs_acquire();
    for (uint32_t part = 0; part < parts; part += 2) add_pair(cb_parts, part * across + column, (part + 1) * across + column);
    keep(cb_sum);
  }
  cb_pop_front(cb_parts, parts * across);
}
// SPDX-License-Identifier: Apache-2.0
