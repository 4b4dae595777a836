// SPDX-License-Identifier: Apache-2.0
#include "app/cli/checked_session.h"

#include <filesystem>
#include <iostream>

#include "app/cli/interruption.h"
#include "workload/compile/compile_error.h"

namespace tensix {

namespace {
struct taken_over {};

void say(const std::string& not_looked) {
  if (!not_looked.empty()) std::cerr << "warning: no wrong use was looked for: " << not_looked << "\n";
}
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

// Not where RTL has files of its own, somebody looks on - also at what is written while it runs: a pipe -, or there are more processes.
bool checked_session::measures_meanwhile() const {
  const observer_options& o = common_.observers;
  for (const std::string& written : {o.trace, o.vcd, o.events, o.record}) {
    std::error_code none;
    const auto is = std::filesystem::status(written, none);
    if (std::filesystem::exists(is) && !std::filesystem::is_regular_file(is)) return false;
  }
  return checked_ && !ranks_ && !common_.races && common_.limits.starts == 1 && !common_.debug.gdb &&
         !in_place(parameters_.units);
}

void checked_session::prepare() {
  if (measures_meanwhile()) beside_.emplace();
  if (beside_ && !beside_->checks()) {
    const check_beside::compiling both(*beside_);
    return compile(false);
  }
  if (!beside_) {
    const std::string not_looked = checked_ ? look_for_wrong_use() : "";
    if (!shows_checked_) compile(false);
    return say(not_looked);
  }
  try {
    const std::string not_looked = look_for_wrong_use();
    if (!shows_checked_) beside_->pass(text_of(words_), not_looked);
  } catch (...) {
    beside_->take_over();
    throw;
  }
  beside_->take_over();
}

// Why nothing was looked for; empty: it was.
std::string checked_session::look_for_wrong_use() {
  try {
    compile(true);
  } catch (const program_too_long&) {
    return "with checks the program is too long; give " + room_option() + " more";
  }
  const std::optional<std::string> text = apart_interruptibly([this] { return check(); });
  if (text) words_ = all_words_of(*text);
  shows_checked_ = !errors_of(words_).empty();
  return text || interrupted() ? "" : the_process_has_failed;
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
    default: words_ = all_words_of(beside_->words()); say(beside_->not_looked());
  }
}

}  // namespace tensix
