// SPDX-License-Identifier: Apache-2.0
// What kernels share with the firmware, at its older place.
#pragma once
#include "internal/firmware_common.h"
