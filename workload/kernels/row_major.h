// SPDX-License-Identifier: Apache-2.0
// What comes out of a row-major circular buffer (circular_buffer_plan::row_tiles), as tiles again. No SystemC.
#pragma once
#include "workload/kernels/circular_buffer_function.h"

namespace tensix {

// The reverse of bytes_in_buffer: the tile in place `column` of all that lie in `rows`, row by row.
void tile_of_rows(const circular_buffer_plan& plan, const uint8_t* rows, uint32_t column, uint8_t* tile);

}  // namespace tensix
