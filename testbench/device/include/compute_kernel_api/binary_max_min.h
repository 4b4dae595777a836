// The larger and the smaller of two tiles of Dst.
#pragma once
#include "compute_kernel_api/eltwise_binary_sfpu.h"
