// What a report says of a built-in kernel, whichever command ran it.
#pragma once
#include "testbench/kernels/kernel_function.h"
#include "testbench/run/run_report.h"

namespace tensix {

void describe_kernel(run_report& report, const kernel& work);

}  // namespace tensix
