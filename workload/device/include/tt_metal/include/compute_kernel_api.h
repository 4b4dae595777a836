// SPDX-License-Identifier: Apache-2.0
// By its place in a source tree.
#pragma once
#include "compute_kernel_api.h"
