// SPDX-License-Identifier: Apache-2.0
// Full initialisation for copies and the vector unit.
#pragma once
#include "api/compute/common.h"
#include "api/compute/tile_move_copy.h"

namespace ckernel {

// At the start of a kernel that copies tiles of `icb` to Dst, as copy_tile_init, and packs to `ocb`. About 250 cycles, once; a later
// call changes formats only.
ALWI void unary_op_init_common(uint32_t icb, uint32_t ocb, uint32_t = 0) {
  called();
  using namespace tensix::device;
  check_buffer(icb, 0);
  configure(icb, icb, src_format(icb, icb), ocb);
  if (goes_to_dst(icb)) copy_tile_init(icb);
  else init_copy(false, false, false);
}
ALWI void init_sfpu(uint32_t icb, uint32_t ocb, uint32_t = 0) {
  called();
  unary_op_init_common(icb, ocb);
}

}  // namespace ckernel
using namespace ckernel;
