// SPDX-License-Identifier: Apache-2.0
// Cycles of the scalar unit. platform/parameters.h has them of all units. No SystemC.
#pragma once
#include <cstdint>

namespace tensix {

struct scalar_unit_parameters {
  uint32_t simple_cycles = 1;            // SETDMAREG, DMANOP
  uint32_t flop_cycles = 2;              // REG2FLOP; FLUSHDMA at least
  uint32_t arithmetic_cycles = 3;        // *DMAREG
  uint32_t arithmetic_split_cycles = 4;  // the two GPRs lie in different aligned groups of four: the second is read later
  uint32_t memory_cycles = 3;            // LOADIND, STOREIND, LOADREG, STOREREG; ATINCGET and ATSWAP occupy the unit as long
  uint32_t memory_latency_cycles = 8;    // until a load's data is in its GPR (RISC-V L1 load latency of the documentation)
  uint32_t atomic_cycles = 12;           // from one ATINCGET or ATSWAP to the next, and to the end of its round trip
  uint32_t compare_atomic_cycles = 15;   // ATCAS, ATINCGETPTR, one attempt
};

}  // namespace tensix
