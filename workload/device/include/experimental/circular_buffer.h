// A circular buffer as an object: the functions of cb_api.h as its members.
#pragma once
#include "api/compute/cb_api.h"
#include "experimental/lock.h"

namespace experimental {

class CircularBuffer {
 public:
  enum class AddrSelector { WRITE_PTR, READ_PTR };
  constexpr explicit CircularBuffer(uint32_t cb_id) : cb_id_(cb_id) {}
  constexpr uint32_t get_cb_id() const { return cb_id_; }

  ALWI void reserve_back(int32_t num_pages) const { cb_reserve_back(cb_id_, static_cast<uint32_t>(num_pages)); }
  ALWI void push_back(int32_t num_pages) const { cb_push_back(cb_id_, static_cast<uint32_t>(num_pages)); }
  ALWI void wait_front(int32_t num_pages) const { cb_wait_front(cb_id_, static_cast<uint32_t>(num_pages)); }
  ALWI void pop_front(int32_t num_pages) const { cb_pop_front(cb_id_, static_cast<uint32_t>(num_pages)); }

  ALWI bool pages_available_at_front(int32_t num_pages) const { return cb_pages_available_at_front(cb_id_, num_pages); }
  ALWI bool pages_reservable_at_back(int32_t num_pages) const { return cb_pages_reservable_at_back(cb_id_, num_pages); }

  ALWI uint32_t get_tile_address(uint32_t tile_index) const { return ckernel::get_tile_address(cb_id_, tile_index); }
  ALWI uint32_t read_tile_value(uint32_t tile_index, uint32_t element_offset) const {
    return ckernel::read_tile_value(cb_id_, tile_index, element_offset);
  }
  // In units of 16 bytes.
  ALWI uint32_t get_write_ptr() const { return get_local_cb_interface(cb_id_).fifo_wr_ptr; }
  ALWI uint32_t get_read_ptr() const { return get_local_cb_interface(cb_id_).fifo_rd_ptr; }
  // In bytes; datums.
  constexpr uint32_t get_tile_size() const { return ::get_tile_size(cb_id_); }
  constexpr uint32_t get_tile_hw() const { return ::get_tile_hw(cb_id_); }
  constexpr DataFormat get_dataformat() const { return ::get_dataformat(cb_id_); }

  [[nodiscard]] constexpr auto scoped_lock() const {
    return Lock([] {});
  }

 private:
  uint32_t cb_id_;
};

}  // namespace experimental
