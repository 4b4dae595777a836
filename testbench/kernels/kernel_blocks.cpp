// A kernel as a sequence of blocks: after how many of them it comes round again, and how to end it earlier. No SystemC.
#include <numeric>

#include "testbench/kernels/kernel_function.h"

namespace tensix {

uint64_t kernel::block_tiles(unsigned i) const {
  const uint64_t all = (i < inputs_.size() ? inputs_[i] : output_).tiles();
  return all * plan_.block_tiles / plan_.tiles;
}

// Two blocks: halves of Dst, banks of SrcA and SrcB and unpack contexts are used in turn, each a whole number of times a block.
uint64_t kernel::period_of_program() const {
  uint64_t period = 2;
  // Steps of `advance` come round in a ring of `size` after this many.
  const auto comes_round = [&period](uint64_t size, uint64_t advance) {
    period = std::lcm(period, size / std::gcd(size, advance));
  };
  for (unsigned i = 0; i < inputs_.size(); ++i) comes_round(inputs_[i].capacity, block_tiles(i));
  comes_round(output_.capacity, plan_.block_tiles);
  comes_round(plan_.batch_steps, description().inner_dimension() ? plan_.kt : plan_.block_tiles);
  return period;
}

void kernel::end_after(uint64_t blocks) {
  plan_.tiles -= (plan_.blocks - blocks) * plan_.block_tiles;
  plan_.blocks = blocks;
}

}  // namespace tensix
