// SPDX-License-Identifier: Apache-2.0
// A kernel as a sequence of blocks: after how many of them it comes round again, how to end it earlier, and how to unroll its
// buffers. No SystemC.
#include <algorithm>
#include <numeric>

#include "workload/kernels/kernel_function.h"

namespace tensix {

uint64_t kernel::block_tiles(unsigned i) const {
  const uint64_t all = (i < inputs_.size() ? inputs_[i] : output_).tiles();
  return all * plan_.block_tiles / plan_.tiles;
}

// Two blocks, or as many as there are parts of Dst and banks of SrcA and SrcB: those and unpack contexts are used in turn, each a
// whole number of times a block.
uint64_t kernel::period_of_program() const {
  uint64_t period = std::lcm(2u, std::lcm(plan_.dst_sections, options_.src_banks));
  // Steps of `advance` come round in a ring of `size` after this many.
  const auto comes_round = [&period](uint64_t size, uint64_t advance) {
    period = std::lcm(period, size / std::gcd(size, advance));
  };
  for (unsigned i = 0; i < inputs_.size(); ++i) comes_round(inputs_[i].capacity, block_tiles(i));
  comes_round(output_.capacity, plan_.block_tiles);
  comes_round(plan_.batch_steps, description().inner_dimension() ? plan_.kt : uint64_t{plan_.block_tiles} * plan_.kt);
  return period;
}

void kernel::end_after(uint64_t blocks) {
  plan_.tiles -= (plan_.blocks - blocks) * plan_.block_tiles;
  plan_.blocks = blocks;
}

bool kernel::spread_rounds(uint32_t banks, uint64_t& needed) {
  uint64_t begin = ~uint64_t{0}, end = 0, rounds = 1;
  const auto each_buffer = [&](auto&& use) {
    for (circular_buffer_plan& b : inputs_) use(b);
    use(output_);
  };
  each_buffer([&](const circular_buffer_plan& b) {
    begin = std::min<uint64_t>(begin, b.address);
    end = std::max<uint64_t>(end, b.address + uint64_t{b.capacity} * b.tile_bytes);
    rounds = std::max(rounds, (b.tiles() + b.capacity - 1) / b.capacity);
  });
  const uint64_t bank_round = uint64_t{banks} * 16, stride = (end - begin + bank_round - 1) / bank_round * bank_round;
  needed = end + (rounds - 1) * stride;
  if (needed > options_.l1_bytes) return false;
  each_buffer([&](circular_buffer_plan& b) { b.next_round = static_cast<uint32_t>(stride); });
  return true;
}

}  // namespace tensix
