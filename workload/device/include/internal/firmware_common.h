// SPDX-License-Identifier: Apache-2.0
// What kernels share with the firmware.
#pragma once
#if defined(TENSIX_MOVE)
#include "api/dataflow/dataflow_api.h"
#else
#include "api/compute/common_globals.h"
#endif
