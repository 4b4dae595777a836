// SPDX-License-Identifier: Apache-2.0
// Circular buffers. All counts are tiles; a buffer holds `capacity` of them. T0 waits and pops, T2 reserves and pushes: on the
// other cores these functions are nothing.
#pragma once
#include "api/compute/common_globals.h"

namespace ckernel {

// Until `ntiles` tiles are there. They are not taken: a later wait for more counts them again.
// Costs a few instructions of T0 if they are known to be there, else polls of L1.
ALWI void cb_wait_front(uint32_t cbid, uint32_t ntiles) {
  called();
  if constexpr (tensix::device::unpacks) tensix::device::wait_front(cbid, ntiles);
}
// Gives `ntiles` tiles back that cb_wait_front has waited for; tile 0 is then the one behind them.
ALWI void cb_pop_front(uint32_t cbid, uint32_t ntiles) {
  called();
  if constexpr (tensix::device::unpacks) tensix::device::pop_front(cbid, ntiles);
}
// Until there is room for `ntiles` tiles.
ALWI void cb_reserve_back(uint32_t cbid, uint32_t ntiles) {
  called();
  if constexpr (tensix::device::packs) tensix::device::reserve_back(cbid, ntiles);
}
// Hands over `ntiles` tiles that have been reserved and packed. The packer's pipeline runs empty behind them.
ALWI void cb_push_back(uint32_t cbid, uint32_t ntiles) {
  called();
  if constexpr (tensix::device::packs) tensix::device::push_back(cbid, ntiles);
}

// Whether cb_wait_front(cbid, num_pages) would not wait, asked by T0; cb_reserve_back, by T2. No on the other cores. A load from L1.
ALWI bool cb_pages_available_at_front(uint32_t cbid, int32_t num_pages) {
  called();
  using namespace tensix::device;
  check_buffer(cbid, 0);
  if constexpr (!unpacks) return false;
  return static_cast<int32_t>(between(count_at(produced_count(cbid)), inputs.of[cbid].taken)) >= num_pages;
}
ALWI bool cb_pages_reservable_at_back(uint32_t cbid, int32_t num_pages) {
  called();
  using namespace tensix::device;
  check_buffer(cbid, 0);
  if constexpr (!packs) return false;
  const uint32_t taken = between(outputs.of[cbid].produced, count_at(consumed_count(cbid)));
  return taken + static_cast<uint32_t>(num_pages) <= buffer_of(cbid).capacity;
}

// L1 address, in bytes, of the `tile_index`-th tile from the front of a buffer that has been waited for; on all three cores. T0
// sends it to the others by mailbox, so they wait until T0 gets there; T0 does not wait for them: what it pops afterwards may be
// overwritten while they still read.
ALWI uint32_t get_tile_address(uint32_t cbid, uint32_t tile_index) {
  called();
  using namespace tensix::device;
  uint32_t address = 0;
  if constexpr (unpacks) address = 16 * front_tile(cbid, tile_index);
  address = from_t0(address);
  asm volatile("" : "+r"(address)::"memory");  // what is read there is not read before
  return address;
}
// A word of that tile, for arguments that come in a buffer; 4-byte words are counted. T0 reads it, all get it.
ALWI uint32_t read_tile_value(uint32_t cbid, uint32_t tile_index, uint32_t element_offset) {
  called();
  using namespace tensix::device;
  uint32_t value = 0;
  if constexpr (unpacks) value = fresh(16 * front_tile(cbid, tile_index) + 4 * element_offset);
  return from_t0(value);
}

}  // namespace ckernel
using namespace ckernel;
