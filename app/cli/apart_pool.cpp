// SPDX-License-Identifier: Apache-2.0
#include "app/cli/apart_pool.h"

#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>
#include <iostream>
#include <vector>

#include "support/files/output_file.h"

namespace tensix {
namespace {

struct child {
  uint64_t number;
  apart_process process;
  std::string text;
};

// Takes what has come; true: that was all.
bool take(child& c) {
  char piece[65536];
  const ssize_t n = read(c.process.from, piece, sizeof piece);
  if (n > 0) c.text.append(piece, static_cast<size_t>(n));
  return n == 0 || (n < 0 && errno != EINTR);
}

bool write_all(int descriptor, const std::string& text) {
  for (size_t done = 0; done < text.size();) {
    const ssize_t n = write(descriptor, text.data() + done, text.size() - done);
    if (n < 0 && errno != EINTR) return false;
    if (n > 0) done += static_cast<size_t>(n);
  }
  return true;
}

}  // namespace

apart_process begin_apart(const std::function<std::string()>& work) {
  int ends[2];
  const pid_t parent = getpid();
  const pid_t process = pipe(ends) == 0 ? fork() : -1;
  if (process < 0) throw host_error(std::string("no process can be started: ") + std::strerror(errno));
  if (process == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    int code = 1;
    try {
      if (getppid() == parent && write_all(ends[1], work())) code = 0;
    } catch (const std::exception& e) {
      std::cerr << "warning: a run in a process of its own has failed: " << e.what() << "\n";
    } catch (...) {
    }
    _exit(code);
  }
  close(ends[1]);
  return {process, ends[0]};
}

bool end_apart(const apart_process& p) {
  close(p.from);
  int status = 0;
  while (waitpid(p.process, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

void apart_pool::run() {
  std::vector<child> running;
  bool more = true;
  for (;;) {
    uint64_t number = 0;
    while (more && running.size() < jobs && (more = next(number)))
      running.push_back({number, begin_apart([&] { return work(number); }), {}});
    if (running.empty()) return;
    std::vector<pollfd> ready;
    for (const child& c : running) ready.push_back({c.process.from, POLLIN, 0});
    if (poll(ready.data(), ready.size(), -1) < 0) continue;
    for (size_t i = ready.size(); i-- > 0;) {
      if (!ready[i].revents || !take(running[i])) continue;
      child over = std::move(running[i]);
      running.erase(running.begin() + static_cast<std::ptrdiff_t>(i));
      ended(over.number, end_apart(over.process) ? over.text : "");
    }
  }
}

}  // namespace tensix
