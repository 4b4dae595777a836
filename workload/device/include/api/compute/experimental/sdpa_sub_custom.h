// SPDX-License-Identifier: Apache-2.0
// A column of one tile from several tiles side by side.
#pragma once
#include "api/compute/bcast.h"

namespace ckernel {

// For buffers of the formats that are configured.
ALWI void sub_bcast_cols_init_short_custom(uint32_t icb0, uint32_t icb1, uint32_t ct_dim, uint32_t = 0) {
  called();
  (void)ct_dim;
  llk_unpack_AB_init<BroadcastType::COL>(icb0, icb1);
  llk_math_eltwise_binary_init<ELWSUB, BroadcastType::COL>();
}
// Dst tiles idst .. + ct_dim - 1 = tiles itile0 .. of icb0 less column 0 of tile itile1 of icb1.
ALWI void sub_tiles_bcast_cols_custom(uint32_t icb0, uint32_t icb1, uint32_t itile0, uint32_t itile1, uint32_t idst,
                                      uint32_t ct_dim) {
  called();
  for (uint32_t t = 0; t < ct_dim; ++t) sub_tiles_bcast_cols(icb0, icb1, itile0 + t, itile1, idst + t);
}

}  // namespace ckernel
using namespace ckernel;
