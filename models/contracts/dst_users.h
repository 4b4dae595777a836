// When a block of Dst may be read: what unpackers, matrix unit and packers share about it beside its data.
#pragma once
#include "models/contracts/cycles.h"
#include "models/registers/dst_register.h"

namespace tensix {

// Somebody with a scoreboard of his own (RTL) is told of everything that is written.
class dst_listener_if {
 public:
  virtual ~dst_listener_if() = default;
  virtual void dst_written(const dst_block_set& blocks) = 0;
};

class dst_users {
 public:
  dst_listener_if* listener = nullptr;
  // The first cycle in which all blocks of `reads` may be read.
  cycle_t readable_from(const dst_block_set& reads) const {
    cycle_t from = 0;
    for (unsigned w = 0; w < 2; ++w)
      for (uint64_t bits = reads.word[w]; bits; bits &= bits - 1) {
        const cycle_t r = readable_from_[w * 64 + static_cast<unsigned>(__builtin_ctzll(bits))];
        if (r > from) from = r;
      }
    return from;
  }
  // The blocks have been written, and may be read from that cycle on.
  void written(const dst_block_set& writes, cycle_t readable) {
    for (unsigned w = 0; w < 2; ++w)
      for (uint64_t bits = writes.word[w]; bits; bits &= bits - 1)
        readable_from_[w * 64 + static_cast<unsigned>(__builtin_ctzll(bits))] = readable;
    if (listener) listener->dst_written(writes);
  }

 private:
  cycle_t readable_from_[dst_blocks] = {};  // by aligned 8x16 block
};

}  // namespace tensix
