// SPDX-License-Identifier: Apache-2.0
// Sequential code in the calendar: a strand is to it what a thread process is to SystemC's kernel, and costs a few instructions to
// resume. Code that both call (a core's port, L1) waits by the functions below.
#pragma once
#include <boost/context/fiber.hpp>
#include <exception>
#include <memory>
#include <vector>

#include "models/time/calendar.h"

namespace tensix {

class strand;

// In the place of an sc_event: notified at the tile's time, for strands and for processes of SystemC.
class tile_event {
 public:
  // `name`: a literal.
  explicit tile_event(const char* name = "tile_event") : name_(name) {}
  ~tile_event();
  tile_event(const tile_event&) = delete;
  tile_event& operator=(const tile_event&) = delete;
  void notify() {
    if (!strands_.empty()) wake_strands();
    if (event_) notify_at(cycle_time::now_ticks());
  }
  // Takes back notifications that are still to come.
  void cancel() {
    if (event_) event_->cancel();
  }
  // At an instant that has not passed; only SystemC's processes are notified, if any has asked for `event`.
  void notify_at(uint64_t ticks);
  // For processes of SystemC alone, of which most tiles have none: it is made when it is asked for.
  const sc_core::sc_event& event() {
    if (!event_) event_ = std::make_unique<sc_core::sc_event>(sc_core::sc_gen_unique_name(name_));
    return *event_;
  }

 private:
  friend class strand;
  const char* const name_;
  std::unique_ptr<sc_core::sc_event> event_;  // null: no process of SystemC waits for it
  std::vector<strand*> strands_;              // that wait for it
  void wake_strands();
};

class strand {
 public:
  // `body` begins in slot `s` of cycle 0, and acts in that slot only.
  strand(slot s, callback body);
  ~strand();
  // The one that runs; null: other code.
  static strand* current() { return time_state::present.running; }
  bool is(const activation& a) const { return &a == &run_; }

  // From within. The first cycle has not passed, or this does nothing.
  void sleep_until(cycle_t cycle);
  // Until one of them is notified: goes on in its slot of that cycle, or of the next if it has passed; notified in its
  // slot by another one, at once behind that.
  void sleep_for(tile_event& one, tile_event* other = nullptr);
  void sleep_for_ever();
  // Until its slot of `cycle`, if that lies ahead; with `event`: or as sleep_for.
  void sleep_until_slot(cycle_t cycle, tile_event* event = nullptr);
  // Until it is notified, or its slot of `cycle`: notified, it goes on at that instant, behind the process that notifies.
  void sleep_where_notified(tile_event& event, cycle_t cycle = never);

  // From outside: if it sleeps it goes on in that cycle at the latest.
  void wake_by(cycle_t cycle);
  // From outside: the body begins anew, in its slot of this cycle, or of the next if that has passed. What stood on its stack is
  // not unwound.
  void restart();

 private:
  friend class tile_event;
  const callback body_;
  activation run_;
  deferred at_once_{method<&strand::resume>(this)};
  tile_event* waits_for_[2] = {};
  cycle_t until_ = 0;            // goes on by itself in this cycle
  bool where_notified_ = false;  // sleep_where_notified
  std::exception_ptr thrown_;
  // Never unwound: what runs when a simulation ends is left where it is, as with SystemC's threads. So nothing that waits may
  // own anything but its place in a queue.
  union frozen {
    boost::context::fiber fiber;
    frozen() : fiber() {}
    ~frozen() {}
  };
  frozen self_, back_;
  void* stack_bottom_ = nullptr;
  size_t stack_bytes_ = 0;
  void begin();
  void give_stack_back();
  void arrive();
  void resume();
  void suspend();
  void woken();
  void notified();
};

// Counts calls that processes of SystemC, not strands, have under way; one that is killed within one is counted no more.
class outside_call {
 public:
  explicit outside_call(unsigned& calls) : calls_(strand::current() ? nullptr : &calls) {
    if (calls_) ++*calls_;
  }
  ~outside_call() {
    if (calls_) --*calls_;
  }
  outside_call(const outside_call&) = delete;
  outside_call& operator=(const outside_call&) = delete;

 private:
  unsigned* const calls_;
};

// ---- For code that strands and thread processes of SystemC call ----------------------------------------------------------

// Until the same place within cycle `until`, if that lies ahead.
void wait_until_cycle(cycle_t until);
// Until one of them is notified. A strand then is in its slot, a process where it has been notified.
void wait_for_event(tile_event& one, tile_event* other = nullptr);
// Cycles, and what is left of one.
void wait_for_time(const sc_core::sc_time& time);
const void* kernel_process();
// The strand or process that runs.
inline const void* who_runs() {
  if (const strand* const s = strand::current()) return s;
  return kernel_process();
}

}  // namespace tensix
