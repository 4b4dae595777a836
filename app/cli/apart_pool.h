// SPDX-License-Identifier: Apache-2.0
// Work in processes of its own, forked from this one, several at a time.
#pragma once
#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <string>

namespace tensix {

// A process that does some work and ends with this one; the text that the work returns can be read at `from`.
struct apart_process {
  pid_t process;
  int from;
};
// Before any simulation in this process. Throws host_error.
apart_process begin_apart(const std::function<std::string()>& work);
// Waits for its end; false: it has failed.
bool end_apart(const apart_process& p);

struct apart_pool {
  unsigned jobs = 1;
  // Sets the next one's number; false: there is no more, or none shall be begun any more.
  std::function<bool(uint64_t& number)> next;
  // In the process of the work: its text.
  std::function<std::string(uint64_t number)> work;
  // Here, in the order in which they end; empty: the process has failed.
  std::function<void(uint64_t number, const std::string& text)> ended;

  // Before any simulation in this process. Throws host_error. A signal ends this process, and those with it.
  void run();
};

}  // namespace tensix
