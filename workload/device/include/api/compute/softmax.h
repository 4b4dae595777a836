// SPDX-License-Identifier: Apache-2.0
// What a softmax needs.
#pragma once
#include "api/compute/eltwise_unary/exp.h"
#include "api/compute/eltwise_unary/recip.h"
