// SPDX-License-Identifier: Apache-2.0
// Two processes of one command: this one measures, and the other, forked from it, runs the programs with checks meanwhile. The one
// that measures keeps to itself what it has to say until the other has found nothing. If that has found something, the one that
// measures stops, and the other goes on in its place.
#pragma once
#include <sys/types.h>

#include <optional>
#include <sstream>
#include <streambuf>
#include <string>

#include "support/files/held_signals.h"

namespace tensix {

// What is written to std::cout and std::cerr while it lives, or until it lets go, is kept.
class kept_output {
 public:
  kept_output();
  ~kept_output() { let_go(); }
  kept_output(const kept_output&) = delete;
  kept_output& operator=(const kept_output&) = delete;
  // Writes it; `before`: to standard error in front of it.
  void let_go(const std::string& before = {});
  void forget();
  // What is kept so far, of standard error: lines that are in `before`, too, are not written twice.
  void is_said_alike() { alike_ = errors_.str().size(); }
  std::string errors() const { return errors_.str(); }

 private:
  std::ostringstream output_, errors_;
  std::streambuf *to_output_, *to_errors_;
  size_t alike_ = 0;
  bool keeps_ = true;
};

// Why nothing was looked for.
inline constexpr const char* the_process_has_failed = "the process with the checked programs has failed";

class check_beside {
 public:
  // Forks; before any simulation in this process. Throws host_error.
  check_beside();
  ~check_beside();
  check_beside(const check_beside&) = delete;
  check_beside& operator=(const check_beside&) = delete;

  bool checks() const { return other_ == 0; }  // this is the one that checks

  // ---- The one that checks

  // It has found nothing: ends this process. What the other has to know: words, and why nothing was looked for, if so.
  [[noreturn]] void pass(const std::string& words, const std::string& not_looked);
  // From here on it is this process that says what there is to say; the other has stopped when this returns.
  void take_over();

  // ---- The one that measures

  enum class outcome : uint8_t { open, passed, took_over, interrupted };
  // While it compiles: a signal that ends this process ends the other one before. Both have compilers and folders to clear away.
  class compiling {
   public:
    explicit compiling(check_beside& both) : both_(both) {}
    ~compiling();
    compiling(const compiling&) = delete;
    compiling& operator=(const compiling&) = delete;

   private:
    check_beside& both_;
    held_signals held_;  // until both_ knows
  };
  // Whether the other has taken over, as far as is known now.
  bool taken_over_so_far();
  // Waits for it; `interrupted`: a signal has come instead. Then this process may say what there is to say, unless the other does.
  // If that has failed, its words are empty, and that is why nothing was looked for.
  outcome settle();
  const std::string& words() const { return words_; }
  const std::string& not_looked() const { return not_looked_; }
  // The other has taken over, and nothing is left that this process would write: waits for its end. Its exit code.
  int exit_code();

 private:
  int talk_ = -1;    // a socket, to the other
  pid_t other_ = 0;  // 0: this is the child
  outcome outcome_ = outcome::open;
  std::string heard_, words_, not_looked_;
  std::optional<kept_output> kept_;
  bool hear(int wait_ms);
  void stop_other(int signal);
  int end_of_other();  // its status
};

}  // namespace tensix
