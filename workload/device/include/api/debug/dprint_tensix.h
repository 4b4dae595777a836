// Rows of Dst as text, for TT-Metalium's debugger of kernels: here `--dump` of a run shows them, and these print nothing.
#pragma once
#include "api/debug/dprint.h"

inline void dprint_tensix_dest_reg(int = 0) {}
inline void dprint_tensix_unpack_tile_descriptor_word0(uint32_t = 0) {}
#define dprint_cfg_reg_field(bank, reg_field_name) static_cast<void>(0)
#define dprint_cfg_reg(bank, reg_field_name) static_cast<void>(0)
