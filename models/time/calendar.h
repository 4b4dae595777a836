// SPDX-License-Identifier: Apache-2.0
// When processes run. Every process of a tile has an activation: its slot, and the cycle for which it is armed. All activations
// of a simulation stand in one calendar, and one SC_METHOD runs them, earliest first: a step from one to the next costs a look
// at a bit mask, not an event of the kernel. docs/calendar.md has
// the whole, the price first.
//
// The calendar may run ahead of SystemC's time, up to tlm_global_quantum and never as far as the next event of the kernel: to
// processes of SystemC beside the tile this makes no difference. 0, SystemC's default: it does not run ahead, which is needed
// where sc_events are notified from within a call that the tile makes (a hook, a part of one's own without an activation).
#pragma once
#include <cstdint>
#include <systemc>
#include <vector>

#include "models/time/cycles.h"

namespace tensix {

// A member function of the activation's owner.
struct callback {
  void* object = nullptr;
  void (*call)(void* object) = nullptr;
  void operator()() const { call(object); }
};
template <auto Method, typename Owner>
callback method(Owner* owner) {
  return {owner, [](void* object) { (static_cast<Owner*>(object)->*Method)(); }};
}

class activation;
class deferred;

class calendar {
 public:
  // Of the present simulation.
  static calendar& present() { return *time_state::present.entries; }

  // No activation of this instant or a later one runs (a simulation sets it before each sc_start, where run-ahead is allowed).
  void stop_at(uint64_t ticks) { stop_at_ = ticks; }
  // Before anything stands in it: it has no process of the kernel, and runs by run_to alone.
  void leave_kernel();
  bool has_left_kernel() const { return without_kernel_; }
  // While it lives, what is added and armed is left to run until later, and the present instant stays as it is whatever SystemC
  // says: for modules that are made or destroyed in another context of SystemC. Not within a process of the calendar.
  class apart {
   public:
    apart();
    ~apart();
    apart(const apart&) = delete;
    apart& operator=(const apart&) = delete;

   private:
    calendar& of_;
    const bool without_kernel_, inside_;
  };
  // A process of it runs.
  bool runs() const { return running_; }
  // Nothing runs any more until the kernel has had its turn (after sc_stop).
  void yield() { set_bound(0); }
  // In the place of the kernel, for simulations without other processes: runs what is due before the beginning of
  // `cycle`, which then is the present between two calls. Only after leave_kernel.
  // What a process throws comes through, and ends the simulation. Returns what `due` would.
  cycle_t run_to(cycle_t cycle);
  // Between two calls: the first cycle in which something is due, never: in none.
  cycle_t due();
  // Whether anything is due but activations for which `but` holds.
  template <typename Predicate>
  bool due_beside(Predicate but) const;
  // The latest instant that something has run at.
  uint64_t reached_ticks() const { return reached_; }
  // A process of the kernel is due at this instant.
  void kernel_due(uint64_t ticks) {
    if (ticks < bound_) set_bound(ticks);
  }

 private:
  friend class activation;
  friend class deferred;

  // ---- Running: what the kernel's one process does
  void process();
  // The activation that is due first, and the word its bit stands in (null: it is beyond the rows) with whose bits there are.
  struct found {
    activation* what;
    uint64_t* word;
    activation* const* ranks;
  };
  activation* run_due();
  found first();
  activation* first_far() const;
  void run_word(const found& next);
  void run_asked();
  void asked_from_outside(uint64_t ticks);
  void come_near();
  void set_base(cycle_t cycle);
  uint64_t find_bound() const;
  void set_bound(uint64_t ticks) {
    const uint64_t begin = cycle_time::ticks_of(base_, slot::l1), of_ps = cycle_time::ticks_per_ps();
    bound_ = ticks;
    bound_within_ = ticks > begin && asked_.empty() ? ticks - begin : 0;
    if (of_ps != 1 && bound_within_ < cycle_ticks()) bound_within_ = (bound_within_ + of_ps - 1) / of_ps;
  }
  void wake_for(uint64_t ticks);

  // ---- Arming
  void move(activation& a, cycle_t cycle);
  bool put_soon(activation& a, cycle_t cycle);
  void put(activation& a);
  void put_in_row(activation& a);
  void take_out(const activation& a);
  void word_is_empty(cycle_t row, const uint64_t* word);
  static uint64_t& word_of(const activation& a);
  size_t number_of(const uint64_t* word) const { return static_cast<size_t>(word - rows_.data()) / near; }

  // ---- Activations come and go
  void add(activation& a);
  void remove(activation& a);
  void sort();
  void make_up();
  // Of a calendar of events
  void spawn(activation& a);
  void run_alone(activation& a);
  void notify(const activation& a);

  // The near future: for each of the next 64 cycles a row of bits, one for each activation in the order of slots, as many words
  // as that takes: one for a tile, many for a chip.
  static constexpr cycle_t near = 64;
  std::vector<activation*> all_;  // by rank
  bool sorted_ = true;
  std::vector<uint64_t> rows_;    // [word][cycle % near]
  bool many_words_ = false;       // in a row
  std::vector<uint64_t> filled_;  // then: [word / 64][cycle % near], bit word % 64: that word is not empty
  uint64_t cycles_ = 0;           // bit cycle % near: its row is not empty
  cycle_t base_ = 0;              // the cycle of what ran last; rows are of [base_, base_ + near)
  cycle_t far_from_ = never;      // nothing beyond the rows is due before this
  std::vector<activation*> far_;  // those beyond the rows, and some that are not any more
  std::vector<deferred*> asked_;

  sc_core::sc_event* wake_ = nullptr;
  static constexpr uint64_t nothing = ~uint64_t{0};
  uint64_t wakes_at_ = nothing;  // what wake_ is notified for
  bool running_ = false, without_kernel_ = false;
  uint64_t bound_ = 0;         // the first instant that is not the calendar's
  uint64_t bound_within_ = 0;  // as slots of the cycle base_; 0 too if something deferred is due, which comes first
  uint64_t stop_at_ = nothing, reached_ = 0;
};

// The one process of a module: armed for the earliest cycle asked for.
class activation {
 public:
  // `process` runs in slot `s`. Of several with the same slot, of different tiles, the one made first comes first.
  activation(slot s, callback process);
  ~activation();
  activation(const activation&) = delete;
  activation& operator=(const activation&) = delete;

  // Runs the process in its slot of `cycle`, or of the first cycle whose slot has not passed. never: changes nothing.
  void arm(cycle_t cycle);
  // First statement of the process: returns the present cycle.
  static cycle_t begin() { return cycle_time::within_calendar(); }
  cycle_t armed() const { return armed_; }
  slot where() const { return slot_; }

 private:
  friend class calendar;
  calendar& calendar_;
  const callback process_;
  const slot slot_;
  cycle_t armed_ = never;
  uint64_t* words_ = nullptr;  // where its bit stands, by cycle
  uint64_t bit_ = 0;
  bool far_ = false;                    // it is in the calendar's list of those beyond the rows
  sc_core::sc_event* event_ = nullptr;  // of a calendar of events: its process's
  void arm_otherwise(cycle_t cycle);
};

// Runs at the instant of `ask`, behind the process that asks and before anything else of the calendar.
class deferred {
 public:
  explicit deferred(callback process);
  ~deferred();
  deferred(const deferred&) = delete;
  deferred& operator=(const deferred&) = delete;
  void ask();

 private:
  friend class calendar;
  calendar& calendar_;
  const callback process_;
  bool asked_ = false;
};

template <typename Predicate>
bool calendar::due_beside(Predicate but) const {
  for (const activation* a : all_)
    if (a->armed_ != never && !but(*a)) return true;
  return false;
}

inline uint64_t& calendar::word_of(const activation& a) { return a.words_[a.armed_ % near]; }

inline void calendar::put_in_row(activation& a) {
  const cycle_t row = a.armed_ % near;
  a.words_[row] |= a.bit_;
  cycles_ |= uint64_t{1} << row;
  if (!many_words_) return;
  const size_t word = number_of(a.words_);
  filled_[near * (word / 64) + row] |= uint64_t{1} << word % 64;
}

// From within the calendar, for what lies in the rows.
inline bool calendar::put_soon(activation& a, cycle_t cycle) {
  if (!running_) return false;
  if (cycle <= base_) cycle = base_ + cycle_time::has_passed(a.slot_);
  if (cycle - base_ >= near) return false;
  a.armed_ = cycle;
  put_in_row(a);
  return true;
}

inline void activation::arm(cycle_t cycle) {
  if (cycle >= armed_) return;
  if (armed_ != never || !calendar_.put_soon(*this, cycle)) arm_otherwise(cycle);
}

}  // namespace tensix
