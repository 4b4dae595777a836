// SPDX-License-Identifier: Apache-2.0
// What every kernel has without asking: names of buffers, formats and the build, arguments, what starts and ends the kernel.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>

#include "api/compile_time_args.h"
#include "api/debug/assert.h"
#include "api/debug/dprint.h"
#include "api/debug/waypoint.h"
#include "hostdevcommon/kernel_structs.h"
#include "internal/circular_buffer_interface.h"
#include "internal/mod_div_lib.h"
#include "tensix/core_functions.h"
#include "tensix/frame.h"
#include "tensix/run_time_arguments.h"

using tt::CBIndex;
using uint = unsigned int;
using std::ptrdiff_t;
using std::size_t;

namespace ckernel {
using tensix::device::called;
}  // namespace ckernel
using namespace ckernel;
