#include "testbench/sweep/processes.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <boost/asio.hpp>
#include <boost/process.hpp>
#include <boost/process/extend.hpp>
#include <csignal>
#include <cstdio>
#include <list>
#include <memory>
#include <stdexcept>

namespace tensix {
namespace {

namespace bp = boost::process;
namespace asio = boost::asio;

// A file without a name: nothing is left of it, however its users end.
class nameless_file {
 public:
  nameless_file() : file_(std::tmpfile()) {
    if (!file_) throw std::runtime_error("cannot make a temporary file");
    fcntl(number(), F_SETFD, FD_CLOEXEC);
  }
  ~nameless_file() { std::fclose(file_); }
  nameless_file(const nameless_file&) = delete;
  nameless_file& operator=(const nameless_file&) = delete;
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
};

// In the child, before it becomes another program: it keeps one more file, ends with us, and does not get the terminal's
// Ctrl-C, which is ours to handle.
struct child_setup : bp::extend::handler {
  int kept;
  explicit child_setup(int file) : kept(file) {}
  template <class Executor>
  void on_exec_setup(Executor&) const {
    fcntl(kept, F_SETFD, 0);
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
  }
};

class running_pool {
 public:
  explicit running_pool(const child_pool& pool) : pool_(pool), signals_(io_), ticks_(io_) {
    for (const int s : {SIGINT, SIGTERM, SIGHUP}) {
      struct sigaction action = {};  // what is ignored stays ignored: nohup, background jobs
      if (sigaction(s, nullptr, &action) == 0 && action.sa_handler != SIG_IGN) signals_.add(s);
    }
  }
  ~running_pool() {
    for (auto& c : children_)
      if (c.process.valid()) kill(c.process.id(), SIGKILL);
  }

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
    nameless_file metrics, errors;
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

  void stop(int signal) {
    if (stopped_by_) return;
    stopped_by_ = signal;
    for (auto& c : children_) kill(c.process.id(), SIGKILL);
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

int child_pool::run() { return running_pool(*this).run(); }

captured run_program(const std::string& program, const std::vector<std::string>& arguments) {
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

std::string find_program(const std::string& name) { return bp::search_path(name).string(); }

}  // namespace tensix
