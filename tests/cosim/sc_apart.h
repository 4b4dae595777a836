// SPDX-License-Identifier: Apache-2.0
// Tests that each need a simulation of their own: SystemC has one a process.
#pragma once
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <exception>
#include <functional>
#include <string>

namespace sc_apart {

inline int errors = 0;
inline void expect(bool right, const std::string& what) {
  if (right) return;
  std::fprintf(stderr, "wrong: %s\n", what.c_str());
  ++errors;
}

inline void apart(const std::string& name, const std::function<void()>& test) {
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    errors = 0;
    try {
      test();
    } catch (const std::exception& e) {
      expect(false, e.what());
    }
    std::fflush(nullptr);
    _exit(errors == 0 ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  expect(WIFEXITED(status) && WEXITSTATUS(status) == 0, name + ", status " + std::to_string(status));
}

}  // namespace sc_apart
