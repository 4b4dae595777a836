// The fewest cycles that unpackers, matrix unit, packer and the banks of L1 need for the work of a run, and the roofline made
// of them; docs/bounds.md has the definitions.
#pragma once
#include <array>
#include <string>

#include "platform/parameters.h"
#include "testbench/kernels/kernel_description.h"
#include "testbench/run/run_report.h"

namespace tensix {

// The matrix unit's part in a run of anything but a kernel (kernel::work): its busy cycles.
matrix_work matrix_work_of(const run_report& r);

struct bounds {
  matrix_work work;
  double bytes = 0;  // unpacked and packed
  double unpack_cycles = 0, pack_cycles = 0, bank_cycles = 0;
};
// `wanted`: the fastest speed each unpacker asked for.
bounds bounds_of(const run_report& r, const parameters& p, const std::array<fetch_speed, 2>& wanted, const matrix_work& work);

}  // namespace tensix
