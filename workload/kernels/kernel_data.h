// SPDX-License-Identifier: Apache-2.0
// What a kernel reads and what comes of it, tile by tile: an input tile is made when there is room for it, an output tile is held
// against its reference when it is taken from L1. As little is kept as the accuracy needs: nothing of tiles that are equal to the
// reference. The correlation needs all values twice, row by row: tiles that are not equal are kept as they were in L1, with their
// reference as long as there is room for it; after that it is computed again. A matmul keeps all its operands' tiles, since each
// is read many times, and all references that are not met, since they are dear. No SystemC.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "workload/kernels/kernel_function.h"

namespace tensix {

class kernel_data {
 public:
  // `k`, and tensors behind the operands, must outlive it. `result_wanted`: all output tiles are kept, for write().
  // `room` in bytes for references that can be computed again.
  kernel_data(const kernel& k, const std::vector<operand>& operands, bool result_wanted, size_t room = size_t{32} << 20);

  // The two outlive the feed. See circular_buffer_feed.
  circular_buffer_feed feed(uint8_t* l1);
  // All tiles are taken, of a kernel that computes in full (no --isolate): what comes of it.
  accuracy finish() const;
  // The result as a .npy file; of a run that did not come to its end missing_datum() in the place of tiles that were not taken.
  void write(const std::string& file) const;

 private:
  struct kept_tile {
    std::vector<uint8_t> bytes;  // as in L1
    bool equal = false;          // kept for write() only
    std::vector<float> narrow;   // the reference, if floats hold it; both empty: it is computed again
    std::vector<double> wide;
  };
  const kernel& kernel_;
  std::vector<operand_tiles> inputs_;
  std::vector<const operand_tiles*> operands_;  // the same
  const tile_grid grid_;
  const tile_format format_;
  const bool result_wanted_;
  const size_t most_reference_bytes_;
  std::vector<std::unique_ptr<kept_tile>> kept_;  // by tile
  size_t reference_bytes_ = 0;
  bool differs_ = false;
  float max_abs_reference_ = 0;  // as long as nothing differs

  uint64_t tiles_to_keep() const;
  void take(uint64_t tile, const uint8_t* bytes);
  bool equal(const float* result, const double* reference, uint32_t rows, uint32_t cols);
  void keep_reference(kept_tile& tile, const double* reference);
  template <class use>
  void each_piece(use&& u) const;
};

}  // namespace tensix
