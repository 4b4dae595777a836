// SPDX-License-Identifier: Apache-2.0
// Addresses on a network: of a place, of a page of an interleaved buffer.
#pragma once
#include "api/alignment.h"
#include "internal/dataflow/dataflow_api_common.h"
#include "internal/mod_div_lib.h"
#include "tensix_types.h"

// (x, y) and an address there; a rectangle, corners included.
FORCE_INLINE uint64_t get_noc_addr(uint32_t noc_x, uint32_t noc_y, uint32_t addr, uint8_t noc = noc_index) {
  return NOC_XY_ADDR(DYNAMIC_NOC_X(noc, noc_x), DYNAMIC_NOC_Y(noc, noc_y), addr);
}
FORCE_INLINE uint64_t get_noc_multicast_addr(uint32_t noc_x_start, uint32_t noc_y_start, uint32_t noc_x_end, uint32_t noc_y_end,
                                             uint32_t addr, uint8_t noc = noc_index) {
  return NOC_MULTICAST_ADDR(DYNAMIC_NOC_X(noc, noc_x_start), DYNAMIC_NOC_Y(noc, noc_y_start), DYNAMIC_NOC_X(noc, noc_x_end),
                            DYNAMIC_NOC_Y(noc, noc_y_end), addr);
}
// Of this tile.
FORCE_INLINE uint64_t get_noc_addr(uint32_t addr, uint8_t noc = noc_index) { return NOC_XY_ADDR(my_x[noc], my_y[noc], addr); }
// `noc_xy`: y << 6 | x.
FORCE_INLINE uint64_t get_noc_addr_helper(uint32_t noc_xy, uint32_t addr) {
  return static_cast<uint64_t>(noc_xy) << NOC_ADDR_COORD_SHIFT | addr;
}
template <bool DRAM>
FORCE_INLINE uint64_t get_noc_addr_from_bank_id(uint32_t bank_id, uint32_t bank_address_offset, uint8_t noc = noc_index) {
  tensix::device::called();
  return tensix::device::banks::address_in<DRAM>(bank_id, bank_address_offset, noc);
}
FORCE_INLINE uint64_t get_dram_noc_addr(uint32_t id, uint32_t page_size, uint32_t bank_base_address, uint32_t offset = 0,
                                        uint8_t noc = noc_index) {
  using namespace tensix::device::banks;
  page_place<true> page(id);
  return page.at(page.slot * aligned<true>(page_size) + bank_base_address + offset, noc);
}
FORCE_INLINE uint64_t get_l1_noc_addr(uint32_t id, uint32_t page_size, uint32_t bank_base_address, uint32_t offset = 0,
                                      uint8_t noc = noc_index) {
  using namespace tensix::device::banks;
  page_place<false> page(id);
  return page.at(page.slot * aligned<false>(page_size) + bank_base_address + offset, noc);
}

// Buffers in banks, by the form of their pages. All begin at the same address in each bank.
template <bool DRAM>
struct InterleavedAddrGen {
  static constexpr bool is_dram = DRAM;
  uint32_t bank_base_address;
  const uint32_t page_size;
  const uint32_t aligned_page_size = tensix::device::banks::aligned<DRAM>(page_size);

  FORCE_INLINE uint64_t get_noc_addr(uint32_t id, uint32_t offset = 0, uint8_t noc = noc_index) const {
    tensix::device::banks::page_place<DRAM> page(id);
    return page.at(page.slot * aligned_page_size + bank_base_address + offset, noc);
  }
};
// Pages of a power of two.
template <bool DRAM>
struct InterleavedPow2AddrGen {
  static constexpr bool is_dram = DRAM;
  uint32_t bank_base_address;
  const uint32_t log_base_2_of_page_size;
  const uint32_t aligned_log_base_2_of_page_size = tensix::device::banks::log2_aligned<DRAM>(log_base_2_of_page_size);

  FORCE_INLINE uint64_t get_noc_addr(uint32_t id, uint32_t offset = 0, uint8_t noc = noc_index) const {
    tensix::device::banks::page_place<DRAM> page(id);
    return page.at((page.slot << aligned_log_base_2_of_page_size) + bank_base_address + offset, noc);
  }
};
template <bool DRAM>
struct InterleavedPow2AddrGenFast {
  static constexpr bool is_dram = DRAM;
  uint32_t bank_base_address;
  const uint32_t log_base_2_of_page_size;
  const uint32_t aligned_log_base_2_of_page_size = tensix::device::banks::log2_aligned<DRAM>(log_base_2_of_page_size);

  FORCE_INLINE uint64_t get_noc_addr(uint32_t id, uint32_t offset = 0, uint8_t noc = noc_index) const {
    tensix::device::banks::page_place<DRAM> page(id);
    return page.at((page.slot << aligned_log_base_2_of_page_size) + bank_base_address + offset, noc);
  }
};

// Bytes of `tiles` tiles of `tile_hw` datums (a power of two), without a multiplication.
template <uint32_t tile_hw = 1024>
FORCE_INLINE constexpr uint32_t MUL_WITH_TILE_SIZE(uint32_t format, uint32_t tiles) {
  constexpr int datums = std::countr_zero(tile_hw);
  constexpr int exponents = datums > 8 ? datums - 4 : 4;  // a byte for 16 datums, 16 bytes at least
  switch (static_cast<DataFormat>(format)) {
    case DataFormat::UInt8: return tiles << datums;
    case DataFormat::UInt16:
    case DataFormat::Float16:
    case DataFormat::Float16_b: return tiles << (datums + 1);
    case DataFormat::Int32:
    case DataFormat::UInt32:
    case DataFormat::Float32: return tiles << (datums + 2);
    case DataFormat::Bfp2:
    case DataFormat::Bfp2_b: return (tiles << (datums - 2)) + (tiles << exponents);
    case DataFormat::Bfp4:
    case DataFormat::Bfp4_b: return (tiles << (datums - 1)) + (tiles << exponents);
    default: return (tiles << datums) + (tiles << exponents);
  }
}
// Pages that are tiles of a format.
template <bool DRAM, uint32_t tile_hw = 1024>
struct InterleavedAddrGenFast {
  static constexpr bool is_dram = DRAM;
  uint32_t bank_base_address;
  uint32_t page_size;
  DataFormat data_format;

  FORCE_INLINE uint64_t get_noc_addr(uint32_t id, uint32_t offset = 0, uint8_t noc = noc_index) const {
    tensix::device::banks::page_place<DRAM> page(id);
    return page.at(MUL_WITH_TILE_SIZE<tile_hw>(static_cast<uint32_t>(data_format), page.slot) + bank_base_address + offset,
                   noc);
  }
};

// By a constant page size, or with a constant that says whether it is a power of two.
template <bool DRAM, uint32_t page_size>
FORCE_INLINE auto get_interleaved_addr_gen(uint32_t base_addr) {
  if constexpr (!std::has_single_bit(page_size)) return InterleavedAddrGen<DRAM>{base_addr, page_size};
  else if constexpr (page_size > NOC_MAX_BURST_SIZE)
    return InterleavedPow2AddrGen<DRAM>{base_addr, std::countr_zero(page_size)};
  else return InterleavedPow2AddrGenFast<DRAM>{base_addr, std::countr_zero(page_size)};
}
template <bool DRAM, bool is_size_pow2>
FORCE_INLINE auto get_interleaved_addr_gen(uint32_t base_addr, uint32_t page_size, uint32_t log2_page_size) {
  if constexpr (is_size_pow2) return InterleavedPow2AddrGen<DRAM>{base_addr, log2_page_size};
  else return InterleavedAddrGen<DRAM>{base_addr, page_size};
}
template <bool DRAM, bool is_size_pow2>
FORCE_INLINE auto get_interleaved_addr_gen(uint32_t base_addr, uint32_t size) {
  return get_interleaved_addr_gen<DRAM, is_size_pow2>(base_addr, size, size);
}

// Whatever says where page `id` lies, and how many bytes it has.
template <class AddrGen>
concept tensix_pages = requires(const AddrGen& pages, uint32_t n, uint8_t noc) {
  pages.get_noc_addr(n, n, noc);
};
template <tensix_pages AddrGen>
FORCE_INLINE uint64_t get_noc_addr(uint32_t id, const AddrGen& addrgen, uint32_t offset = 0, uint8_t noc = noc_index) {
  return addrgen.get_noc_addr(id, offset, noc);
}
namespace tensix::device {
template <tensix_pages AddrGen>
ALWI uint32_t page_bytes(const AddrGen& pages) {
  if constexpr (requires { pages.page_size; }) return pages.page_size;
  else return 1u << pages.log_base_2_of_page_size;
}
}  // namespace tensix::device
