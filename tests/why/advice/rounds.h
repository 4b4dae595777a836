// SPDX-License-Identifier: Apache-2.0
// Rounds of ROUND tiles of the circular buffers, in blocks of BLOCK in Dst.
#pragma once
#include "api/compute/common.h"
#include "api/compute/compute_kernel_api.h"
#include "api/compute/eltwise_binary.h"
#include "api/compute/pack.h"
#include "api/compute/tile_move_copy.h"

__attribute__((noinline)) static void take(uint32_t a, uint32_t b) {
  cb_wait_front(a, ROUND);
  cb_wait_front(b, ROUND);
}

template <class F>
static inline void into(uint32_t out, F compute) {
  cb_reserve_back(out, ROUND);
  for (uint32_t first = 0; first < ROUND; first += BLOCK) {
    tile_regs_acquire();
    for (uint32_t t = 0; t < BLOCK; ++t) compute(first + t, t);
    tile_regs_commit();
    tile_regs_wait();
    for (uint32_t t = 0; t < BLOCK; ++t) pack_tile(t, out);
    tile_regs_release();
  }
  cb_push_back(out, ROUND);
}
