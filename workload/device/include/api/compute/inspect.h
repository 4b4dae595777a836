// SPDX-License-Identifier: Apache-2.0
// To look at Dst, and at what the units have noted, while a kernel runs.
#pragma once
#include "api/compute/common.h"
#include "tensix/inspect.h"

namespace ckernel {

// T0 and T1 wait for their instructions, T1 also until the packer has all tiles that were committed; T0 then stands still until T1 is at
// dbg_unhalt. Both to be called on all cores.
ALWI void dbg_halt() {
  called();
  tensix::device::halt();
}
ALWI void dbg_unhalt() {
  called();
  tensix::device::let_go();
}
// T1: 16 datums of row `row_addr` of Dst (or of the half that T1 has), two in each of eight words, in the order of bits that Dst has: sign,
// mantissa, exponent.
ALWI void dbg_read_dest_acc_row(int row_addr, uint32_t* rd_data) {
  called();
  if constexpr (tensix::device::computes) tensix::device::read_dst_row(static_cast<uint32_t>(row_addr), rd_data);
}

// The register in which the units note infinities and NaNs: cleared by T1. What they note is not modelled, so a load of it ends the run.
ALWI uint32_t get_compute_special_value_flags() {
  called();
  if constexpr (tensix::device::computes) return tensix::device::at(tensix::device::sticky_bits);
  return 0;
}
// Of that register's value: the matrix unit's bits and the vector unit's. (The former are shifted out, as in TT-Metalium.)
ALWI uint32_t get_compute_special_value_flags_fpu(uint32_t special_value_flags_reg) {
  called();
  if constexpr (tensix::device::computes) return (special_value_flags_reg & 0xf) >> 4;
  return 0;
}
ALWI uint32_t get_compute_special_value_flags_sfpu(uint32_t special_value_flags_reg) {
  called();
  if constexpr (tensix::device::computes) return special_value_flags_reg & 0xf;
  return 0;
}
ALWI void clear_compute_special_value_flags() {
  called();
  if constexpr (tensix::device::computes) tensix::device::at(tensix::device::sticky_bits) = 0;
}
ALWI void store_compute_special_value_flags_to_l1(uint32_t l1_addr) {
  called();
  if constexpr (tensix::device::computes) tensix::device::l1(l1_addr) = get_compute_special_value_flags();
}

}  // namespace ckernel
using namespace ckernel;
