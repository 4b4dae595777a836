// SPDX-License-Identifier: Apache-2.0
// Signals that reach this thread only when the object is gone, or are asked for. No SystemC.
#pragma once
#include <array>
#include <chrono>
#include <csignal>
#include <ctime>

namespace tensix {

// By which a process is ended from outside, but for SIGKILL.
inline constexpr std::array<int, 3> ending_signals = {SIGINT, SIGTERM, SIGHUP};

class held_signals {
 public:
  held_signals() {
    sigemptyset(&held_);
    for (const int s : ending_signals) sigaddset(&held_, s);
    pthread_sigmask(SIG_BLOCK, &held_, &before_);
  }
  explicit held_signals(const sigset_t& held) : held_(held) { pthread_sigmask(SIG_BLOCK, &held_, &before_); }
  ~held_signals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  held_signals(const held_signals&) = delete;
  held_signals& operator=(const held_signals&) = delete;
  // Waits for so long, or for one of them, which is the result; otherwise 0.
  int wait(std::chrono::milliseconds time) const {
    const timespec limit = {time.count() / 1000, time.count() % 1000 * 1000000};
    const int signal = sigtimedwait(&held_, nullptr, &limit);
    return signal > 0 ? signal : 0;
  }

 private:
  sigset_t held_ = {}, before_ = {};
};

}  // namespace tensix
