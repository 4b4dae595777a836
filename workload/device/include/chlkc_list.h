// SPDX-License-Identifier: Apache-2.0
// What TT-Metalium's build puts around a kernel.
#pragma once
#include "api/compute/common_globals.h"
