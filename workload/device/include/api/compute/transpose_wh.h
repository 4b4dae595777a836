// SPDX-License-Identifier: Apache-2.0
// A tile's rows as columns.
#pragma once
#include "api/compute/tile_move_copy.h"

namespace ckernel {

// As copy_tile, but transposed. 32-bit datums go straight into a 32-bit Dst and are turned there, in two halves, unchanged;
// with a 16-bit Dst FP32 becomes BF16.
ALWI void transpose_wh_init_short(uint32_t icb, uint32_t = 0) {
  called();
  copy_tile_to_dst_init_short(icb, true, true);
}
// At the start of a kernel.
ALWI void transpose_wh_init(uint32_t icb, uint32_t ocb, uint32_t = 0) {
  called();
  using namespace tensix::device;
  check_buffer(icb, 0);
  if (goes_to_dst(icb)) {
    configure(icb, icb, src_format(icb, icb), ocb);
    detail::copy_init(icb, true, true, true);
  } else {
    configure(icb, icb, src_format(icb, icb), ocb, true);
    init_copy(false, true, true);
  }
}
ALWI void transpose_wh_tile(uint32_t icb, uint32_t itile, uint32_t idst) {
  called();
  using namespace tensix::device;
  if constexpr (unpacks)
    check((unpacker.op == unpacking::copy || unpacker.op == unpacking::to_dst) && (unpacker.op_mode & faces_changed),
          misuse::operation_not_initialised);
  copy_tile(icb, itile, idst);
}

}  // namespace ckernel
using namespace ckernel;
