// SPDX-License-Identifier: Apache-2.0
// What kernels share with the firmware.
#pragma once
#include "tensix/core_functions.h"
