// SPDX-License-Identifier: Apache-2.0
#include "models/time/strand.h"

#include <algorithm>
#include <boost/context/protected_fixedsize_stack.hpp>
#include <utility>

#include "models/time/stack_switch.h"

namespace tensix {

// ---- tile_event -----------------------------------------------------------------------------------------------------------

tile_event::~tile_event() {
  while (!strands_.empty()) strands_.back()->woken();
}

void tile_event::notify_at(uint64_t ticks) {
  if (!event_) return;
  event_->notify(sc_core::sc_time::from_value(ticks - sc_core::sc_time_stamp().value()));
  calendar::present().kernel_due(ticks);
}

void tile_event::wake_strands() {
  while (!strands_.empty()) {
    strand* const s = strands_.back();
    s->woken();
    s->notified();
  }
}

// ---- strand ---------------------------------------------------------------------------------------------------------------

namespace {
constexpr size_t stack_bytes = 256 * 1024;

// Goes with the strand: what stands on it has been left (see strand::frozen).
struct kept_stack {
  void*& bottom;
  size_t& bytes;
  boost::context::stack_context allocate() {
    const boost::context::stack_context s = boost::context::protected_fixedsize_stack(stack_bytes).allocate();
    bottom = static_cast<char*>(s.sp) - s.size;
    bytes = s.size;
    return s;
  }
  void deallocate(boost::context::stack_context&) {}  // the body has ended; resume() is still on its way back from there
};
}  // namespace

strand::strand(slot s, callback body) : body_(body), run_(s, method<&strand::arrive>(this)) { begin(); }

void strand::begin() {
  new (&self_.fiber)
      boost::context::fiber(std::allocator_arg, kept_stack{stack_bottom_, stack_bytes_}, [this](boost::context::fiber&& back) {
        stack_switch::arrived_first();
        back_.fiber = std::move(back);
        try {
          body_();
        } catch (const boost::context::detail::forced_unwind&) {
          throw;
        } catch (...) {
          thrown_ = std::current_exception();
        }
        stack_switch::leave_for_good();
        return std::move(back_.fiber);
      });
  run_.arm(0);
}

strand::~strand() {
  woken();
  give_stack_back();
}

void strand::restart() {
  woken();
  give_stack_back();
  until_ = 0;
  where_notified_ = false;
  thrown_ = nullptr;
  begin();
}

void strand::give_stack_back() {
  stack_switch::forget(stack_bottom_, stack_bytes_);
  boost::context::stack_context s;
  s.sp = static_cast<char*>(stack_bottom_) + stack_bytes_;
  s.size = stack_bytes_;
  boost::context::protected_fixedsize_stack(stack_bytes).deallocate(s);
}

// In its slot. What it was armed for may have come about otherwise.
void strand::arrive() {
  const cycle_t now = run_.begin();
  if (until_ > now) return run_.arm(until_);
  resume();
}

[[gnu::always_inline]] inline void strand::resume() {
  until_ = never;
  where_notified_ = false;
  if (waits_for_[0]) woken();
  strand* const before = std::exchange(time_state::present.running, this);
  stack_switch here(stack_bottom_, stack_bytes_);
  self_.fiber = std::move(self_.fiber).resume();
  here.back();
  time_state::present.running = before;
  if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
}

[[gnu::always_inline]] inline void strand::suspend() {
  stack_switch here;
  back_.fiber = std::move(back_.fiber).resume();
  here.back();
}

void strand::woken() {
  for (tile_event*& w : waits_for_)
    if (w) {
      auto& waiting = w->strands_;
      if (waiting.back() == this) waiting.pop_back();
      else waiting.erase(std::find(waiting.begin(), waiting.end(), this));
      w = nullptr;
    }
}

// The event it waits for has come.
void strand::notified() {
  if (where_notified_ || cycle_time::within() == static_cast<unsigned>(run_.where())) return at_once_.ask();
  until_ = 0;
  run_.arm(now_cycle());
}

void strand::sleep_until(cycle_t cycle) {
  if (cycle <= now_cycle()) return;
  until_ = cycle;
  run_.arm(cycle);
  suspend();
}

void strand::sleep_until_slot(cycle_t cycle, tile_event* event) {
  if (cycle < cycle_time::next(run_.where())) return;
  if (event) {
    waits_for_[0] = event;
    event->strands_.push_back(this);
  }
  until_ = cycle;
  run_.arm(cycle);
  suspend();
}

void strand::sleep_where_notified(tile_event& event, cycle_t cycle) {
  where_notified_ = true;
  waits_for_[0] = &event;
  event.strands_.push_back(this);
  wake_by(cycle);
  suspend();
}

void strand::wake_by(cycle_t cycle) {
  if (cycle >= until_) return;
  until_ = cycle;
  run_.arm(cycle);
}

void strand::sleep_for(tile_event& one, tile_event* other) {
  waits_for_[0] = &one;
  waits_for_[1] = other;
  one.strands_.push_back(this);
  if (other) other->strands_.push_back(this);
  suspend();
}

void strand::sleep_for_ever() { suspend(); }

// ---- For both -------------------------------------------------------------------------------------------------------------

void wait_until_cycle(cycle_t until) {
  if (strand* const s = strand::current()) return s->sleep_until(until);
  const cycle_t now = now_cycle();
  if (until > now) sc_core::wait(sc_core::sc_time::from_value((until - now) * cycle_ticks()));
}

void wait_for_event(tile_event& one, tile_event* other) {
  if (strand* const s = strand::current()) return s->sleep_for(one, other);
  if (other) sc_core::wait(one.event() | other->event());
  else sc_core::wait(one.event());
}

void wait_for_time(const sc_core::sc_time& time) {
  if (strand* const s = strand::current()) s->sleep_until(now_cycle() + time.value() / cycle_ticks());
  else sc_core::wait(time);
}

const void* kernel_process() { return sc_core::sc_get_current_process_handle().get_process_object(); }

}  // namespace tensix
