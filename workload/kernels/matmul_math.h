// SPDX-License-Identifier: Apache-2.0
// T1 of matmul: the MOP of a tile product. No SystemC.
#pragma once
#include "workload/kernels/kernel_function.h"
#include "workload/kernels/stream_builder_function.h"

namespace tensix {

void program_matmul_mop(step_builder& s, const kernel_plan& p);

}  // namespace tensix
