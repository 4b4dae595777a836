// SPDX-License-Identifier: Apache-2.0
// When a block of Dst may be read: what unpackers, matrix unit and packers share about it beside its data.
#pragma once
#include "models/observe/causes.h"
#include "models/registers/dst_register.h"
#include "models/time/cycles.h"

namespace tensix {

class dst_users {
 public:
  // The first cycle in which all blocks of `reads` may be read; if that is not behind `now`, any that is not.
  cycle_t readable_from(const dst_block_set& reads, cycle_t now = 0) const {
    cycle_t from = 0;
    if (all_readable_from_ <= now) return from;
    for (unsigned w = 0; w < dst_block_set::words; ++w)
      for (uint64_t bits = reads.word[w]; bits; bits &= bits - 1) {
        const cycle_t r = readable_from_[w * 64 + static_cast<unsigned>(__builtin_ctzll(bits))];
        if (r > from) from = r;
      }
    return from;
  }
  // What made the last of these blocks readable, if causes are recorded.
  cause readable_by(const dst_block_set& reads) const {
    unsigned last = dst_blocks;
    for (unsigned w = 0; w < dst_block_set::words; ++w)
      for (uint64_t bits = reads.word[w]; bits; bits &= bits - 1) {
        const unsigned block = w * 64 + static_cast<unsigned>(__builtin_ctzll(bits));
        if (last == dst_blocks || readable_from_[block] > readable_from_[last]) last = block;
      }
    return last == dst_blocks ? cause{} : readable_by_[last];
  }
  // The blocks have been written, and may be read from that cycle on; `why`: see readable_by.
  void written(const dst_block_set& writes, cycle_t readable, const cause& why = {}) {
    for (unsigned w = 0; w < dst_block_set::words; ++w)
      for (uint64_t bits = writes.word[w]; bits; bits &= bits - 1) {
        const unsigned block = w * 64 + static_cast<unsigned>(__builtin_ctzll(bits));
        readable_from_[block] = readable;
        if (readable > all_readable_from_) all_readable_from_ = readable;
        if (why.after) readable_by_[block] = why;
      }
  }

 private:
  cycle_t readable_from_[dst_blocks] = {};  // by aligned 8x16 block
  cycle_t all_readable_from_ = 0;
  cause readable_by_[dst_blocks];
};

}  // namespace tensix
