// SPDX-License-Identifier: Apache-2.0
// A signal that comes when the process is ending, and its static objects are gone.
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>

#include "app/sweep/processes.h"
#include "catch.h"

namespace {

bool signal_at_the_end = false;

[[gnu::destructor]] void last_moment() {
  if (signal_at_the_end) std::raise(SIGTERM);
}

}  // namespace

TEST_CASE("the last word is whole after the static objects are gone") {
  std::array<int, 2> ends{};
  REQUIRE(pipe(ends.data()) == 0);
  const pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], STDERR_FILENO);
    tensix::end_on_signals(3, "; what is done is kept, the same command goes on");
    signal_at_the_end = true;
    std::exit(0);
  }
  close(ends[1]);
  std::string said;
  std::array<char, 256> piece{};
  for (ssize_t n; (n = read(ends[0], piece.data(), piece.size())) > 0;) said.append(piece.data(), static_cast<size_t>(n));
  close(ends[0]);
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  REQUIRE(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 3);
  CHECK(said == "tensix-tlm: ended by Terminated; what is done is kept, the same command goes on\n");
}
