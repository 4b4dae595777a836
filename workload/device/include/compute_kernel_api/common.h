// What every kernel includes: circular buffers, Dst, arguments, the kernel's frame.
#pragma once
#include "compute_kernel_api/cb_api.h"
#include "compute_kernel_api/common_globals.h"
#include "compute_kernel_api/reg_api.h"
