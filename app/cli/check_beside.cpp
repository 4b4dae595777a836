// SPDX-License-Identifier: Apache-2.0
#include "app/cli/check_beside.h"

#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <iostream>
#include <nlohmann/json.hpp>
#include <set>

#include "app/cli/interruption.h"
#include "support/files/output_file.h"

namespace tensix {

kept_output::kept_output() : to_output_(std::cout.rdbuf(output_.rdbuf())), to_errors_(std::cerr.rdbuf(errors_.rdbuf())) {}

void kept_output::let_go(const std::string& before) {
  if (!keeps_) return;
  keeps_ = false;
  std::cout.rdbuf(to_output_);
  std::cerr.rdbuf(to_errors_);
  std::cerr << before;
  std::set<std::string> said;
  std::istringstream lines(before), alike(errors_.str().substr(0, alike_));
  for (std::string line; std::getline(lines, line);) said.insert(line);
  for (std::string line; std::getline(alike, line);)
    if (!said.count(line)) std::cerr << line << "\n";
  std::cerr << errors_.str().substr(alike_);
  std::cout << output_.str();
}

void kept_output::forget() {
  output_.str({});
  errors_.str({});
  alike_ = 0;
}

// What is said: by the one that checks one letter, and behind `passes` JSON of what pass() gets and of what stands in standard error;
// by the other one letter, when it has stopped.
namespace {
constexpr char passes = 'p', takes_over = 't', has_stopped = 's';

bool say(int socket, const std::string& text) {
  for (size_t done = 0; done < text.size();) {
    const ssize_t n = send(socket, text.data() + done, text.size() - done, MSG_NOSIGNAL);
    if (n < 0 && errno != EINTR) return false;
    if (n > 0) done += static_cast<size_t>(n);
  }
  return true;
}
}  // namespace

check_beside::check_beside() {
  std::cout.flush();
  std::cerr.flush();
  int ends[2];
  const pid_t parent = getpid();
  other_ = socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0 ? fork() : -1;
  if (other_ < 0) throw host_error(std::string("no process can be started: ") + std::strerror(errno));
  if (other_ == 0) {
    prctl(PR_SET_PDEATHSIG, SIGTERM);  // not SIGKILL: its compilers end with it
    if (getppid() != parent) _exit(1);
  }
  talk_ = ends[other_ == 0];
  close(ends[other_ != 0]);
  kept_.emplace();
}

check_beside::~check_beside() {
  if (!checks() && outcome_ == outcome::open) stop_other(SIGTERM);
  close(talk_);
}

void check_beside::stop_other(int signal) {
  kill(other_, signal);
  end_of_other();
}

int check_beside::end_of_other() {
  int status = 0;
  while (waitpid(other_, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

void check_beside::pass(const std::string& words, const std::string& not_looked) {
  const nlohmann::json told = {words, not_looked, kept_->errors()};
  say(talk_, passes + told.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  _exit(0);
}

void check_beside::take_over() {
  char answer = 0;
  ssize_t n = say(talk_, {takes_over}) ? -1 : 0;
  while (n < 0) {
    n = read(talk_, &answer, 1);
    if (n < 0 && errno != EINTR) n = 0;
  }
  if (n == 0) _exit(1);  // the other has ended, and with it the command
  kept_.reset();
}

check_beside::compiling::~compiling() {
  both_.kept_->is_said_alike();  // compilers say the same to the other
  const int signal = held_.wait(std::chrono::milliseconds(0));
  if (signal == 0) return;
  both_.stop_other(signal);
  std::raise(signal);  // is held for a moment more
}

// Takes what is said in so many milliseconds; false: all is said.
bool check_beside::hear(int wait_ms) {
  pollfd ready = {talk_, POLLIN, 0};
  if (poll(&ready, 1, wait_ms) <= 0) return true;
  char piece[65536];
  const ssize_t n = read(talk_, piece, sizeof piece);
  if (n > 0) heard_.append(piece, static_cast<size_t>(n));
  return n > 0 || (n < 0 && errno == EINTR);
}

bool check_beside::taken_over_so_far() {
  if (heard_.empty()) hear(0);
  return heard_[0] == takes_over;
}

check_beside::outcome check_beside::settle() {
  if (outcome_ != outcome::open) return outcome_;
  const noted_signals noted;
  for (bool more = true; more && heard_[0] != takes_over && !interrupted();) more = hear(100);
  if (interrupted()) {
    stop_other(interrupted());
    outcome_ = outcome::interrupted;
    kept_->let_go();
  } else if (heard_[0] == takes_over) {
    outcome_ = outcome::took_over;
    kept_->forget();
  } else {
    end_of_other();
    auto told = nlohmann::json::parse(heard_[0] == passes ? heard_.substr(1) : "", nullptr, false);
    if (!told.is_array()) told = {"", the_process_has_failed, ""};  // it was killed
    outcome_ = outcome::passed;
    words_ = told.at(0);
    not_looked_ = told.at(1);
    kept_->let_go(told.at(2));
  }
  return outcome_;
}

int check_beside::exit_code() {
  say(talk_, {has_stopped});
  const noted_signals noted;
  while (hear(100) && !interrupted()) {
  }
  if (interrupted()) kill(other_, interrupted());  // says how far it came
  const int status = end_of_other();
  if (WIFSIGNALED(status)) end_by(WTERMSIG(status));
  return WEXITSTATUS(status);
}

}  // namespace tensix
