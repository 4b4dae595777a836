// SPDX-License-Identifier: Apache-2.0
// B, NC: circular buffers. Where each end is stands in the core's own memory, in bytes; how many pages have ever been put in and taken
// out in two registers of the NoC overlay, of which 16 bits count.
#pragma once
#include "internal/risc_attribs.h"
#include "tensix/checks.h"
#include "tensix_types.h"

inline constexpr uint32_t L1_ALIGNMENT = 16;
inline constexpr uint32_t cb_addr_shift = 0;  // addresses are bytes

struct LocalCBInterface {
  uint32_t fifo_size, fifo_limit, fifo_page_size, fifo_num_pages;
  uint32_t fifo_rd_ptr, fifo_wr_ptr;
  uint16_t tiles_acked, tiles_received;
  uint32_t fifo_wr_tile_ptr;
};
struct CBInterface {
  LocalCBInterface local_cb_interface;
};
inline CBInterface cb_interface[32];
ALWI LocalCBInterface& get_local_cb_interface(uint32_t cb) { return cb_interface[cb].local_cb_interface; }

// The registers of the two counts.
ALWI volatile uint32_t* get_cb_tiles_received_ptr(uint32_t cb) {
  return reinterpret_cast<volatile uint32_t*>(tensix::device::overlay_registers + 0x1000 * cb + 0x28);
}
ALWI volatile uint32_t* get_cb_tiles_acked_ptr(uint32_t cb) {
  return reinterpret_cast<volatile uint32_t*>(tensix::device::overlay_registers + 0x1000 * cb + 0x20);
}

namespace tensix::device {

// The ends of all that were given, as firmware sets them before a kernel.
struct given_buffers {
  uint32_t count = 0;
  struct {
    uint32_t cb, address, bytes, page_bytes, pages;
  } of[32] = {};
};
inline constexpr given_buffers all_given_buffers = [] {
  given_buffers all;
  for (uint32_t cb = 0; cb < 32; ++cb)
    if (const buffer& b = buffer_of(cb); b.given)
      all.of[all.count++] = {cb, b.address, b.capacity * b.tile_bytes, b.tile_bytes, b.capacity};
  return all;
}();
ALWI void set_up_buffers() {
#pragma GCC unroll 1
  for (uint32_t i = 0; i < all_given_buffers.count; ++i) {
    const auto& b = all_given_buffers.of[i];
    LocalCBInterface& local = get_local_cb_interface(b.cb);
    local.fifo_size = b.bytes;
    local.fifo_limit = b.address + b.bytes;
    local.fifo_page_size = b.page_bytes;
    local.fifo_num_pages = b.pages;
    local.fifo_rd_ptr = local.fifo_wr_ptr = b.address;
  }
}

ALWI int32_t pages_free(uint32_t cb, uint32_t received) {
  const uint16_t acked = static_cast<uint16_t>(*get_cb_tiles_acked_ptr(cb));
  return static_cast<uint16_t>(get_local_cb_interface(cb).fifo_num_pages - (received - acked));
}
ALWI int32_t pages_there(uint32_t cb, uint32_t acked) {
  return static_cast<uint16_t>(static_cast<uint16_t>(*get_cb_tiles_received_ptr(cb)) - acked);
}

// Of a checked program: pages that were reserved and not pushed, waited for and not popped.
struct checked_pages {
  int32_t reserved[32], waited_for[32];
};
static checked_pages pages_seen;
ALWI int32_t larger(int32_t a, int32_t b) { return a < b ? b : a; }

TENSIX_STEP void check_pages(uint32_t cb, int32_t pages) {
  check(cb < 32 && buffer_of(cb).given, misuse::buffer_not_given, cb);
  check(pages <= static_cast<int32_t>(get_local_cb_interface(cb).fifo_num_pages), misuse::buffer_too_small, cb,
        get_local_cb_interface(cb).fifo_num_pages, static_cast<uint32_t>(pages));
}
ALWI void begin_wait(uint32_t cb, int32_t pages) {
  if constexpr (checked) {
    check_pages(cb, pages);
    note_wait_by_call(cb, static_cast<uint32_t>(pages));
  }
}
// Wrong only if it does not go well: without a reservation, or a wait, the pages may be there all the same.
inline __attribute__((noinline, cold)) void without(bool fatal, misuse what, uint32_t cb, int32_t seen, int32_t pages) {
  (fatal ? fault_at : warn_at)(call_site, what, cb, static_cast<uint32_t>(seen), static_cast<uint32_t>(pages));
}
ALWI void check_push(uint32_t cb, int32_t pages) {
  if constexpr (checked) {
    check_pages(cb, pages);
    int32_t& reserved = pages_seen.reserved[cb];
    if (reserved < pages)
      without(pages_free(cb, *get_cb_tiles_received_ptr(cb)) < pages, misuse::push_without_reserve, cb, reserved, pages);
    reserved = larger(reserved - pages, 0);
  }
}
ALWI void check_pop(uint32_t cb, int32_t pages) {
  if constexpr (checked) {
    check_pages(cb, pages);
    int32_t& waited_for = pages_seen.waited_for[cb];
    if (waited_for < pages)
      without(pages_there(cb, *get_cb_tiles_acked_ptr(cb)) < pages, misuse::pop_without_wait, cb, waited_for, pages);
    waited_for = larger(waited_for - pages, 0);
  }
}

// An end moves on: from the limit to the beginning, and not beyond.
ALWI void advance(uint32_t LocalCBInterface::*end, uint32_t cb, int32_t pages) {
  LocalCBInterface& local = get_local_cb_interface(cb);
  local.*end += static_cast<uint32_t>(pages) * local.fifo_page_size;
  check(local.*end <= local.fifo_limit, misuse::buffer_wraps, cb, local.fifo_num_pages, static_cast<uint32_t>(pages));
  if (local.*end == local.fifo_limit) local.*end -= local.fifo_size;
}

}  // namespace tensix::device

// Until there is room for `pages` pages. Costs a poll of a register at least.
FORCE_INLINE void cb_reserve_back(uint32_t cb, int32_t pages) {
  using namespace tensix::device;
  called();
  begin_wait(cb, pages);
  const uint32_t received = *get_cb_tiles_received_ptr(cb);
  do asm volatile("fence");
  while (pages_free(cb, received) < pages);
  if constexpr (checked) pages_seen.reserved[cb] = larger(pages_seen.reserved[cb], pages);
}
// Hands over pages that have been reserved and filled.
FORCE_INLINE void cb_push_back(uint32_t cb, int32_t pages) {
  using namespace tensix::device;
  called();
  check_push(cb, pages);
  volatile uint32_t* received = get_cb_tiles_received_ptr(cb);
  *received = *received + static_cast<uint32_t>(pages);
  advance(&LocalCBInterface::fifo_wr_ptr, cb, pages);
}
// Until `pages` pages are there. They are not taken: a later wait for more counts them again.
FORCE_INLINE void cb_wait_front(uint32_t cb, int32_t pages) {
  using namespace tensix::device;
  called();
  begin_wait(cb, pages);
  const uint32_t acked = *get_cb_tiles_acked_ptr(cb);
  while (pages_there(cb, acked) < pages) {
  }
  if constexpr (checked) pages_seen.waited_for[cb] = larger(pages_seen.waited_for[cb], pages);
}
// Gives pages back that have been waited for.
FORCE_INLINE void cb_pop_front(uint32_t cb, int32_t pages) {
  using namespace tensix::device;
  called();
  check_pop(cb, pages);
  volatile uint32_t* acked = get_cb_tiles_acked_ptr(cb);
  *acked = *acked + static_cast<uint32_t>(pages);
  advance(&LocalCBInterface::fifo_rd_ptr, cb, pages);
}
// Whether cb_wait_front, cb_reserve_back would not wait.
FORCE_INLINE bool cb_pages_available_at_front(uint32_t cb, int32_t pages) {
  using namespace tensix::device;
  called();
  check_pages(cb, 0);
  return pages_there(cb, *get_cb_tiles_acked_ptr(cb)) >= pages;
}
FORCE_INLINE bool cb_pages_reservable_at_back(uint32_t cb, int32_t pages) {
  using namespace tensix::device;
  called();
  check_pages(cb, 0);
  return pages_free(cb, *get_cb_tiles_received_ptr(cb)) >= pages;
}

// L1 address of the page that is in front, of the one that is filled next.
FORCE_INLINE uint32_t get_read_ptr(uint32_t cb) { return get_local_cb_interface(cb).fifo_rd_ptr; }
FORCE_INLINE uint32_t get_write_ptr(uint32_t cb) { return get_local_cb_interface(cb).fifo_wr_ptr; }

// Bytes of a tile, its datums and faces, its format.
constexpr int32_t get_tile_size(uint32_t cb) {
  return static_cast<int32_t>(tensix::device::bytes_of_tile(tensix::device::buffer_of(cb)));
}
constexpr uint32_t get_tile_hw(uint32_t) { return 1024; }
constexpr uint32_t get_tile_num_faces(uint32_t) { return 4; }
constexpr DataFormat get_dataformat(uint32_t cb) { return static_cast<DataFormat>(tensix::device::buffer_of(cb).format); }
