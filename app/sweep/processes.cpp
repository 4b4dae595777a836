// SPDX-License-Identifier: Apache-2.0
#include "app/sweep/processes.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <array>
#include <boost/asio.hpp>
#include <boost/process.hpp>
#include <boost/process/extend.hpp>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <list>
#include <memory>
#include <stdexcept>
#include <type_traits>

#include "support/files/held_signals.h"
#include "support/processes/other_programs.h"

namespace tensix {
namespace {

namespace bp = boost::process;
namespace asio = boost::asio;

// A file in memory: it wants no room on a disk, and nothing is left of it, however its users end.
class memory_file {
 public:
  memory_file() : file_(made()) {}
  ~memory_file() { std::fclose(file_); }
  memory_file(const memory_file&) = delete;
  memory_file& operator=(const memory_file&) = delete;
  FILE* get() const { return file_; }
  int number() const { return fileno(file_); }
  std::string text() const {
    std::string all;
    char piece[16384];
    off_t at = 0;
    for (ssize_t n; (n = pread(number(), piece, sizeof piece, at)) > 0; at += n) all.append(piece, static_cast<size_t>(n));
    return all;
  }

 private:
  FILE* file_;
  static FILE* made() {
    const int number = memfd_create("tensix-tlm", MFD_CLOEXEC);
    FILE* file = number < 0 ? nullptr : fdopen(number, "w+");
    if (!file) throw std::runtime_error(std::string("cannot make a file in memory: ") + std::strerror(errno));
    return file;
  }
};

// In the child, before it becomes another program: it keeps one more file, ends with us, and does not get the terminal's
// Ctrl-C, which is ours to handle.
struct child_setup : bp::extend::handler {
  int kept;
  pid_t parent = getpid();
  explicit child_setup(int file) : kept(file) {}
  template <class Executor>
  void on_exec_setup(Executor&) const {
    fcntl(kept, F_SETFD, 0);
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(EXIT_FAILURE);  // it has ended already
  }
};

bool ignored(int signal) {  // and it stays so: nohup, background jobs
  struct sigaction action = {};
  return sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

struct last_word {
  std::array<char, 256> text;
  size_t size;  // bytes
};
static_assert(std::is_trivially_destructible_v<last_word>);  // the signal may come after the static objects are gone

int status_by_signal = 0;
std::array<last_word, ending_signals.size()> last_words;

void end_by_signal(int signal) {
  for (size_t i = 0; i < ending_signals.size(); ++i)
    if (ending_signals[i] == signal && write(STDERR_FILENO, last_words[i].text.data(), last_words[i].size) < 0) break;
  _exit(status_by_signal);
}

void handle_signals() {
  struct sigaction action = {};
  action.sa_handler = end_by_signal;
  for (const int s : ending_signals)
    if (!ignored(s)) sigaction(s, &action, nullptr);
}

class running_pool {
 public:
  explicit running_pool(const child_pool& pool) : pool_(pool), signals_(io_), ticks_(io_) {
    settle_locale();
    for (const int s : ending_signals)
      if (!ignored(s)) signals_.add(s);
  }
  ~running_pool() {
    kill_children();
    // None is left behind, and none ends while its signal (SIGCHLD) finds Asio's pipe half closed.
    for (auto& c : children_)
      if (std::error_code error; c.process.valid()) c.process.wait(error);
    if (!status_by_signal) return;
    const held_signals held;  // there is no moment at which they are not handled
    boost::system::error_code error;
    signals_.clear(error);
    handle_signals();
  }
  running_pool(const running_pool&) = delete;
  running_pool& operator=(const running_pool&) = delete;

  int run() {
    wait_for_signal();
    wait_for_tick();
    fill();
    io_.run();
    return stopped_by_;
  }

 private:
  struct child {
    uint64_t number;
    memory_file metrics, errors;
    asio::steady_timer timer;
    bp::child process;
    bool timed_out = false;
    child(uint64_t n, asio::io_context& io) : number(n), timer(io) {}
  };

  const child_pool& pool_;
  asio::io_context io_;
  asio::signal_set signals_;
  asio::steady_timer ticks_;
  std::list<child> children_;
  bool no_more_ = false;
  int stopped_by_ = 0;

  void fill() {
    while (!no_more_ && !stopped_by_ && children_.size() < pool_.jobs) {
      auto next = pool_.next();
      if (next) start(next->first, std::move(next->second));
      else no_more_ = true;
    }
    if (!children_.empty()) return;
    signals_.cancel();
    ticks_.cancel();
  }

  void start(uint64_t number, std::vector<std::string> arguments) {
    const auto c = children_.emplace(children_.end(), number, io_);
    arguments.push_back("--metrics=/dev/fd/" + std::to_string(c->metrics.number()));
    // /proc/self/exe: this very program, even if a newer one has been built meanwhile.
    c->process = bp::child(
        bp::exe = "/proc/self/exe", bp::args = arguments, bp::std_in<bp::null, bp::std_out> bp::null,
        bp::std_err > c->errors.get(), child_setup(c->metrics.number()), io_,
        bp::on_exit = [this, c](int, const std::error_code& error) {
          // Not at once: the service that calls is still going through its list of children.
          asio::post(io_, [this, c, error] { ended(c, error); });
        });
    if (!pool_.timeout) return;
    c->timer.expires_after(*pool_.timeout);
    c->timer.async_wait([c](const boost::system::error_code& cancelled) {
      if (cancelled) return;
      c->timed_out = true;
      kill(c->process.id(), SIGKILL);
    });
  }

  void ended(std::list<child>::iterator c, const std::error_code& error) {
    if (error) throw std::runtime_error("lost a child process: " + error.message());
    const int status = c->process.native_exit_code();
    child_outcome o;
    o.timed_out = c->timed_out && WIFSIGNALED(status);
    if (WIFSIGNALED(status)) o.signal = WTERMSIG(status);
    else o.exit_status = WEXITSTATUS(status);
    // Somebody ends us and our children together, and the child's end is known first.
    if (!o.timed_out && (o.signal == SIGINT || o.signal == SIGTERM || o.signal == SIGHUP)) stop(o.signal);
    const bool counts = !stopped_by_ || o.signal == 0;
    if (counts) {
      o.metrics = c->metrics.text();
      o.errors = c->errors.text();
    }
    const uint64_t number = c->number;
    if (c->timer.cancel() == 0 && pool_.timeout && !o.timed_out) {
      // The timer has run out, and its handler, which knows the child, is still to come.
      asio::post(io_, [this, c] { children_.erase(c), fill(); });
    } else {
      children_.erase(c);
    }
    if (counts) pool_.ended(number, o);
    fill();
  }

  void kill_children() {
    for (auto& c : children_)
      if (c.process.valid()) kill(c.process.id(), SIGKILL);
  }

  void stop(int signal) {
    if (stopped_by_) return;
    stopped_by_ = signal;
    kill_children();
  }

  void wait_for_signal() {
    signals_.async_wait([this](const boost::system::error_code& cancelled, int signal) {
      if (cancelled) return;
      stop(signal);
      wait_for_signal();
    });
  }

  void wait_for_tick() {
    ticks_.expires_after(std::chrono::milliseconds(250));
    ticks_.async_wait([this](const boost::system::error_code& cancelled) {
      if (cancelled || children_.empty()) return;
      if (pool_.tick) pool_.tick();
      wait_for_tick();
    });
  }
};

}  // namespace

void end_on_signals(int status, const std::string& advice) {
  status_by_signal = status;
  for (size_t i = 0; i < ending_signals.size(); ++i) {
    const std::string text = std::string("tensix-tlm: ended by ") + strsignal(ending_signals[i]) + advice + "\n";
    last_words[i].size = text.copy(last_words[i].text.data(), last_words[i].text.size());
  }
  handle_signals();
}

int child_pool::run() { return running_pool(*this).run(); }

}  // namespace tensix
