// SPDX-License-Identifier: Apache-2.0
// Dst: acquire, compute, commit are T1's, in this order, wait, pack, release T2's, whether something is packed or not. Between
// acquire and release there are 16, 8, 8 or 4 tiles: 16-bit Dst with --dst-sync full, 16-bit, 32-bit (--fp32-dest) full, 32-bit.
#pragma once
#include "api/compute/common_globals.h"
#include "tensix/dst.h"
#include "tensix/packer.h"

namespace ckernel {

// T1: until Dst (or half of it) is free. It is all zeros.
ALWI void tile_regs_acquire() {
  called();
  if constexpr (tensix::device::computes) tensix::device::acquire_dst_half();
}
// T1: hands Dst to the packer when all operations are done.
ALWI void tile_regs_commit() {
  called();
  if constexpr (tensix::device::computes) tensix::device::commit_dst_half();
  if constexpr (tensix::device::packs && tensix::device::checked)
    ++tensix::device::dst.committed, tensix::device::dst.last = tensix::device::call_site;
  if constexpr (tensix::device::unpacks && tensix::device::fp32_dst) tensix::device::dst.half ^= tensix::device::half_rows;
}
// T2: until T1 has committed.
ALWI void tile_regs_wait() {
  called();
  if constexpr (tensix::device::packs) tensix::device::wait_for_dst_half();
}
// T2: when all packing is done Dst is cleared, and T1's again.
ALWI void tile_regs_release() {
  called();
  if constexpr (tensix::device::packs) tensix::device::release_dst_half();
}

// Deprecated: acquire and wait, commit and release at once.
ALWI void acquire_dst() {
  called();
  tile_regs_acquire();
  tile_regs_wait();
}
ALWI void release_dst() {
  called();
  tile_regs_commit();
  tile_regs_release();
}

}  // namespace ckernel
using namespace ckernel;
