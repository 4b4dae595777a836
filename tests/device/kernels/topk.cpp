// SPDX-License-Identifier: Apache-2.0
// Sorts and merges two tiles of numbers (c_0), their indices (c_1) following, in many ways; each from the same input. Four tiles each:
// numbers to c_16, indices to c_17. The list is tests/device/topk_test.py's.
#include "api/compute/topk.h"
#include "compute_kernel_api.h"

namespace {

constexpr auto numbers = tt::CBIndex::c_0, indices = tt::CBIndex::c_1, sorted = tt::CBIndex::c_16, places = tt::CBIndex::c_17;
constexpr uint32_t first = get_compile_time_arg_val(0);  // Dst tile

void pack_two(uint32_t out, uint32_t tile) {
  cb_reserve_back(out, 2);
  pack_reconfig_data_format(out);
  for (uint32_t i = 0; i < 2; i++) pack_tile(tile + i, out);
  cb_push_back(out, 2);
}
template <class F>
void each(F f) {
  tile_regs_acquire();
  reconfig_data_format_srca(numbers);
  copy_tile_to_dst_init_short(numbers);
  for (uint32_t i = 0; i < 2; i++) copy_tile(numbers, i, first + i);
  reconfig_data_format_srca(indices);
  copy_tile_to_dst_init_short(indices);
  for (uint32_t i = 0; i < 2; i++) copy_tile(indices, i, first + 2 + i);
  f();
  tile_regs_commit();
  tile_regs_wait();
  pack_two(sorted, first);
  pack_two(places, first + 2);
  tile_regs_release();
}

}  // namespace

void kernel_main() {
  init_sfpu(numbers, sorted);
  topk_tile_init();
  cb_wait_front(numbers, 2);
  cb_wait_front(indices, 2);
  for (int end = 0; end < 6; end++)
    for (int dir = 0; dir < 2; dir++) each([=] { topk_local_sort(first, dir, end); });
  each([] { topk_local_sort<true>(first, 1, 5); });
  each([] {
    topk_local_sort(first, 1, 1);
    topk_local_sort(first, 1, 3, 2);
    topk_local_sort(first, 1, 4, 4, 4, 5);
    topk_local_sort(first, 1, 5, 5, 4, 6);
  });
  for (int logk = 2; logk < 7; logk++) {
    for (int m = 0; m < 4; m++) {
      each([=] { topk_merge<true>(first, m, 1 << logk); });
      each([=] { topk_merge<false, true>(first, m, 1 << logk); });
    }
  }
  for (int logk = 2; logk < 7; logk++) {
    for (int half = 0; half < 2; half++) {
      each([=] {
        topk_local_sort(first, half, logk - 1);
        topk_merge(first, 0, 1 << logk);
        topk_rebuild(first, half, 0, 1 << logk, logk, half);
        if (logk == 2) {  // two rounds more
          topk_merge(first, 1, 4);
          topk_rebuild(first, half, 1, 4, 2, 0);
          topk_merge(first, 2, 4);
          topk_rebuild(first, half, 2, 4, 2, 1);
        }
      });
    }
  }
  cb_pop_front(numbers, 2);
  cb_pop_front(indices, 2);
}
