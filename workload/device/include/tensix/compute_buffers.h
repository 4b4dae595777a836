// SPDX-License-Identifier: Apache-2.0
// T0, T1, T2: a circular buffer as the core knows it. Addresses and sizes are units of 16 bytes. Each core knows its own end: T0 what it
// reads, T2 what it writes; the other end stands at the buffer's beginning, and writing it changes nothing. Whoever moves an end answers
// for it.
#pragma once
#include "internal/risc_attribs.h"
#include "tensix/circular_buffers.h"
#include "tensix_types.h"

inline constexpr uint32_t L1_ALIGNMENT = 16;
inline constexpr uint32_t cb_addr_shift = 4;  // from bytes to these units

namespace tensix::device {

enum class cb_field { size, limit, page_size, num_pages, rd_ptr, wr_ptr, tiles_acked, tiles_received, wr_tile_ptr };

// A field: it has no memory of its own. Which buffer it is of is in its address.
inline constexpr uint32_t cb_fields_base = 0x10000;
template <cb_field field>
class cb_member {
 public:
  ALWI operator uint32_t() const {
    switch (field) {
      case cb_field::size: return buffer_of(cb()).capacity * tile_units(cb());
      case cb_field::limit: return end_unit(cb());
      case cb_field::page_size: return tile_units(cb());
      case cb_field::num_pages: return buffer_of(cb()).capacity;
      case cb_field::rd_ptr: return first_unit(cb()) + (unpacks ? inputs.of[cb()].offset : 0);
      case cb_field::wr_ptr: return first_unit(cb()) + (packs ? outputs.of[cb()].offset : 0);
      case cb_field::tiles_acked: return unpacks ? inputs.of[cb()].taken & 0xffff : 0;
      case cb_field::tiles_received: return packs ? outputs.of[cb()].produced & 0xffff : 0;
      case cb_field::wr_tile_ptr: return packs ? outputs.of[cb()].packed * tile_units(cb()) : 0;
    }
  }
  ALWI cb_member& operator=(uint32_t value) {
    if constexpr (field == cb_field::rd_ptr && unpacks) inputs.of[cb()].offset = in_ring(value);
    if constexpr (field == cb_field::wr_ptr && packs) outputs.of[cb()].offset = in_ring(value), outputs.of[cb()].packed = 0;
    if constexpr (field == cb_field::wr_tile_ptr && packs) outputs.of[cb()].packed = value / tile_units(cb());
    return *this;
  }
  ALWI cb_member& operator=(const cb_member& other) { return *this = static_cast<uint32_t>(other); }
  ALWI cb_member& operator+=(uint32_t value) { return *this = *this + value; }
  ALWI cb_member& operator-=(uint32_t value) { return *this = *this - value; }

 private:
  ALWI uint32_t cb() const { return reinterpret_cast<uint32_t>(this) - cb_fields_base; }
  // The limit and the beginning are one place.
  ALWI uint32_t in_ring(uint32_t value) const { return value == end_unit(cb()) ? 0 : value - first_unit(cb()); }
};

}  // namespace tensix::device

union LocalCBInterface {
  tensix::device::cb_member<tensix::device::cb_field::size> fifo_size;
  tensix::device::cb_member<tensix::device::cb_field::limit> fifo_limit;
  tensix::device::cb_member<tensix::device::cb_field::page_size> fifo_page_size;
  tensix::device::cb_member<tensix::device::cb_field::num_pages> fifo_num_pages;
  tensix::device::cb_member<tensix::device::cb_field::rd_ptr> fifo_rd_ptr;
  tensix::device::cb_member<tensix::device::cb_field::wr_ptr> fifo_wr_ptr;
  tensix::device::cb_member<tensix::device::cb_field::tiles_acked> tiles_acked;
  tensix::device::cb_member<tensix::device::cb_field::tiles_received> tiles_received;
  tensix::device::cb_member<tensix::device::cb_field::wr_tile_ptr> fifo_wr_tile_ptr;
};
ALWI LocalCBInterface& get_local_cb_interface(uint32_t cb) {
  return *reinterpret_cast<LocalCBInterface*>(tensix::device::cb_fields_base + cb);
}
// TT-Metalium counts operands of the unpackers and outputs of the packer as it counts circular buffers.
constexpr uint32_t get_operand_id(uint32_t cb) { return cb; }
constexpr uint32_t get_output_id(uint32_t cb) { return cb; }
// Bytes of a tile, its datums, its format.
constexpr uint32_t get_tile_size(uint32_t cb) { return tensix::device::bytes_of_tile(tensix::device::buffer_of(cb)); }
constexpr uint32_t get_tile_hw(uint32_t) { return 1024; }
constexpr DataFormat get_dataformat(uint32_t cb) { return static_cast<DataFormat>(tensix::device::buffer_of(cb).format); }
// The counters of tiles that were ever put in and taken out.
ALWI volatile uint32_t* get_cb_tiles_received_ptr(uint32_t cb) {
  return reinterpret_cast<volatile uint32_t*>(tensix::device::produced_count(cb));
}
ALWI volatile uint32_t* get_cb_tiles_acked_ptr(uint32_t cb) {
  return reinterpret_cast<volatile uint32_t*>(tensix::device::consumed_count(cb));
}
