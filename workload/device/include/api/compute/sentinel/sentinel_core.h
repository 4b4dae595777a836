// SPDX-License-Identifier: Apache-2.0
// Part of the watch over formats.
#pragma once
#include "api/compute/sentinel/compute_kernel_sentinel.h"
