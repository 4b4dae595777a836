// SPDX-License-Identifier: Apache-2.0
// How far a sweep is, on standard error: one line that changes on a terminal, otherwise a line every few seconds.
#pragma once
#include <chrono>
#include <cstdint>

namespace tensix {

class sweep_progress {
 public:
  // `total` points, of which `before` were done by an earlier run.
  sweep_progress(uint64_t total, uint64_t before);
  ~sweep_progress();
  void one_done(bool failed);
  void done_so_far(uint64_t done) { done_ = done; }
  void show();

 private:
  using clock = std::chrono::steady_clock;
  const uint64_t total_, before_;
  uint64_t done_ = 0, failed_ = 0;
  const bool terminal_;
  const clock::time_point began_ = clock::now();
  clock::time_point shown_ = began_;
};

}  // namespace tensix
