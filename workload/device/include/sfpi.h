// SPDX-License-Identifier: Apache-2.0
// The vector unit as C++: vFloat, vInt, vUInt (32 datums each, in an LReg), dst_reg[] (32 datums of Dst), arithmetic,
// comparisons, and v_if, v_elseif, v_else, v_endif, which switch lanes on and off. See docs/vector-functions.md. T1 only;
// elsewhere it is nothing.
#pragma once
#include <stddef.h>

#include "api/compute/common.h"
#include "sfpi/condition.h"
#include "sfpi/constants.h"
#include "sfpi/dst_reg.h"
#include "sfpi/functions.h"
#include "sfpi/tables.h"
#include "sfpi/vector_float.h"
#include "sfpi/vector_integer.h"

// As public headers write their functions.
#define sfpi_inline __attribute__((always_inline)) inline

namespace sfpi {

// Around what one works with: dst_reg[0] is the beginning of Dst tile `idst`, all lanes are on, results of the matrix
// unit are there.
ALWI void sfpu_begin(uint32_t idst = 0) {
  tensix::device::called();
  if constexpr (tensix::device::computes) {
    tensix::device::check_math(true, idst);
    tensix::device::begin_vector(idst);
    tensix::device::issue<tensix::device::start_words<0>>();
    if (tensix::device::checked) tensix::device::vector_unit.own = true;
  }
}
ALWI void sfpu_end() {
  if constexpr (tensix::device::computes) {
    tensix::device::ttinsn<tensix::setrwc(0, tensix::rwc_dst)>();
    tensix::device::end_vector();
    if (tensix::device::checked) tensix::device::vector_unit.own = false;
  }
}

}  // namespace sfpi
using namespace sfpi;
