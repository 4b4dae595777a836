// SPDX-License-Identifier: Apache-2.0
#include "app/cli/run_progress.h"

#include <unistd.h>

#include <cstdio>

#include "support/files/time_left.h"
#include "testbench/run/run_report.h"

namespace tensix {

run_progress::run_progress(uint64_t tiles, bool sampled) : tiles_(tiles), sampled_(sampled), terminal_(isatty(STDERR_FILENO)) {}

void run_progress::show(uint64_t tiles_done, uint64_t cycles) {
  const double seconds = std::chrono::duration<double>(clock::now() - began_).count();
  if (seconds < 2) return;
  shown_ = true;
  // How much is left out shows only when it is.
  const std::string left = sampled_ ? "" : time_left(static_cast<double>(tiles_done), static_cast<double>(tiles_), seconds);
  std::fprintf(stderr, "\r%s of %s%s tiles, cycle %s%s   ", grouped(tiles_done).c_str(), sampled_ ? "at most " : "",
               grouped(tiles_).c_str(), grouped(cycles).c_str(), left.c_str());
}

void run_progress::erase() {
  if (shown_) std::fprintf(stderr, "\r%78s\r", "");
  shown_ = false;
}

}  // namespace tensix
