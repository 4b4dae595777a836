// SPDX-License-Identifier: Apache-2.0
#include "workload/kernels/row_major.h"

#include <cstring>

namespace tensix {

void tile_of_rows(const circular_buffer_plan& plan, const uint8_t* rows, uint32_t column, uint8_t* tile) {
  constexpr uint32_t pieces = tile_datums / face_dim, halves = tile_dim / face_dim;
  const uint32_t piece_bytes = plan.tile_bytes / pieces;
  for (uint32_t row = 0; row < tile_dim; ++row)
    for (uint32_t half = 0; half < halves; ++half)
      std::memcpy(tile + datum_index(row, half * face_dim) / face_dim * piece_bytes,
                  rows + (uint64_t{row} * halves * plan.row_tiles + column * halves + half) * piece_bytes, piece_bytes);
}

}  // namespace tensix
