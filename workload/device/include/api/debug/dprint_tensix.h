// SPDX-License-Identifier: Apache-2.0
// Rows of Dst and registers as text: nothing here. What is packed shows the first, `tensix-tlm stream` the others.
#pragma once
#include "api/debug/dprint.h"

inline void dprint_tensix_dest_reg(int = 0) {}
inline void dprint_tensix_unpack_tile_descriptor_word0(uint32_t = 0) {}
#define dprint_cfg_reg_field(bank, reg_field_name) static_cast<void>(0)
#define dprint_cfg_reg(bank, reg_field_name) static_cast<void>(0)
