// SPDX-License-Identifier: Apache-2.0
// The compute API (docs/compute-api.md), but for the vector unit's functions of two tiles (eltwise_binary_sfpu.h).
#pragma once
#include "api/compute/bcast.h"
#include "api/compute/common.h"
#include "api/compute/compute_kernel_hw_startup.h"
#include "api/compute/eltwise_binary.h"
#include "api/compute/eltwise_unary/eltwise_unary.h"
#include "api/compute/inspect.h"
#include "api/compute/matmul.h"
#include "api/compute/max_reduce_with_indices.h"
#include "api/compute/pack_untilize.h"
#include "api/compute/reconfig_data_format.h"
#include "api/compute/reduce.h"
#include "api/compute/sfpu_reduce.h"
#include "api/compute/tile_move_copy.h"
#include "api/compute/tilize.h"
#include "api/compute/topk.h"
#include "api/compute/transpose_wh.h"
#include "api/compute/unary_init.h"
#include "api/compute/untilize.h"
#include "llk/instruction_parameters.h"
#include "tensix/instruction_names.h"
#ifdef TRISC_MATH
#include "ckernel_sfpu.h"
#endif
