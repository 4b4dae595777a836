// SPDX-License-Identifier: Apache-2.0
// Atomic operations that arrive over a NoC. Layer 1.
// Source: ISA documentation, NoC/Atomics (Wormhole); the operations' names: tt-metal, noc_parameters.h.
#pragma once
#include <cstdint>

#include "models/noc/noc_packet.h"
#include "models/observe/diagnostics.h"

namespace tensix {

// What an atomic does to the 16 bytes at its address rounded down: the word at the address before it. What is not known is diagnosed.
uint32_t noc_atomic(const noc_packet& request, uint8_t* line, diagnostics& diagnose, const char* who);

}  // namespace tensix
