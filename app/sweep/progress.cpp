// SPDX-License-Identifier: Apache-2.0
#include "app/sweep/progress.h"

#include <unistd.h>

#include <cstdio>

#include "support/files/time_left.h"
#include "testbench/run/run_report.h"

namespace tensix {
namespace {
constexpr std::chrono::seconds every(5);  // a line where it is no terminal
}

sweep_progress::sweep_progress(uint64_t total, uint64_t before)
    : total_(total), before_(before), terminal_(isatty(STDERR_FILENO)) {}

sweep_progress::~sweep_progress() {
  if (terminal_) std::fprintf(stderr, "\r%78s\r", "");
}

void sweep_progress::one_done(bool failed) {
  ++done_;
  failed_ += failed;
}

void sweep_progress::show() {
  const auto now = clock::now();
  if (!terminal_ && now - shown_ < every) return;
  shown_ = now;
  const double seconds = std::chrono::duration<double>(now - began_).count();
  const double rate = seconds > 0 ? static_cast<double>(done_) / seconds : 0;
  const std::string left = time_left(static_cast<double>(done_), static_cast<double>(total_ - before_), seconds);
  char failures[40] = "";
  if (failed_) std::snprintf(failures, sizeof failures, ", %s failed", grouped(failed_).c_str());
  std::fprintf(stderr, terminal_ ? "\r%s of %s points, %.1f points/s%s%s   " : "%s of %s points, %.1f points/s%s%s\n",
               grouped(before_ + done_).c_str(), grouped(total_).c_str(), rate, left.c_str(), failures);
  std::fflush(stderr);
}

}  // namespace tensix
