// SPDX-License-Identifier: Apache-2.0
// In front of every kernel, as TT-Metalium's build has it: names that kernels use without including anything. (In front of start.S, too,
// for which it is nothing.)
#pragma once
#ifndef __ASSEMBLER__
#if defined(TENSIX_MOVE)
#include "api/dataflow/dataflow_api.h"
#include "tensix/mover_frame.h"
#else
#include <array>

#include "tensix/core_functions.h"
using namespace ckernel;
#endif
#endif
