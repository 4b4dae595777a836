// SPDX-License-Identifier: Apache-2.0
// When does a run repeat itself? From what was counted at the end of each block. No SystemC.
#pragma once
#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

namespace tensix {

// What may be left out: any number of times the blocks (from, to], which took `cycles`. Each time is wrong by `error` cycles at
// most, and all of them together by `error_once` more.
struct repetition {
  uint64_t from = 0, to = 0, cycles = 0;
  uint64_t error = 0, error_once = 0;
  uint64_t blocks() const { return to - from; }
};

class steady_state {
 public:
  // A period is found when each block of the last so many periods has counted what the block one period before it has: the same
  // cycles and the same of everything else.
  static constexpr uint64_t periods_compared = 3;
  static constexpr uint64_t least_repeated = 6;    // blocks
  static constexpr uint64_t longest_period = 128;  // blocks; or the program's own period, if that is longer
  // Without one: windows of so many blocks (or of a multiple of the program's period) or 2, 4, 8, ... times as many. The first
  // of them is not looked at, the next ones are compared.
  static constexpr uint64_t shortest_window = 16, windows_compared = 8;

  // Periods are multiples of `program_period` blocks. The first of them is not looked at: buffers fill. `block_tiles`: of each
  // operand.
  steady_state(uint64_t program_period, std::vector<uint64_t> block_tiles);

  // The next block has ended in `cycle`; so many tiles of each operand have been delivered; and all that was counted, always as
  // many numbers.
  void block_ended(uint64_t cycle, std::vector<uint64_t> delivered, std::vector<uint64_t> totals);

  // The shortest period in which the last blocks have repeated; no blocks: none.
  repetition period() const;
  // The windows, if the last of them has ended just now; no blocks: it has not.
  repetition windows() const;

  uint64_t blocks() const { return ends_.size(); }
  // Blocks that a period has at most.
  uint64_t longest() const { return equal_.size() * program_period_; }
  // Windows may begin here.
  bool window_begins(uint64_t block) const;

 private:
  struct end {
    uint64_t cycle;
    std::vector<uint64_t> delivered;
  };
  const uint64_t program_period_, first_window_;
  const std::vector<uint64_t> block_tiles_;
  std::vector<end> ends_;
  std::vector<uint64_t> totals_;
  std::deque<std::vector<uint64_t>> counted_;  // in each of the last blocks, the last in front
  std::vector<uint64_t> equal_;  // of a period of 1, 2, ... program periods: blocks in a row that were as one before
  bool keeps_pace(uint64_t from, uint64_t to) const;
  uint64_t cycle_of(uint64_t block) const { return ends_[block - 1].cycle; }
};

}  // namespace tensix
