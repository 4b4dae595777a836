// Circular buffers. All counts are tiles; a buffer holds `capacity` of them. T0 waits and pops, T2 reserves and pushes: on the
// other cores these functions are nothing.
#pragma once
#include "tensix/circular_buffers.h"

namespace ckernel {

using tensix::device::here;
using tensix::device::place;

// Until `ntiles` tiles are there. They are not taken: a later wait for more counts them again.
// Costs a few instructions of T0 if they are known to be there, else polls of L1.
ALWI void cb_wait_front(uint32_t cbid, uint32_t ntiles, place caller = here()) {
  if constexpr (tensix::device::unpacks) tensix::device::wait_front(cbid, ntiles, caller);
}
// Gives `ntiles` tiles back that cb_wait_front has waited for; tile 0 is then the one behind them.
ALWI void cb_pop_front(uint32_t cbid, uint32_t ntiles, place caller = here()) {
  if constexpr (tensix::device::unpacks) tensix::device::pop_front(cbid, ntiles, caller);
}
// Until there is room for `ntiles` tiles.
ALWI void cb_reserve_back(uint32_t cbid, uint32_t ntiles, place caller = here()) {
  if constexpr (tensix::device::packs) tensix::device::reserve_back(cbid, ntiles, caller);
}
// Hands over `ntiles` tiles that have been reserved and packed. The packer's pipeline runs empty behind them.
ALWI void cb_push_back(uint32_t cbid, uint32_t ntiles, place caller = here()) {
  if constexpr (tensix::device::packs) tensix::device::push_back(cbid, ntiles, caller);
}

}  // namespace ckernel
using namespace ckernel;
