// SPDX-License-Identifier: Apache-2.0
// B, NC: where pages of interleaved buffers lie. Page p is in bank p mod N, the (p / N)-th there; the tables of the banks are in the
// core's own memory, as firmware leaves them.
#pragma once
#include <bit>
#include <cstddef>

#include "tensix/noc_interface.h"

// By network and bank: y << 6 | x. By bank: what is added to a page's address.
inline uint16_t dram_bank_to_noc_xy[NUM_NOCS][NUM_DRAM_BANKS] = TENSIX_DRAM_PLACES;
inline int32_t bank_to_dram_offset[NUM_DRAM_BANKS] = TENSIX_DRAM_OFFSETS;
inline uint16_t l1_bank_to_noc_xy[NUM_NOCS][NUM_L1_BANKS] = TENSIX_L1_PLACES;
inline int32_t bank_to_l1_offset[NUM_L1_BANKS] = TENSIX_L1_OFFSETS;

namespace tensix::device::banks {

template <bool dram>
inline constexpr uint32_t count = dram ? NUM_DRAM_BANKS : NUM_L1_BANKS;
template <bool dram>
inline constexpr uint32_t alignment = dram ? 64 : 16;  // of a page
template <bool dram>
constexpr uint32_t aligned(uint32_t bytes) {
  return (bytes + alignment<dram> - 1) & ~(alignment<dram> - 1);
}
template <bool dram>
constexpr uint32_t log2_aligned(uint32_t log2_bytes) {
  constexpr uint32_t least = std::countr_zero(alignment<dram>);
  return log2_bytes < least ? least : log2_bytes;
}

template <bool dram>
ALWI uint32_t place_of(uint32_t bank, uint32_t noc) {
  check(bank < count<dram>, misuse::no_such_bank, bank, count<dram>);
  if constexpr (dram) return dram_bank_to_noc_xy[noc][bank];
  else return l1_bank_to_noc_xy[noc][bank];
}
template <bool dram>
ALWI uint32_t offset_of(uint32_t bank) {
  if constexpr (dram) return static_cast<uint32_t>(bank_to_dram_offset[bank]);
  else return static_cast<uint32_t>(bank_to_l1_offset[bank]);
}
template <bool dram>
ALWI uint64_t address_in(uint32_t bank, uint32_t address, uint32_t noc) {
  return static_cast<uint64_t>(place_of<dram>(bank, noc)) << NOC_ADDR_COORD_SHIFT | (address + offset_of<dram>(bank));
}

// Where a page is: the `slot`-th of its bank.
template <bool dram>
struct page_place {
  uint32_t slot, bank;
  explicit ALWI page_place(uint32_t page) : slot(page / count<dram>), bank(page - slot * count<dram>) {}
  ALWI uint64_t at(uint32_t address, uint32_t noc) const { return address_in<dram>(bank, address, noc); }
};

}  // namespace tensix::device::banks
