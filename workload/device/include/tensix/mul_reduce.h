// SPDX-License-Identifier: Apache-2.0
// T1: the sum of all datums of several tiles of Dst, times a number twice, as reduce_program<pool::sum, reduce_dim::scalar> makes it;
// but tiles come from Dst, and so do the numbers in SrcB.
#pragma once
#include "tensix/reduce.h"
#include "tensix/vector_binary.h"

namespace tensix::device {

struct dst_sum_program : reduce_program<pool::sum, reduce_dim::scalar> {
  static constexpr uint32_t dst_to_a(uint32_t row) {
    using namespace insn::MOVD2A;
    return word_of(opcode::MOVD2A) | instr_mod.place(2) | addr_mode.place(idle_address_modifier) | src.place(row) |
           insn::MOVD2A::dst.place(row);
  }
  static constexpr uint32_t dst_to_b() {
    using namespace insn::MOVD2B;
    return word_of(opcode::MOVD2B) | instr_mod.place(2) | addr_mode.place(idle_address_modifier);
  }
  template <uint32_t... i>
  static ALWI void tile_to_a(indices<i...>) {
    ttinsns<dst_to_a(4 * i)...>();
  }
  // Four faces of SrcA to the row of sums.
  static ALWI void pool_faces() {
    constexpr uint32_t rows8 = word_of(opcode::INCRWC) | insn::INCRWC::rwc_a.place(8);
    ttinsns<gate, word::mop, rows8, rows8, word::mop, rows8, rows8, word::mop, rows8, rows8, word::mop, setrwc(0, rwc_all)>();
  }
  // Dst tiles 0 .. tiles - 1 to the first datum of tile 0; the rest of it is undefined. Banks of SrcA and SrcB have been given.
  static inline __attribute__((noinline)) void run(uint32_t tiles, uint32_t number) {
    select_dst_tile(0);
    ttinsns<setrwc(0, rwc_all), word::stallwait(block::math, until::srca_given | until::srcb_given | until_vector_done)>();
    tile_to_a(indices_to<16>());
    ttinsn<word::stallwait(block::vector, until::math_done)>();
    push_number<vector::l4>(number);
    issue<fill_words>();  // even and odd columns of four rows
    issue<fill_words>();
    ttinsns<setrwc(0, rwc_dst), word::stallwait(block::math | block::config, until_vector_done), dst_to_b(), gate>();
    clear_dst_tile(0);
    init();
    pool_faces();
    for (uint32_t t = 1; t < tiles; ++t) {
      select_dst_tile(t);
      tile_to_a(indices_to<16>());
      select_dst_tile(0);
      pool_faces();
    }
    to_one();
  }
};

}  // namespace tensix::device
