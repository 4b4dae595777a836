// SPDX-License-Identifier: Apache-2.0
// Wrong use, --arg CASE: what each is about is marked by its case, and the line that is to be told by "// told", or "// warned" if
// it goes well as it is.
#include "api/compute/add_int_sfpu.h"
#include "compute_kernel_api.h"

constexpr auto in = CBIndex::c_0, in1 = CBIndex::c_1, in_fp32 = CBIndex::c_2, missing = CBIndex::c_3, out = CBIndex::c_16,
               out_fp32 = CBIndex::c_17, own = CBIndex::c_24;

static void packed() {
  tile_regs_wait();
  pack_tile(0, out);
  tile_regs_release();
}
static void copied() {
  tile_regs_acquire();
  copy_tile(in, 0, 0);
  tile_regs_commit();
}

void kernel_main() {
  const uint32_t wrong = get_arg_val<uint32_t>(0);
  if (wrong == 0) init_sfpu(missing, out);  // told: buffer_not_given
  if (wrong == 1) {
    copy_tile_init(in);
    cb_wait_front(in, 1);
    tile_regs_acquire();
    copy_tile(in, 0, 0);  // told: not_configured
  }
  init_sfpu(in, out);
  cb_wait_front(in, 1);
  if (wrong != 15) cb_reserve_back(out, 1);
  switch (wrong) {
    case 2: cb_wait_front(in, 5); break;  // told: buffer_too_small
    case 3:
      cb_pop_front(in, 1);
      cb_pop_front(in, 1);  // warned: pop_without_wait
      break;
    case 4: cb_push_back(out, 2); break;  // warned: push_without_reserve
    case 5:
      tile_regs_acquire();
      copy_tile(in, 2, 0);  // warned: tile_not_waited_for
      tile_regs_commit();
      packed();
      break;
    case 6:
      copied();
      tile_regs_wait();
      pack_tile<true>(0, out, 3);  // warned: tile_not_reserved
      tile_regs_release();
      break;
    case 7:
      tile_regs_acquire();
      copy_tile(in, 0, 8);  // told: dst_index
      break;
    case 8:
      tile_regs_acquire();
      tile_regs_acquire();  // warned: acquired_twice
      copy_tile(in, 0, 0);
      tile_regs_commit();
      packed();
      break;
    case 9: copy_tile(in, 0, 0); break;  // told: not_acquired
    case 10: tile_regs_commit(); break;  // told: commit_without_acquire
    case 11:
      copied();
      pack_tile(0, out);  // told: not_waited
      break;
    case 12:
      copied();
      tile_regs_wait();
      tile_regs_wait();  // told: waited_twice
      break;
    case 13: tile_regs_wait(); break;     // told: wait_without_commit
    case 14: tile_regs_release(); break;  // told: release_without_wait
    case 15:
      tile_regs_acquire();  // told: end_without_commit
      copy_tile(in, 0, 0);
      break;
    case 16:
      tile_regs_acquire();
      tile_regs_commit();  // told: end_without_release
      cb_push_back(out, 1);
      break;
    case 17:
      copied();
      packed();
      cb_push_back(out, 1);
      cb_reserve_back(out, 1);  // warned: end_without_push
      break;
    case 18:
      tile_regs_acquire();
      add_tiles(in, in1, 0, 0, 0);  // told: tile_not_waited_for operation_not_initialised
      break;
    case 19:
      cb_wait_front(in_fp32, 1);
      tile_regs_acquire();
      copy_tile(in_fp32, 0, 0);  // told: other_buffer
      break;
    case 20:
      cb_wait_front(in_fp32, 1);
      mm_init_short(in, in1);
      tile_regs_acquire();
      matmul_tiles(in, in_fp32, 0, 0, 0);  // told: other_buffer
      break;
    case 21:
      copied();
      cb_reserve_back(out_fp32, 1);
      tile_regs_wait();
      pack_tile(0, out_fp32);  // told: packer_other_buffer
      break;
    case 22: get_arg_val<uint32_t>(1); break;  // told: argument
    case 23:
      cb_wait_front(in1, 1);
      mm_block_init_short(in, in1, false, 3, 3, 1);
      cb_wait_front(in, 3);
      cb_wait_front(in1, 3);
      tile_regs_acquire();
      matmul_block(in, in1, 0, 0, 0, false, 3, 3, 1);  // told: block_too_large
      break;
    case 24:
      tile_regs_acquire();
      copy_tile(CBIndex::c_4, 0, 0);  // told: buffer_not_given
      break;
    case 25: cb_wait_front(CBIndex::c_31, 1); break;    // told: buffer_not_given
    case 26: add_tiles_init(in, CBIndex::c_5); break;   // told: formats_do_not_mix
    case 27: init_sfpu(in, CBIndex::c_18); break;       // told: output_format
    case 28: init_sfpu(CBIndex::c_6, out); break;       // told: integers_need_32_bits output_format
    case 29: tilize_init(CBIndex::c_7, 1, out); break;  // told: not_row_major
    case 30:
      cb_wait_front(in, 3);
      cb_pop_front(in, 3);
      cb_wait_front(in, 3);
      cb_pop_front(in, 3);  // told: buffer_wraps
      break;
    case 31: cb_pop_front(own, 1); break;  // told: pop_without_wait
    case 32:
      tile_regs_acquire();
      copy_tile(own, 0, 0);  // told: tile_not_waited_for
      break;
    case 33:
      cb_reserve_back(own, 1);
      cb_push_back(own, 1);
      cb_push_back(own, 1);  // told: push_without_reserve
      break;
    case 34:
      cb_reserve_back(own, 1);
      cb_push_back(own, 1);
      copied();
      tile_regs_wait();
      pack_tile(0, own);  // told: tile_not_reserved
      break;
    case 35:  // in any order as long as T1's is right, and T2's
      tile_regs_wait();
      copied();
      pack_tile(0, out);
      tile_regs_release();
      tile_regs_wait();  // told: wait_without_commit
      tile_regs_release();
      break;
    case 36:
      exp_tile_init();
      tile_regs_acquire();
      log_tile(0);  // told: operation_not_initialised
      break;
    case 37:
      fill_tile(0, 1);  // told: not_acquired
      break;
    case 39:
      copied();
      packed();
      release_dst();  // warned: commit_without_acquire release_without_wait
      break;
    case 40:
      copied();
      copy_tile(in, 0, 0);  // warned: not_acquired
      packed();
      break;
    case 41:
      tile_regs_acquire();
      add_int_tile<DataFormat::Int32>(0, 1, 0);  // told: vector_integers_need_32_bits
      break;
    case 38:
      cb_wait_front(CBIndex::c_7, 1);
      tile_regs_acquire();
      transpose_wh_tile(in, 0, 0);  // told: operation_not_initialised
      break;
  }
}
