// SPDX-License-Identifier: Apache-2.0
// SFPI's vectors, for kernels of tt-llk: this project's own (workload/device/include/sfpi; docs/vector-functions.md).
#pragma once
#include <cstdint>

#include "lltt.h"
#include "sfpi/condition.h"
#include "sfpi/constants.h"
#include "sfpi/dst_reg.h"
#include "sfpi/functions.h"
#include "sfpi/tables.h"
#include "sfpi/vector_float.h"
#include "sfpi/vector_integer.h"

#define sfpi_inline [[gnu::always_inline]] inline
