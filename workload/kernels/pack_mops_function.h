// SPDX-License-Identifier: Apache-2.0
// The packer's instructions for what lies row by row, and what they share with the rest of T2's program. No SystemC.
#pragma once
#include "workload/kernels/kernel_function.h"
#include "workload/kernels/stream_builder_function.h"

namespace tensix {

constexpr uint32_t adc_of_packers = 4;                       // SETADC*
constexpr uint32_t untilized_rows = 8;                       // of each of four independent packers
constexpr unsigned pack_address_gpr = 4, pack_row_gpr = 16;  // in 16 bytes: where a tile goes; from row to row

uint32_t pacr(uint32_t mask, uint32_t modifier, bool close);
// Of a row of a row-major output, in 16 bytes.
uint32_t packed_row_units(const kernel& k);

mop_program tilize_mop(step_builder& b);
mop_program untilize_mop(step_builder& b, const kernel& k);

}  // namespace tensix
