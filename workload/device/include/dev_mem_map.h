// Where memories lie, in bytes: L1 of the tile, a core's own.
#pragma once

#define MEM_L1_BASE 0x0
#define MEM_L1_SIZE (1536 * 1024)
#define MEM_LOCAL_BASE 0xFFB00000
#define MEM_TRISC_LOCAL_SIZE (4 * 1024)
#define NUM_TRISC_CORES 3
