// SPDX-License-Identifier: Apache-2.0
// Time. One AICLK cycle is `clock_period_ps` and `clock_period_fs` of SystemC time, one value in a simulation (clock_mhz only
// converts for people). Inside a cycle the modules run in a fixed order, each in its own slot, a number of picoseconds behind the
// cycle's beginning, so that nothing depends on the order in which the kernel runs processes.
//
// Ticks are those of SystemC's time resolution, as sc_time::value() counts them: picoseconds, unless the program has set a finer
// one. No cycle depends on it.
#pragma once
#include <cstdint>
#include <systemc>

#include "models/contracts/cores.h"
#include "models/time/clock_parameters.h"
#include "models/time/cycle.h"
#include "models/time/time_state.h"

namespace tensix {

// Order within a cycle: what arrives or completes first, then who reacts to it, then what the RISC-V side adds. Every process of
// a tile has a slot of its own (docs/architecture.md lists them, and a test compares).
#define TENSIX_SLOTS(X)                                                                                                \
  X(l1, 0, "transfers of the previous cycle are complete")                                                             \
  X(noc_input0, 2, "flits of NoC 0 that have arrived at the tile's interface")                                         \
  X(noc_input1, 3, "the same of NoC 1")                                                                                \
  X(noc_writes, 5, "a feed's producer, a host, or traffic beside a kernel goes on with its writes over the NoC")       \
  X(noc_reads, 6, "a feed's consumer, or traffic beside a kernel, goes on with its reads")                             \
  X(noc_endpoint, 7, "flits that have arrived at another endpoint of a NoC (DRAM)")                                    \
  X(dram, 8, "a DRAM channel has moved data")                                                                          \
  X(noc_network, 9, "first flits take their next links of a NoC")                                                      \
  X(riscv_stores_t0, 10, "stores of T0 arrive at GPRs and the NoC overlay")                                            \
  X(riscv_stores_t1, 11, "the same of T1")                                                                             \
  X(riscv_stores_t2, 12, "the same of T2")                                                                             \
  X(riscv_stores_b, 13, "the same of B")                                                                               \
  X(riscv_stores_nc, 14, "the same of NC")                                                                             \
  X(noc_link0, 16, "packets leave the tile's interface of NoC 0")                                                      \
  X(noc_link1, 17, "the same of NoC 1")                                                                                \
  X(noc_commands0, 18, "commands of the interface of NoC 0 get their virtual channels, behind the cores' stores")      \
  X(noc_commands1, 19, "the same of NoC 1")                                                                            \
  X(config_unit, 20, "configuration writes become visible")                                                            \
  X(sync_unit, 30, "semaphores and mutexes change")                                                                    \
  X(scalar_unit, 40, "results and loads arrive in their GPRs; REG2FLOP's writes")                                      \
  X(vector_unit, 45, "what SFPLOADMACRO scheduled for the cycle before has executed")                                  \
  X(packer0, 50, "writes that are due go to L1")                                                                       \
  X(packer1, 51, "the same of packer 1")                                                                               \
  X(packer2, 52, "the same of packer 2")                                                                               \
  X(packer3, 53, "the same of packer 3")                                                                               \
  X(mover, 55, "the mover's reads and writes")                                                                         \
  X(tdma_risc, 56, "TDMA-RISC's commands, behind the mover they wait for")                                             \
  X(hand_over, 60, "AllowedClient changes; subscribers are notified")                                                  \
  X(noc_endpoint_link, 65, "packets leave another endpoint of a NoC")                                                  \
  X(unpacker0, 70, "its pipeline")                                                                                     \
  X(unpacker1, 71, "its pipeline")                                                                                     \
  X(throttle, 90, "speeds of the unpackers change")                                                                    \
  X(rtl, 95, "adapters of RTL look at what it answers (cosim/rtl)")                                                    \
  X(frontend0, 100, "wait gate of thread 0, which offers first when threads compete for a unit")                       \
  X(frontend1, 101, "wait gate of thread 1")                                                                           \
  X(frontend2, 102, "wait gate of thread 2")                                                                           \
  X(config_requests, 130, "requests of cores and mover enter the configuration unit, behind what the threads gave it") \
  X(riscv, 200, "pushes, loads and stores of the cores, seen by the units from the next cycle on; core number added")

enum class slot : unsigned {
#define X(id, ps, text) id = ps,
  TENSIX_SLOTS(X)
#undef X
};
// The slot of one of several alike: `first` is that of number 0.
constexpr slot slot_of(slot first, unsigned number) { return static_cast<slot>(static_cast<unsigned>(first) + number); }

#define X(id, letters, number) &&slot_of(slot::riscv_stores_t0, number) == slot::riscv_stores_##id
static_assert(true TENSIX_CORES(X), "a core's slot for its stores is the one of its number");
#undef X
static_assert(static_cast<unsigned>(slot::riscv) + core_count < least_cycle_ps / 2);

// The present simulation's (time_state.h).
class cycle_time {
 public:
  // Called by each tile of a simulation. Throws std::invalid_argument if the period is out of range or no whole number of ticks, if
  // another tile has set another one, or if SystemC's time resolution is coarser than 1 ps.
  static void set(uint64_t period_ps, uint32_t period_fs = 0);
  // For who makes the whole simulation, before anything has a time: SystemC's resolution becomes 1 fs if such a period wants it.
  static void refine_for(uint32_t period_fs);
  static uint64_t ticks_per_ps() { return time_state::present.of_ps; }
  static uint64_t period_ticks() { return time_state::present.period; }
  // The time at which the present process acts: the calendar's within its own (calendar.h), otherwise SystemC's.
  static cycle_t now() { return look().cycle; }
  // Whole picoseconds since the present cycle began.
  static uint64_t within() { return look().within; }
  // The first cycle whose slot `s` has not passed.
  static cycle_t next(slot s) {
    const time_state& t = look();
    return t.cycle + (t.within >= static_cast<unsigned>(s));
  }
  static uint64_t now_ticks() {
    const time_state& t = look();
    return t.begin + t.within * t.of_ps + t.beyond;
  }
  static uint64_t ticks_of(cycle_t cycle, slot s) { return cycle * period_ticks() + static_cast<unsigned>(s) * ticks_per_ps(); }

  // For the calendar; those without a cycle only within one that it has entered.
  static void enter(cycle_t cycle, slot s) {
    time_state& t = time_state::present;
    t.inside = true;
    t.beyond = 0;
    if (cycle != t.cycle) t.begin = (t.cycle = cycle) * t.period;
    t.within = static_cast<unsigned>(s);
  }
  static void enter(slot s) { time_state::present.within = static_cast<unsigned>(s); }
  static cycle_t within_calendar() { return time_state::present.cycle; }  // `now`, for a process that the calendar runs
  static bool has_passed(slot s) { return time_state::present.within >= static_cast<unsigned>(s); }
  static void leave() { time_state::present.inside = false; }

 private:
  static const time_state& look() {
    if (!time_state::present.inside) look_at_kernel();
    return time_state::present;
  }
  static void look_at_kernel();
};

inline uint64_t cycle_ticks() { return cycle_time::period_ticks(); }
inline cycle_t now_cycle() { return cycle_time::now(); }
inline sc_core::sc_time now_time() { return sc_core::sc_time::from_value(cycle_time::now_ticks()); }
inline sc_core::sc_time at(cycle_t cycle, slot s) { return sc_core::sc_time::from_value(cycle_time::ticks_of(cycle, s)); }

}  // namespace tensix
