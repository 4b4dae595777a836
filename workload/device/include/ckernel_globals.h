// SPDX-License-Identifier: Apache-2.0
// Part of TT-Metalium's lower layer.
#pragma once
#include "tensix/core_functions.h"
