// SPDX-License-Identifier: Apache-2.0
// Sums of blocks of two tiles of c_0, ROUNDS of them, in c_24, always in the same place of it: its two ends are moved back by hand, as
// products of large matrices do. The last sum goes to c_16.
#include "api/compute/eltwise_binary.h"
#include "api/compute/tile_move_copy.h"
#include "experimental/circular_buffer.h"

constexpr uint32_t in = tt::CBIndex::c_0, out = tt::CBIndex::c_16, partials = tt::CBIndex::c_24, block = 2;

void kernel_main() {
  constexpr uint32_t rounds = get_compile_time_arg_val(0);
  experimental::CircularBuffer input(in), kept(partials), result(out);
  binary_op_init_common(in, partials, out);
  [[maybe_unused]] uint32_t read_from = 0, write_to = 0;
  UNPACK((read_from = get_local_cb_interface(partials).fifo_rd_ptr));
  PACK((write_to = get_local_cb_interface(partials).fifo_wr_ptr));
  for (uint32_t round = 0; round < rounds; ++round) {
    const bool last = round + 1 == rounds;
    input.wait_front(block);
    tile_regs_acquire();
    if (round == 0) {
      copy_tile_to_dst_init_short(in);
      for (uint32_t i = 0; i < block; ++i) copy_tile(in, i, i);
    } else {
      kept.wait_front(block);
      add_tiles_init(in, partials);
      for (uint32_t i = 0; i < block; ++i) add_tiles(in, partials, i, i, i);
      kept.pop_front(block);
      UNPACK((get_local_cb_interface(partials).fifo_rd_ptr = read_from));
    }
    tile_regs_commit();
    input.pop_front(block);
    experimental::CircularBuffer& to = last ? result : kept;
    to.reserve_back(block);
    tile_regs_wait();
    pack_reconfig_data_format(last ? out : partials);
    for (uint32_t i = 0; i < block; ++i) pack_tile(i, last ? out : partials);
    tile_regs_release();
    to.push_back(block);
    PACK((get_local_cb_interface(partials).fifo_wr_ptr = write_to));
  }
}
