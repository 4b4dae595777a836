// SPDX-License-Identifier: Apache-2.0
// namespace ckernel::sfpu, as in the public kernel library: what a kernel's own functions of the vector unit start from.
#pragma once
#include "ckernel_debug.h"
#include "llk/sfpu_functions.h"
#include "lltt.h"
