// SPDX-License-Identifier: Apache-2.0
// A copy of a tile between other operations, whose programs stay.
#pragma once
#include "api/compute/tile_move_copy.h"

namespace ckernel {

// Dst tile dst_tile_index = tile in_tile_index of in_cb_id, of a format that is configured for SrcA, by way of SrcA. No init.
ALWI void copy_tile_custom(uint32_t in_cb_id, uint32_t in_tile_index, uint32_t dst_tile_index) {
  called();
  using namespace tensix::device;
  if constexpr (unpacks) {
    const uint32_t tile = front_tile(in_cb_id, in_tile_index);
    check(unpacker.formats != 0, misuse::not_configured);
    unpack_whole_tile(tile);
  }
  if constexpr (computes) {
    check_math(true, dst_tile_index);
    math_copy_whole_tile(dst_tile_index);
  }
}

}  // namespace ckernel
using namespace ckernel;
