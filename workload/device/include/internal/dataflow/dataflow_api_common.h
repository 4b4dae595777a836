// SPDX-License-Identifier: Apache-2.0
// What all functions that move data share.
#pragma once
#include "tensix/banks.h"
#include "tensix/noc_interface.h"

#define NOC_CLEAR_OUTSTANDING_REQ_MASK ((1u << (NOC_MAX_TRANSACTION_ID + 1)) - 1)

// The tile's coordinates on each network, as its interfaces say.
inline uint8_t my_x[NUM_NOCS], my_y[NUM_NOCS];
