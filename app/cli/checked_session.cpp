// SPDX-License-Identifier: Apache-2.0
#include "app/cli/checked_session.h"

#include <unistd.h>

#include <iostream>

#include "app/cli/interruption.h"
#include "workload/compile/compile_error.h"

namespace tensix {

namespace {
struct taken_over {};
constexpr const char* not_looked = "warning: no wrong use was looked for: ";
}  // namespace

int checked_session::run_checked() {
  try {
    return run();
  } catch (...) {
    // Also of what went wrong in this process the other one knows more.
    if (!beside_ || beside_->checks() || beside_->settle() != check_beside::outcome::took_over) throw;
  }
  return beside_->exit_code();
}

// Not where RTL has files of its own, somebody looks on, or there are more processes.
bool checked_session::measures_meanwhile() const {
  return checked_ && !ranks_ && !common_.races && common_.limits.starts == 1 && !common_.debug.gdb && !in_place(parameters_.units);
}

void checked_session::prepare() {
  if (measures_meanwhile()) beside_.emplace();
  if (beside_ && !beside_->checks()) {
    compile(false);
    return beside_->is_said_alike();
  }
  if (!beside_) {
    if (checked_) look_for_wrong_use();
    if (!shows_checked_) compile(false);
    return;
  }
  try {
    look_for_wrong_use();
  } catch (...) {
    beside_->take_over();
    throw;
  }
  if (!shows_checked_) beside_->pass(text_of(words_));
  beside_->take_over();
}

void checked_session::look_for_wrong_use() {
  try {
    compile(true);
  } catch (const program_too_long&) {
    std::cerr << not_looked << "with checks the program is too long; give " << room_option() << " more\n";
    return;
  }
  const std::optional<std::string> text = apart_interruptibly([this] { return check(); });
  if (text) words_ = all_words_of(*text);
  else if (!interrupted()) std::cerr << not_looked << "the process with the checked programs has failed\n";
  shows_checked_ = !errors_of(words_).empty();
}

// In a process of its own.
std::string checked_session::check() {
  checking_ = true;
  simulation sim(parameters_.without_rtl(), common_.limits.policy);
  sim.why.reset();
  load(sim);
  start(sim);
  std::optional<uint64_t> most = common_.limits.max_cycles;
  if (most) *most *= 2;  // checks take a while
  sim.run(most);
  return text_of(found(sim));
}

bool checked_session::is_in_vain() { return beside_ && !beside_->checks() && beside_->taken_over_so_far(); }

void checked_session::settle(run_result& r) {
  if (!beside_ || beside_->checks()) return;
  switch (beside_->settle()) {
    case check_beside::outcome::took_over: throw taken_over();
    case check_beside::outcome::interrupted: r.how = run_outcome::interrupted; break;
    case check_beside::outcome::failed: std::cerr << not_looked << "the process with the checked programs has failed\n"; break;
    default: words_ = all_words_of(beside_->words());
  }
}

}  // namespace tensix
