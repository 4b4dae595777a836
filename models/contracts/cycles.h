// Time. One AICLK cycle is one nanosecond of SystemC time (clock_mhz only converts for people). Inside a cycle the modules run
// in a fixed order, each in its own slot, so that nothing depends on the order in which the kernel runs processes.
#pragma once
#include <cstdint>
#include <systemc>

namespace tensix {

using cycle_t = uint64_t;
inline constexpr cycle_t never = ~cycle_t{0};
inline constexpr uint64_t cycle_ps = 1000;

// Order within a cycle: what arrives or completes first, then who reacts to it, then what the RISC-V side adds.
enum class slot : unsigned {
  l1 = 0,             // completions of L1 transfers of the previous cycle
  riscv_stores = 10,  // stores of the cores arrive at GPRs and the NoC overlay
  config_unit = 20,   // configuration writes become visible
  sync_unit = 30,     // semaphores and mutexes change
  scalar_unit = 40,
  vector_unit = 45,  // what SFPLOADMACRO scheduled for the cycle before has executed
  packer = 50,       // packer 0; 1 to 3 follow, 1 ps apart: L1 serves them in the order in which they ask
  hand_over = 60,    // AllowedClient changes; who subscribed is told
  unpacker0 = 70,
  unpacker1 = 80,
  throttle = 90,    // x1/x2/x4 arbitration between the unpackers
  frontend0 = 100,  // thread 0 has the first word when threads compete for a unit, then 1, then 2
  frontend1 = 110,
  frontend2 = 120,
  config_requests = 130,  // requests from outside enter the configuration pipeline after the threads' instructions
  riscv = 200             // pushes, stores and loads: seen by the units from the next cycle on
};

inline sc_core::sc_time at(cycle_t cycle, slot s) {
  return sc_core::sc_time::from_value(cycle * cycle_ps + static_cast<unsigned>(s));
}
inline cycle_t now_cycle() { return sc_core::sc_time_stamp().value() / cycle_ps; }
// The first cycle whose slot `s` has not passed yet (the present one only if its slot is still to come).
inline cycle_t next_cycle_of(slot s) {
  const uint64_t ps = sc_core::sc_time_stamp().value();
  return ps / cycle_ps + (ps % cycle_ps >= static_cast<unsigned>(s) ? 1 : 0);
}

// The one event of a module's process: armed for the earliest cycle anybody asked for.
class activation {
 public:
  explicit activation(slot s) : slot_(s) {}
  // Runs the process in its slot of `cycle`, or of the first cycle whose slot has not passed.
  void arm(cycle_t cycle) {
    if (cycle == never) return;
    const cycle_t first = next_cycle_of(slot_);
    if (cycle < first) cycle = first;
    if (cycle >= armed_) return;
    armed_ = cycle;
    event_.notify(at(cycle, slot_) - sc_core::sc_time_stamp());
  }
  // First statement of the process: returns the present cycle.
  cycle_t begin() {
    armed_ = never;
    return now_cycle();
  }
  cycle_t armed() const { return armed_; }
  const sc_core::sc_event& event() const { return event_; }
  slot where() const { return slot_; }

 private:
  sc_core::sc_event event_;
  slot slot_;
  cycle_t armed_ = never;
};

}  // namespace tensix
