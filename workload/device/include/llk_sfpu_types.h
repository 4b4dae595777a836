// SPDX-License-Identifier: Apache-2.0
// SfpuType, as in the public kernel library.
#pragma once
#include "llk/sfpu_types.h"
