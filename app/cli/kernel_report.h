// What a report says of a built-in kernel, whichever command ran it.
#pragma once
#include "app/options/options.h"
#include "testbench/run/bounds.h"
#include "testbench/run/run_report.h"
#include "workload/kernels/kernel_function.h"

namespace tensix {

void describe_kernel(run_report& report, const kernel& work);
// What its producer and consumer move.
std::vector<fed_tiles> fed_tiles_of(const kernel& work);
// What the command line, or its defaults, decided of it.
void describe_options(run_report& report, const command_line& options, const kernel& work);

}  // namespace tensix
