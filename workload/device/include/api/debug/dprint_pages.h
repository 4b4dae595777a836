// SPDX-License-Identifier: Apache-2.0
// What a circular buffer is, in a line.
#pragma once
#include "api/debug/dprint.h"
#include "internal/circular_buffer_interface.h"

inline void print_cb_details([[maybe_unused]] uint32_t cb_id) {
  DPRINT << "cb_id " << cb_id << ": { size: " << get_local_cb_interface(cb_id).fifo_size
         << ", limit: " << get_local_cb_interface(cb_id).fifo_limit
         << ", page_size: " << get_local_cb_interface(cb_id).fifo_page_size
         << ", num_pages: " << get_local_cb_interface(cb_id).fifo_num_pages
         << ", rd_ptr: " << get_local_cb_interface(cb_id).fifo_rd_ptr
         << ", wr_ptr: " << get_local_cb_interface(cb_id).fifo_wr_ptr
         << ", wr_tile_ptr: " << get_local_cb_interface(cb_id).fifo_wr_tile_ptr << " }" << ENDL();
}
