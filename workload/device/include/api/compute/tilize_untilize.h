// SPDX-License-Identifier: Apache-2.0
// Both ways.
#pragma once
#include "api/compute/tilize.h"
#include "api/compute/untilize.h"
