#include "observe/events/byte_relay.h"

#include <sched.h>

#include <system_error>

#include "support/files/held_signals.h"

namespace tensix {
namespace {

bool several_processors() {
  cpu_set_t allowed;
  return sched_getaffinity(0, sizeof allowed, &allowed) == 0 && CPU_COUNT(&allowed) > 1;
}

// Signals to the process go to the thread that was there before; those that a thread gets for what it does itself stay its own.
sigset_t signals_to_the_process() {
  sigset_t all;
  sigfillset(&all);
  for (const int s : {SIGPIPE, SIGXFSZ, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS}) sigdelset(&all, s);
  return all;
}

}  // namespace

byte_relay::byte_relay(relay_thread how, size_t bytes, taker take) : take_(std::move(take)) {
  const bool wanted = how == relay_thread::always || (how == relay_thread::if_worth_it && several_processors());
  for (size_t i = 0; i < (wanted ? buffer_count : 1); ++i) buffers_[i].resize(bytes, boost::container::default_init);
  if (wanted) start();
}

byte_relay::~byte_relay() {
  if (!has_thread()) return;
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  work_.notify_one();
  thread_.join();
}

void byte_relay::start() {
  const held_signals held(signals_to_the_process());
  try {
    thread_ = std::thread([this] { run(); });
  } catch (const std::system_error&) {
    // It is done in this one.
  }
}

void byte_relay::take_one(uint64_t number) {
  const size_t i = number % buffer_count;
  take_(buffers_[i], filled_[i]);
}

void byte_relay::run() {
  std::unique_lock lock(mutex_);
  for (;;) {
    work_.wait(lock, [this] { return over_ || all_wanted_ || handed_on_ - taken_ >= worth_waking; });
    for (; taken_ < handed_on_; ++taken_) {
      lock.unlock();
      std::exception_ptr thrown;
      try {
        take_one(taken_);
      } catch (...) {
        thrown = std::current_exception();
      }
      lock.lock();
      thrown_ = thrown;
      if (thrown_) {
        room_.notify_one();
        return;
      }
      if (handed_on_ - taken_ - 1 <= worth_waking) room_.notify_one();
    }
    all_wanted_ = false;
    if (over_) return;
    room_.notify_one();
  }
}

void byte_relay::wait_for_at_most(std::unique_lock<std::mutex>& lock, uint64_t not_taken) {
  room_.wait(lock, [&] { return thrown_ || handed_on_ - taken_ <= not_taken; });
  if (thrown_) std::rethrow_exception(thrown_);
}

void byte_relay::hand_on(size_t end) {
  if (!has_thread()) return take_(buffers_[0], end);
  filled_[handed_on_ % buffer_count] = end;
  std::unique_lock lock(mutex_);
  ++handed_on_;
  const uint64_t not_taken = handed_on_ - taken_;
  if (not_taken == worth_waking) work_.notify_one();  // for more it has been
  wait_for_at_most(lock, not_taken < buffer_count ? buffer_count - 1 : worth_waking);
}

void byte_relay::settle() {
  if (!has_thread()) return;
  std::unique_lock lock(mutex_);
  all_wanted_ = true;
  work_.notify_one();
  wait_for_at_most(lock, 0);
}

}  // namespace tensix
