// SPDX-License-Identifier: Apache-2.0
// Nothing: for kernels that do nothing.
#pragma once
#include "api/compute/common_globals.h"
