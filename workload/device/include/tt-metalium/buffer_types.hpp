// SPDX-License-Identifier: Apache-2.0
// Where buffers are, and how they are cut, as hosts number it.
#pragma once
#include <cstdint>

namespace tt::tt_metal {

enum class TensorMemoryLayout { INTERLEAVED = 0, HEIGHT_SHARDED = 2, WIDTH_SHARDED = 3, BLOCK_SHARDED = 4 };
enum class ShardOrientation { ROW_MAJOR, COL_MAJOR };
enum class ShardDistributionStrategy { ROUND_ROBIN_1D, GRID_2D };
enum class BufferType { DRAM, L1, SYSTEM_MEMORY, L1_SMALL, TRACE };

}  // namespace tt::tt_metal
