// SPDX-License-Identifier: Apache-2.0
#include "support/processes/other_programs.h"

#include <poll.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio.hpp>
#include <boost/process.hpp>
#include <boost/process/extend.hpp>
#include <cerrno>
#include <clocale>
#include <csignal>
#include <cstdlib>
#include <list>
#include <stdexcept>

#include "support/files/held_signals.h"

namespace tensix {

namespace bp = boost::process;

namespace {

// In the child, before it becomes another program: a group of its own, with what it will start; no signal is held.
void set_up_child() {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
}

bool signal_waits() {
  sigset_t waiting;
  sigpending(&waiting);
  return std::any_of(ending_signals.begin(), ending_signals.end(), [&](int s) { return sigismember(&waiting, s) == 1; });
}

struct running {
  bp::ipstream out;
  bp::child child;
  bool open = true;
};

// Until it has said all: a program's ends of pipes are closed when it and what it has started have ended.
void read_all(std::list<running>& all, std::vector<captured>& results) {
  constexpr int look_ms = 50;  // for a signal
  for (bool open = true; open;) {
    if (signal_waits()) throw std::runtime_error("ended by a signal");
    open = false;
    std::vector<pollfd> pipes;
    for (running& r : all) pipes.push_back({r.open ? r.out.pipe().native_source() : -1, POLLIN, 0});
    poll(pipes.data(), pipes.size(), look_ms);
    size_t i = 0;
    for (running& r : all) {
      char piece[1 << 14];
      if (pipes[i].revents) {
        const ssize_t n = read(pipes[i].fd, piece, sizeof piece);
        if (n > 0) results[i].out.append(piece, static_cast<size_t>(n));
        else if (n == 0 || errno != EINTR) r.open = false;
      }
      open |= r.open;
      ++i;
    }
  }
}

}  // namespace

void settle_locale() {
  if (!std::setlocale(LC_ALL, "")) setenv("LC_ALL", "C", 1);
  std::setlocale(LC_ALL, "C");
}

captured run_program(const std::string& program, const std::vector<std::string>& arguments) {
  settle_locale();
  captured result;
  try {
    bp::ipstream out;
    bp::child child(bp::exe = program, bp::args = arguments, bp::std_in<bp::null, bp::std_out> out);
    for (std::string line; std::getline(out, line);) result.out += line + "\n";
    child.wait();
    result.status = child.exit_code();
  } catch (const bp::process_error& e) {
    throw std::runtime_error("cannot run " + program + ": " + e.what());
  }
  return result;
}

std::vector<captured> run_programs(const std::string& program, const std::vector<std::vector<std::string>>& arguments) {
  settle_locale();
  std::list<running> all;
  std::vector<captured> results(arguments.size());
  const auto end_all = [&all] {
    for (running& r : all)
      if (r.child.valid() && r.child.running()) kill(-r.child.id(), SIGKILL), r.child.wait();
  };
  try {
    for (const auto& a : arguments) {
      running& r = all.emplace_back();
      r.child = bp::child(
          bp::exe = program, bp::args = a, bp::std_in<bp::null, (bp::std_out & bp::std_err)> r.out,
          bp::extend::on_exec_setup = [](auto&) { set_up_child(); });
    }
    read_all(all, results);
    size_t i = 0;
    for (running& r : all) {
      r.child.wait();
      results[i++].status = r.child.exit_code();
    }
  } catch (const bp::process_error& e) {
    end_all();
    throw std::runtime_error("cannot run " + program + ": " + e.what());
  } catch (...) {
    end_all();
    throw;
  }
  return results;
}

std::string find_program(const std::string& name) {
  settle_locale();
  return bp::search_path(name).string();
}

}  // namespace tensix
