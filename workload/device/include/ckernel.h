// SPDX-License-Identifier: Apache-2.0
// As in the public kernel library: instructions by name, their operands, replay, words of the kernel's own. B and NC have the core alone.
#pragma once
#if defined(TENSIX_MOVE)
#include "tensix/core_functions.h"
#else
#include "api/compute/common.h"
#include "llk/instruction_parameters.h"
#include "llk/sfpu_params.h"
#include "lltt.h"
#include "tensix/instruction_names.h"
#endif
