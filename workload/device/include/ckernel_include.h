// SPDX-License-Identifier: Apache-2.0
// Part of TT-Metalium's lower layer.
#pragma once
#include "ckernel_defs.h"
