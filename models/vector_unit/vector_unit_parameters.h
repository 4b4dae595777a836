// SPDX-License-Identifier: Apache-2.0
// Cycles of the vector unit. platform/parameters.h has them of all units. No SystemC.
#pragma once
#include <cstdint>

namespace tensix {

struct vector_unit_parameters {
  uint32_t issue_cycles = 1;         // from one instruction to the next
  uint32_t multiply_add_cycles = 2;  // SFPADD(I), SFPMUL(I), SFPMAD, SFPLUT*, SFPMUL24
  uint32_t exchange_cycles = 2;      // SFPSWAP, SFPSHFT2 between lanes: not pipelined
  uint32_t drain_cycles = 1;         // from the last instruction to an idle pipeline (STALLWAIT C11)
  uint32_t dst_access_cycles = 1;    // from SFPLOAD and SFPSTORE until their access to Dst is complete
};

}  // namespace tensix
