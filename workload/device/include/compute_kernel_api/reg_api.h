// Dst: acquire, compute, commit are T1's, in this order, wait, pack, release T2's, whether something is packed or not. Between
// acquire and release there are 16, 8, 8 or 4 tiles: 16-bit Dst with --dst-sync full, 16-bit, 32-bit (--fp32-dest) full, 32-bit.
#pragma once
#include "tensix/dst.h"
#include "tensix/packer.h"

namespace ckernel {

using tensix::device::here;
using tensix::device::place;

// T1: until Dst (or half of it) is free. It is all zeros.
ALWI void tile_regs_acquire(place caller = here()) {
  if constexpr (tensix::device::computes) tensix::device::acquire_dst_half(caller);
}
// T1: hands Dst to the packer when all operations are done.
ALWI void tile_regs_commit(place caller = here()) {
  if constexpr (tensix::device::computes) tensix::device::commit_dst_half(caller);
  if constexpr (tensix::device::packs && tensix::device::checked)
    ++tensix::device::dst.committed, tensix::device::dst.last = caller;
  if constexpr (tensix::device::unpacks && tensix::device::fp32_dst) tensix::device::dst.half ^= tensix::device::half_rows;
}
// T2: until T1 has committed.
ALWI void tile_regs_wait(place caller = here()) {
  if constexpr (tensix::device::packs) tensix::device::wait_for_dst_half(caller);
}
// T2: when all packing is done Dst is cleared, and T1's again.
ALWI void tile_regs_release(place caller = here()) {
  if constexpr (tensix::device::packs) tensix::device::release_dst_half(caller);
}

// Deprecated: acquire and wait, commit and release at once.
ALWI void acquire_dst(place caller = here()) {
  tile_regs_acquire(caller);
  tile_regs_wait(caller);
}
ALWI void release_dst(place caller = here()) {
  tile_regs_commit(caller);
  tile_regs_release(caller);
}

}  // namespace ckernel
using namespace ckernel;
