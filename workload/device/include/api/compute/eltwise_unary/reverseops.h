// SPDX-License-Identifier: Apache-2.0
// An older place of rsub_tile.
#pragma once
#include "api/compute/eltwise_unary/rsub.h"
