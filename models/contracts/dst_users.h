// What matrix unit, vector unit and packer share about Dst beside its data: when a block may be read, and which unit a thread's
// last access came from.
#pragma once
#include "models/contracts/cycles.h"
#include "models/registers/dst_register.h"

namespace tensix {

struct dst_users {
  cycle_t completes_earlier[thread_count] = {};  // cycles by which that one completes before one that computes does
  cycle_t last_matrix[thread_count] = {never, never, never};  // cycle of the thread's last matrix access to Dst
  cycle_t last_vector[thread_count] = {never, never, never};

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
