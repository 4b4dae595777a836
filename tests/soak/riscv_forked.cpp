// SPDX-License-Identifier: Apache-2.0
#include "tests/soak/riscv_forked.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <exception>
#include <stdexcept>

namespace tensix::soak {

std::string in_child(const std::function<std::string()>& work, unsigned seconds) {
  int ends[2];
  std::fflush(nullptr);  // or the child writes it once more
  if (pipe(ends) != 0) throw std::runtime_error("no pipe to a child process");
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("no child process");
  if (child == 0) {
    close(ends[0]);
    std::signal(SIGALRM, SIG_DFL);
    alarm(seconds);
    std::string text;
    try {
      text = work();
    } catch (const std::exception& e) {
      text = std::string("exception: ") + e.what() + "\n";
    }
    for (size_t sent = 0; sent < text.size();) {
      const ssize_t n = write(ends[1], text.data() + sent, text.size() - sent);
      if (n <= 0 && errno != EINTR) _exit(1);
      if (n > 0) sent += static_cast<size_t>(n);
    }
    _exit(0);
  }
  close(ends[1]);
  std::string text;
  char buffer[4096];
  for (;;) {
    const ssize_t n = read(ends[0], buffer, sizeof buffer);
    if (n > 0) text.append(buffer, static_cast<size_t>(n));
    else if (n == 0 || errno != EINTR) break;
  }
  close(ends[0]);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFSIGNALED(status)) {
    const bool late = WTERMSIG(status) == SIGALRM;
    text += late ? "hangs: ended after " + std::to_string(seconds) + " s\n"
                 : "killed by signal " + std::to_string(WTERMSIG(status)) + "\n";
  } else if (WEXITSTATUS(status) != 0) {
    text += "exit status " + std::to_string(WEXITSTATUS(status)) + "\n";
  }
  return text;
}

}  // namespace tensix::soak
