// When a block of Dst may be read: what unpackers, matrix unit and packers share about it beside its data.
#pragma once
#include "models/contracts/cycles.h"
#include "models/registers/dst_register.h"

namespace tensix {

struct dst_users {
  // The first cycle in which all blocks of `reads` may be read.
  static cycle_t readable_from(const dst_register& dst, const dst_block_set& reads) {
    cycle_t from = 0;
    for (unsigned w = 0; w < 2; ++w)
      for (uint64_t bits = reads.word[w]; bits; bits &= bits - 1) {
        const cycle_t r = dst.readable_from[w * 64 + static_cast<unsigned>(__builtin_ctzll(bits))];
        if (r > from) from = r;
      }
    return from;
  }
  static void written(dst_register& dst, const dst_block_set& writes, cycle_t readable) {
    for (unsigned w = 0; w < 2; ++w)
      for (uint64_t bits = writes.word[w]; bits; bits &= bits - 1)
        dst.readable_from[w * 64 + static_cast<unsigned>(__builtin_ctzll(bits))] = readable;
  }
};

}  // namespace tensix
