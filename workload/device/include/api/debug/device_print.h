// SPDX-License-Identifier: Apache-2.0
// DEVICE_PRINT.
#pragma once
#include "api/debug/dprint.h"
