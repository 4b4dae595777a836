// The two ends of a circular buffer of tiles, as T0 and T2 hold them. Addresses are in units of 16 bytes, as the unpackers and
// the packer want them.
#pragma once
#include "layout.h"

// Another core writes the word: forget what the L0 data cache has of it, and look again.
inline uint32_t fresh(const volatile uint32_t& word) {
  asm volatile("fence" ::: "memory");
  return word;
}

class circular_buffer {
 public:
  static constexpr uint32_t tile_units = tile_bytes / 16;
  circular_buffer(uint32_t buffer, uint32_t ring_tiles)  // 0: the tensor itself
      : counters_(counters(buffer)),
        capacity_(ring_tiles ? ring_tiles : most_tiles),
        first_((ring_tiles ? ring_address(buffer) : tensor_address(buffer)) / 16),
        end_(first_ + capacity_ * tile_units),
        next_(first_) {}
  uint32_t tile(uint32_t i) const { return first_ + i * tile_units; }

 protected:
  uint32_t slot() {
    const uint32_t here = next_;
    next_ = here + tile_units == end_ ? first_ : here + tile_units;
    return here;
  }
  buffer_counters& counters_;
  const uint32_t capacity_, first_, end_;
  uint32_t next_;
};

// Counts that were seen are remembered: the core polls L1 only if the tiles it knows of do not suffice.
class input_buffer : public circular_buffer {
 public:
  using circular_buffer::circular_buffer;
  void wait_front(uint32_t tiles) {
    while (produced_ - taken_ < tiles) produced_ = fresh(counters_.produced);
  }
  uint32_t pop_front() {  // one tile: where it is
    ++taken_;
    return slot();
  }
  void pop_front(uint32_t tiles) { taken_ += tiles; }  // that were taken by index
  // The unpackers read behind the core's back: a tile's place is free only when they are known to be done.
  void mark() { marked_ = taken_; }
  void free_marked() { counters_.consumed = marked_; }

 private:
  uint32_t produced_ = 0, taken_ = 0, marked_ = 0;
};

class output_buffer : public circular_buffer {
 public:
  using circular_buffer::circular_buffer;
  void wait_back(uint32_t tiles) {
    while (reserved_ + tiles - consumed_ > capacity_) consumed_ = fresh(counters_.consumed);
    reserved_ += tiles;
  }
  uint32_t next_back() { return slot(); }
  void push_back(uint32_t tiles) { counters_.produced = produced_ += tiles; }

 private:
  uint32_t reserved_ = 0, produced_ = 0, consumed_ = 0;
};
// SPDX-License-Identifier: Apache-2.0
