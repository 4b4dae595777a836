// SPDX-License-Identifier: Apache-2.0
// Where memories lie, in bytes: L1 of the tile, a core's own.
#pragma once

#define MEM_L1_BASE 0x0
#define MEM_L1_SIZE (1536 * 1024)
#define MEM_LOCAL_BASE 0xFFB00000
#define MEM_TRISC_LOCAL_SIZE (4 * 1024)
#define NUM_TRISC_CORES 3
#if defined(TENSIX_MOVE)
#include "tensix_program.h"
#define MEM_ZEROS_BASE TENSIX_ZEROS_ADDRESS  // numbers: kernels take the least of them and an int
#define MEM_ZEROS_SIZE TENSIX_ZEROS_BYTES
#define MEM_NOC_ATOMIC_RET_VAL_ADDR (tensix_program::memory.atomic_sink)
#define MEM_BRISC_LOCAL_SIZE (8 * 1024)
#define MEM_NCRISC_LOCAL_SIZE (8 * 1024)
#endif
