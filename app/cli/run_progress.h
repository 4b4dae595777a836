// SPDX-License-Identifier: Apache-2.0
// How far `run` is, on a terminal: one line that changes, from the third second on, and is gone at the end.
#pragma once
#include <chrono>
#include <cstdint>

namespace tensix {

class run_progress {
 public:
  // Tiles of the output; `sampled`: so many at most, if no block can be left out.
  explicit run_progress(uint64_t tiles, bool sampled = false);
  ~run_progress() { erase(); }
  run_progress(const run_progress&) = delete;
  run_progress& operator=(const run_progress&) = delete;
  bool wanted() const { return terminal_; }
  void show(uint64_t tiles_done, uint64_t cycles);
  void erase();

 private:
  using clock = std::chrono::steady_clock;
  const uint64_t tiles_;
  const bool sampled_;
  const bool terminal_;
  const clock::time_point began_ = clock::now();
  bool shown_ = false;
};

}  // namespace tensix
