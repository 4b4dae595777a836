// SPDX-License-Identifier: Apache-2.0
// The older path of api/compute/compute_kernel_api.h; the folder compute_kernel_api is one of api/compute.
#pragma once
#include "api/compute/compute_kernel_api.h"
