// SPDX-License-Identifier: Apache-2.0
#define SC_INCLUDE_DYNAMIC_PROCESSES  // sc_spawn
#include "models/time/calendar.h"
#include "models/observe/report_ids.h"

#include <algorithm>
#include <string>
#include <tlm>

namespace tensix {

namespace {
calendar only_one;
#ifdef TENSIX_TLM_KERNEL_EVENTS
constexpr bool kernel_events = true;
#else
constexpr bool kernel_events = false;
#endif
}  // namespace
time_state time_state::present{&only_one};

activation::activation(slot s, callback process) : calendar_(calendar::present()), process_(process), slot_(s) {
  calendar_.add(*this);
}
activation::~activation() { calendar_.remove(*this); }

deferred::deferred(callback process) : calendar_(calendar::present()), process_(process) {}

deferred::~deferred() {
  auto& asked = calendar_.asked_;
  asked.erase(std::remove(asked.begin(), asked.end(), this), asked.end());
}

void deferred::ask() {
  if (asked_) return;
  asked_ = true;
  calendar_.asked_.push_back(this);
  calendar_.bound_within_ = 0;
  if (!calendar_.running_) calendar_.asked_from_outside(cycle_time::now_ticks());
}

// ---- What stands in it ----------------------------------------------------------------------------------------------------

namespace {
template <typename Process>
void spawn_method(const char* name, sc_core::sc_event& event, Process process) {
  sc_core::sc_spawn_options options;
  options.spawn_method();
  options.dont_initialize();
  options.set_sensitivity(&event);
  sc_core::sc_spawn(process, sc_core::sc_gen_unique_name(name), &options);
}
}  // namespace

void calendar::add(activation& a) {
  if (!wake_ && !without_kernel_) {
    wake_ = new sc_core::sc_event("calendar_wake");
    spawn_method("calendar", *wake_, [this] { process(); });
  }
  if (kernel_events && !without_kernel_) spawn(a);
  all_.push_back(&a);
  sorted_ = false;
}

void calendar::remove(activation& a) {
  if (a.event_) a.event_->cancel();
  all_.erase(std::find(all_.begin(), all_.end(), &a));
  if (a.far_) far_.erase(std::find(far_.begin(), far_.end(), &a));
  sorted_ = false;
}

void calendar::leave_kernel() { without_kernel_ = true; }

calendar::apart::apart()
    : of_(present()), without_kernel_(of_.without_kernel_), inside_((now_cycle(), time_state::present.inside)) {
  of_.without_kernel_ = true;
  time_state::present.inside = true;
}

calendar::apart::~apart() {
  of_.without_kernel_ = without_kernel_;
  time_state::present.inside = inside_;
  if (!without_kernel_) of_.make_up();
}

// Of what has been added and armed without the kernel.
void calendar::make_up() {
  if (!sorted_) sort();
  if (kernel_events) {
    for (activation* a : all_) {
      if (a->event_) continue;
      spawn(*a);
      if (a->armed_ != never) notify(*a);
    }
  } else if (const activation* const next = first().what) {
    wake_for(cycle_time::ticks_of(next->armed_, next->slot_));
  }
}

// Ranks follow the slots, whatever order modules are made in.
void calendar::sort() {
  std::stable_sort(all_.begin(), all_.end(), [](auto* a, auto* b) { return a->slot_ < b->slot_; });
  const size_t words = (all_.size() + 63) / 64;
  rows_.assign(near * words, 0);
  many_words_ = words > 1;
  filled_.assign(many_words_ ? near * ((words + 63) / 64) : 0, 0);
  for (size_t i = 0; i < all_.size(); ++i) {
    all_[i]->words_ = &rows_[near * (i / 64)];
    all_[i]->bit_ = uint64_t{1} << i % 64;
    all_[i]->far_ = false;
  }
  cycles_ = 0;
  far_from_ = never;
  far_.clear();
  sorted_ = true;
  for (activation* a : all_)
    if (a->armed_ != never) put(*a);
}

inline void calendar::put(activation& a) {
  if (a.armed_ - base_ < near) return put_in_row(a);
  far_from_ = std::min(far_from_, a.armed_);
  if (!a.far_) far_.push_back(&a);
  a.far_ = true;
}

inline void calendar::take_out(const activation& a) {
  if (a.armed_ - base_ < near) {
    if (!(word_of(a) &= ~a.bit_)) word_is_empty(a.armed_ % near, a.words_);
  }
  // Otherwise far_from_ may be too early now: that costs a look.
}

// One word of that row has become so. `word`: any place of it.
inline void calendar::word_is_empty(cycle_t row, const uint64_t* word) {
  if (many_words_) {
    const size_t number = number_of(word);
    filled_[near * (number / 64) + row] &= ~(uint64_t{1} << number % 64);
    for (size_t f = row; f < filled_.size(); f += near)
      if (filled_[f]) return;
  }
  cycles_ &= ~(uint64_t{1} << row);
}

inline void calendar::move(activation& a, cycle_t cycle) {
  if (sorted_ && a.armed_ != never) take_out(a);
  a.armed_ = cycle;
  if (sorted_) put(a);  // otherwise `sort` does
  if (kernel_events && a.event_) notify(a);
  else if (!running_) asked_from_outside(cycle_time::ticks_of(cycle, a.slot_));
}

void activation::arm_otherwise(cycle_t cycle) {
  const cycle_t first = cycle_time::next(slot_);
  if (cycle < first) cycle = first;
  if (cycle < armed_) calendar_.move(*this, cycle);
}

// ---- Its process ----------------------------------------------------------------------------------------------------------

// What is due first: by cycle, then by slot. Null: nothing.
inline calendar::found calendar::first() {
  if (!cycles_) return {far_from_ == never ? nullptr : first_far(), nullptr, nullptr};
  const uint64_t from_base = cycles_ >> base_ % near | cycles_ << -base_ % near;
  const cycle_t row = (base_ + static_cast<uint64_t>(__builtin_ctzll(from_base))) % near;
  size_t number = 0;
  if (many_words_) {
    while (!filled_[near * number + row]) ++number;
    number = 64 * number + static_cast<size_t>(__builtin_ctzll(filled_[near * number + row]));
  }
  uint64_t* const word = &rows_[near * number + row];
  activation* const* const ranks = all_.data() + 64 * number;
  return {ranks[__builtin_ctzll(*word)], word, ranks};
}

// Of those beyond the rows, which are empty.
activation* calendar::first_far() const {
  activation* best = nullptr;
  for (activation* a : far_) {
    if (a->armed_ == never) continue;
    if (!best || a->armed_ < best->armed_ || (a->armed_ == best->armed_ && a->slot_ < best->slot_)) best = a;
  }
  return best;
}

// More of the future lies within the rows.
void calendar::come_near() {
  far_from_ = never;
  size_t left = 0;
  for (activation* a : far_) {
    a->far_ = a->armed_ != never && a->armed_ - base_ >= near;
    if (a->far_) {
      far_[left++] = a;
      far_from_ = std::min(far_from_, a->armed_);
    } else if (a->armed_ != never) {
      put_in_row(*a);
    }
  }
  far_.resize(left);
}

void calendar::run_asked() {
  for (size_t i = 0; i < asked_.size(); ++i) {
    deferred* const d = asked_[i];
    d->asked_ = false;
    d->process_();
  }
  asked_.clear();
  set_bound(bound_);
}

// Something is armed from outside.
void calendar::asked_from_outside(uint64_t ticks) {
  if (without_kernel_) return;
  if (sc_core::sc_time_stamp().value() < reached_)
    SC_REPORT_ERROR(
        report_id::calendar,
        "a tile is asked to do something at a time it has passed: tlm_global_quantum let it run ahead of the end of "
        "sc_start; set it to 0");
  wake_for(ticks);
}

void calendar::wake_for(uint64_t ticks) {
  if (ticks >= wakes_at_) return;
  wakes_at_ = ticks;
  wake_->notify(sc_core::sc_time::from_value(ticks - sc_core::sc_time_stamp().value()));
}

uint64_t calendar::find_bound() const {
  const uint64_t now = sc_core::sc_time_stamp().value(), ahead = tlm::tlm_global_quantum::instance().get().value();
  if (ahead == 0) return now + 1;
  const uint64_t others = sc_core::sc_time_to_pending_activity().value();
  const uint64_t far = std::min(others, ahead);
  return std::max(now + 1, std::min(now + std::min(far, nothing - now), stop_at_));
}

inline void calendar::set_base(cycle_t cycle) {
  base_ = cycle;
  set_bound(bound_);
  if (far_from_ < base_ + near) come_near();
}

// What of the present cycle stands in this word, before `bound_`. Who runs arms nobody before himself, so that the next one
// stands in this word or in those behind it.
inline void calendar::run_word(const found& next) {
  cycle_time::enter(base_, next.what->slot_);
  while (const uint64_t bits = *next.word) {
    activation& a = *next.ranks[__builtin_ctzll(bits)];
    if (static_cast<unsigned>(a.slot_) >= bound_within_) return;
    *next.word = bits & (bits - 1);
    a.armed_ = never;
    cycle_time::enter(a.slot_);
    a.process_();
  }
  word_is_empty(base_ % near, next.word);
}

// Everything before `bound_`; returns what is due next.
[[gnu::always_inline]] inline activation* calendar::run_due() {  // a return less behind a switch of stacks
  set_base(std::max(base_, now_cycle()));
  for (;;) {
    if (!asked_.empty()) run_asked();
    const found next = first();
    if (!next.what || cycle_time::ticks_of(next.what->armed_, next.what->slot_) >= bound_) return next.what;
    if (next.what->armed_ != base_) set_base(next.what->armed_);  // now it is in the rows, if it was not
    if (next.word) run_word(next);
  }
}

void calendar::process() {
  if (kernel_events) {
    wakes_at_ = nothing;
    return run_asked();
  }
  if (!sorted_) sort();
  wakes_at_ = nothing;
  running_ = true;
  set_bound(find_bound());
  activation* const next = run_due();
  reached_ = std::max(reached_, cycle_time::now_ticks());
  cycle_time::leave();
  running_ = false;
  if (next) wake_for(cycle_time::ticks_of(next->armed_, next->slot_));
}

// ---- With an event of the kernel for each activation ----------------------------------------------------------------------

namespace {
const char* name_of(slot s) {
  switch (s) {
#define X(id, ps, text) \
  case slot::id: return #id;
    TENSIX_SLOTS(X)
#undef X
  }
  return "riscv";  // of one of the cores behind the first
}
}  // namespace

void calendar::spawn(activation& a) {
  a.event_ = new sc_core::sc_event(sc_core::sc_gen_unique_name((std::string(name_of(a.slot_)) + "_armed").c_str()));
  spawn_method(name_of(a.slot_), *a.event_, [this, &a] { run_alone(a); });
}

void calendar::notify(const activation& a) {
  const uint64_t ticks = cycle_time::ticks_of(a.armed_, a.slot_);
  a.event_->notify(sc_core::sc_time::from_value(ticks - sc_core::sc_time_stamp().value()));
}

void calendar::run_alone(activation& a) {
  if (!sorted_) sort();
  set_base(a.armed_);
  if (first().what != &a) return a.event_->notify(sc_core::SC_ZERO_TIME);  // another one of its slot comes first
  take_out(a);
  a.armed_ = never;
  cycle_time::enter(base_, a.slot_);
  a.process_();
  if (!asked_.empty()) run_asked();
  reached_ = cycle_time::now_ticks();
  cycle_time::leave();
}

// ---- Without the kernel ---------------------------------------------------------------------------------------------------

cycle_t calendar::run_to(cycle_t cycle) {
  if (!sorted_) sort();
  running_ = true;
  set_bound(cycle_time::ticks_of(cycle, slot::l1));
  const activation* const next = run_due();
  cycle_time::enter(cycle, slot::l1);
  running_ = false;
  return next ? next->armed_ : never;
}

cycle_t calendar::due() {
  if (!asked_.empty()) return now_cycle();
  if (!sorted_) sort();
  const activation* const next = first().what;
  return next ? next->armed_ : never;
}

}  // namespace tensix
