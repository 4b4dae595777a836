// A block that one core reads and others of a row or column of cores get from it: when all have room for it, at once. Circular buffers
// are at the same addresses on all cores and filled in step, so what is sent goes where it was read to.
#pragma once
#include "api/dataflow/dataflow_api.h"

inline volatile tt_l1_ptr uint32_t* semaphore_word(uint32_t id) {
  return reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_semaphore(id));
}

// A part of a matrix of `across` tiles a row, row by row, to `to`.
template <class Tensor>
void read_block(const Tensor& tensor, uint32_t first, uint32_t across, uint32_t rows, uint32_t columns, uint32_t to,
                uint32_t bytes) {
  for (uint32_t r = 0; r < rows; ++r)
    for (uint32_t c = 0; c < columns; ++c) {
      noc_async_read_tile(first + r * across + c, tensor, to);
      to += bytes;
    }
  noc_async_read_barrier();
}

class block_sender {
 public:
  // In args from `first` on: how many receivers, and the corners of their rectangle as this network wants them: x, y, x, y.
  block_sender(uint32_t first, uint32_t ready, uint32_t valid)
      : receivers_(get_arg_val<uint32_t>(first)), first_(first), ready_(semaphore_word(ready)), valid_(valid) {
    noc_semaphore_set(semaphore_word(valid), 1);  // what is sent behind each block
  }
  void send(uint32_t address, uint32_t bytes) {
    if (receivers_ == 0) return;
    noc_semaphore_wait(ready_, receivers_);
    noc_semaphore_set(ready_, 0);
    noc_async_write_multicast(address, rectangle(address), bytes, receivers_);
    noc_async_writes_flushed();  // the other initiator sends behind it, the same way
    noc_semaphore_set_multicast(get_semaphore(valid_), rectangle(get_semaphore(valid_)), receivers_);
  }

 private:
  uint32_t receivers_, first_;
  volatile tt_l1_ptr uint32_t* ready_;
  uint32_t valid_;

  uint64_t rectangle(uint32_t address) const {
    return get_noc_multicast_addr(get_arg_val<uint32_t>(first_ + 1), get_arg_val<uint32_t>(first_ + 2),
                                  get_arg_val<uint32_t>(first_ + 3), get_arg_val<uint32_t>(first_ + 4), address);
  }
};

// Room is there: until the block is. `x`, `y`: the sender.
inline void receive_block(uint32_t x, uint32_t y, uint32_t ready, uint32_t valid) {
  noc_semaphore_set(semaphore_word(valid), 0);
  noc_semaphore_inc(get_noc_addr(x, y, get_semaphore(ready)), 1);
  noc_semaphore_wait(semaphore_word(valid), 1);
}
// SPDX-License-Identifier: Apache-2.0
